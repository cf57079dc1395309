#!/bin/bash
# test: once
# What students type: make help, start, grade, watch and hint, as scripts in a folder of their own with the extra lab.
. grader/tests/tap.sh
: "${BUILD:=build}"
root=$PWD
make_scratch
watcher=''
trap '[ -n "$watcher" ] && kill "$watcher" 2>/dev/null; rm -rf "$scratch"' EXIT
ln -s "$root/scripts" "$scratch/scripts"
BUILD=$(realpath "$BUILD")
# Only one of the extra labs: what needs no name is seen so.
mkdir -p "$scratch/extra/labs" && cp -r "$root"/grader/tests/extra/labs/dot-product "$scratch/extra/labs/"
for kind in skeletons solutions; do
    mkdir "$scratch/extra/$kind" && cp -r "$root/grader/tests/extra/$kind/dot-product" "$scratch/extra/$kind/"
done
export BUILD LOCKSTEP_LABS=$scratch/extra/labs
cd "$scratch" || exit 1

# says NAME STATUS PATTERN COMMAND…
says() {
    local name=$1 expected=$2 pattern=$3 status
    shift 3
    "$@" >output 2>&1
    status=$?
    [ $status -eq "$expected" ] && grep -qE -- "$pattern" output
    ok $? "$name" || { echo "# status $status" && sed 's/^/# /' output; }
}

says 'help lists the labs' 0 'dot-product' scripts/help.sh "$root"/scripts/{commands,maintain}.mk
[ "$(wc -L <output)" -le 80 ] && grep -q 'make grade' output && grep -q 'make test ' output
ok $? 'help fits 80 columns and names the commands' || sed 's/^/# /' output

says 'grade: the reference solution, where no work has begun' 0 'No work/dot-product' env LAB=dot-product scripts/grade.sh
says 'grade: … with a slash after the name of the folder of labs' 0 'No work/dot-product' env LAB=dot-product LOCKSTEP_LABS="$LOCKSTEP_LABS/" scripts/grade.sh
mkdir -p courses && ln -s ../extra/labs courses/mine && ln -s ../extra/solutions courses/solutions
says 'grade: … and where that folder is not called labs' 0 'No work/dot-product' env LAB=dot-product LOCKSTEP_LABS=courses/mine scripts/grade.sh
says 'grade: all labs without LAB' 0 'Dot product' scripts/grade.sh
says 'grade: an unknown lab' 2 "^lockstep: no lab 'cross'; there are: dot-product$" env LAB=cross scripts/grade.sh
says 'grade: a folder, where there is one lab' 0 '^Score' env SUBMISSION="$scratch/extra/solutions/dot-product" scripts/grade.sh
for seed in x -1 1.5 0x '1 2' 18446744073709551616 0x10000000000000000; do
    says "grade: SEED='$seed' is no seed" 2 "^lockstep: SEED=$seed: a seed is a whole number below 2\^64$" env SEED="$seed" scripts/grade.sh
done
for seed in 09 0018446744073709551615; do
    says "grade: SEED='$seed' is one" 0 "${seed#"${seed%%[!0]*}"}$" env SEED="$seed" SUBMISSION="$scratch/extra/solutions/dot-product" scripts/grade.sh
done
says 'make: a name in small letters' 2 'exercise=one is not known; names are written in capital letters' \
    env -u MAKEFLAGS -u MAKELEVEL make -C "$root" help exercise=one

mkdir -p two/labs/another && touch two/labs/another/lab.yaml && cp -r "$LOCKSTEP_LABS/dot-product" two/labs/
says 'grade: a submission of no lab' 2 'Add LAB=' env LOCKSTEP_LABS=two/labs SUBMISSION=here scripts/grade.sh
says 'start: of several labs it needs one' 2 'needs LAB=' env LOCKSTEP_LABS=two/labs scripts/start.sh
says 'start: an unknown lab' 2 "no lab 'cross'" env LAB=cross scripts/start.sh
cp "$LOCKSTEP_LABS/dot-product/dot.c" . && echo '#endif' >>"$LOCKSTEP_LABS/dot-product/dot.c"
says 'start: no skeleton that make generate has not made anew' 2 'dot.c differs from what .*/dot-product/dot.c makes: run make generate' scripts/start.sh
mv dot.c "$LOCKSTEP_LABS/dot-product/"
says 'start: copies the skeleton; the only lab needs no name' 0 'work/dot-product/dot.c' scripts/start.sh
check '… and says what to do first' grep -q '^1. Read work/dot-product/dot.h' output
check '… as it is' diff -r -x '.*' -x Makefile "$root/grader/tests/extra/skeletons/dot-product" work/dot-product
# shellcheck disable=SC2016 # make's variable
echo 'grade:; @echo "made $(LAB)"' >Makefile
check '… where make works, too' grep -qx 'made dot-product' <(env -u MAKEFLAGS -u MAKELEVEL make -s -C work/dot-product grade 2>&1)
rm Makefile
echo '/* hours of work */' >>work/dot-product/dot.c
says 'start: never over existing work' 2 'is there already' env LAB=dot-product scripts/start.sh
mv work/dot-product/dot.c . && : >work/dot-product/dot.c
says 'start: what is empty comes back' 0 'gone or empty: dot.c' env LAB=dot-product scripts/start.sh
rm work/dot-product/dot.c
says 'start: so does what is gone' 0 'gone or empty: dot.c' env LAB=dot-product scripts/start.sh
check 'start: as the skeleton has it' cmp "$root/grader/tests/extra/skeletons/dot-product/dot.c" work/dot-product/dot.c
mv dot.c work/dot-product/
check '… which stays as it was' grep -q 'hours of work' work/dot-product/dot.c
mv work/dot-product kept && ln -s nowhere work/dot-product
says 'start: nor over a link to nowhere' 2 'is there already' env LAB=dot-product scripts/start.sh
rm work/dot-product && mv kept work/dot-product
check 'start: leaves nothing else in work/' test "$(ls -A work)" = dot-product

