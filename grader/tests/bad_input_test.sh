#!/bin/bash
# test: sanitized
# What users get wrong: each mistake ends with status 2 and one clear line, or, where it is in the student's files, with
# a graded build-error. Never with a crash, a hanging process or half a report.
# shellcheck disable=SC2016 # what is in single quotes is expanded by the inner shell
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
export LOCKSTEP_LABS=grader/tests/extra/labs
solution=grader/tests/extra/solutions/dot-product
make_scratch

run() { # arguments of lockstep
    timeout 600 "$LOCKSTEP" "$@" >"$scratch/stdout" 2>"$scratch/stderr"
    status=$?
}

show() {
    echo "# status $status"
    head -n 4 "$scratch/stderr" | sed 's/^/# stderr: /'
    head -n 4 "$scratch/stdout" | sed 's/^/# stdout: /'
}

refuses 'no such lab'                "no lab 'sorting'.*dot-product"  grade sorting "$solution"
refuses 'no lab by a path'           "no lab"                         grade ../labs/dot-product "$solution"
refuses 'an empty name of a lab'     "no lab"                         grade '' "$solution"
refuses 'no such folder'             "no-such-folder.*No such"        grade dot-product no-such-folder
refuses 'a file for a folder'        "dot\.c.*Not a directory"        grade dot-product "$solution/dot.c"
refuses 'no such folder of labs'     "no-such-labs"                   grade --labs no-such-labs dot-product "$solution"
refuses 'a table that never ends'    "/dev/zero is larger than 16 MiB" sheet check /dev/zero
refuses 'a roster that never ends'   "/dev/zero is larger than 16 MiB" class dot-product "${solution%/*}" --roster /dev/zero --out "$scratch/graded"
export LOCKSTEP_JAIL=none LOCKSTEP_OWN_WORK=1
refuses 'a class where nothing isolates it' 'a class is never graded so: .*lockstep doctor' class dot-product "${solution%/*}" --out "$scratch/graded"
unset LOCKSTEP_OWN_WORK
LOCKSTEP_JAIL=chroot refuses 'a jail that is none' 'LOCKSTEP_JAIL=chroot is no level: give bubblewrap, landlock' grade dot-product "$solution"
unset LOCKSTEP_JAIL
refuses 'no submission at a time'    "--jobs 0: at least one submission must be graded" class dot-product "${solution%/*}" --jobs 0 --out "$scratch/graded"
refuses 'a device that no class takes' "--device foo: a class takes cuda or opencl"       class dot-product "${solution%/*}" --device foo --out "$scratch/graded"
refuses 'an engine that is none'     "no engine 'cloud' .local or slurm." class dot-product "${solution%/*}" --engine cloud --out "$scratch/graded"
refuses 'profile: against no profile' "is not a profile: lockstep profile --out or --json writes one" profile dot-product sequential --submission "$solution" --against "$solution/dot.c"
refuses 'an option of one of several uses' "no option '--colour' .usage: lockstep sheet check FILE; --help" sheet --colour
refuses 'no lab at all'              "grade.*LAB"                     grade
refuses 'no submission'              "SUBMISSION"                     grade dot-product
refuses 'one argument too many'      "grade.*LAB"                     grade dot-product "$solution" more
refuses 'an unknown option'          "--colour"                       grade dot-product "$solution" --colour
refuses 'an unknown command'         "greet"                          greet
refuses 'no such exercise'           "no exercise called cross.*sequential" grade dot-product "$solution" --exercise cross
refuses 'no such device'             "abacus.*cpu"                    grade dot-product "$solution" --device abacus
refuses 'a seed in words'            "seed"                           grade dot-product "$solution" --seed lucky
refuses 'an empty seed'              "seed"                           grade dot-product "$solution" --seed ''
refuses 'no such format'             "format.*text.*json.*junit"      grade dot-product "$solution" --format xml
refuses 'no such audience'           "no audience 'me' .student or instructor" grade dot-product "$solution" --audience me
refuses 'an option without value'    "format"                         grade dot-product "$solution" --format
refuses 'a report in no folder'      "no-such-folder/report"          grade dot-product "$solution" --out no-such-folder/report
refuses 'a report over a folder'     "$scratch"                       grade dot-product "$solution" --out "$scratch"
refuses 'check: no such lab'         "no lab 'sorting'"               check sorting
refuses 'check: no lab'              "check.*LAB"                     check
refuses 'hint: no such lab'          "no lab 'sorting'"               hint sorting sequential
refuses 'hint: a folder as the state' "$scratch"                      hint dot-product sequential --state "$scratch"
refuses 'show: no such check'        "sequential has no check called nope .it has: correct, memory" show dot-product sequential "$solution" --check nope
refuses 'show: a language of no page' "--language is en or fr, not de"     show dot-product sequential "$solution" --language de
refuses 'list: no such lab'          "no lab 'everything'"            list everything
refuses 'list: arguments'            "usage: lockstep list"           list dot-product everything

run
[ $status -eq 2 ] && grep -q 'grade' "$scratch/stderr"
ok $? 'no command: shows what there is' || show

