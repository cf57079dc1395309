#!/bin/bash
# Prints grader/simt/SUPPORT.md from the code: what of CUDA, PTX and OpenCL is there. support_test.sh compares.
# In a locale of its own, since the page's order must be the same everywhere.
export LC_ALL=C
PATH=$(cat "${BUILD:-build}/llvm")/bin:$PATH
cuda=grader/simt/cuda/include icd=grader/simt/opencl/icd

# wrap: its input in lines that fit a page. paragraph: the words of its input, sorted, each once.
wrap() { fold -s -w 118 | sed 's/ *$//'; }
paragraph() { sort -u | tr '\n' ' ' | sed 's/ $//' | wrap; echo; }

cat <<'END'
# What the machine supports
`grader/simt/tests/support.sh` makes this list from the code, and a test compares the two. What is not listed is not supported.
A call that no header declares is reported when the program is built. A function without device code is reported when the program runs.

## CUDA: headers
END
(cd "${BUILD:-build}/cuda/include" && grep -LR '^#error "Lockstep has no' . | sed 's/^\.\///' | grep -vE '^(lockstep_|crt/|bits/|cuda_errors)') | paragraph
echo
echo "Refused, with the reason:"
# shellcheck disable=SC2016 # Markdown's, no commands
(cd "${BUILD:-build}/cuda/include" && grep -hR '^#error "Lockstep has no' . | sort | sed -E 's/^#error "Lockstep has no ([^:]*): (.*)"$/- `\1`: \2/')
echo
echo "## CUDA: calls of the runtime"
grep -hoE '\bcuda[A-Z][A-Za-z0-9]*\(' "$cuda"/cuda_runtime_api.h "$cuda"/lockstep_overloads.h "$cuda"/lockstep_{textures,references,graphs}.h | tr -d '(' | paragraph
echo
echo "## CUDA: calls of the driver"
grep -v LOCKSTEP_REFUSED "$cuda/cuda.h" | grep -oE '\bcu[A-Z][A-Za-z0-9]*\(' | tr -d '(' | paragraph
echo
echo "## CUDA: libraries"
echo "NVRTC by \`lockstep cc\`; cuRAND, cuBLAS, cuFFT and cuSPARSE for the host, which computes and copies (so no stream capture can hold their work); cuRAND has XORWOW, MRG32k3a, Philox and the first 128 dimensions of Sobol's sequences, not scrambled; \`curand_kernel.h\` for kernels:" | wrap
{
    grep -hoE '\bnvrtc[A-Z][A-Za-z0-9]*\(' "$cuda/nvrtc.h"
    grep -hoE '\bcurand[A-Z][A-Za-z0-9]*\(' "$cuda/curand.h" | grep -v Scramble
    grep -hoE '\bcublas[A-Z][A-Za-z0-9]*\(' "$cuda/cublas_v2.h" | grep -v '##'
    grep -hoE '\bcufft[A-Z][A-Za-z0-9]*\(' "$cuda/cufft.h" "$cuda/cufftXt.h"
    grep -hoE '\bcusparse[A-Z][A-Za-z0-9_]*\(' "$cuda/cusparse.h"
    grep -oE 'cublas##[LI]##[A-Za-z0-9]+' "$cuda/cublas_v2.h" | sed -E 's/cublas##L##/cublas{S,D}/; s/cublas##I##/cublas{Is,Id}/'
} | tr -d '(' | paragraph
echo "In \`cublas.h\`, without a handle:"
{
    grep -oE '\bcublas[A-Z][A-Za-z0-9]*\(' "$cuda/cublas.h" | grep -vE '##|cublas(Create|Destroy|SetStream)\('
    sed -nE 's/^#define (cublas[SDI][a-z0-9]*) .*/\1/p' "$cuda/cublas.h" | sed -E 's/cublasI[sd]/cublas{Is,Id}/; s/cublas[SD]([a-z])/cublas{S,D}\1/'
} | tr -d '(' | paragraph
grep -hoE '\b(curand(4|_[a-z][a-z0-9_]*)?(##SUFFIX)?|skipahead[a-z_]*)\((State|STATE|curandState[A-Za-z0-9_]*|unsigned long long)' "$cuda"/curand_kernel.h "$cuda"/lockstep_generators.h |
    grep -v poisson | sed -E 's/\(.*//; s/(.*)##SUFFIX/\1\n\1_double/' | paragraph
