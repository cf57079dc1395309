#!/bin/bash
# test: once
# Every function that OpenCL C 1.2 and 3.0 have, in every overload that clang declares, is in one of the kit's bitcode files.
. grader/tests/tap.sh
: "${BUILD:=build}"
header=$(clang -print-resource-dir)/include/opencl-c.h
extensions=-all,+cl_khr_fp64,+cl_khr_byte_addressable_store,+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_3d_image_writes
for atomics in cl_khr_{global,local}_int32_{base,extended}_atomics; do extensions+=,+$atomics; done
make_scratch

: >"$scratch/empty.cl"
for file in opencl/builtins opencl/libclc; do
    llvm-nm --defined-only "$BUILD/$file.bc" 2>/dev/null | awk '{ print $NF }'
done | sort -u >"$scratch/defined"

# complete LANGUAGE LEAST FLAGS…: a macro packs printf's arguments, lockstep_print is the function behind it; and there are
# no images of depths.
complete() {
    local missing
    clang -cc1 -x cl "-cl-std=$1" -triple nvptx64-nvidia-nvcl "${@:3}" -internal-isystem "${header%/*}" \
        -finclude-default-header -fsyntax-only -ast-dump=json "$scratch/empty.cl" |
        grep -o '"mangledName": "[^"]*"' | cut -d'"' -f4 | grep -v '^printf$\|_depth_' | sort -u >"$scratch/declared"
    ok $(($(wc -l <"$scratch/declared") < $2)) "clang declares the built-ins of $1, $(wc -l <"$scratch/declared") overloads"
    missing=$(comm -23 "$scratch/declared" "$scratch/defined")
    [ -z "$missing" ]
    ok $? "each of them is defined" || sed 's/^/# /' <<<"$missing"
}
complete CL1.2 9000 "-cl-ext=$extensions"
mapfile -t later < <(tr ' ' '\n' <grader/simt/opencl/language.flags | grep -v '^-Xclang$\|^$')
complete CL3.0 10000 "-cl-ext=$extensions" "${later[@]}"

# refuse WHAT SAYS FLAGS…: the option is refused with this message.
refuse() {
    local message
    message=$("$BUILD/lockstep" cc "${@:3}" "$scratch/empty.cl" -o "$scratch/empty.ptx" 2>&1)
    grep -qF -- "$2" <<<"$message"
    ok $? "$1" || sed 's/^/# /' <<<"$message"
}
refuse "another language is refused" "-cl-std=CLC++ is not supported: this device's languages are OpenCL C 1.0 to 3.0" -cl-std=CLC++
refuse "an unknown option is named" "the build option -cl-no-such is unknown" -cl-no-such
tap_end