# build_error NAME PATTERN: the submission in $scratch/submission is graded with a build-error that matches.
build_error() {
    run grade dot-product "$scratch/submission" --format json
    [ $status -eq 1 ] && grep -q '"verdict": "build-error"' "$scratch/stdout" && grep -qE "$2" "$scratch/stdout"
    ok $? "$1" || show
    rm -rf "$scratch/submission" && mkdir "$scratch/submission"
}
mkdir "$scratch/submission"

build_error 'a missing file' 'dot\.c.*not in the submission'
ln -s nowhere "$scratch/submission/dot.c"
build_error 'a link to nowhere' 'is a link'
python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$scratch/submission/dot.c"
build_error 'a socket' 'not a plain file'
head -c 104857600 /dev/zero | tr '\0' ' ' >"$scratch/submission/dot.c"
build_error 'a source of 100 MB' 'dot\.c is 104857600 bytes long'
cp "$LOCKSTEP" "$scratch/submission/dot.c"
build_error 'a program in place of its source' 'dot\.c'
head -c 60000 /dev/urandom | tr '#%?' '   ' >"$scratch/submission/dot.c" # no directive, which may be forbidden
build_error 'noise' 'dot\.c'
printf '\xff\xfe"\\\x01\x1b[31m' >"$scratch/submission/dot.c"
build_error 'a source that is no text' 'dot\.c'
cp "$solution/dot.c" "$scratch/submission/DOT.C"
build_error 'the wrong name' 'not in the submission'

# What is more in the folder does not matter.
cp -r "$solution/." "$scratch/submission/"
ln -s /etc/shadow "$scratch/submission/link" && mkfifo "$scratch/submission/pipe"
mkdir -p "$scratch/submission/dot.h.d" && echo '#error other header' >"$scratch/submission/omp.h"
run grade dot-product "$scratch/submission"
ok $status 'other files, links and pipes beside it are not looked at' || show

# Reports: whole or not at all.
run grade dot-product "$solution" --format json --out "$scratch/report.json"
[ $status -eq 0 ] && [ ! -s "$scratch/stdout" ] && grep -q '"exercises"' "$scratch/report.json"
ok $? '--out writes the report there and nothing to standard output' || show
run grade dot-product "$solution" --out /dev/full
[ $status -eq 2 ] && grep -q '^lockstep: .*/dev/full' "$scratch/stderr"
ok $? 'a report that cannot be written is an error' || show
mkfifo "$scratch/pipe"
cat "$scratch/pipe" >"$scratch/piped" &
run handout verdicts --out "$scratch/pipe"
[ $status -eq 0 ] && [ -p "$scratch/pipe" ] && wait $! && [ -s "$scratch/piped" ]
ok $? 'what is no regular file (/dev/null, a pipe) is written to, not replaced' || { kill $!; show; }
timeout 600 "$LOCKSTEP" grade dot-product "$solution" >/dev/full 2>"$scratch/stderr"
status=$?
[ $status -eq 2 ] && grep -q '^lockstep: ' "$scratch/stderr"
ok $? 'so is a full standard output' || show

# A compiler that cannot even start is this machine's trouble, never the student's. (A sanitizer needs more memory.)
if [[ $LOCKSTEP != *asan* ]]; then
    (unset LOCKSTEP_LABS && ulimit -v 150000 && timeout 600 "$LOCKSTEP" grade histogram-omp solutions/histogram-omp --exercise sequential \
        >"$scratch/stdout" 2>"$scratch/stderr")
    grep -q 'unavailable' "$scratch/stdout" && ! grep -q 'build-error' "$scratch/stdout"
    ok $? 'a compiler without room to start accuses nobody' || show
fi

# A full disk: a small file system of its own, in which nothing may stay behind. $small is where it is mounted.
if unshare --mount true 2>/dev/null; then
    small=$scratch/small
    mkdir -p "$small"
    disk() { # NAME SIZE COMMAND…
        local name=$1 size=$2
        shift 2
        timeout 600 unshare --mount bash -c \
            'mount -t tmpfs -o size="$1",mode=1777 tmpfs "$2" && shift 2 && "$@"; s=$?; ls -A "$0" >&2; exit $s' \
            "$small" "$size" "$small" "$@" >"$scratch/stdout" 2>"$scratch/stderr"
        status=$?
        [ $status -eq 2 ] && [ "$(wc -l <"$scratch/stderr")" -eq 1 ] && grep -q '^lockstep: .*[Nn]o space' "$scratch/stderr"
        ok $? "$name" || show
    }
    disk 'a disk too full for the box' 8k env TMPDIR="$small" "$LOCKSTEP" grade dot-product "$solution"
    disk 'a disk too full for the compiler' 64k env TMPDIR="$small" "$LOCKSTEP" grade dot-product "$solution"
    full='head -c 8192 /dev/zero >"$0/large" 2>/dev/null; "$@"; status=$?; rm "$0/large"; exit $status'
    disk 'a disk too full for the report' 4k sh -c "$full" "$small" \
        "$LOCKSTEP" grade dot-product "$solution" --format json --out "$small/report.json"
else
    skip 'a full disk' 'this machine allows no mount namespace'
fi
TMPDIR=/no-such-folder run grade dot-product "$solution"
[ $status -eq 2 ] && grep -q '^lockstep: .*/no-such-folder.*TMPDIR' "$scratch/stderr"
ok $? 'a TMPDIR that is not there' || show
tap_end
