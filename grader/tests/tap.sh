# shellcheck shell=bash
# For test scripts: TAP lines, and a folder to work in. Source it, call ok/check, end with `tap_end`.
tap_count=0 tap_failed=0
PATH=$(cat "${BUILD:-build}/llvm" 2>/dev/null)/bin:$PATH:/usr/local/cuda/bin # the clang that the kit was built with

# What the test's head says that it needs (scripts/list-tests.sh). Without it all of the test is skipped.
# shellcheck disable=SC2013 # words
for need in $(sed -nE '1,12s/^# test: (.* )?needs //p' "$0"); do
    if [ "$need" = root ]; then [ "$(id -u)" -eq 0 ]; else command -v "$need" >/dev/null; fi && continue
    echo "1..0 # SKIP it needs $need"
    exit
done

# ok STATUS NAME: passes when STATUS is 0.
ok() {
    tap_count=$((tap_count + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $tap_count - $2"
    else
        echo "not ok $tap_count - $2"
        tap_failed=1
    fi
    return "$1"
}

# check NAME COMMAND…: passes when the command does; shows its output when it does not.
check() {
    local name=$1 output status
    shift
    output=$("$@" 2>&1)
    status=$?
    ok $status "$name" || sed "s/^/# /" <<<"$output"
    return $status
}

# skip NAME WHY
skip() {
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1 # SKIP $2"
}

# refuses NAME PATTERN ARGUMENT…: lockstep ends with status 2, nothing on standard output (but what `check` has proved),
# and one line of its own that matches. What it said stays in $scratch/stdout and $scratch/stderr.
refuses() {
    local name=$1 pattern=$2 status
    shift 2
    timeout 600 "${LOCKSTEP:-build/lockstep}" "$@" >"$scratch/stdout" 2>"$scratch/stderr"
    status=$?
    [ $status -eq 2 ] && ! grep -qv '^ok ' "$scratch/stdout" && [ "$(wc -l <"$scratch/stderr")" -eq 1 ] &&
        grep -qE "^lockstep: .*$pattern" "$scratch/stderr"
    ok $? "$name" || {
        echo "# status $status, expected 2 and one line that matches $pattern"
        head -n 5 "$scratch/stderr" "$scratch/stdout" | sed 's/^/# /'
    }
}

# make_scratch: a folder for this test alone, as $scratch; it goes when the test ends. Jails, which run as another user,
# may read it. Without one a test ends at once: "$scratch/x" would be a file of the machine's.
make_scratch() {
    scratch=$(mktemp -d) || exit 2
    chmod 755 "$scratch"
    trap 'rm -rf "$scratch"' EXIT
}

# judge_all: runs the exported function `judge` with the words of each line of standard input, as many side by side as there
# are cores. It prints "ok NAME" or "not NAME", and lines that explain.
judge_all() {
    local line results
    # shellcheck disable=SC2016 # expanded by the inner shell
    results=$(xargs -P "$(nproc)" -L 1 bash -c 'out=$(judge "$@"); echo "$out"' judge)
    while IFS= read -r line; do
        case $line in
        "ok "*) ok 0 "${line#ok }" ;;
        "not "*) ok 1 "${line#not }" ;;
        *) echo "$line" ;;
        esac
    done <<<"$results"
}

tap_end() {
    echo "1..$tap_count"
    exit $tap_failed
}
