#!/bin/bash
# test: sanitized
# A tool that is not on the machine is told with its package, and no submission loses a point for it, nor for a flag of
# the kit's that an older gcc refuses.
. grader/tests/tap.sh
: "${BUILD:=build}"
make_scratch
: >"$scratch/empty"
cat >"$scratch/hide.sh" <<'END'
mount --bind "$1" "$(readlink -f "$2")" && shift 2 && exec "$@"
END
extra=grader/tests/extra
grade=("$BUILD/lockstep" grade dot-product "$extra/solutions/dot-product" --labs "$extra/labs")
compare=("$BUILD/lockstep" check histogram-omp --only an_old_try_that_nobody_compiles)

# check_as_root NAME COMMAND…: where it may mount.
check_as_root() {
    if hide /usr/bin/unifdef true 2>/dev/null; then
        check "$@"
    else
        skip "$1" 'it takes root to hide a file'
    fi
}
# hide FILE COMMAND…: with an empty FILE.
hide() { unshare -m sh "$scratch/hide.sh" "$scratch/empty" "$@"; }
# unjudged PATTERN COMMAND…: says it, and takes no point.
unjudged() {
    "${@:2}" >"$scratch/said" 2>&1
    cat "$scratch/said"
    grep -qE "$1" "$scratch/said" && ! grep -qE 'FAIL|build-error' "$scratch/said"
}
hidden() { unjudged "/usr/bin/$1 is not here \(apt-get install $2\)" hide "/usr/bin/$1" "${grade[@]}" && [ "$(grep -c 'not here' "$scratch/said")" = 1 ]; }

check 'all tools are there' "${grade[@]}" # compiles what is the kit's
while read -r tool package; do
    check_as_root "without $tool one line tells of $package" hidden "$tool" "$package"
done <<'END'
gcc gcc
ld binutils
nm binutils
END

# replaced FAKE COMMAND…: with FAKE in the place of gcc, which lies in unifdef's, or in $place.
cat >"$scratch/replace.sh" <<'END'
gcc=$(readlink -f /usr/bin/gcc)
mount --bind "$gcc" "/usr/bin/${place:-unifdef}" && mount --bind "$1" "$gcc" && shift && exec "$@"
END
replaced() { chmod 755 "$scratch/$1" && unshare -m sh "$scratch/replace.sh" "$scratch/$1" "${@:2}"; }

# gcc 11, as Ubuntu 22.04 has it, does not know the flag.
cat >"$scratch/older" <<'END'
#!/bin/sh
for word in "$@"; do
    case $word in -ftrivial-auto-var-init=*) echo "gcc: error: unrecognized command-line option '$word'" >&2 && exit 1 ;; esac
done
exec /usr/bin/unifdef "$@"
END
check_as_root 'a flag that gcc does not know costs nothing' replaced older "${grade[@]}"

# What stops a compiler that has hardly computed is the machine's doing. A busy one takes minutes: here it is a signal to
# the shell in the box that started the compiler.
cat >"$scratch/stopped" <<'END'
#!/bin/sh
parent_of() { sed 's/.*) . //; s/ .*//' "/proc/$1/stat"; }
if [ "$PWD" = /box ]; then
    shell=$PPID
    while [ "$(cat "/proc/$(parent_of $shell)/comm")" = sh ]; do shell=$(parent_of $shell); done
    kill -XCPU "$shell" && sleep 9
fi
exec /usr/bin/unifdef "$@"
END
check_as_root 'a compiler that had no time to compute costs nothing' \
    unjudged 'not let it work' replaced stopped "${grade[@]}"

# Both flavours are built beside each other where processors are free: neither may read what the other has not written.
printf '#!/bin/sh\nsleep 3\nexec /usr/bin/nohup "$@"\n' >"$scratch/slow"
place='nohup' check_as_root 'a program is judged alike when gcc ends after clang' replaced slow "${compare[@]}"

# clang has no omp.h of its own where only what grades is installed: the kit's takes its place.
headers=$(cat "$BUILD/llvm")/lib/clang
headers=$(readlink -f "$(find -L "$headers" -maxdepth 2 -name include | head -n 1)")
cp -r "$headers" "$scratch/headers" && rm -f "$scratch/headers/omp.h"
check_as_root 'what both compilers make of a file is compared without a header of clang' \
    unshare -m sh "$scratch/hide.sh" "$scratch/headers" "$headers" "${compare[@]}"
tap_end
