#!/bin/bash
# test: once
# make install: what lies below a prefix grades without the tree, for a user who may not write there. make dist: the same
# bytes twice, and all that building needs. The manual page and the completion know every command and option.
# shellcheck disable=SC2317 # called through check
. grader/tests/tap.sh
: "${BUILD:=build}"
lockstep=${LOCKSTEP:-build/lockstep}
make_scratch
unset LOCKSTEP_ROOT LOCKSTEP_LABS
run_make() { env -u MAKEFLAGS -u MAKELEVEL make -s "$@"; }

# ---- what the commands say of themselves ----
page=$BUILD/share/man/man1/lockstep.1 completion=$BUILD/share/bash-completion/completions/lockstep
check "the manual page and the completion are made" run_make "$page" "$completion"
mapfile -t commands < <("$lockstep" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
# complete WORD…: what bash would offer for the last one.
complete_words() {
    bash -c '. "$1" && shift && COMP_WORDS=("$@") && COMP_CWORD=$(($# - 1)) && _lockstep && printf "%s\n" "${COMPREPLY[@]}"' bash "$completion" "$lockstep" "$@"
}
offers() { # word, words typed…
    local word=$1
    shift
    complete_words "$@" | grep -qxF -e "$word"
}
knows() { # command
    local option
    grep -qF "LOCKSTEP ${1^^}" "$page" && offers "$1" '' || return
    while read -r option; do
        grep -qF -e "\\&${option//-/\\-}" "$page" || { echo "page: $option"; return 1; }
        offers "$option" "$1" x '' || { echo "completion: $option"; return 1; }
    done < <("$lockstep" "$1" --help | sed -nE 's/^  (--?[a-z-]+).*/\1/p')
}
for command in "${commands[@]}"; do
    check "page and completion know $command and its options" knows "$command"
done
check "a lab is completed" offers histogram-omp grade hist
check "a folder after --labs" offers labs grade --labs la
check "a choice after --language" offers fr handout --language ''
no_files() { test -z "$(complete_words grade --seed '')"; }
check "nothing after --seed" no_files
if command -v groff >/dev/null; then
    no_complaint() { groff -ww -man -Tascii "$page" 2>&1 >/dev/null | grep . && return 1 || return 0; }
    check "groff has nothing to say against the page" no_complaint
else
    skip "groff on the page" "no groff here"
fi

# ---- install ----
# A user who may not write below the prefix, where there is one.
as=() home=$scratch/home
mkdir -m 777 "$home"
if [ "$(id -u)" -eq 0 ] && setpriv --reuid 65534 --regid 65534 --clear-groups true 2>/dev/null; then
    as=(setpriv --reuid 65534 --regid 65534 --clear-groups)
fi
prefix=$scratch/a\ prefix
installed() { (cd / && "${as[@]}" env -u BUILD HOME="$home" TMPDIR="$home" "$prefix/bin/lockstep" "$@"); }
check "make install-teacher" run_make install-teacher PREFIX="$prefix"
check "installed: --version" test "$(installed --version)" = "$("$lockstep" --version)"
check "installed: list" diff <("$lockstep" list) <(installed list)
graded() { # lab exercise
    local files="$prefix/lib/lockstep/solutions/$1"
    installed grade "$1" "$files" --exercise "$2" --format json >"$scratch/$1" || { cat "$scratch/$1"; return 1; }
    "$lockstep" grade "$1" "solutions/$1" --exercise "$2" --format json >"$scratch/$1.tree"
    python3 -c 'import json, sys
one, two = (json.load(open(path))["graded"] for path in sys.argv[1:])
del one["submission"], two["submission"] # the folder as it was named
assert one == two, "another grade than in the tree"' "$scratch/$1" "$scratch/$1.tree"
}
check "installed: grades OpenMP" graded histogram-omp sequential
check "installed: grades CUDA" graded histogram-cuda gm_atomics
check "installed: grades OpenCL" graded sum-opencl kernel
cuda() {
    cp grader/simt/command/tests/programs/square.cu "$home/" && chmod 644 "$home/square.cu" &&
        installed cc "$home/square.cu" -o "$home/square" && installed simt -- "$home/square"
}
check "installed: cc and simt" cuda
[ ${#as[@]} -eq 0 ] || check "what it compiled lies in the user's cache" test -d "$home/.cache/lockstep"
check "no secret and no tests were installed" sh -c "! find '$prefix' -name secret -o -path '*/tests/*' | grep ."
check "make uninstall leaves no file" sh -c "env -u MAKEFLAGS -u MAKELEVEL make -s uninstall PREFIX='$prefix' && ! find '$prefix' -type f -o -type l | grep ."

check "make install" run_make install PREFIX="$prefix"
check "installs no solution, no known-wrong program, no oracle's source" \
    sh -c "! find '$prefix' -name solutions -o -name variants -o -path '*labs/*/oracle.c' | grep ."
check "and of hidden checks the names only" sh -c "grep -A 3 'name: origin$' '$prefix/lib/lockstep/labs/histogram-cuda/lab.yaml' | grep -q 'withheld: true'"
cp -r solutions/sum-opencl "$home/"
full() {
    installed grade sum-opencl "$home/sum-opencl" >"$scratch/full"
    grep -q '^Score 100 / 100' "$scratch/full" || { cat "$scratch/full" && false; }
}
check "a right program has full marks with it" full
check "make install with a DESTDIR" run_make install PREFIX=/opt/x DESTDIR="$scratch/staged"
check "… goes below it" test -x "$scratch/staged/opt/x/lib/lockstep/build/lockstep"
check "… and means the prefix" grep -qx /opt/x/lib/lockstep/build/liblockstep_opencl.so "$scratch/staged/opt/x/lib/lockstep/build/opencl/vendors/lockstep.icd"
relative() { ! run_make install PREFIX=here 2>"$scratch/err" && grep -q '^lockstep: PREFIX=here: give a path' "$scratch/err"; }
check "a relative prefix is refused" relative
foreign() {
    mkdir -p "$scratch/other/lib/lockstep/precious" && ! run_make install PREFIX="$scratch/other" 2>"$scratch/err" &&
        grep -q 'is no Lockstep' "$scratch/err" && [ -d "$scratch/other/lib/lockstep/precious" ]
}
check "another's folder is not removed" foreign

# ---- dist ----
if git rev-parse --verify --quiet HEAD >/dev/null; then
    release=$("$lockstep" --version | tr ' ' -)
    twice() {
        local archive
        archive=$(BUILD=$scratch/one scripts/package/dist.sh 2>/dev/null) && sleep 1.1 &&
            (umask 077 && BUILD=$scratch/two TZ=Asia/Tokyo scripts/package/dist.sh 2>/dev/null) && cmp "$archive" "${archive/one/two}"
    }
    check "make dist: the same bytes twice" twice
    whole() { diff <(git ls-tree -r --name-only HEAD | sort) <(tar -tzf "$scratch"/one/dist/*.tar.gz | sed 's|^[^/]*/||; /\/$/d; /^$/d' | sort) | head -n 10; }
    check "… with all files of the commit" test -z "$(whole)"
    builds() {
        tar -xzf "$scratch/one/dist/$release.tar.gz" -C "$scratch" && env -u MAKEFLAGS -u MAKELEVEL make -s -C "$scratch/$release" BUILD=build build/grader/error.o
    }
    check "… from which it is built" builds
else
    skip "make dist" "no clone: there is no commit to pack"
fi
tap_end
