#!/bin/bash
# test: long
# cases: grader/tests/hostile/*/*.*
# Grades every program of grader/tests/hostile/<verdict>/ and expects that verdict. None may end the grader, leave a
# process or a box behind, or bring to the report what it should not have seen. Arguments: only these programs, by their
# file or as verdict/name.
# What never ends says in its header after how many `seconds` of processor time it may be ended here (`compiling`: its
# compilers).
# LOCKSTEP_JAIL=bubblewrap or landlock grades all of them at that level of isolation.
# The sanitized grader gets those whose header says `flavours: all`: its own code is the same for the rest of them.
. grader/tests/tap.sh
: "${LOCKSTEP:=build/lockstep}"
make_scratch

# What a submission must not get to see: a readable file outside, the shadow file, the grader's environment.
echo the_secret_that_nobody_may_read >"$scratch/secret.h"
export LOCKSTEP_TEST_SECRET=the_secret_that_nobody_may_read
# As for marks: with a secret, so that nobody knows a hidden input beforehand.
export LOCKSTEP_SECRET=$scratch/secret
echo 5f2d83c6e07a41b9943c1de8b6027fa5 >"$LOCKSTEP_SECRET"
secrets='the_secret_that_nobody_may_read|5f2d83c6e07a41b9|^root:|"root:|count\(const uint8_t'

# A program a file.
hostile=$scratch/hostile
grader/tests/hostile/programs.sh . "$hostile"
# programs_of ARGUMENT: those of a file, or of that name.
programs_of() {
    local file=${1#grader/tests/hostile/}
    if [ -e "grader/tests/hostile/$file" ] && grep -q '^/\* === ' "grader/tests/hostile/$file"; then
        sed -nE "s|^/\* === (.*) \*/|$hostile/${file%/*}/\1.${file##*.}|p" "grader/tests/hostile/$file"
    else
        compgen -G "$hostile/$file*"
    fi
}

# header SOURCE KEY: what the program's header says of it, or nothing.
header() {
    sed -n "s/^ \* $2: //p" "$1" | head -n 1
}

# lab_of SOURCE: the lab in its header, or the one that its kind of file stands for.
lab_of() {
    local named
    named=$(header "$1" lab)
    case $1 in
    *.cu) echo "${named:-histogram-cuda}" ;;
    *.cl) echo "${named:-sum-opencl}" ;;
    *) echo "${named:-histogram-omp}" ;;
    esac
}

