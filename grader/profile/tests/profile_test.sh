#!/bin/bash
# test: once
# The profile's page in a real browser without a screen: counters beside bounds, heat, pictures, two runs side by side, in
# two languages; it stays within a phone's width, and nothing of a source becomes markup.
. grader/tests/tap.sh
lockstep=${LOCKSTEP:-build/lockstep}
make_scratch
cp -r solutions/reduction-ladder "$scratch/work"
sed -i '1s|^|// </script><i id="planted">\n|' "$scratch/work/reduction.cl"

"$lockstep" profile reduction-ladder divergence_free --submission "$scratch/work" --json "$scratch/now.json" \
    --out "$scratch/now.html" >"$scratch/now.txt" || exit 2
check "it says that other checks were not run" grep -q 'Only this check was run' "$scratch/now.txt"
check "the text has each counter beside its bound" grep -q 'divergent_branches .* at most ' "$scratch/now.txt"
check "and the lines with what they cost" grep -Eq '^ +[0-9]+ +[0-9]+ +[0-9.]+ .*partial\[local_id\] \+= ' "$scratch/now.txt"
"$lockstep" profile reduction-ladder --mutant naive-after-all --out "$scratch/naive.html" --against "$scratch/now.json" \
    >"$scratch/naive.txt" || exit 2
check "what is beyond its bound is marked" grep -q '^  ! divergent_branches' "$scratch/naive.txt"
"$lockstep" profile reduction-ladder --mutant nobody >/dev/null 2>"$scratch/nobody.txt"
# Times as fast with 16 threads as with one, on data 256 times as large.
speedups() { # exercise
    "$lockstep" profile histogram-omp "$1" --submission solutions/histogram-omp --json "$scratch/$1.json" --out "$scratch/$1.html" >"$scratch/$1.txt"
    awk '/^    with 256 times as many/ { print $10 }' "$scratch/$1.txt"
}
check "two cores show what sixteen would give" awk "BEGIN { exit !($(speedups for_promotion_tab) > 4) }"
check "and what they would take" awk "BEGIN { exit !($(speedups for_atomic) < 1) }"
check "nobody takes that for a measurement" grep -q '^  modelled, not measured, on the profile xeon: ' "$scratch/for_atomic.txt"
check "the page has it, too" grep -q '"processor": *{' "$scratch/for_atomic.html"
"$lockstep" profile histogram-omp for_atomic --cpu nobody --out "$scratch/none.html" >/dev/null 2>"$scratch/none.txt"
check "an unknown processor lists those that are there" grep -q "no profile 'nobody'; there are: epyc64, laptop, xeon" "$scratch/none.txt"
check "a mutant that is not there is named" grep -q 'no mutant called nobody' "$scratch/nobody.txt"

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    skip "the page in a browser" "chromium is not installed (chromium)"
    tap_end
fi

