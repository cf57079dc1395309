#!/bin/bash
# test: sanitized
# A verdict's word: French wherever a person reads it, as the sheet of verdicts has it; the same bytes where a system does.
. grader/tests/tap.sh
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")
make_scratch
extra=$PWD/grader/tests/extra/labs

# Words: English, a tab, French; as fr.po has them.
sed -n '/^msgctxt "verdict"/,/^msgstr/p' grader/language/fr.po | sed -n 's/^msgid "\(.*\)"/\1/p; s/^msgstr "\(.*\)"/\1/p' |
    paste - - >"$scratch/words"
lacking() { # a verdict without a word
    local name
    while read -r name; do
        cut -f1 "$scratch/words" | grep -qx "$name" || { echo "$name has no French word" && return 1; }
    done < <(sed -n 's/^ *\[VERDICT_.*\] = "\(.*\)",/\1/p' grader/verdict_names.c)
}
check 'each verdict has a French word' lacking
wide() { ! cut -f2 "$scratch/words" | LC_ALL=C.UTF-8 grep -E '.{19}'; }
check '… that fits its column in the report' wide
twice() { [ -z "$(cut -f2 "$scratch/words" | sort | uniq -d)" ]; }
check '… and is no other verdict' "twice"

# The sheet that a student looks the word up in, and the teacher's list of mistakes.
"$lockstep" handout verdicts --language fr --out "$scratch/sheet" 2>/dev/null
"$lockstep" handout histogram-omp --language fr --out "$scratch/handout" 2>/dev/null
explained() {
    local english french
    while IFS=$'\t' read -r english french; do
        grep -qF "\\verdictrow{$english}{$french}" "$scratch/sheet" || { echo "$french is not on the sheet" && return 1; }
    done <"$scratch/words"
}
check 'the French sheet explains each word' explained
check 'the French handout names verdicts by these words' grep -q '{course}' "$scratch/handout"
others() { ! grep -oE 'mistakerow\{[^{}]*\}\{[^{}]*\}\{(race|wrong-answer|out-of-bounds)\}' "$scratch/handout"; }
check '… and no others' others

# A racy program that also answers wrongly, in each format and both languages.
mkdir -p "$scratch/class/ada" "$scratch/out"
sed 's/ reduction(+ : sum)//; s/(uint64_t)left\[i\] \* right\[i\];/left[i] * right[i];/' "$extra/../solutions/dot-product/dot.c" >"$scratch/class/ada/dot.c"
formats=(text html vpl github autolab json junit gradescope classroom50 prairielearn)
for language in en fr; do
    for format in "${formats[@]}"; do
        "$lockstep" grade dot-product "$scratch/class/ada" --labs "$extra" --format "$format" --language "$language" \
            --out "$scratch/out/$format.$language" >/dev/null 2>&1
    done
done
for format in text html vpl github autolab; do
    french() { grep -q 'course' "$scratch/out/$1.fr" && grep -q 'résultat faux' "$scratch/out/$1.fr"; }
    check "$format: the verdicts are French" french "$format"
    english() { ! sed 's/code>[^<]*//g; s/dot-product//g' "$scratch/out/$1.fr" | grep -E '\brace\b|wrong-answer'; }
    check "… and none is English" english "$format"
done
check 'json: the same bytes' cmp <(sed '/^ *"measured"/,$d' "$scratch/out/json.en") <(sed '/^ *"measured"/,$d' "$scratch/out/json.fr")
check 'junit: the same bytes' cmp "$scratch/out/junit.en" "$scratch/out/junit.fr"
# What a system shows a student is prose in French, but for the verdict, which it may look for.
prose='import json, sys
def bare(value, key=""):
    if isinstance(value, dict):
        return {k: bare(v, k) for k, v in value.items()}
    if isinstance(value, list):
        return [bare(v, key) for v in value]
    if key in ("output", "message", "name", "description", "test-name", "datetime"):
        return value.split(":")[0].strip() if key in ("output", "message") and value.split(":")[0].strip() in words else ""
    return value
words = {line.split("\t")[0] for line in open(sys.argv[1])}
print(json.dumps(bare(json.load(sys.stdin)), indent=1))'
for format in gradescope classroom50 prairielearn; do
    for language in en fr; do
        python3 -c "$prose" "$scratch/words" <"$scratch/out/$format.$language" >"$scratch/out/$format.$language.bare"
    done
    check "$format: the same but for its prose" cmp "$scratch/out/$format.en.bare" "$scratch/out/$format.fr.bare"
    check '… with the verdict in it' grep -q 'wrong-answer' "$scratch/out/$format.fr.bare"
    check '… and the score in French' grep -qE '"(output|message)": "Note : ' "$scratch/out/$format.fr"
done

# A class: tables for systems are the same bytes, the page is French.
printf 'Identifier,Full name,Email address,Username,Status,Grade,Feedback comments\nParticipant 1,Ada L,a@b.c,ada,Submitted,,\n' >"$scratch/roster.csv"
for language in en fr; do
    "$lockstep" class dot-product "$scratch/class" --labs "$extra" --language "$language" --roster "$scratch/roster.csv" \
        --out "$scratch/$language" >/dev/null 2>&1
done
same=0
for table in "$scratch"/en/*.csv "$scratch"/en/junit/* "$scratch"/en/graded/*; do
    name=${table#"$scratch"/en/}
    [[ $name = measured.csv || $name = moodle-gradebook.csv ]] || cmp "$table" "$scratch/fr/$name" || same=1
done
ok "$same" "the class's tables are the same bytes"
check "… but for Moodle's comments, which students read" cmp <(cut -d, -f1-6 "$scratch/en/moodle-gradebook.csv") \
    <(cut -d, -f1-6 "$scratch/fr/moodle-gradebook.csv")
check '… and name the verdict in English' grep -q ',race,' "$scratch/fr/gradebook.csv"
check "the class's page is French" grep -q '>course<' "$scratch/fr/index.html"
elsewhere() { ! grep -oE '<td class="x?">(race|wrong-answer|pass)<' "$scratch/fr/index.html"; }
check '… wherever it names a verdict' elsewhere
check "a student's page is French" grep -q '>course<' "$scratch/fr/feedback/ada/feedback.html"

# A step-by-step page carries both.
LANG=fr_FR.UTF-8 "$lockstep" show histogram-omp --mutant two-names-of-critical --out "$scratch/page.html" >/dev/null 2>&1
check 'a replay says the verdict in French' grep -q '"fr":{.*"verdict":"course"' "$scratch/page.html"
tap_end
