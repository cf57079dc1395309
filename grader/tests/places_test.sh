#!/bin/bash
# test: once
# Where the kit may lie and run: names with spaces and accents, a tree nobody may write to, a folder for temporary files
# that is full or forbids programs, any locale, any umask. It grades as ever, or one clear line says what to do.
# shellcheck disable=SC2016 # what is in single quotes is expanded by the inner shell
. grader/tests/tap.sh
: "${BUILD:=build}"
case $BUILD in /*) built=$BUILD ;; *) built=$PWD/$BUILD ;; esac
scratch=$(mktemp -d) || exit 2
chmod 755 "$scratch"
mounted=()
finish() {
    local place
    for place in "${mounted[@]}"; do
        umount "$place"
    done
    rm -rf "$scratch"
}
trap finish EXIT
unset LOCKSTEP_ROOT LOCKSTEP_LABS
export MAKEFLAGS=''

# A tree with the kit's files and what is built, by links: `make` finds all there, and nothing to do.
plant() { # folder
    mkdir -p "$1/build" && cp -R Makefile grader labs scripts skeletons solutions "$1/" &&
        cp -RL "$built/kit" "$built/cuda" "$built/opencl" "$built/openmp" "$built"/liblockstep* "$built/lockstep" "$1/build/"
}

grade() { # folder [VARIABLE=…]…
    local folder=$1
    shift
    (cd "$folder" && env "$@" build/lockstep grade histogram-omp solutions/histogram-omp --exercise sequential) \
        >"$scratch/out" 2>"$scratch/err"
    status=$?
    sed -n '/^\(Score\|Note\)/p' "$scratch/out" >"$scratch/score"
}

show() {
    echo "# status $status"
    head -n 5 "$scratch/err" "$scratch/out" | sed 's/^/# /'
}

# grades NAME: full marks; French has a colon there.
grades() {
    [ $status -eq 0 ] && grep -qE '^(Score|Note)( :)? 15 / 15' "$scratch/score"
    ok $? "$1" || show
}

# refuses NAME PATTERN: status 2, one line that matches.
refuses() {
    [ $status -eq 2 ] && [ "$(wc -l <"$scratch/err")" -eq 1 ] && grep -qE "^lockstep: .*$2" "$scratch/err"
    ok $? "$1" || show
}

odd="$scratch/Übung 1 à moi"
plant "$odd" || exit 2
grade "$odd"
grades 'a path with spaces and accents'
cp "$scratch/out" "$scratch/plain"
for locale in C POSIX fr_FR.UTF-8 tr_TR.UTF-8 no-such-locale; do
    grade "$odd" LC_ALL="$locale" LANG="$locale"
    grades "LC_ALL=$locale"
done
check 'the report is the same everywhere' cmp "$scratch/plain" "$scratch/out"
(umask 077 && grade "$odd" && cp "$scratch/out" "$scratch/strict"; exit $status)
status=$?
grades 'umask 077'

grade "$odd" TMPDIR="$scratch/nowhere"
refuses 'TMPDIR is not there' 'nowhere: No such file.*TMPDIR'
ordinary=(setpriv --reuid 65534 --regid 65534 --clear-groups)
if [ "$(id -u)" -eq 0 ] && "${ordinary[@]}" true 2>/dev/null; then
    # What an ordinary user finds in a tree that root has unpacked.
    chmod -R go=u,go-w "$odd"
    (cd "$odd" && "${ordinary[@]}" make grade BUILD=build LAB=histogram-omp) >"$scratch/out" 2>"$scratch/err"
    status=$?
    sed -Ei '/^make(\[[0-9]+\])?: /d' "$scratch/err"
    refuses 'a tree that may not be written to: where else to build' 'cannot write in build/; make … BUILD=/some/folder'
else
    skip 'a tree that may not be written to' 'no other user to be'
fi

# A small disk, empty but for what the test puts there.
disk() { # folder options
    mkdir "$1" && mount -t tmpfs -o "mode=1777,$2" tmpfs "$1" 2>/dev/null && mounted+=("$1")
}
if disk "$scratch/noexec" noexec && disk "$scratch/full" size=64k; then
    grade "$odd" TMPDIR="$scratch/noexec"
    refuses 'TMPDIR forbids programs' 'noexec is mounted noexec.*TMPDIR'
    grade "$odd" TMPDIR="$scratch/full"
    refuses 'TMPDIR is full' 'full/.*(No space left|disk is full)'
    check '… and nothing stays there' test -z "$(ls -A "$scratch/full")"
else
    skip 'TMPDIR forbids programs, or is full' 'no disk can be mounted here (only root may)'
fi
tap_end
