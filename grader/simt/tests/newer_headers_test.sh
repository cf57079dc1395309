#!/bin/bash
# test: once
# Newer systems' headers have names that this one's lack, and the other way round. Here they are this system's own with
# such names added or taken away: what compiles with them compiles there, too.
. grader/tests/tap.sh
make_scratch

compiles() { # source
    gcc -std=gnu17 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror -fsyntax-only -isystem "$scratch" "$1"
}

# C23's, of which glibc 2.41 declares the first; those that this one lacks.
declared=$(echo '#include <math.h>' | gcc -D_GNU_SOURCE -E -)
{
    echo '#include_next <math.h>'
    for name in sinpi cospi tanpi asinpi acospi atanpi rsqrt compoundn pown powr rootn; do
        grep -qw "$name" <<<"$declared" || printf 'extern char *%s(int *), *%sf(int *);\n' "$name" "$name"
    done
} >"$scratch/math.h"
printf '#include <math.h>\nint *sinpi(int, int);\n' >"$scratch/clash.c"
compiles "$scratch/clash.c" 2>/dev/null
[ $? -eq 1 ]
ok $? "these names are seen"
mapfile -t sources < <(grep -l 'math\.h' grader/simt/*/*.c)
for source in "${sources[@]}"; do
    check "$source compiles where the C library has them" compiles "$source"
done

# OpenCL's headers of 2023 and later call the types of the table's entries otherwise.
header=$(echo '#include <CL/cl_icd.h>' | gcc -DCL_TARGET_OPENCL_VERSION=300 -E - | grep -o 'cl_api_[A-Za-z0-9]*' | sort -u)
mkdir "$scratch/CL"
{
    echo '#include_next <CL/cl_icd.h>'
    sed 's/^/#pragma GCC poison /' <<<"$header"
} >"$scratch/CL/cl_icd.h"
check "the table of OpenCL's calls needs no name of their types" compiles grader/simt/opencl/icd/icd_dispatch.c

tap_end