# Where a program's run at an isolation level ("" is the best one) leaves what came of it.
box_of() { # source, level
    echo "$scratch/$(tr / - <<<"${1#"$hostile"/}")${2:+-$2}"
}

# grade SOURCE LEVEL: stages it in the place of the solution's file of its kind, with its paths put in, and grades the
# exercise that its header names. Leaves the reports, the messages and the status beside the submission.
grade() {
    local lab box file key arguments=()
    local -A limits=([seconds]=LOCKSTEP_RUN_SECONDS [compiling]=LOCKSTEP_BUILD_SECONDS)
    lab=$(lab_of "$1")
    file=$(header "$1" file)
    : "${file:=$(cd "solutions/$lab" && echo *."${1##*.}")}"
    box=$(box_of "$1" "$2")
    rm -rf "$box"
    mkdir -p "$box/submission"
    cp "solutions/$lab"/* "$box/submission"
    sed "s|@SECRET@|$scratch/secret.h|; s|@ROOT@|$PWD|" "$1" \
        >"$box/submission/$file"
    [ -z "$2" ] || local -x LOCKSTEP_JAIL=$2
    for key in "${!limits[@]}"; do
        [ -z "$(header "$1" "$key")" ] || { local -x "${limits[$key]}" && printf -v "${limits[$key]}" %s "$(header "$1" "$key")"; }
    done
    [ -z "$(header "$1" device)" ] || arguments=(--device "$(header "$1" device)")
    timeout 1500 "$LOCKSTEP" grade "$lab" "$box/submission" --format json --out "$box/report.json" \
        --exercise "$(header "$1" exercise)" "${arguments[@]}" >"$box/messages" 2>&1
    echo $? >"$box/status"
}

# The first verdict of the report that is no pass, nor follows from another.
first_verdict() {
    grep -o '"verdict": *"[a-z-]*"' "$1" | grep -vE '"(pass|skipped)"' | head -n 1 | sed 's/.*: *"//; s/"//'
}

judge() { # source, level
    local name level expected box status got full problem=''
    name=${1#"$hostile"/}
    level=${2:-${LOCKSTEP_JAIL:-}}
    expected=$([ -z "$level" ] || header "$1" "$level")
    : "${expected:=${name%%/*}}"
    box=$(box_of "$1" "$2")
    status=$(<"$box/status")
    got=$(first_verdict "$box/report.json" 2>/dev/null)
    full=1
    [ "$expected" = review ] && full=0 # a person decides: no point is lost before
    if [ "$status" -ne $full ]; then
        problem="exit status $status, expected $full"
    elif [ "$got" != "$expected" ]; then
        problem="got ${got:-no verdict}"
    elif grep -qE "$secrets" "$box/report.json" "$box/messages"; then
        problem="the report shows what it should not: $(grep -hoE "$secrets" "$box/report.json" "$box/messages" | head -n 1)"
    elif grep -q $'\e' "$box/report.json" "$box/messages"; then
        problem="an escape sequence reached the report"
    fi
    [ -z "$problem" ]
    ok $? "$name${2:+ ($2)}" || {
        echo "# $problem"
        head -n 5 "$box/messages" | sed 's/^/# /'
        grep -m 4 -E '"message"' "$box/report.json" 2>/dev/null | sed 's/^ */# /'
    }
}

# Processes that a program jailed by this test left: their folders, or those mounted for them, are this test's.
left_behind() {
    local process
    for process in /proc/[0-9]*; do
        case $(readlink "$process/exe") in
        /box/*) grep -qsF "${scratch##*/}" "$process/mountinfo" && echo "$process" ;;
        "$scratch"/*) echo "$process" ;;
        esac
    done
}

# What a program could leave outside of its box. Boxes lie in a folder of this test's own.
export TMPDIR=$scratch/boxes
mkdir -m 755 "$TMPDIR"
traces() {
    find "$TMPDIR" /tmp /dev/shm -mindepth 1 -maxdepth 1 -name '*left_by_a_hostile_program*' 2>/dev/null
    find "$TMPDIR" -mindepth 1 -maxdepth 1
    ipcs -m | grep -i 0x010c57e9
    grep -c "$scratch" /proc/self/mountinfo
}

# Every program at the best level of this machine; those that say so at the others, too. What takes longest begins.
all_levels=true
if [ $# -gt 0 ]; then
    mapfile -t programs < <(for program in "$@"; do programs_of "$program"; done)
elif [ "${BUILD:-build}" = build ]; then
    programs=("$hostile"/timeout/*.* "$hostile"/[!t]*/*.*)