says 'grade: the work, once it has begun' 1 'Dot product' env LAB=dot-product scripts/grade.sh
! grep -q 'reference solution' output
ok $? '… and not the solution'
says 'grade: nothing runs where nothing isolates it' 2 'If it is your own work, on your own machine, OWN=1' \
    env LAB=dot-product LOCKSTEP_JAIL=none scripts/grade.sh
says '… unless it is one'"'"'s own work, which is said' 1 'it now runs as you' env LAB=dot-product LOCKSTEP_JAIL=none OWN=1 scripts/grade.sh
says '… and remembered' 1 'Dot product' env LAB=dot-product LOCKSTEP_JAIL=none scripts/grade.sh
! grep -q 'runs as you' output
ok $? '… without saying it again'
rm work/.lockstep/own
says 'grade: one exercise' 0 'equential' env LAB=dot-product EXERCISE=sequential \
    SUBMISSION="$root/grader/tests/extra/solutions/dot-product" scripts/grade.sh
! grep -q 'isolation' output
ok $? '… without what is the teacher'"'"'s'
says 'grade: another format' 1 '^<\?xml' env LAB=dot-product FORMAT=junit scripts/grade.sh

says 'hint: the first, of the first exercise' 0 'hint 1 of 2' env LAB=dot-product scripts/look.sh hint
says 'hint: then the second, of the lab that has begun' 0 'hint 2 of 2' env LOCKSTEP_LABS=two/labs EXERCISE=sequential scripts/look.sh hint
mkdir work/another && touch work/another/late.c
says 'hint: of two labs, the one that was edited last' 2 '^LAB=another: you have worked on it last' env LOCKSTEP_LABS=two/labs scripts/look.sh hint
touch work/dot-product/dot.c && touch -d yesterday work/another/late.c
says '… which the file times tell' 0 '^LAB=dot-product: ' env LOCKSTEP_LABS=two/labs scripts/look.sh hint
rm -r work/another
says 'hint: those that were seen' 0 'hint 1 of 2' env EXERCISE=sequential AGAIN=1 scripts/look.sh hint

# watch: grades at once, and again after each way in which editors save a file.
wait_for() { # number of gradings that must have been
    for _ in $(seq 3000); do
        [ "$(grep -c '^Watching' watched)" -ge "$1" ] && return
        sleep 0.1
    done
    sed 's/^/# /' watched
    return 1
}
says 'watch: needs work' 2 'make start' env LAB=dot-product SUBMISSION=none scripts/watch.sh
: >watched
LAB=dot-product scripts/watch.sh >watched 2>&1 &
watcher=$!
wait_for 1
ok $? 'watch: grades at once'
solution=$root/grader/tests/extra/solutions/dot-product/dot.c
cat "$solution" >work/dot-product/dot.c
wait_for 2 && grep -q 'dot.c was saved' watched && tr '\n' ' ' <watched | grep -q 'Since the last time: +'
ok $? 'watch: grades again when the file is written, and says what that changed'
cp "$solution" work/dot-product/.dot.c.swp && sleep 1
[ "$(grep -c '^Watching' watched)" -eq 2 ]
ok $? "watch: an editor's hidden files are not saves"
cp "$solution" new.c && mv new.c work/dot-product/dot.c
wait_for 3
ok $? 'watch: grades again when the file is replaced'
kill "$watcher" && wait "$watcher"
ok $? 'watch: ends cleanly'
watcher=''
tap_end
