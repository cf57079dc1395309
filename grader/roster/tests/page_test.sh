#!/bin/bash
# test: once needs chromium
# The class's page in a real browser without a screen: it sorts, it stays within a phone's width, and it asks the
# network for nothing. The class is made by the tool itself, of a lab as small as can be. Most of a large class stays in
# the journal.
. grader/roster/tests/begin.sh
two="it's <i>2<&i>"
for name in s1 "$two" s3; do
    mkdir -p "$scratch/in/$name"
    cp "$solution" "$scratch/in/$name"
done
sed -i 's/sum = 0;/sum = 1;/' "$scratch/in/$two/dot.c"
mkdir "$scratch/in/nothing <i>at all<&i> $(printf 'endless%.0s' {1..14})"
"$lockstep" class dot-product "$scratch/in" --out "$scratch/out" --labs "$extra/labs" >"$scratch/log" 2>&1
ok $? "a class to look at" || sed 's/^/# /' "$scratch/log"

# The page with a script behind it, which acts as a reader would and writes down what it sees.
look() { # width, script
    sed 's,</body>,,; s,</html>,,; s,<meta http-equiv="Content-Security-Policy"[^>]*>,,' "$scratch/out/index.html" >"$scratch/look.html"
    printf '<pre id="seen"></pre><script>%s</script></body></html>' "$2" >>"$scratch/look.html"
    chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$scratch/profile" \
        --virtual-time-budget=5000 --window-size="$1,900" --dump-dom "file://$scratch/look.html" 2>/dev/null |
        sed -n 's/.*<pre id="seen">\([^<]*\)<.*/\1/p'
}
names="Array.from(document.querySelectorAll('table')).find(t => t.tHead.textContent.startsWith('Student')).tBodies[0].rows"
press="document.querySelectorAll('th button').forEach(b => { if (b.textContent === 'Points') b.click(); })"
say="document.getElementById('seen').textContent ="
seen=$(look 1000 "$say Array.from(document.querySelectorAll('h2'), h => h.textContent.split(',')[0]).slice(0, 3).join()")
check "students come first, then what to look at, then mistakes (saw '$seen')" test "$seen" = "Students,To look at,Mistakes"
mistakes="Array.from(document.querySelectorAll('table')).find(t => t.tHead.textContent.includes('Mistake')).tBodies[0].rows"
seen=$(look 1000 "$say ${mistakes}[0].cells[0].textContent + ${mistakes}[0].cells[2].querySelector('a').getAttribute('href').slice(0, 11)")
check "a mistake has its number and an example" test "$seen" = "1instructor/"
check "who cannot be read has words for it" grep -q "Hand in the lab.*s files themselves" "$scratch/out/index.html"

seen=$(look 1000 "$press; $say Array.from($names, r => r.cells[1].textContent).join()")
check "a press on Points sorts downwards" test "$seen" = "8,8,0,0"
seen=$(look 1000 "$press; $press; $say Array.from($names, r => r.cells[1].textContent).join()")
check "a second press sorts upwards" test "$seen" = "0,0,8,8"
# Headless Chromium makes no window narrower than 500 points: the page is put into a frame as wide as a phone.
frame="const f = document.createElement('iframe'); f.style.width = '360px'; f.srcdoc = document.documentElement.outerHTML.replace(/.script.[^]*/, '');
f.onload = () => { const d = f.contentDocument; $say [d.documentElement, ...Array.from(d.querySelectorAll('td.s'), e => e.closest('.wide'))]
.filter(e => e.scrollWidth > e.clientWidth).length + ' of ' + d.querySelectorAll('td.s').length; }; document.body.append(f)"
seen=$(look 1000 "$frame")
check "no name sticks out on a phone, however long (saw '$seen')" grep -q '^0 of [1-9]' <<<"$seen"
seen=$(look 1000 "$say Array.from(document.querySelectorAll('thead button')).every(b => { b.focus(); return document.activeElement === b && b.textContent; })")
check "every heading that sorts can be reached by keyboard, and has a name" test "$seen" = true
seen=$(look 1000 "$say performance.getEntriesByType('resource').length + ' ' + document.querySelectorAll('i').length")
check "nothing is fetched, and no name is markup" test "$seen" = "0 0"
seen=$(look 1000 "const p = document.createElement('pre'); p.textContent = 'x'.repeat(999); document.body.append(p); $say p.scrollWidth > p.clientWidth")
check "what stands in lines of its own, such as the steps of a race, is wrapped, not cut" test "$seen" = false

