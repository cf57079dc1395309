#!/bin/bash
# test: once needs oclgrind-kernel
# Oclgrind beside the simulated GPU: for each case of this folder both must come to the same verdict, save for the
# differences that oclgrind.txt lists with their reason; and a listed difference must be one.
. grader/tests/tap.sh
. grader/simt/opencl/tests/cases.sh
make_scratch

# Oclgrind's messages as verdicts, the worst first.
theirs() { # case.sim
    local text options
    options=$(sed -n 's/^#options //p' "$1")
    text=$(cd "$(dirname "$1")" && timeout 600 oclgrind-kernel --data-races --uninitialized \
        ${options:+--build-options "$options"} "$(basename "$1")" 2>&1)
    case $text in
    *"Invalid read"* | *"Invalid write"* | *"Invalid load"* | *"Invalid store"* | *"static array size"*) echo out-of-bounds ;;
    *divergence*) echo barrier-divergence ;;
    *"data race"*) echo race ;;
    *"ninitialized"*) echo uninitialised-read ;;
    *"Build failure"* | *"rror:"*) echo "error" ;;
    *) echo pass ;;
    esac
}

difference() { # case: the verdict that Oclgrind is known to give instead
    sed -n "s|^$1 \([a-z-]*\) .*|\1|p" "$tests/oclgrind.txt"
}

for case in $(cases); do
    unpack "$case" "$scratch"
    ours=$(expected "$case" | sed -n 's/^verdict //p' | sed 's/^wrong-pointer$/out-of-bounds/') # Oclgrind has one word for both
    their=$(theirs "$scratch/$case.sim") known=$(difference "$case")
    [ "$their" = "${known:-$ours}" ] && { [ -z "$known" ] || [ "$known" != "$ours" ]; }
    ok $? "$case: $ours" || echo "# Oclgrind says $their"
done
tap_end
