#!/bin/bash
# Every function that OpenCL C 1.2 has, in every overload that clang declares, is in one of the kit's bitcode files.
. grader/tests/tap.sh
: "${BUILD:=build}"
header=$(clang -print-resource-dir)/include/opencl-c.h
extensions=-all,+cl_khr_fp64,+cl_khr_byte_addressable_store,+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics,+cl_khr_3d_image_writes
for atomics in cl_khr_{global,local}_int32_{base,extended}_atomics; do extensions+=,+$atomics; done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

: >"$scratch/empty.cl"
clang -cc1 -x cl -cl-std=CL1.2 -triple nvptx64-nvidia-nvcl "-cl-ext=$extensions" -internal-isystem "${header%/*}" \
    -finclude-default-header -fsyntax-only -ast-dump=json "$scratch/empty.cl" |
    grep -o '"mangledName": "[^"]*"' | cut -d'"' -f4 | sort -u >"$scratch/declared"
for file in opencl/builtins opencl/libclc; do
    llvm-nm --defined-only "$BUILD/$file.bc" 2>/dev/null | awk '{ print $NF }'
done | sort -u >"$scratch/defined"
# A macro packs printf's arguments; lockstep_print is the function behind it.
sed -i '/^printf$/d' "$scratch/declared"
ok $(($(wc -l <"$scratch/declared") < 9000)) "clang declares the built-ins, $(wc -l <"$scratch/declared") overloads"
missing=$(comm -23 "$scratch/declared" "$scratch/defined")
[ -z "$missing" ]
ok $? "each of them is defined" || sed 's/^/# /' <<<"$missing"

# refuse WHAT SAYS FLAGS…: the option is refused with this message.
refuse() {
    local message
    message=$("$BUILD/lockstep" cc "${@:3}" "$scratch/empty.cl" -o "$scratch/empty.ptx" 2>&1)
    grep -qF -- "$2" <<<"$message"
    ok $? "$1" || sed 's/^/# /' <<<"$message"
}
refuse "another language is refused" "-cl-std=CL2.0 is not supported: this device's language is OpenCL C 1.2" -cl-std=CL2.0
refuse "an unknown option is named" "the build option -cl-no-such is unknown" -cl-no-such
tap_end