# ---- a large class takes no more memory: the results of a small one, many times ----
cat >"$scratch/many.py" <<'PY'
import pathlib, shutil, sqlite3, subprocess, sys, time
def held(count): # KiB
    many = pathlib.Path(sys.argv[2], f"many{count}")
    shutil.copytree(sys.argv[3], many)
    journal = sqlite3.connect(many / "journal.sqlite")
    rows = journal.execute("SELECT * FROM result ORDER BY student").fetchall()
    journal.execute("DELETE FROM result")
    for i in range(count):
        name, digest, report = rows[i % len(rows)]
        journal.execute("INSERT INTO result VALUES (?, ?, ?)", (f"{i} {name}", digest, report))
    journal.commit()
    sums = subprocess.Popen([sys.argv[1], "class", "sums", "--out", many], stdout=subprocess.DEVNULL)
    most = 0
    while sums.poll() is None:
        for line in open(f"/proc/{sums.pid}/status"):
            most = max(most, int(line.split()[1]) if line.startswith("RssAnon") else 0)
        time.sleep(0.005)
    assert sums.returncode == 0
    return most
few, many = held(100), held(600)
print(f"# {few} KiB with 100 results, {many} with 600")
sys.exit(many - few > 500 * 6)
PY
python3 "$scratch/many.py" "$lockstep" "$scratch" "$scratch/out"
ok $? "a result takes at most 6 KiB, whatever is found in it"

# ---- replays: the command that the page prints makes one, and then the page links to it ----
replays() { # what the page says of each failed check: its command, or where its replay is
    python3 -c 'import html, re, sys
for code, link in re.findall("<br/>(?:<code>(.*?)</code>|<a href=\"(replay/.*?)\">)", open(sys.argv[1]).read()):
    print(html.unescape(code or link))' "$scratch/out/index.html"
}
command=$(replays | head -n 1)
check "an example has its command (saw '$command')" grep -q '^lockstep class show .* sequential correct --out [.]$' <<<"$command"
mkdir "$scratch/bin" && ln -s "$(realpath "$lockstep")" "$scratch/bin/lockstep"
(cd "$scratch/out" && PATH=$scratch/bin:$PATH sh -c "$command") >"$scratch/log" 2>&1
ok $? "run in the class's folder it makes a replay" || sed 's/^/# /' "$scratch/log"
link=$(replays | head -n 1)
check "the page links to it" test -f "$scratch/out/$(python3 -c 'import sys, urllib.parse
print(urllib.parse.unquote(sys.argv[1]))' "$link")"
check "it is of the student's file" grep -q 'sum = 1;' "$scratch/out/replay"/*.html
seen=$(look 1000 "const a = document.querySelector('a[href^=replay]'); $say a.pathname.endsWith('/' + a.getAttribute('href'))")
check "a browser takes it for what it is" test "$seen" = true
"$lockstep" class show nobody sequential correct --out "$scratch/out" 2>"$scratch/err"
[ $? -eq 2 ]
ok $? "a student whom nobody knows: status 2"
check "says so in one line" grep -q "^lockstep: nobody with a grade in .* is called 'nobody'" "$scratch/err"
cp "$solution" "$scratch/in/$two/dot.c"
"$lockstep" class dot-product "$scratch/in" --out "$scratch/out" --labs "$extra/labs" >"$scratch/log" 2>&1
check "another grading takes the replay of the older files away" test -z "$(ls "$scratch/out/replay")"
tap_end
