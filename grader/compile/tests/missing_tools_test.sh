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
hide() { unshare -m sh "$scratch/hide.sh" "$scratch/empty" "$@"; }
extra=grader/tests/extra
"$BUILD/lockstep" grade dot-product "$extra/solutions/dot-product" --labs "$extra/labs" >"$scratch/said" 2>&1 # compiles what is the kit's
ok $? 'all tools are there' || sed 's/^/# /' "$scratch/said"
while read -r tool package; do
    name="without $tool one line tells of $package"
    if hide "$(command -v "$tool")" true 2>/dev/null; then
        hide "/usr/bin/$tool" "$BUILD/lockstep" grade dot-product "$extra/solutions/dot-product" --labs "$extra/labs" >"$scratch/said" 2>&1
        grep -qE "/usr/bin/$tool is not here \(apt-get install $package\)" "$scratch/said" &&
            ! grep -qE 'FAIL|build-error' "$scratch/said" && [ "$(grep -c 'not here' "$scratch/said")" = 1 ]
        ok $? "$name" || sed 's/^/# /' "$scratch/said"
    else
        skip "$name" "$tool cannot be hidden here: that takes root"
    fi
done <<'END'
gcc gcc
ld binutils
nm binutils
END

# gcc 11, as Ubuntu 22.04 has it, does not know the flag. The real one takes unifdef's place.
cat >"$scratch/older" <<'END'
#!/bin/sh
for word in "$@"; do
    case $word in -ftrivial-auto-var-init=*) echo "gcc: error: unrecognized command-line option '$word'" >&2 && exit 1 ;; esac
done
exec /usr/bin/unifdef "$@"
END
cat >"$scratch/older.sh" <<'END'
gcc=$(readlink -f /usr/bin/gcc)
mount --bind "$gcc" "/usr/bin/${place:-unifdef}" && mount --bind "$1" "$gcc" && shift && exec "$@"
END
chmod 755 "$scratch/older"
older() { unshare -m sh "$scratch/older.sh" "$scratch/older" "$@"; }
name='a flag that gcc does not know costs nothing'
if older true 2>/dev/null; then
    older "$BUILD/lockstep" grade dot-product "$extra/solutions/dot-product" --labs "$extra/labs" >"$scratch/said" 2>&1
    ok $? "$name" || sed 's/^/# /' "$scratch/said"
else
    skip "$name" 'gcc cannot be replaced here: that takes root'
fi

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
chmod 755 "$scratch/stopped"
name='a compiler that had no time to compute costs nothing'
if older true 2>/dev/null; then
    unshare -m sh "$scratch/older.sh" "$scratch/stopped" "$BUILD/lockstep" grade dot-product "$extra/solutions/dot-product" \
        --labs "$extra/labs" >"$scratch/said" 2>&1
    grep -q 'not let it work' "$scratch/said" && ! grep -qE 'FAIL|build-error' "$scratch/said"
    ok $? "$name" || sed 's/^/# /' "$scratch/said"
else
    skip "$name" 'gcc cannot be replaced here: that takes root'
fi

# Both flavours are built beside each other where processors are free: neither may read what the other has not written.
printf '#!/bin/sh\nsleep 3\nexec /usr/bin/nohup "$@"\n' >"$scratch/slow"
chmod 755 "$scratch/slow"
name='a program is judged alike when gcc ends after clang'
if older true 2>/dev/null; then
    place="nohup" unshare -m sh "$scratch/older.sh" "$scratch/slow" "$BUILD/lockstep" check histogram-omp \
        --only an_old_try_that_nobody_compiles >"$scratch/said" 2>&1
    ok $? "$name" || sed 's/^/# /' "$scratch/said"
else
    skip "$name" 'gcc cannot be replaced here: that takes root'
fi

# clang has no omp.h of its own where only what grades is installed: the kit's takes its place.
headers=$(scripts/llvm.sh)/lib/clang
headers=$(readlink -f "$(find -L "$headers" -maxdepth 2 -name include | head -n 1)")
cp -r "$headers" "$scratch/headers" && rm -f "$scratch/headers/omp.h"
name='what both compilers make of a file is compared without a header of clang'
if unshare -m sh "$scratch/hide.sh" "$scratch/headers" "$headers" true 2>/dev/null; then
    unshare -m sh "$scratch/hide.sh" "$scratch/headers" "$headers" "$BUILD/lockstep" check histogram-omp \
        --only an_old_try_that_nobody_compiles >"$scratch/said" 2>&1
    ok $? "$name" || sed 's/^/# /' "$scratch/said"
else
    skip "$name" 'a folder cannot be hidden here: that takes root'
fi
tap_end