else
    mapfile -t programs < <(grep -lx ' \* flavours: all' "$hostile"/*/*.*)
    all_levels=false
fi
runs=() waiting=()
for program in "${programs[@]}"; do
    if [ "$(header "$program" waits)" = yes ]; then waiting+=("$program:"); else runs+=("$program:"); fi
    $all_levels && [ "$(header "$program" levels)" = all ] && runs+=("$program:bubblewrap" "$program:landlock")
done
before=$(traces)
# Those that only wait for the clock do so beside the others.
for run in "${waiting[@]}"; do grade "${run%:*}" "${run##*:}" & done
for run in "${runs[@]}"; do
    [ "$(jobs -rp | wc -l)" -lt $(($(nproc) + ${#waiting[@]})) ] || wait -n
    grade "${run%:*}" "${run##*:}" &
done
wait
# On a busy machine a program may meet the clock before what it is meant to meet: once more then, with nothing beside.
for run in "${runs[@]}"; do
    [[ $run != */timeout/* ]] &&
        [ "$(first_verdict "$(box_of "${run%:*}" "${run##*:}")/report.json" 2>/dev/null)" = timeout ] &&
        grade "${run%:*}" "${run##*:}"
done
for run in "${waiting[@]}" "${runs[@]}"; do
    judge "${run%:*}" "${run##*:}"
done

# Without namespaces /dev/shm is everybody's, and what an ordinary user's program leaves there is that user's.
[ "$(id -u)" -eq 0 ] || rmdir /dev/shm/left_by_a_hostile_program 2>/dev/null
after=$(traces)
[ "$before" = "$after" ]
ok $? 'no file, shared memory or mount is left behind' || diff <(echo "$before") <(echo "$after") | sed 's/^/# /'

# Names of students and of their files, and what compilers say of them, through all that `lockstep class` writes.
extra=grader/tests/extra
name_students() {
    local name
    # shellcheck disable=SC2016
    for name in $'=1+2\e[31m %s%n\n@SUM(1)' '<img src=x onerror=alert(1)>",]]>' '$(touch pwned)`touch pwned`' \
        $'rosalind\u202ednilasor\u2066x' $'ro\u200bsa\ufefflind\U000e0041'; do
        mkdir -p "$scratch/class/$name"
        cp "$extra"/solutions/dot-product/dot.c "$scratch/class/$name/dot.c"
        # Two of the lab's file, so that the path of the other one is told.
        mkdir -p "$scratch/class/$name/$name"
        cp "$extra"/solutions/dot-product/dot.c "$scratch/class/$name/$name/dot.c"
    done
    mkdir "$scratch/class/talks"
    printf '#warning "\e[2J <img src=x onerror=alert(1)> =HYPERLINK(1) ]]> %%s%%n"\n' |
        cat "$extra"/solutions/dot-product/dot.c - >"$scratch/class/talks/dot.c"
    # shellcheck disable=SC2016
    python3 -c 'import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as archive:
    for name in "dot.c", "=1+2\x1b[31m/<img src=x onerror=alert(1)>/dot.c", "]]>\u202e$(touch pwned)/dot.c":
        archive.write(sys.argv[2], name)' "$scratch/class/zipped.zip" "$extra/solutions/dot-product/dot.c"
    "$LOCKSTEP" class dot-product "$scratch/class" --out "$scratch/marks" --labs "$extra/labs" \
        >"$scratch/class.messages" 2>&1
}
no_formula() {
    ! python3 -c 'import csv, sys
for name in sys.argv[1:]:
    for row in csv.reader(open(name, newline="")):
        for cell in row:
            if cell.lstrip()[:1] in ("=", "@", "+"): print(name, cell)' "$scratch/marks"/*.csv | grep .
}
if [ $# -eq 0 ]; then
    check 'students with hostile names are graded' name_students
    check 'all of them' test "$(grep -c ',graded,8,8,' "$scratch/marks/gradebook.csv")" = 7
    check 'no name is a formula' no_formula
    check 'no name is an escape sequence' \
        test -z "$(grep -rl --exclude='journal.sqlite*' --exclude-dir=files $'\e' "$scratch/marks" "$scratch/class.messages")"
    # shellcheck disable=SC2016 # what turns a text around, and what nobody sees
    check 'no name turns around or hides anything' \
        test -z "$(LC_ALL=C grep -rlP --exclude='journal.sqlite*' --exclude-dir=files '\xe2\x80[\x8b\xaa-\xae]|\xe2\x81[\xa0-\xa9]|\xef\xbb\xbf(?!#|"|[A-Z])|\xf3\xa0' \
            "$scratch/marks" "$scratch/class.messages")"
    check 'no name is markup' \
        test -z "$(grep -rl --include='*.html' --include='*.xml' '<img src' "$scratch/marks")"
    check 'no name is a command' test -z "$(find . "$scratch/marks" -name pwned)"
fi

# The last ones may still be on their way out.
for _ in {1..60}; do
    remaining=$(left_behind)
    [ -z "$remaining" ] && break
    sleep 1
done
[ -z "$remaining" ]
ok $? 'no process is left behind' || echo "# $remaining"
tap_end