echo
echo "## CUDA: functions of kernels"
echo "Mathematics, conversions, bits and bytes, by their names in libdevice (\`float2int_rn\` is \`__float2int_rn\` there):"
llvm-nm --defined-only "${BUILD:-build}/cuda/libdevice.bc" 2>/dev/null | awk '{ print $NF }' | sed -n 's/^__nv_//p' | grep -v '^lane_' | paragraph
echo
echo "Beside those:"
grep -hoE 'LOCKSTEP_(DEVICE|DPX|DPX_RELU|DPX_TOLD|WARP_REDUCE|CACHED_LOAD|CACHED_STORE|SPACE|SURFACE|BARRIER_VOTE|ATOMIC)\b.*' "$cuda"/lockstep_{barriers,words,fetch}.h "$cuda"/crt/*.hpp |
    grep -oE '\b(__[a-z][A-Za-z0-9_]*|tex[A-Za-z0-9]*|surf[A-Za-z0-9]*|atomic[A-Z][A-Za-z]*)\b' | grep -vE '^__(attribute__|clang|match(32|64)|nvvm|forceinline__|builtin)' | { cat; echo __dp2a_hi; echo __dp2a_lo; } | paragraph
grep -hoE '^LOCKSTEP_ATOMIC\(atomic[A-Z][a-z]*' "$cuda/lockstep_atomics.h" | sed 's/.*(//' | { cat; echo atomicCAS; echo atomicSub; } | paragraph
{
    grep -oE '\b__nv_atomic_[a-z_]*[a-z]\(' "$cuda/lockstep_generic_atomics.h" | tr -d '('
    sed -nE 's/^LOCKSTEP_FETCH\(([a-z]*),.*/__nv_atomic_fetch_\1 __nv_atomic_\1/p' "$cuda/lockstep_generic_atomics.h" | tr ' ' '\n'
} | paragraph
echo
echo "Kernels launch kernels (dynamic parallelism), which run when their parent has ended; a parent that waits for them and then uses memory is refused. They may call: $(grep -oE '\bcuda[A-Z][A-Za-z]*\(' "$cuda/lockstep_children.h" | tr -d '(' | sort -u | tr '\n' ' ' | sed 's/ $//')." | wrap
echo
echo "Cooperative groups: $(grep -hoE '^(LOCKSTEP_DEVICE [a-z_<> ,A-Z:]*|class |template .*class )?\b(thread_block_tile|thread_block|grid_group|coalesced_group|thread_group)\b' "$cuda/cooperative_groups.h" | grep -oE '[a-z_]+$' | sort -u | tr '\n' ' ')with reduce, scans and memcpy_async; the grid's barrier in cooperative launches." | wrap
echo
echo "A host may wait by reading memory that kernels write (pinned, mapped, managed, \`__managed__\`), or by asking again and again, and a kernel may wait for what the host writes there: both go on at once. Blocks may wait for each other, in any launch, as far as they all fit on the device at once. Two kernels, or a kernel and a copy, run one after the other." | wrap
echo
echo "## PTX"
echo "First words of instructions:"
{
    sed -nE 's/^FAMILY\(([a-z0-9]+),.*/\1/p' grader/simt/instructions.def
    grep -E '^[A-Z_0-9]+\([a-z0-9]+_' grader/simt/instructions.def | sed -nE 's/^[A-Z_0-9]+\(([a-z0-9]+)_.*/\1/p' | grep -vE '^(resize|saturate|clamp|extract|pack|place)$'
} | grep -vxE 'lockstep|unset' | paragraph
echo
echo "## OpenCL: calls"
comm -23 <(grep -hoE '\bCALL\(cl[A-Za-z0-9]+' "$icd/icd_dispatch.c" | sed 's/.*(//' | sort -u) \
    <(grep -hoE '^[a-z_]+ \*?cl[A-Z][A-Za-z0-9]*\(' "$icd/unsupported.c" | grep -oE 'cl[A-Z][A-Za-z0-9]*' | sort -u) | paragraph
echo
echo "These answer with an error:"
grep -hoE '^[a-z_]+ \*?cl[A-Z][A-Za-z0-9]*\(' "$icd/unsupported.c" | grep -oE 'cl[A-Z][A-Za-z0-9]*' | paragraph
echo
echo "## Findings"
sed -nE 's/^KIND\([A-Z_]+, "([a-z-]*)", "([^"]*)".*/\2\t\1/p' grader/simt/observers/reports/messages.def | awk -F'\t' '{ printf "- %s%s\n", $1, $2 == "" ? " (a note)" : $2 == $1 ? "" : ": " $2 }' | sort -u
cat <<'END'

Not seen:
- a host that reads an array which a read of OpenCL, not blocking, still fills: if the array fills no page (4,096 bytes)
- a vector's component without a value, where the vector is only stored, by `as_float4`, `select` or in another order, too
- memory of `cudaMallocHost` that nobody frees
END
echo
echo "## Compilers"
cat <<'END'
| LLVM | `check` of all labs | CUDA cases | OpenCL cases | DataRaceBench: told right, missed, false alarms |
|---|---|---|---|---|
| 22 | as declared | 282 of 282 | 65 of 65 | 198, 5, 0; a twentieth of DRB180 as with 19 |
| 19, 14 | as declared | 298 of 298 | 73 of 73 | 199, 5, 0 |
| 18 | as declared, all but `histogram-omp` | 292 of 292 | 66 of 66 | |
| 15, 16 | | 298 of 298 | 73 of 73 | |

The newest up to 19 is taken (`scripts/llvm.sh`): with 22, not all tests were run, nor all of DRB180.
Clang 14 and 15 make wrong code of CUDA classes with padding that functions return; a step of the kit prevents it.
END