# look FILE: what the checks below say of the page, a line each; all in one start of the browser.
look() {
    {
        cat "$scratch/$1"
        cat <<'END'
<pre id="seen"></pre><script>
const lines = [], say_ = (name, good) => lines.push((good ? 'yes ' : 'no ') + name);
const text = () => document.getElementById('main').textContent;
try {
  say_('opens', document.body.dataset.ready === 'yes' && document.querySelectorAll('article').length === 1);
  say_('bounds', document.querySelector('td.bad') !== null);
  say_('wrong', document.querySelector('.look') === null && text().includes('make show'));
  say_('dialect', text().includes('local load requests') && !/shared (?:memory|load)/i.test(text()));
  say_('look', document.querySelector('.look li').textContent.includes('reduction.cl:'));
  say_('busy', document.querySelector('.look li').textContent.includes(':117 — takes 7,168 sectors: is this work shared out'));
  say_('again', /:170 — asks for 8,192 sectors: does it read an element/.test(document.querySelector('.look li').textContent));
  say_('all', /^histogram.c:111 — runs 262,144 times/.test(document.querySelector('.look li').textContent));
  say_('before', [...document.querySelectorAll('td')].some((cell) => /^▼|^▲/.test(cell.textContent)));
  const select = document.querySelector('select');
  select.value = 'divergent'; select.dispatchEvent(new Event('change'));
  const hot = [...document.querySelectorAll('td.code')].filter((cell) => cell.getAttribute('style'));
  say_('heat', hot.length > 0 && hot.some((cell) => cell.textContent.includes('if (')));
  say_('pictures', [...document.querySelectorAll('figure [role]')].length > 3 && [...document.querySelectorAll('figure [role]')].every((grid) => grid.getAttribute('aria-label')));
  say_('markup', document.getElementById('planted') === null && performance.getEntriesByType('resource').length === 0);
  say_('names', [...document.querySelectorAll('button, select')].every((e) => e.textContent || e.labels.length));
  const english = text();
  document.getElementById('language').click();
  say_('french', document.documentElement.lang === 'fr' && text() !== english);
  for (const width of [390, 640, 1280]) {
    document.body.style.width = width + 'px';
    say_('fits ' + width, [...document.querySelectorAll('header, main, article, section')].every((e) => e.scrollWidth <= e.clientWidth + 1));
  }
} catch (wrong) { lines.push('no error ' + wrong); }
document.getElementById('seen').textContent = '\n' + lines.join('\n') + '\n';
</script>
END
    } >"$scratch/look.html"
    "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$scratch/profile" \
        --window-size=1280,900 --dump-dom "file://$scratch/look.html" 2>/dev/null | sed -n 's/^\(yes\|no\) /\1 /p'
}
look naive.html >"$scratch/naive.seen"
for what in opens bounds dialect look before heat pictures names french 'fits 390' 'fits 640' 'fits 1280'; do
    check "the page: $what ($(grep -m 1 error "$scratch/naive.seen"))" grep -qx "yes $what" "$scratch/naive.seen"
done
"$lockstep" profile first-steps --mutant no-reduction --out "$scratch/wrong.html" >/dev/null
check "of a program that is wrong, one does not look at costs first" grep -qx 'yes wrong' <(look wrong.html)
check "no source is markup, and nothing is fetched" grep -qx 'yes markup' <(look now.html)
"$lockstep" profile reduction-ladder --mutant one-warp-and-no-tree --out "$scratch/busy.html" >/dev/null
"$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/profile" --print-to-pdf="$scratch/page.pdf" "file://$scratch/naive.html" 2>/dev/null
check "on paper there is nothing to choose" awk '/Colour by/ { bad = 1 } /Source, with/ { there = 1 } END { exit bad || !there }' <(pdftotext "$scratch/page.pdf" -)
check "where one warp reads too much, one looks first at what it reads" grep -qx 'yes busy' <(look busy.html)
for what in 'again minmax-cuda a-walk-for-each' 'all histogram-omp every-thread-reads-all'; do
    read -r seen lab mutant <<<"$what"
    "$lockstep" profile "$lab" --mutant "$mutant" --out "$scratch/$seen.html" >/dev/null
    check "of $mutant, one looks first at what its check counts" grep -qx "yes $seen" <(look "$seen.html")
done
# On a terminal no line is wider, in either language; blank columns leave their room to the source.
on_terminal() { # language, lab, exercise, what stands there
    LC_ALL=$1 TERM=dumb script -qec "stty cols 80 rows 40; $lockstep profile $2 $3 --submission solutions/$2 --out $scratch/terminal.html" \
        /dev/null </dev/null | tr -d '\r' >"$scratch/terminal"
    [ "$(LC_ALL=C.UTF-8 wc -L <"$scratch/terminal")" -le 80 ] && grep -q "$4" "$scratch/terminal"
}
check "the text fits a terminal of 80 columns" on_terminal C.UTF-8 minmax-cuda block 'lowest = value'
no_blank_columns() { ! grep "^   line " "$scratch/terminal" | grep -qw conflicts; }
check "without columns of blanks" no_blank_columns
check "in French, too" on_terminal fr_FR.UTF-8 minmax-cuda block 'lowest = value'
check "… with the model of processors" on_terminal fr_FR.UTF-8 histogram-omp for_atomic 'modélisé, non mesuré'
tap_end
