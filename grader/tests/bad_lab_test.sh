#!/bin/bash
# test: sanitized
# Malformed labs: every mistake in a lab.yaml is told in one line that names the file, the line and the key.
# shellcheck disable=SC2016 # dollars are for sed
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
make_scratch
export LOCKSTEP_ORACLE_SECONDS=1
good=grader/tests/extra/labs/dot-product
lab=$scratch/labs/dot-product
mkdir -p "$scratch/labs" "$scratch/solutions"
cp -r "$good" "$lab"
cp -r grader/tests/extra/solutions/dot-product "$scratch/solutions/"

# complains NAME PATTERN: grading with the lab as it is now must end with 2 and one line that matches.
complains() { refuses "$1" "$2" grade --labs "$scratch/labs" dot-product "$scratch/solutions/dot-product"; }

# edited NAME SED PATTERN: the same with an edited lab.yaml.
edited() {
    sed "$2" "$good/lab.yaml" >"$lab/lab.yaml"
    complains "$1" "$3"
}

edited 'a misspelt key'        's/^    function: dot_s/    funktion: dot_s/' "lab\.yaml:9: .*funktion"
edited 'no exercises'          '/^exercises:/,$d'                     "lab\.yaml:1: .*exercises"
edited 'exercises as a text'   '/^exercises:/,$c exercises: all'      "lab\.yaml:6: .*exercises"
edited 'an empty list'         '/^exercises:/,$c exercises: []'       "lab\.yaml:6: .*exercises"
edited 'a list at the top'     '1,$c - title'                         "lab\.yaml:1: "
edited 'no function'           '/function: dot_parallel/d'            "lab\.yaml:29: .*function"
edited 'origin behind nothing' 's/kind: output/kind: origin/'         "lab\.yaml:[0-9]+: .*origin needs 'after'"
edited 'no kind'               '/kind: race/d'                        "lab\.yaml:[0-9]+: .*kind"
edited 'points as a word'      's/points: 2$/points: many/'           "lab\.yaml:17: .*points"
edited 'negative points'       's/points: 2$/points: -2/'             "lab\.yaml:17: .*points"
edited 'points beyond counting' 's/points: 2$/points: 99999999999999999999/' "lab\.yaml:17: .*points"
edited 'an exercise twice'     's/name: parallel/name: sequential/'   "lab\.yaml:29: .*sequential"
edited 'a slash in an exercise' 's/name: parallel/name: par\/allel/'  "lab\.yaml:29: .*par/allel"
edited 'a slash in a check'    's/name: race/name: ra\/ce/'           "lab\.yaml:40: check 'ra/ce': a name of letters"
edited 'a check in two lines'  's/name: race/name: "ra\\nce"/'        "lab\.yaml:40: check 'ra ce': a name of letters"
edited 'a title in two lines'  's/title: free of races/title: "free\\nof races"/' "lab\.yaml:41: check: key 'title' must be a text in one line"
edited 'a blank title'         's/title: Dot product/title: " "/'     "lab\.yaml:1: .*key 'title' must be a text in one line"
edited 'no files'              '/^files:/,/name: dot.c/d'             "lab\.yaml:1: .*files"
edited 'a size that is a name'  '/^floor:/a sizes: [n]'                "lab\.yaml:[0-9]+: size must be a mapping such as \{name: …, from: …\}"
edited 'a second document'     '$a ---\ntitle: Another'                "lab\.yaml:55: a second document begins here"
edited 'text behind the end'   '$a ...\nfloor: 1'                     "lab\.yaml:56: not YAML: .*: this follows '...', which ends a document"
edited 'a title in base64'     's/title: Dot product/title: !!binary RG90/' "lab\.yaml:1: the tag <tag:yaml.org,2002:binary> is not read here"
edited 'a tag of its own'      's/points: 2$/points: !halves 4/'      "lab\.yaml:17: the tag <!halves> is not read here"
edited 'a set'                 's/^exercises:/exercises: !!set/'      "lab\.yaml:6: the tag .*:set> is not read here"
edited 'a bell'                's/title: Dot product/title: "Dot\\a"/' "lab\.yaml:1: a control character \(code 7\)"
edited 'a byte of zeros'       's/product/\x00/'                      "lab\.yaml:1: a control character \(code 0\): remove it"
edited 'letters of CP1250'     's/product/\xb3/'                      "lab\.yaml:1: not UTF-8; .*WINDOWS-1250"
edited 'a blank in a function' 's/function: dot_parallel/function: dot parallel/' "lab\.yaml:29: exercise 'parallel': a function in C cannot be called 'dot parallel'"
edited 'an empty hint'         's/- "One loop, one sum."/-/'          "lab\.yaml:1[12]: exercise 'sequential': a hint must be a text"
edited 'a misspelt key of a case'  's/{n: 17}/{n: 17, thread: 2}/'    "lab\.yaml:2[0-9]: check 'memory': the oracle never asks for 'thread'"
edited 'a case as a number'    's/cases: \[{n: 17}\]/cases: [17]/'    "lab\.yaml:2[0-9]: .*case"
edited 'a case with a list'    's/cases: \[{n: 17}\]/cases: [{n: [1]}]/' "lab\.yaml:2[0-9]: .*case"
edited 'a number the oracle refuses' 's/{n: 17}/{n: many}/'           "lab\.yaml:2[0-9]: .*n must be"
edited 'an unknown device'     's/^    title: Sequential/&\n    device: gpu/' "lab\.yaml:7: .*unknown device 'gpu' .known: cpu, simt"
edited 'a bound in no parameter' 's/at_most: threads/at_most: cores/' "lab\.yaml:[0-9]+: .*cores"
edited 'a bound that is no product' 's/at_most: threads/at_most: 2*/' "lab\.yaml:[0-9]+: .*(at_most|bound|2\*)"
edited 'hidden: maybe'         's/after: correct/hidden: maybe/'      "lab\.yaml:[0-9]+: .*hidden"
edited 'a floor above all points' 's/^floor: 0/floor: 900/'           "lab\.yaml:5: .*floor"
edited 'a syntax error'        '7s/  - name/ {- name/'                "lab\.yaml:[0-9]+: "
edited 'a colon in a title'    's/^title:.*/title: Sums: parallel/'  "lab\.yaml:1: .*a text with a colon in it must stand in quotes"
edited 'a tab'                 's/^floor/\t&/'                       "lab\.yaml:5: .*write blanks for a tab"
edited 'a line too far to the right' '8s/^/  /'                       "lab\.yaml:[0-9]+: .*(quotes|indented as its neighbours)"
edited 'a text with a backtick' '8s/title: .*/title: `for`/'          "lab\.yaml:8: .*a text that begins"
edited 'a tab as indentation'  '8s/^    /\t/'                         "lab\.yaml:[78]: "
edited 'a list in itself'      's/cases: \[{n: 17}\]/cases: \&a [*a]/' "lab\.yaml:2[0-9]: "
edited 'text that is not UTF-8' 's/^title:.*/title: \xff\xfe/'        "lab\.yaml:1: "
edited 'a zero byte'           's/^title:.*/title: a\x00b/'           "lab\.yaml:1: "
edited 'the header is not there' 's/^header: dot.h/header: dut.h/'    "dut\.h"

