#!/bin/bash
# Every function that OpenCL C 1.2 has, in every overload that clang declares, is in one of the kit's bitcode files;
# only what needs images is left out, and the compiler's message says so.
. grader/tests/tap.sh
: "${BUILD:=build}"
header=$(clang -print-resource-dir)/include/opencl-c.h
extensions=-all,+cl_khr_fp64,+cl_khr_byte_addressable_store,+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics
for atomics in cl_khr_{global,local}_int32_{base,extended}_atomics; do extensions+=,+$atomics; done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

: >"$scratch/empty.cl"
clang -cc1 -x cl -cl-std=CL1.2 -triple nvptx64-nvidia-nvcl "-cl-ext=$extensions" -internal-isystem "${header%/*}" \
    -finclude-default-header -fsyntax-only -ast-dump=json "$scratch/empty.cl" |
    grep -o '"mangledName": "[^"]*"' | cut -d'"' -f4 | grep -v 'ocl_image\|ocl_sampler' | sort -u >"$scratch/declared"
for file in opencl/builtins opencl/libclc; do
    llvm-nm --defined-only "$BUILD/$file.bc" 2>/dev/null | awk '{ print $NF }'
done | sort -u >"$scratch/defined"
# A macro packs printf's arguments; lockstep_print is the function behind it.
sed -i '/^printf$/d' "$scratch/declared"
ok $(($(wc -l <"$scratch/declared") < 9000)) "clang declares the built-ins, $(wc -l <"$scratch/declared") overloads"
missing=$(comm -23 "$scratch/declared" "$scratch/defined")
[ -z "$missing" ]
ok $? "each of them is defined" || sed 's/^/# /' <<<"$missing"

cat >"$scratch/image.cl" <<'CL'
__kernel void blur(read_only image2d_t in, __global float4 *out) {
    out[0] = read_imagef(in, (int2)(0, 0));
}
CL
message=$("$BUILD/lockstep" cc "$scratch/image.cl" -o "$scratch/image.ptx" 2>&1)
grep -q "image.cl:1:.*this_device_has_no_images" <<<"$message"
ok $? "images are refused in the line that names them" || sed 's/^/# /' <<<"$message"

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
