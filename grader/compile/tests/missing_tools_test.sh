#!/bin/bash
# A tool that is not on the machine is told with its package, and no submission loses a point for it.
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
tap_end