: >"$lab/lab.yaml"
complains 'an empty file' 'lab\.yaml'
head -c 2000000 /dev/zero | tr '\0' '#' >"$lab/lab.yaml"
complains 'a file of 2 MB' 'lab\.yaml.*(large|long|bytes|MiB)'
head -c 2000 /dev/zero | tr '\0' '[' >"$lab/lab.yaml"
complains 'two thousand brackets' 'lab\.yaml'
rm "$lab/lab.yaml" && mkdir "$lab/lab.yaml"
complains 'a folder in its place' 'lab\.yaml'
rmdir "$lab/lab.yaml" && cp "$good/lab.yaml" "$lab/"

echo 'this is not C' >"$lab/oracle.c"
complains 'an oracle that does not compile' 'oracle\.c'
rm "$lab/oracle.c"
complains 'no oracle' 'oracle\.c: No such file or directory .CONTRIBUTING.md'
echo 'int nothing;' >"$lab/oracle.c"
complains 'an oracle without its table' 'lockstep_oracle'
sed 's/uint32_t \*vector = input\[i\];/&\n        vector[call->parameter[N] + 2] = 7;/' "$good/oracle.c" >"$lab/oracle.c"
complains 'inputs beyond their arrays' "oracle\.c: fill\(\) writes beyond 'left', .* in case {n = 1000}"
sed 's/\*(uint64_t \*)output\[0\] =/((uint64_t *)output[0])[1] =/' "$good/oracle.c" >"$lab/oracle.c"
complains 'results beyond their arrays' "oracle\.c: expect\(\) writes beyond 'result'"
sed 's/uint32_t \*vector = input\[i\];/&\n        for (volatile int on = 1; on;) {\n        }/' "$good/oracle.c" >"$lab/oracle.c"
complains 'inputs without an end' "oracle\.c: fill\(\) has not ended after [0-9]+ s of processor time in case {n = 1000}"
sed 's/n > 1 << 20/n > UINT64_C(1) << 60/' "$good/oracle.c" >"$lab/oracle.c"
edited 'arrays larger than the memory' 's/{n: 17}/{n: 2^43}/' "lab\.yaml:[0-9]+: case \{n = 2\^43\}: its arrays take 65536 GiB, and this machine has [0-9]+ GiB of memory"
edited 'a number of bytes that no size holds' 's/{n: 17}/{n: 2^59}/' "lab\.yaml:[0-9]+: case .*: its arrays take 4294967296 GiB"
cp "$good/oracle.c" "$good/lab.yaml" "$lab/"

