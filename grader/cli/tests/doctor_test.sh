#!/bin/bash
# test: once
# `lockstep doctor`, here and on a machine that lacks things: bubblewrap hides them.
. grader/tests/tap.sh
lockstep=${LOCKSTEP:-build/lockstep}
make_scratch

# The same machine without the files named.
without() {
    local arguments=(--dev-bind / /) file
    for file in "$@"; do
        arguments+=(--ro-bind "$scratch/nothing" "$file")
    done
    bwrap "${arguments[@]}" -- "$lockstep" doctor >"$scratch/out" 2>"$scratch/err"
}

fits() { # file
    ! LC_ALL=C.UTF-8 grep -nE '^.{81,}' "$1"
}

"$lockstep" doctor >"$scratch/out" 2>"$scratch/err"
status=$?
[ $status -le 1 ]
ok $? "ends with 0 or 1"
check "says nothing on standard error" test ! -s "$scratch/err"
check "fits 80 columns" fits "$scratch/out"
check "has no colour in a file" bash -c "! grep -q $'\033' $scratch/out"
check "names this machine's gcc" grep -qE "ok +gcc +$(gcc -dumpfullversion)" "$scratch/out"
check "tells the isolation level" grep -qE '^  (ok|MISSING) +jail ' "$scratch/out"
check "tells whether OpenMP programs can be judged" grep -qE '^  (ok|MISSING) +OpenMP machine ' "$scratch/out"
if [ $status -eq 0 ]; then
    check "status 0 says so" grep -q 'can be graded in full' "$scratch/out"
else
    check "status 1 says so" grep -q 'missing\.' "$scratch/out"
fi

"$lockstep" doctor --format json >"$scratch/json" 2>"$scratch/err"
[ $? -eq $status ]
ok $? "JSON ends with the same status"
check "JSON names its schema" grep -q '"schema": "lockstep/doctor/v1"' "$scratch/json"

"$lockstep" doctor --language fr >"$scratch/out" 2>"$scratch/err"
[ $? -eq $status ]
ok $? "in French: the same status"
check "in French: the headings" bash -c "grep -qx Périphériques $scratch/out && grep -qx 'Compilateurs et outils' $scratch/out"
check "in French: what a tool is for" grep -q 'nomme la ligne' "$scratch/out"
check "in French: fits 80 columns" fits "$scratch/out"
LANG=fr_FR.UTF-8 LC_ALL='' "$lockstep" doctor --format json >"$scratch/french"
check "JSON stays as it is" cmp -s "$scratch/json" "$scratch/french"

: >"$scratch/nothing"
chmod 644 "$scratch/nothing"
if bwrap --dev-bind / / true 2>/dev/null; then
    without /usr/bin/addr2line
    [ $? -eq 1 ]
    ok $? "a needed tool is missing: status 1"
    check "the tool is named, and the package that brings it" \
        bash -c "grep -A1 -E '^  MISSING +addr2line' $scratch/out | grep -q 'fix: apt-get install binutils'"
    check "the last line is the one to copy" \
        bash -c "tail -n 1 $scratch/out | grep -q 'apt-get install.* binutils'"
    without "$(readlink -f "$(command -v clang)")"
    check "without clang nothing can be compiled for the machines" grep -qE '^  MISSING +clang ' "$scratch/out"
    cp "$(readlink -f "$(command -v gcc)")" "$scratch/gcc"
    printf '#!/bin/sh\ncase "$*" in *loop.c*) echo "gcc: error: unrecognized option -fnew" >&2; exit 1 ;; esac\nexec "%s" "$@"\n' \
        "$scratch/gcc" >"$scratch/refuses" && chmod 755 "$scratch/refuses" "$scratch"
    bwrap --dev-bind / / --ro-bind "$scratch/refuses" "$(readlink -f "$(command -v gcc)")" -- "$lockstep" doctor >"$scratch/out" 2>&1
    check "a compiler that refuses a flag of the kit is named" bash -c "grep -A1 -E '^  MISSING +compilers' $scratch/out | grep -q gcc"
    # Ubuntu's AppArmor keeps an installed bubblewrap from its namespaces: what it says there, and the kernel's setting.
    printf '#!/bin/sh\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1\n' >"$scratch/refused"
    chmod 755 "$scratch/refused"
    mkdir "$scratch/kernel"
    echo 1 >"$scratch/kernel/apparmor_restrict_unprivileged_userns"
    bwrap --dev-bind / / --ro-bind "$scratch/refused" /usr/bin/bwrap --bind "$scratch/kernel" /proc/sys/kernel -- \
        "$lockstep" doctor >"$scratch/out" 2>"$scratch/err"
    check "namespaces forbidden by AppArmor: the setting to change" \
        bash -c "grep -A6 -E '^  [a-zA-Z]+ +jail ' $scratch/out | grep -q 'kernel.apparmor_restrict_unprivileged_userns=0'"
    without /usr/bin/unifdef
    [ $? -eq $status ]
    ok $? "what CPU labs do not need does not change the status"
    check "it is told all the same" grep -qE '^  absent +unifdef' "$scratch/out"
else
    skip "missing tools" "bubblewrap cannot run here, so nothing can be hidden"
fi

refuses 'an unknown format' "no format 'yaml' \(text or json\)$" doctor --format yaml
simulated() { "$lockstep" doctor --language en | tr -s ' \n' ' ' | grep -q 'those for GPUs on the simulated one'; }
check 'who has no GPU reads that GPU labs are graded all the same' simulated
tap_end
