#!/bin/bash
# test: once
# answered.names lists what the runtime's tables answer, and nothing else: a name too many is a program that cannot be
# loaded in place of a line that says which function nobody defines; a name too few refuses a program that could run.
. grader/tests/tap.sh
list=$(grep -v '^#' grader/simt/openmp/answered.names | grep -v '[*]' | grep . | sort)

# The rows of the runtime's tables, without those that patterns list.
rows=$(cat grader/simt/openmp/runtime/*.c grader/simt/openmp/runtime/*/*.c | tr '\n' ' ' | grep -ao '_calls\[\] = {[^;]*;' | grep -ao '{"[A-Za-z_0-9]*"' |
    tr -d '{"' | grep -vE '^(__kmpc_|__tgt_|lockstep_)' | sort -u)
# The mathematics that the machine computes, for double and for float; some are CUDA's own.
mathematics=$(sed -n '/define FUNCTIONS_1/,/^#define rsqrt/p' grader/simt/execute/builtin.c | grep -o 'X([a-z0-9]*)' |
    sed 's/X(\(.*\))/\1\n\1f/' | grep -vE '^(rsqrt|rcbrt|sinpi|cospi)f?$' | sort -u)
# What the library defines needs no answer.
library=$(llvm-nm --defined-only "${BUILD:-build}/openmp/library.bc" |
    awk '{ print $NF }' | sort -u)

# none WHAT NAMES: says which there are.
none() {
    [ -z "$2" ]
    ok $? "$1" || sed 's/^/# /' <<<"$2"
}
[ "$(wc -l <<<"$rows")" -gt 80 ] && [ "$(wc -l <<<"$mathematics")" -gt 80 ] && [ -n "$library" ]
ok $? "tables and library are found"
none "each name of the list is answered" "$(comm -23 <(echo "$list") <(sort -u <<<"$rows"$'\n'"$mathematics"))"
none "each row of the tables is in the list" \
    "$(comm -13 <(sort -u <<<"$list"$'\n'"$library") <(sort -u <<<"$rows"$'\n'"$mathematics"))"
tap_end