# reviewed NAME PATTERN: a person must look, for the mistake is the lab's; the student is accused of nothing.
reviewed() {
    "$LOCKSTEP" grade --labs "$scratch/labs" dot-product "$scratch/solutions/dot-product" >"$scratch/stdout" 2>&1
    tr -s ' \n' ' ' <"$scratch/stdout" >"$scratch/words"
    grep -qE "$2" "$scratch/words" && grep -q 'LOOK' "$scratch/words" && ! grep -q 'FAIL' "$scratch/words"
    ok $? "$1" || sed 's/^/# /' "$scratch/stdout"
}
sed 's/"parallel", dot_parallel/"paralel", dot_parallel/' "$good/runner.c" >"$lab/runner.c"
reviewed 'a runner that does not know an exercise' "Seen the lab's runner.c does not know exercise 'parallel'"
sed 's/^int runner_call(.*{/&\n    *(volatile int *)8 = 1;/' "$good/runner.c" >"$lab/runner.c"
reviewed 'a runner that crashes' "Seen the lab's runner.c: write at line 12.* This is not your file"
rm "$lab/runner.c"
complains 'no runner' 'runner\.c: No such file or directory .CONTRIBUTING.md'
cp "$good/runner.c" "$lab/"

{ printf '%%YAML 1.1\n---\n' && cat "$good/lab.yaml"; } >"$lab/lab.yaml"
check 'a line that names the version of YAML' "$LOCKSTEP" public --labs "$scratch/labs" dot-product
cp "$good/lab.yaml" "$lab/"

# refused NAME SED PATTERN: a mistake in a file of variants ends `check` with one line that names file and line.
cp -r grader/tests/extra/skeletons "$scratch/"
file=sequential.variants
refused() {
    sed "$2" "$good/variants/$file" >"$lab/variants/$file"
    refuses "$1" "/variants/$file:[0-9]+: $3" check --labs "$scratch/labs" dot-product
}
refused 'an unknown verdict' 's/race race/race racy/' "'no-reduction': 'racy' is not .*: build-error, .*race, "
refused 'a verdict without its check' 's/race race/race/' "'no-reduction': .verdict:. needs a check and its verdict"
refused 'the verdict of a wrong program for a right one' 's/wrong no-reduction/right no-reduction/' "'no-reduction' is right: its verdict is pass"
refused 'an unknown exercise' 's/exercise parallel/exercise paralel/' "lab.yaml has no exercise 'paralel' .it has: sequential, parallel"
refused 'an unknown check' 's/race race/races race/' "'no-reduction': .*no check 'races' .it has: correct, race, structure"
refused 'a wrong program of no exercise' '/^=== exercise/d' "'narrow-products' is wrong in which exercise. Write"
refused 'a name that stands there twice' 's/no-reduction/narrow-products/' "the name 'narrow-products' stands in .*:[0-9]+, too"
refused 'a line that is no key' 's/^why:/wy:/' "'wy: .*' is none of .verdict:., .why:. and .says:."
refused 'a wrong program without verdict' '/race race/d' "'no-reduction' lacks .verdict: CHECK VERDICT."
refused 'a program that changes nothing' '/^[-+ ]/d' "'static-schedule' lacks .--- FILE"
refused 'an edit without lines' '/^[-+ ]\([^-]\|-[^-]\)/d' "'static-schedule' lacks lines with - and"
refused 'a file that the lab does not have' 's/^--- dot.c/--- dots.c/' "'static-schedule' changes 'dots.c', which is not a file of the lab"
refused 'a function that is not there' 's/^--- dot.c edit/--- dot.c edits/' "'static-schedule': the solution's dot.c has no function edits"
refused 'a pattern that is none' 's/^why:.*/&\nsays: (/' "'[a-z-]+': .says:. is no regular expression: ."
refused 'an unknown heading' 's/=== wrong/=== wrongly/' "'=== wrongly narrow-products' is none of"
refused 'a file above all programs' '1s/^/--- dot.c\n/' "'--- dot.c': a file of the lab goes here, below"
sed 's/^verdict: race race/&\nsays: no such words/' "$good/variants/$file" >"$lab/variants/$file"
"$LOCKSTEP" check --labs "$scratch/labs" dot-product >"$scratch/stdout" 2>"$scratch/stderr"
check 'words that the report must say' grep -qE '^not ok .* mutant no-reduction: parallel race is race: its report does not say no such words \(.*thread' "$scratch/stdout"
rm -r "$lab/variants"
"$LOCKSTEP" check --labs "$scratch/labs" dot-product >"$scratch/stdout" 2>"$scratch/stderr"
check 'no variants' grep -qE '^lockstep: .*/variants: No such file or directory .make the folder' "$scratch/stderr"
mkdir "$lab/variants"
check 'an empty folder of them will do' "$LOCKSTEP" check --labs "$scratch/labs" dot-product
tap_end
