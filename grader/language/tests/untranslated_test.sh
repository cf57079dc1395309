#!/bin/bash
# test: once
# Nothing that the grader says to students lacks French, and what is graded is the same bytes in every language.
set -u
cd "$(dirname "$0")/../../.." || exit 2
lockstep=${LOCKSTEP:-build/lockstep}
box=$(mktemp -d) || exit 2
trap 'rm -rf "$box"' EXIT
number=0
say() { # say STATUS NAME
    number=$((number + 1))
    if [ "$1" -eq 0 ]; then echo "ok $number - $2"; else echo "not ok $number - $2"; fi
}

lacking=$(/usr/bin/python3 grader/language/tests/untranslated.py grader/findings.def grader/lab/opencl_errors.h \
    grader/check/*.c grader/check/{kinds,advice,devices}/*.c grader/report/*.c \
    grader/report/formats/*.c grader/speedup/verify.c grader/roster/engines/task.c \
    grader/roster/submissions/{collect,unpack}.c grader/compile/{build,openmp_build,stage}.c \
    grader/compile/source/{diagnostics,difference,forbidden}.c grader/simt/openmp/translate/{,constructs/}*.c \
    -- grader/language/fr.po handouts/fr/common.po)
[ -z "$lacking" ] || echo "$lacking" | sed 's/^/# no French: /'
say $((${#lacking} > 0)) "all that the grader says to students has French"

lacking=$(/usr/bin/python3 grader/language/tests/lab_texts.py)
[ -z "$lacking" ] || echo "$lacking" | sed 's/^/# no French: /'
say $((${#lacking} > 0)) "all that labs say to students has French"

# A racy program, in both languages: the reports differ, the JSON does not.
mkdir "$box/work"
sed 's/#pragma omp atomic//' solutions/histogram-omp/histogram.c >"$box/work/histogram.c"
graded() { # graded FORMAT LANGUAGE
    "$lockstep" grade histogram-omp "$box/work" --exercise for_atomic --format "$1" --language "$2"
}
graded json en | sed '/^ *"measured"/,$d' >"$box/en.json"
LANG=fr_FR.UTF-8 graded json fr | sed '/^ *"measured"/,$d' >"$box/fr.json"
[ -s "$box/en.json" ] && cmp -s "$box/en.json" "$box/fr.json"
say $? "JSON is the same bytes"
graded text fr >"$box/fr.text"
grep -q "Deux threads utilisent" "$box/fr.text" && grep -q "1 contrôle sur 1 a échoué" "$box/fr.text" &&
    ! grep -q "Next" "$box/fr.text"
say $? "the report is French"
LANG=fr_FR.UTF-8 "$lockstep" grade histogram-omp "$box/work" --exercise for_atomic --format html >"$box/fr.html"
grep -q '<html lang="fr">' "$box/fr.html" && grep -q "Rien n.*ordonne les deux" "$box/fr.html"
say $? "the page is French"
"$lockstep" grade histogram-omp "$box/work" --language de 2>&1 | grep -q "there are en and fr"
say $? "another language is refused"
# What a save changed: several sentences, of which the last says that there are more.
since() { "$lockstep" grade histogram-omp "$box/saved" --exercise for_atomic --language fr --since "$box/since"; }
mkdir "$box/saved" && sed 's/^void histogram_for_atomic.*/& oops/' solutions/histogram-omp/histogram.c >"$box/saved/histogram.c"
since >"$box/first.text"
cp solutions/histogram-omp/histogram.c "$box/saved/"
since | tr '\n' ' ' | tr -s ' ' >"$box/since.text"
grep -qE 'Depuis la dernière fois : \+20 points\.( for_atomic : « [^»]+ » est maintenant réussi\.){3} Et [0-9] de plus\.' "$box/since.text"
say $? "what a save changed is said in French" || cut -c1-400 "$box/since.text"
# What a teacher's and a student's other commands say.
{ head -n 1 speedup_template.csv && echo histogram-omp,any_m,cpu,gcc,-O3,Linux,here,x,1,2,,5,1,1,1,,,,,,,,,,,,; } >"$box/sheet.csv"
LANG=fr_FR.UTF-8 "$lockstep" sheet check "$box/sheet.csv" >"$box/sheet.text"
grep -q "^ligne 2 (any_m, n = x) : n vaut « x » : il faudrait un nombre entier$" "$box/sheet.text" &&
    grep -q '^Lignes : 1 ;' "$box/sheet.text" && ! grep -qE '^line|row' "$box/sheet.text"
say $? "a sheet is looked over in French" || cat "$box/sheet.text"
LANG=fr_FR.UTF-8 "$lockstep" list first-steps | grep -q '^first-steps : Premiers pas (100 points)$' &&
    "$lockstep" list first-steps --language en | grep -q '^first-steps: First steps (100 points)$'
say $? "labs are listed in the reader's language"
env LANG=fr_FR.UTF-8 LAB=nothing scripts/start.sh 2>&1 | grep -q "^lockstep: pas de TP « nothing » ; il y a : "
say $? "make start answers in French"
# The list of make's targets, a teacher's included.
LC_ALL=C.UTF-8 make -s help >"$box/help.en"
LC_ALL='' LANG=fr_FR.UTF-8 make -s help >"$box/help.fr"
grep '^  make ' "$box/help.en" | grep -Fxf - "$box/help.fr" | sed 's/^/# no French: /'
[ "$(grep -c '^  make ' "$box/help.fr")" -gt 20 ] && ! grep '^  make ' "$box/help.en" | grep -qFxf - "$box/help.fr"
say $? "make help is French, line by line"
! cat "$box/help.en" "$box/help.fr" | LC_ALL=C.UTF-8 grep -E '^.{81}'
say $? "and fits a terminal of 80 columns"
# A lab that lies elsewhere brings its French along.
mkdir -p "$box/own/handouts/fr" "$box/class/ada" && cp -R grader/tests/extra/labs grader/tests/extra/skeletons grader/tests/extra/solutions "$box/own/"
cp grader/tests/extra/solutions/dot-product/dot.c "$box/class/ada/"
printf 'msgid "Dot product"\nmsgstr "Produit scalaire"\n' >"$box/own/handouts/fr/dot-product.po"
"$lockstep" grade dot-product "$box/class/ada" --labs "$box/own/labs" --language fr | grep -qx 'Produit scalaire'
say $? "a lab of one's own is graded in its French"
"$lockstep" class dot-product "$box/class" --labs "$box/own/labs" --language fr --out "$box/out" >/dev/null 2>&1
grep -q 'Produit scalaire' "$box/out/feedback/ada/feedback.txt" && grep -q 'Produit scalaire' "$box/out/index.html"
say $? "so is a class"
# The page of a profile names counters in the reader's language.
lacking=$("$lockstep" list --facts --language en | sed -nE 's/^  ([a-z_]+) .*/\1/p' | tr _ ' ' | while read -r fact; do
    grep -qxF "msgid \"$fact\"" grader/language/fr.po || echo "$fact"
done)
[ -z "$lacking" ] || echo "$lacking" | sed 's/^/# no French: /'
say $((${#lacking} > 0)) "each counter has a French name"
# The page that replays a check holds its findings in both languages.
LANG=fr_FR.UTF-8 "$lockstep" show histogram-omp --mutant two-names-of-critical --out "$box/page.html" >/dev/null 2>&1
grep -q '"fr":{.*Donnez le même nom aux deux sections critiques' "$box/page.html"
say $? "a replay has its finding in French"
grep -q '<html lang="fr">' "$box/page.html"
say $? "and is French at first, where the reader is"
echo "1..$number"
