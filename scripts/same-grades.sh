#!/bin/bash
# Do two builds of Lockstep grade alike? Records the JSON of every solution, skeleton, variant and hostile submission
# of every lab, to be compared byte for byte:
#
#     scripts/same-grades.sh TREE FOLDER     grades all with TREE/build/lockstep and TREE's labs, to FOLDER
#     diff -r -I '"version":' BEFORE AFTER   says what differs between two such folders
#
# A grade lies in FOLDER/LAB/KIND/NAME.json. Grades that lie there already are left out: call it again to go on.
# JOBS=n grades n side by side (default: the cores). ONLY='stencil/mutants/*' records these only. Where two folders
# differ, record one tree a second time: what depends on the moment, such as a timeout, may differ there, too.
set -u

here=$(cd "$(dirname "$0")/.." && pwd)
jobs=${JOBS:-$(nproc)} only=${ONLY:-*}

fail() {
    echo "same-grades: $1" >&2
    exit 2
}

# The hidden inputs follow from it.
secret=5f2d83c6e07a41b9943c1de8b6027fa5

# header SOURCE KEY: what a hostile program's header says of it, or nothing.
header() {
    sed -n "s/^ \* $2: //p" "$1" | head -n 1
}

# add LABS LAB NAME FOLDER [ARGUMENT]…: one more task, a copy of FOLDER that is called LAB/NAME everywhere.
tasks=()
add() {
    # shellcheck disable=SC2053 # a pattern
    [[ $2/$3 == $only ]] || return 0
    local folder=$work/$2/$3
    { mkdir -p "${folder%/*}" && cp -r "$4" "$folder"; } || fail "cannot copy $4"
    tasks+=("$1 $2 $3 ${*:5}")
}

add_lab() { # labs, lab
    local labs=$1 lab=$2 beside=${1%labs} entry
    add "$labs" "$lab" solution "$beside/solutions/$lab"
    add "$labs" "$lab" skeleton "$beside/skeletons/$lab"
    mkdir -p "$work/made/$lab"
    TMPDIR=$work/made "$here/build/grader/tests/write_mutants" "$labs" "$lab" "$work/made/$lab" || fail "no mutants of $lab"
    for entry in "$work/made/$lab"/{accepted,mutants}/*/; do
        entry=${entry%/}
        [ ! -d "$entry" ] || add "$labs" "$lab" "${entry#"$work/made/$lab/"}" "$entry"
    done
}

# add_hostile SOURCE: in the place of the solution's file of its kind, as grader/tests/hostile_test.sh stages it.
add_hostile() {
    local lab device name=${1#"$work"/hostile/}
    case $1 in
    *.cu) lab=histogram-cuda ;;
    *.cl) lab=sum-opencl ;;
    *) lab=histogram-omp ;;
    esac
    device=$(header "$1" device)
    [ -z "$(header "$1" lab)" ] || lab=$(header "$1" lab)
    rm -rf "$work/staged"
    cp -r "$tree/solutions/$lab" "$work/staged"
    sed "s|@SECRET@|$work/secret.h|; s|@ROOT@|$tree|" "$1" >"$work/staged/$(cd "$work/staged" && echo *."${1##*.}")"
    add "$tree/labs" "$lab" "hostile/$name" "$work/staged" --exercise "$(header "$1" exercise)" ${device:+--device "$device"}
}

# grade LABS LAB NAME [ARGUMENT]…: to FOLDER/LAB/NAME.json, or what was said to NAME.failed.
grade() {
    local status labs=$1 lab=$2 name=$3 made=$work/reports/$2/$3 to=$out/$2/$3
    shift 3
    mkdir -p "${made%/*}" "${to%/*}"
    rm -f "$to.failed"
    timeout 1500 "$tree/build/lockstep" grade "$lab" "$lab/$name" --labs "$labs" --format json --out "$made" "$@" \
        >"$made.messages" 2>&1 </dev/null &
    trap 'kill $!; wait; exit 1' TERM # so that Lockstep removes its box
    wait $!
    status=$?
    # What was measured (times, the machine) is no part of the grade.
    if [ "$status" -le 1 ] && sed -i "/^  \"measured\": {$/,/^  }$/d; s/^  },$/  }/; s|$work|@WORK@|g; s|$tree|@ROOT@|g" "$made"; then
        mv "$made" "$to.json"
    else
        mv "$made.messages" "$to.failed"
    fi
}

grade_all() {
    local task labs lab name arguments
    for task in "${tasks[@]}"; do
        read -r labs lab name arguments <<<"$task"
        [ ! -e "$out/$lab/$name.json" ] || continue
        while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
        # shellcheck disable=SC2086 # words
        grade "$labs" "$lab" "$name" $arguments &
    done
    wait
}

[ $# -eq 2 ] || fail 'usage: scripts/same-grades.sh TREE FOLDER'
tree=$(cd "$1" && pwd) || fail "no folder $1"
{ mkdir -p "$2" && out=$(cd "$2" && pwd); } || fail "cannot write $2"
[ -x "$tree/build/lockstep" ] || fail "$tree/build/lockstep is missing: make -C $tree build/lockstep"
make -s -C "$here" build/grader/tests/write_mutants || fail "write_mutants does not compile"
work=$(mktemp -d) || exit 2
chmod 755 "$work" # the jail's user must be able to reach what lies in it
# shellcheck disable=SC2064
trap "rm -rf '$work'" EXIT
# shellcheck disable=SC2046
trap 'kill $(jobs -p) 2>/dev/null; wait; exit 130' INT TERM
mkdir -m 755 "$work/boxes"
export TMPDIR=$work/boxes LOCKSTEP_SECRET=$work/secret
unset LOCKSTEP_ROOT LOCKSTEP_LABS
echo "$secret" >"$LOCKSTEP_SECRET"
echo the_secret_that_nobody_may_read >"$work/secret.h"

for labs in "$tree/labs" "$tree/grader/tests/extra/labs"; do
    for file in "$labs"/*/lab.yaml; do
        add_lab "$labs" "$(basename "$(dirname "$file")")"
    done
done
"$here/grader/tests/hostile/programs.sh" "$tree" "$work/hostile"
for file in "$work"/hostile/*/*.*; do
    add_hostile "$file"
done
cd "$work" || exit 2
grade_all
file=$(find "$out" -name '*.failed' | wc -l)
echo "${#tasks[@]} submissions, $(find "$out" -name '*.json' | wc -l) grades in $out, $file failed"
[ "$file" -eq 0 ]
