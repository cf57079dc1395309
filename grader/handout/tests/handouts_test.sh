#!/bin/bash
# test: long once
# The handouts: whether they still fit their labs (always), and the PDFs themselves (where TeX is installed).
. grader/tests/tap.sh
build=${BUILD:-build}
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")
make_scratch

# Every .tex that is a document; a sheet belongs to no lab.
mapfile -t names < <(cd handouts && grep -l '^\\documentclass' ./*.tex | sed 's,^\./,,; s,\.tex$,,')
commented() { # name: with the facts that were just written
    scripts/handouts/french_listings.py "handouts/$1.tex" "$scratch/facts" "handouts/fr/$1.po" "$scratch/listings" 2>"$scratch/err" || return
    cat "$scratch/err"
    [ ! -s "$scratch/err" ] && ! grep -rnE '^ *[*] [:;?!»]( |$)' "$scratch/listings"
}
for name in "${names[@]}"; do
    check "$name: knows all that it quotes" "$lockstep" handout "$name" --out "$scratch/facts"
    if [ -f "handouts/fr/$name.po" ] || [ ! -d "labs/$name" ]; then
        check "$name: in French, too" "$lockstep" handout "$name" --language fr --strict --out "$scratch/facts"
        check "$name: its listings' comments in French" commented "$name"
    else
        skip "$name: in French, too" "handouts/fr/$name.po is not written yet"
    fi
done
for lab in labs/*/lab.yaml; do
    lab=$(basename "$(dirname "$lab")")
    [ -f "handouts/$lab.tex" ] || skip "$lab has a handout" "handouts/$lab.tex is not written yet"
done

# Each measured file begins with when, on what and how.
explained() {
    local file word missing=0
    for file in handouts/data/*/*.csv; do
        for word in date '(device|gpu|cpu|host|compiler)' command; do
            grep -Eq "^#.*\b$word: ." "$file" || { echo "$file does not say: $word" && missing=1; }
        done
    done
    return "$missing"
}
check 'measured data says when, on what and how' explained

# Each question's answer quotes what was measured or computed. Some were computed: they are what the script says.
unanswered() {
    awk 'function close_question() { if (number != "" && !quoted) print FILENAME ": question " number " quotes no datum" }
        FNR == 1 { close_question(); number = ""; count = 0 }
        /^\\item \\level/ { close_question(); number = ++count; quoted = 0; answer = 0 }
        /^\\end\{enumerate\}/ { close_question(); number = "" }
        /\\instructoranswer/ { answer = 1 }
        number != "" && answer && /\\(datum|quotient)\{/ { quoted = 1 }' handouts/*.tex
}
answered() { [ -z "$(unanswered)" ] || { unanswered; return 1; }; }
check "each question's answer quotes a datum" answered
check 'the answers that follow from their questions are those that a script finds' \
    cmp <(scripts/handouts/answers.py) handouts/data/answers/answers.csv

says() { # pattern command …: fails with status 2 and such a message
    local pattern=$1 status
    shift
    "$@" >"$scratch/out" 2>"$scratch/err"
    status=$?
    cat "$scratch/err"
    [ "$status" -eq 2 ] && grep -q "$pattern" "$scratch/err"
}
check 'a name that is nothing' says 'nothing.tex: No such file' "$lockstep" handout nothing
check 'a language that is not there' says "not in 'de'" "$lockstep" handout verdicts --language de
check 'a path is no name' says 'is neither a lab nor a sheet' "$lockstep" handout ../x

rules() { "$lockstep" handout histogram-cuda --language fr --out "$scratch/facts" && grep -qF '\ruleitem{frequency}{un compteur par case' "$scratch/facts" && grep -qF '\rulerow{gm}{au plus un branchement' "$scratch/facts"; }
check 'the rules of a contract are prose, an item and a row each by its name' rules

# A copy of the kit, in which things drift.
mkdir "$scratch/kit" && cp -r handouts labs skeletons solutions scripts "$scratch/kit/" && ln -s "$PWD/grader" "$scratch/kit/"
export LOCKSTEP_ROOT=$scratch/kit
sed -i 's/title: Sequential/title: On one thread/' "$scratch/kit/labs/histogram-omp/lab.yaml"
check 'a title that changed has no French: says which' says 'fr/histogram-omp.po' \
    "$lockstep" handout histogram-omp --language fr --strict
check '… ready to be filled in' grep -q '^msgid "On one thread"' "$scratch/err"
check '… and stays English otherwise' "$lockstep" handout histogram-omp --language fr --out "$scratch/facts"
measured=$scratch/kit/handouts/data/histogram-omp/speedup.csv
rm -f "$measured"
absent() { "$lockstep" handout histogram-omp --out "$scratch/facts" && ! grep -q 'histogram-omp/speedup.csv' "$scratch/facts"; }
check 'a sheet that is not measured yet leaves out its figure' absent
mkdir -p "$(dirname "$measured")"
{
    echo '# date: today'
    head -n 1 speedup_template.csv
    for exercise in sequential entrelacer_promotion_tab for_promotion_tab for_atomic; do
        for threads in 1 2 4 8 16; do
            [ "$exercise" = sequential ] && [ "$threads" != 1 ] && continue
            echo "histogram-omp,$exercise,cpu,gcc,-O2,Linux,laptop,67108864,67108864,$threads,,5,0.1,0.1,0.1,10,0,1,0.5,1,0.67,0.067,,,,,"
        done
    done
} >"$measured"
compilers=${measured%/*}/compilers.csv
{
    head -n 1 speedup_template.csv
    for how in gcc,-O1 gcc,-O2 "gcc,'-O3 -march=native" clang,-O2 "clang,'-O3 -march=native"; do
        speed=0.67
        [ "$how" = gcc,-O1 ] && speed=
        echo "histogram-omp,sequential,cpu,$how,Linux,laptop,67108864,67108864,1,,,,,,,,,,,$speed,,not measured,,,,"
        echo "histogram-omp,for_promotion_tab,cpu,$how,Linux,laptop,67108864,67108864,2,,,,,,,,,,,$speed,,not measured,,,,"
    done
} >"$compilers"
drawn() { "$lockstep" handout histogram-omp --out "$scratch/facts" && grep -q '^\\lockstepfact{whenmeasured|histogram-omp/speedup.csv}{yes}' "$scratch/facts" && grep -q 'provenanceline{machine: laptop}' "$scratch/facts"; }
check '… and draws it once it is there, and says where it was measured' drawn
check '… with a dash for what was left out' grep -q 'flags=-O1|gb_s:2}{--}' "$scratch/facts"
sed -i '/,clang,/d' "$compilers"
check '… but a row that is gone is told' says 'compilers.csv has no row with' "$lockstep" handout histogram-omp
rm -f "$measured" "$compilers"
sed -i '/^shuffled,67108864,gm,/d' "$scratch/kit/handouts/data/histogram-cuda/sizes.csv"
check 'a measurement that is gone' says 'sizes.csv has no row with' "$lockstep" handout histogram-cuda
unset LOCKSTEP_ROOT

# A lab of one's own, elsewhere: its handout lies beside it, as its skeleton does.
mkdir -p "$scratch/own/labs" "$scratch/own/handouts"
"$lockstep" new prefix-sum --from dot-product --labs "$scratch/own/labs" >"$scratch/out" 2>&1
cat >"$scratch/own/handouts/prefix-sum.tex" <<'END'
\documentclass{lockstep}
\begin{document}
\maketitleblock
\contractcomment
\exercisesection
\exercise{sequential}
\exercise{parallel}
\instructor{\solution{prefix_sequential}}
\datum{answers/answers.csv}{question=first-steps 1;what=blocks}{value}
\whatisgraded
\end{document}
END
check 'a handout of a lab of your own' "$lockstep" handout prefix-sum --labs "$scratch/own/labs" --out "$scratch/facts"
check '… looks for its French beside it' says "^# [0-9]* texts have no French yet: they belong in .*own/labs/../handouts/fr/prefix-sum.po" \
    "$lockstep" handout prefix-sum --labs "$scratch/own/labs" --language fr --strict --out "$scratch/facts"
untranslated() { # a first build lists what is to be translated, also where there is no file yet: a hint, an advice, a bound's why
    [ "$("$lockstep" handout prefix-sum --labs "$scratch/own/labs" --language fr --out "$scratch/facts" 2>&1 |
        grep -cE '^msgid "(One loop, one sum.|Is the sum zero at the start|Only one thread read the vectors.)')" = 3 ]
}
check '… and lists it as long as there is none' untranslated

# The rest needs TeX, and looks at no code that a sanitizer could see into.
pdf_tests=('a handout becomes a PDF' 'the same bytes in another folder' 'French, for instructors' 'no bitmap fonts'
    'an exercise that is gone fails the build' 'a line that is too long fails the build'
    'a missing reference fails the build' 'a sign that no font has fails the build' 'no heading stays alone at the foot of a page'
    'a handout of a lab of your own becomes a PDF' 'the sheet of verdicts fits a page in both languages'
    'no line of it begins with a colon or a question mark' 'no page of a lab stays a third empty before the last one')
why=''
[ "$build" = build ] || why='the PDFs are looked at in the other flavour'
# LOCKSTEP_SETUP=no: only asks whether all is there.
LOCKSTEP_SETUP=no scripts/setup.sh handouts >/dev/null 2>&1 || why='unavailable: TeX is not installed (make handouts does that)'
if [ -n "$why" ]; then
    for name in "${pdf_tests[@]}"; do
        skip "$name" "$why"
    done
    tap_end
fi

# made LAB LANGUAGE EDITION FOLDER: builds in the copy or here.
made() {
    env BUILD="$build" LAB="$1" HANDOUT_LANGUAGE="$2" EDITION="$3" OUT="$4" scripts/handouts.sh
}
refused() { # pattern, then as made
    local pattern=$1
    shift
    made "$@" >"$scratch/out" 2>&1 && return 1
    cat "$scratch/out"
    grep -q "$pattern" "$scratch/out"
}
read_back() { # name command …: a check that reads the PDF's text
    if command -v pdftotext >/dev/null; then
        check "$@"
    else
        skip "$1" 'unavailable: there is no pdftotext (apt-get install poppler-utils)'
    fi
}
check "${pdf_tests[0]}" made verdicts en student "$scratch/one"
LOCKSTEP_LABS=$scratch/own/labs made verdicts en student "$scratch/another/deep" >/dev/null 2>&1
check "${pdf_tests[9]}" env LOCKSTEP_LABS="$scratch/own/labs" BUILD="$build" LAB=prefix-sum OUT="$scratch/one" scripts/handouts.sh
check "${pdf_tests[1]}" cmp "$scratch/one/verdicts-en.pdf" "$scratch/another/deep/verdicts-en.pdf"
a_page() { # each prints its name and how many pages it has
    for language in en fr; do
        made verdicts "$language" student "$scratch/one" | grep ' 1 pages$' || return
    done
}
check "${pdf_tests[10]}" a_page
read_back "${pdf_tests[11]}" bash -c "! pdftotext '$scratch/one/verdicts-fr.pdf' - | grep -E '^[:;?!»]( |$)'"
# Prints the pages, but the last one, whose text ends above 70 % of the height.
early_ends() { # PDF
    pdftotext -bbox "$1" - | awk '
        /<page / { if (page++ && low < 0.7 * height) { print "page " page - 1 " ends at " low " of " height; bad = 1 }
            match($0, /height="[0-9.]+/); height = substr($0, RSTART + 8, RLENGTH - 8) + 0; low = 0 }
        /<word / { match($0, /yMax="[0-9.]+/); y = substr($0, RSTART + 6, RLENGTH - 6) + 0
            if (y < 0.945 * height && y > low) low = y }
        END { exit bad || page < 2 }'
}
full_pages() { made histogram-cuda en student "$scratch/one" >/dev/null && early_ends "$scratch/one/histogram-cuda-en.pdf"; }
read_back "${pdf_tests[12]}" full_pages
check "${pdf_tests[2]}" made histogram-omp fr instructor "$scratch/one"
check "${pdf_tests[3]}" bash -c "! grep -aq '/Type3' '$scratch'/one/*.pdf"

# In the copy, which gets the program's build folder as it is.
cp -r handouts labs "$scratch/kit/" && ln -s "$PWD/$build" "$scratch/kit/build"
build=build
cd "$scratch/kit" || exit 2
export LOCKSTEP_ROOT=$scratch/kit
sed -i 's/name: for_atomic/name: for_atomics/' labs/histogram-omp/lab.yaml
sed -i 's/^=== exercise for_atomic$/&s/' labs/histogram-omp/variants/*.variants
check "${pdf_tests[4]}" refused "The lab has no exercise .for_atomic'" histogram-omp en student "$scratch/two"
# Two mistakes at once: each must be told.
sed -i 's/^\\begin{document}/&\\mbox{\\rule{20cm}{1pt}}\\ref{nowhere}/' handouts/verdicts.tex
check "${pdf_tests[5]}" refused 'Overfull' verdicts en student "$scratch/two"
check "${pdf_tests[6]}" grep -q 'undefined' "$scratch/out"
sed -i 's/^\(\\begin{document}\).*/\1ℵ/' handouts/verdicts.tex
check "${pdf_tests[7]}" refused 'not set up for use' verdicts en student "$scratch/two"

# Prints the pages whose last line, but for the page's number, is a heading.
left_alone() {
    pdftotext -layout "$1" - | awk -v RS='\f' '{
        last = ""
        for (i = split($0, lines, "\n"); i > 0 && last == ""; i--)
            if (lines[i] !~ /^ *$/ && lines[i] !~ /^ *[0-9]+ \/ [0-9]+ *$/)
                last = lines[i]
        if (last ~ /LEFT/) { print "page " NR " ends with:" last; alone = 1 }
    } END { exit alone }'
}
cp grader/handout/tests/headings.tex handouts/
# shellcheck disable=SC2028 # TeX's words
mkdir handouts/figures && echo '\usebox{\drawn}' >handouts/figures/drawn.tex
headings() { made headings en student "$scratch/two" && left_alone "$scratch/two/headings-en.pdf"; }
read_back "${pdf_tests[8]}" headings
tap_end
