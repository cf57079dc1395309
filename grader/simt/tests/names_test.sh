#!/bin/bash
# test: once
# What the machine's library and the one that students' programs link with show to the outside: only names with their
# prefixes, so that no name of the inside meets one of the program's. And two devices in one process share nothing: the
# machine's library holds no variable that can be written.
. grader/tests/tap.sh
: "${BUILD:=build}"

# strangers ARCHIVE PATTERN: names that ARCHIVE exports and that do not match.
strangers() {
    nm --extern-only --defined-only --format=posix "$1" | awk 'NF >= 2 { print $1 }' | sort -u | grep -vE "^($2)"
}

# variables ARCHIVE: what can be written while it runs (.data.rel.ro is only written while it is loaded).
variables() {
    nm --defined-only --format=sysv "$1" | awk -F'|' '{ gsub(/ /, "", $7) } $7 ~ /^\.(data|bss|tdata|tbss)($|\.)/ \
        && $7 !~ /^\.data\.rel\.ro/ && $4 !~ /SECTION/ { print $1 }'
}

none() {
    local names
    names=$("$@")
    echo "$names"
    [ -z "$names" ]
}

# strong ARCHIVE NAMES: those of the names that are defined there, and not weakly.
strong() { nm --defined-only "$1" | awk -v names="^($2)$" 'NF == 3 && $2 != "W" && $3 ~ names { print $3 }'; }

check "there are names to look at" test -n "$(strangers "$BUILD/libsimt.a" nothing)"
check "libsimt exports only its headers' prefixes" none strangers "$BUILD/libsimt.a" \
    'simt_|openmp_|detector_|finding_|message_|counters_|counter_table$|counter_efficiency$|shares_|dealt_|model_|profile_|cpu_|record_|costs_'
check "libsimt has no variable that can be written" none variables "$BUILD/libsimt.a"
check "programs link with CUDA's names, lockstep_ and what stands before system calls only" none strangers "$BUILD/liblockstep_cudart.a" \
    '(__)?cuda[A-Z]|(cu(rand|blas|fft|sparse)?|nvrtc)[A-Z]|lockstep_|(read|write|pread|pwrite|writev|fread|fwrite)$'
# A program may have a function of such a name.
check "and that weakly" none strong "$BUILD/liblockstep_cudart.a" 'read|write|pread|pwrite|writev|fread|fwrite'
tap_end
