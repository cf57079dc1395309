#!/bin/bash
# test: sanitized
# The runtime's surface, the accuracy of libdevice, cooperative groups: programs that print TAP themselves, on the simulated
# GPU. Then the errors that calls return, beside those of a real GPU.
. grader/simt/tests/programs.sh
lockstep=${LOCKSTEP:-build/lockstep}
PATH=$(cat "${BUILD:-build}/llvm")/bin:$PATH
tests=grader/simt/cuda/tests
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
status=0
for name in surface accuracy language groups; do
    compiled "$tests/$name.cu" || exit 1
    # Some of the surface's calls are meant to be wrong, which is a finding (1); its plan comes last.
    "$lockstep" simt --quiet --no-detect --no-count -- "$(program "$tests/$name.cu")" 2>"$scratch/err" >"$scratch/out"
    { [ $? -le 1 ] && grep -q '^1\.\.' "$scratch/out"; } || status=1
    cat "$scratch/out"
done

compiled "$tests/hardware/errors.cu" || exit 1
for fault in 0 1 2; do
    "$lockstep" simt --quiet --no-detect --no-count -- "$(program "$tests/hardware/errors.cu")" "$fault" 2>>"$scratch/err"
done >"$scratch/errors.txt"
# One difference is meant: the five launches of an impossible shape give CUDA 12's error, not CUDA 13's.
if difference=$(diff "$tests/hardware/errors.h200" \
    <(sed 's/: cudaErrorInvalidConfiguration, /: cudaErrorInvalidValue, /' "$scratch/errors.txt")) &&
    [ "$(grep -c ': cudaErrorInvalidConfiguration, ' "$scratch/errors.txt")" -eq 5 ]; then
    echo "ok - errors are those of a real GPU"
else
    echo "not ok - errors are those of a real GPU"
    sed 's/^/# /' <<<"$difference"
    status=1
fi

compiled "$tests/left.cu" || exit 1
"$lockstep" simt --quiet -- "$(program "$tests/left.cu")" >"$scratch/out" 2>&1
tr -s ' \n' ' ' <"$scratch/out" >"$scratch/told"
told() { # name, text
    grep -qF -- "$2" "$scratch/told" && echo "ok - $1" && return
    echo "not ok - $1"
    sed 's/^/# /' "$scratch/out"
    status=1
}
told 'a stream that is left is told, with its line' 'a stream cudaStreamCreate at left.cu:11 created it.'
told 'an event that is left, too' 'an event cudaEventCreate at left.cu:13 created it.'
told 'what was given back is not' "$(grep -c '^note: leak' "$scratch/out" | sed 's/^2$/a stream/')"
told 'a copy to an array of the host that is too small' \
    'cudaMemcpy at left.cu:21 returned cudaErrorInvalidValue: the host array has'
told 'a copy from one' 'cudaMemcpy at left.cu:22 returned cudaErrorInvalidValue'
# No function of mathematics compiles and then has no code.
headers=$(clang -print-resource-dir)/include
missing=$(comm -23 <(grep -oh '\b__nv_[a-zA-Z0-9_]*' "$headers"/__clang_cuda_{math,device_functions,libdevice_declares}.h | sort -u) \
    <(llvm-nm --defined-only build/cuda/libdevice.bc 2>/dev/null | awk '{ print $NF }' | sort -u))
if [ -z "$missing" ]; then
    echo "ok - every function that clang's headers name has code"
else
    echo "not ok - every function that clang's headers name has code"
    sed 's/^/# /' <<<"$missing"
    status=1
fi
# Of cublasLt.h there is the handle, for programs that include it and multiply otherwise.
{
    echo '#include <cublasLt.h>'
    echo 'int main() { cublasLtHandle_t handle; return cublasLtCreate(&handle) + cublasLtDestroy(handle); }'
} >"$scratch/handle.cu"
"$lockstep" cc "$scratch/handle.cu" -lcublasLt -o "$scratch/handle" >"$scratch/out" 2>&1 &&
    "$lockstep" simt --quiet -- "$scratch/handle" >"$scratch/out" 2>&1 && handle=works
echo 'cublasLtMatmulDesc_t product;' >>"$scratch/handle.cu"
"$lockstep" cc "$scratch/handle.cu" -o "$scratch/handle" >>"$scratch/out" 2>&1
echo "handle ${handle:-fails}: $(grep -o 'take cublasGemmEx' "$scratch/out")" >"$scratch/told"
told 'cublasLt.h has a handle, and says what to take in place of its products' 'handle works: take cublasGemmEx'
# What CUDA has and the kit has not, or CUDA has no more, says what to take where it is used.
{
    printf '#include <cuda.h>\n#include <cuda_runtime.h>\n#include <cusparse.h>\n#include <cublas_v2.h>\n'
    echo 'CUmemGenericAllocationHandle handle;'
    echo 'int reserve(CUdeviceptr *at) { return cuMemAddressReserve(at, 4096, 0, 0, 0); }'
    echo 'cusparseSpGEMMDescr_t product;'
    echo 'int ask(int *out) { return cusparseDnnz(3, out) + cublasStrsm(out, 2.0f); }'
    echo 'int where(cudaPointerAttributes *of) { return of->memoryType; }'
    echo 'cudaIpcMemHandle_t shared;'
    echo 'cudaGraphConditionalHandle condition;'
    echo 'CUarray pixels;'
} >"$scratch/refused.cu"
"$lockstep" cc -c "$scratch/refused.cu" -o "$scratch/refused.o" >"$scratch/out" 2>&1
grep -o "error: '.*' is unavailable: .*" "$scratch/out" | sed 's/ is unavailable//; s/^error: //' | tr '\n' '|' >"$scratch/told"
told 'what is refused says what to take' "'CUmemGenericAllocationHandle': Lockstep does not map memory to reserved addresses: take cuMemAlloc for all of the array, or cuMemAllocManaged|'cuMemAddressReserve': Lockstep does not map memory to reserved addresses: take cuMemAlloc for all of the array, or cuMemAllocManaged|'cusparseSpGEMMDescr_t': Lockstep's cuSPARSE multiplies a sparse matrix by a vector or a dense matrix only: write this kernel yourself|'cusparseDnnz': Lockstep's cuSPARSE multiplies a sparse matrix by a vector or a dense matrix only: write this kernel yourself|'cublasStrsm': Lockstep's cuBLAS has no such routine: take cublasSgemm, cublasGemmEx or another that it has (grader/simt/SUPPORT.md), or write the kernel yourself|'memoryType': CUDA 11 and later have no memoryType: take type|'cudaIpcMemHandle_t': Lockstep's GPU belongs to one process: use threads, which share its pointers and events|'cudaGraphConditionalHandle': Lockstep's graphs have no conditional nodes: let the host decide between two launches of graphs|'CUarray': Lockstep's driver has no arrays and textures: take the runtime's cudaArray_t and texture objects|"
echo "1..9"
exit $status
