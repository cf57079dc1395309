#!/bin/bash
# test: sanitized
# `lockstep cc` and `lockstep simt` as people call them: flags, messages, exit statuses, hostile programs.
. grader/tests/tap.sh
lockstep=$(realpath "${LOCKSTEP:-build/lockstep}")
here=$(realpath grader/simt/command/tests/programs)
make_scratch
cd "$scratch" || exit 2

# run COMMAND…: its output in out and err, its status in $ended.
run() {
    "$@" >out 2>err
    ended=$?
}
says() { grep -qF -- "$1" err || { cat err; false; }; }
prints() { [ "$(cat out)" = "$1" ] || { cat out; false; }; }
is() { [ "$ended" -eq "$1" ] || { echo "status $ended"; cat err; false; }; }

run "$lockstep" cc "$here/square.cu" -o square
check "a program compiles" is 0
check "and says nothing" test ! -s err
run ./square
check "without a device it ends" is 3
check "and says how to run it" says "lockstep simt -- ./program"
run "$lockstep" simt -- ./square
check "a clean program is clean" is 0
check "its output is its own" prints 332833500
check "the report names the kernel" says "square"
run "$lockstep" simt --quiet -- ./square ' apples'
check "arguments reach the program" prints '332833500 apples'
run "$lockstep" simt -- ./square a b
check "a failing program makes status 1" is 1
check "and its status is told" says "status 7"

printf '#include <omp.h>\n#include <stdio.h>\nint main(void) {\n    int s = 0;\n#pragma omp parallel for\n    for (int i = 0; i < 9; i++)\n        s += i;\n    return s == 0 || omp_get_level();\n}\n' >plain.c
run "$lockstep" cc -c plain.c -o plain.o
check "C with a pragma of OpenMP and without -fopenmp compiles" is 0
check "and the line and the flag are named" says 'plain.c:5: #pragma omp does nothing without -fopenmp'
gcc -fopenmp plain.c -o plain
run "$lockstep" simt -- ./plain
check "another compiler's OpenMP is not watched, which is said" says 'build it with: lockstep cc -fopenmp'

printf '__global__ void sums(int *a) {\n __shared__ int all[12289];\n all[threadIdx.x] = *a;\n *a = all[*a];\n}\nint main() {}\n' >large.cu
run "$lockstep" cc large.cu -o large
check "static shared memory above 48 KiB is an error of the compiler, as ptxas gives it" is 2
check "which names the file, the kernel and what to do" says "large.cu: 'sums' needs 49156 bytes of static shared memory"
check "and there is no program" test ! -e large
# in_french TEXT COMMAND…: what it says where LANG asks for French.
in_french() { LC_ALL='' LANG=fr_FR.UTF-8 run "$lockstep" "${@:2}"; says "$1"; }
check "which is said in French, too" in_french "large.cu : « sums » demande 49156 octets de mémoire partagée statique" cc large.cu
check "… and ends so" says ' » ; réduisez ses tableaux __shared__'
echo oops >wrong.cu
check "so is what does not compile" in_french "lockstep: wrong.cu n'a pas pu être compilé (voir ci-dessus)" cc wrong.cu
check "… an option that is unknown" in_french "l'option « --what » n'existe pas, ou sa valeur manque" simt --what
check "… a number that is none" in_french '--budget prend un nombre de 1 à 1099511627776, et non x' simt --budget x -- ./fits
check "… and a program that is not there" in_french "impossible d'exécuter ./nowhere : aucun fichier ou dossier de ce nom" simt -- ./nowhere
sed 's/12289/12288/' large.cu >fits.cu
run "$lockstep" cc fits.cu -o fits
check "48 KiB are there" is 0
printf '__constant__ double table[8193];\n__global__ void sums(double *a) {\n *a = table[(int)*a];\n}\n' >table.cu
run "$lockstep" cc -c table.cu
check "constant memory above 64 KiB is an error, too" says "put the data into an array from cudaMalloc"

run "$lockstep" cc -c "$here/square.cu" -o kept.o
run env LOCKSTEP_HEADERS=no "$lockstep" cc -c "$here/square.cu" -o anew.o
check "headers that are kept make the same program" cmp kept.o anew.o
run "$lockstep" cc -v -DPLAIN -O3 -Wall -c "$here/square.cu" -o kept.o
check "flags that do not concern them leave them" says "-include-pch"
run "$lockstep" cc -v -D_LARGE -c "$here/square.cu" -o anew.o
check "others have them read anew" test "$(grep -c -e -include-pch err)" = 0

run "$lockstep" cc "$here/spelled.cu" -o spelled
check "launches and alignments as nvcc takes them compile" is 0
run "$lockstep" simt --quiet -- ./spelled
check "and run" prints '<< <4>> >'
for order in forward reverse lanes; do
    run "$lockstep" simt --json "$order.json" --schedule $order -- ./square
    check "schedule $order" is 0
done
if command -v python3 >/dev/null; then
    check "JSON is JSON" python3 -m json.tool forward.json
else
    skip "JSON is JSON" "no python3 to read it"
fi
run "$lockstep" simt --json again.json -- ./square
check "the same run, the same JSON" cmp forward.json again.json
run bash -c "'$lockstep' simt --quiet --json - -- ./square >/dev/full"
check "JSON that cannot be written: status 2" is 2

run "$lockstep" simt --schedule sideways -- ./square
check "a wrong schedule is refused" says "forward, reverse or lanes"
run "$lockstep" simt --budget none -- ./square
check "a wrong budget is refused" says "takes a number"
run "$lockstep" simt
check "no program is refused" is 2
run "$lockstep" simt -- ./missing
check "a missing program is named" says "./missing"
check "with status 2" is 2
touch source.c
run "$lockstep" simt source.c
check "what is no program: says how to make one" says "source.c: lockstep cc compiles"
run "$lockstep" simt -- true
check "a program without a GPU is told so" says "never used the GPU"

printf '#include <vector>\nint main() {\n#pragma omp parallel\n    { std::vector<int> own(3); }\n}\n' >threads.cpp
run "$lockstep" cc -fopenmp threads.cpp -o threads
check "OpenMP in C++ is told to be unwatched" says "no race in it is found"
check "and is built" is 0
run "$lockstep" cc threads.cpp -o threads
check "C++ without it says nothing" test ! -s err

run "$lockstep" cc
check "no source is refused" says "name a .cu file"
run "$lockstep" cc --frobnicate x.cu
check "an unknown flag is named" says "--frobnicate"
run "$lockstep" cc -dc -rdc=true "$here/spelled.cu" -o spelled.o
check "what separate compilation asks for is taken" is 0
mkdir named
cat >named/asked.h <<'END'
#ifdef __NVCC__
#define BOTH __host__ __device__
#endif
END
cat >named/asked.cpp <<'END'
#include "asked.h"
#include <stdio.h>
BOTH int twice(int n) { return n * 2; }
__global__ void k(int *a) { *a = twice(*a); }
int main() {
    int *a, b = 21;
    cudaMalloc(&a, 4);
    cudaMemcpy(a, &b, 4, cudaMemcpyHostToDevice);
    k << <1, 1>> >(a);
    cudaMemcpy(&b, a, 4, cudaMemcpyDeviceToHost);
    cudaFree(a);
    printf("%d\n", b);
    return b != twice(21);
}
END
run "$lockstep" cc -x cu named/asked.cpp -o asked -run
check "-x cu, headers that ask for __NVCC__ and -run" is 0
check "run the program" prints 42
run "$lockstep" cc --x=cu -dc -odir named named/asked.cpp
check "-odir names the folder of objects" test -e named/asked.o
run "$lockstep" cc -dlink named/asked.o -o linked.o
run "$lockstep" cc named/asked.o linked.o -o joined
run "$lockstep" simt --quiet -- ./joined
check "which link" prints 42
# Two files that need each other, and have the same names each for itself.
cat >named/own.h <<'END'
#include <stdio.h>
__device__ int twice(int n);
static __device__ int own;
namespace { __device__ int hidden; }
static __global__ void keep(int n) { own = n; hidden = n + 1; }
static int kept(int n) {
    int a = 0, b = 0;
    keep<<<1, 1>>>(n);
    cudaMemcpyFromSymbol(&a, own, sizeof a);
    cudaMemcpyFromSymbol(&b, hidden, sizeof b);
    return 100 * a + b;
}
END
cat >named/first.cu <<'END'
#include "own.h"
int second();
__global__ void k(int *out) { *out = twice(21); }
int main() {
    int *a, b = 0;
    cudaMalloc(&a, 4);
    k<<<1, 1>>>(a);
    cudaMemcpy(&b, a, 4, cudaMemcpyDeviceToHost);
    cudaFree(a);
    int first = kept(1), other = second(), now = 0;
    cudaMemcpyFromSymbol(&now, own, sizeof now);
    printf("%d %d %d %d\n", b, first, other, now);
}
END
printf '#include "own.h"\n__device__ int twice(int n) { return 2 * n; }\nint second() { return kept(8); }\n' >named/second.cu
run "$lockstep" cc -rdc=true named/first.cu named/second.cu -o both
run "$lockstep" simt --quiet -- ./both
check "what two linked files have for themselves stays apart" prints "42 102 809 1"
run "$lockstep" cc -x fortran named/asked.cpp
check "-x says what it takes" says "cu, c++ or c"
printf '__global__ void k() { int a = ; }\n' >broken.cu
run "$lockstep" cc broken.cu
check "an error names file and line" says "broken.cu:1:31: error"
check "with status 2" is 2
printf 'int main() { return cudaIpcOpenMemHandle(0, 0); }\n' >unknown.cu
run "$lockstep" cc unknown.cu
check "an unknown call is named" says "cudaIpcOpenMemHandle"
# What has no code on the device is never "no findings", whatever the program makes of the error.
cat >nocode.cu <<'END'
__device__ float elsewhere(float);
__global__ void k(float *a) {
    a[0] = elsewhere(a[0]);
}
int main() {
    float *a;
    cudaMalloc(&a, 4);
    k<<<1, 1>>>(a);
    cudaError_t error = cudaGetLastError();
    cudaFree(a);
    return error == cudaSuccess;
}
END
run "$lockstep" cc nocode.cu -o nocode
run "$lockstep" simt -- ./nocode
check "a function without code ends the run with status 1" is 1
check "it is named as it was written, with the caller's line" \
    says "function 'elsewhere(float)' has no code on the device (./nocode.cu:3)"
check "and is a finding" says "not supported"
printf '#include <cudnn.h>\n' >library.cu
run "$lockstep" cc library.cu
check "a header that is not offered says what to use" says "write the kernel yourself"
cat >odd.cu <<'CU'
__global__ void odd(unsigned *a) {
    unsigned v;
    asm("vadd4.u32.u32.u32 %0, %1, %1, %1;" : "=r"(v) : "r"(a[0]));
    a[1] = v;
}
int main() {
    odd<<<1, 1>>>(nullptr);
    return cudaGetLastError() == cudaSuccess;
}
CU
run "$lockstep" cc odd.cu -o odd
run "$lockstep" simt --quiet -- ./odd
check "an instruction that the machine lacks is named" says "vadd4"
check "with its line" says "odd.cu:3"
cat >patient.cu <<'CU'
__global__ void nothing() {}
int main() {
    do
        nothing<<<1, 1>>>();
    while (cudaDeviceSynchronize() == cudaSuccess);
    return 0;
}
CU
run "$lockstep" cc patient.cu -o patient
run "$lockstep" simt --quiet --timeout 1 -- ./patient
check "a run that is ended from outside does not end well" is 1
run "$lockstep" cc -arch=sm_70 -gencode arch=compute_70,code=sm_70 -lineinfo -O3 -std=c++17 \
    -Xcompiler -Wall,-Wextra -DX=1 -I. "$here/square.cu" -o square2 -lm -lcudart
check "nvcc's flags are taken" is 0
run "$lockstep" cc --std c++17 --include-path . --define-macro=X=1 --default-stream per-thread --ftz=true -t 4 -m 64 \
    --library m --optimize 2 -allow-unsupported-compiler -forward-unknown-to-host-compiler "$here/square.cu" --output-file square3
check "by their long names, too" is 0
check "and the program is there" test -x square3
run "$lockstep" cc --version
check "Makefiles find the release of nvcc that it stands in for" grep -q "release 12\.0," out
run "$lockstep" cc -c "$here/square.cu"
check "-c makes an object" test -s square.o
run "$lockstep" cc --ptx "$here/square.cu"
check "--ptx makes PTX" grep -q '^\.version' square.ptx
check "and nothing but text" cmp <(tail -c 1 square.ptx) <(printf '\n')
mkdir lean && cd lean || exit 1
run "$lockstep" cc --ptx "$here/square.cu" -o -
check "--ptx -o - prints it" grep -q '^\.version' out
check "and leaves nothing behind" test -z "$(find . -name '*.ll')"
cd .. || exit 1
# Some clang add the NUL that ends the PTX in a program, newer ones do not: it is there before the host's clang sees it.
mkdir -p watched/bin
clang=$(command -v clang)
ln -s "$clang" watched/bin/
cat >watched/bin/clang++ <<'SH'
#!/bin/bash
words=("$@")
for i in "${!words[@]}"; do
    [ "${words[i]}" != -fcuda-include-gpubinary ] || tail -c 1 "${words[i + 2]}" >last_byte
done
exec "$(readlink "${0%/*}/clang")++" "$@"
SH
chmod +x watched/bin/clang++
LOCKSTEP_LLVM=$PWD/watched run "$lockstep" cc -c "$here/square.cu"
check "a program's PTX ends in a NUL" cmp last_byte <(printf '\0')
for words in "$here/square.cu" "-fopenmp plain.c" "-c nothing.cl"; do
    printf '#!/bin/sh\nkill -SEGV $$\n' | tee watched/bin/crash >watched/bin/clang++
    chmod +x watched/bin/crash && ln -sf crash watched/bin/clang && echo 'kernel void f() {}' >nothing.cl
    # shellcheck disable=SC2086 # words
    LOCKSTEP_LLVM=$PWD/watched run "$lockstep" cc $words
    check "$words: a compiler that crashes is no mistake of the program" says "itself failed, which is not a mistake of the program"
done
cat >host.c <<'C'
#include <cuda_runtime.h>
#include <stdio.h>
int main(void) {
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    printf("%d %s\n", count, cudaGetErrorName(error));
    return 0;
}
C
run "$lockstep" cc host.c -o host
check "plain C sees the runtime" is 0
run "$lockstep" simt --quiet -- ./host
check "and runs" prints "1 cudaSuccess"

run "$lockstep" cc "$here/printing.cu" -o printing
run "$lockstep" simt --quiet -- ./printing
check "device printf comes out in its place" prints "before
launched
thread 0 of block 0
thread 1 of block 0
thread 0 of block 1
thread 1 of block 1
after"
run "$lockstep" cc "$here/unwaited.cu" -o unwaited
run "$lockstep" simt -- ./unwaited
check "an unwaited kernel is noted" says "without waiting for its last kernel"
check "as a note" is 0
check "what it printed is not shown" prints ""

# What a script starts, one program after the other, is watched to its end; a device has one program at a time.
run "$lockstep" simt --quiet -- sh -c './square; ./unwaited; ./square'
check "programs of a script have the device in turn" prints "332833500
332833500"
check "and what is found in each is told" says "without waiting for its last kernel"
run "$lockstep" cc "$here/touch.cu" -o touch
run "$lockstep" simt --quiet -- sh -c './touch; ./square'
check "a program that comes while another one has not ended well is told so" says "a program asked for the GPU while another one had it"
check "and that is no success" is 1

cat >events.cu <<'CUDA'
__global__ void fill(unsigned *to) { to[threadIdx.x] = 1; }
int main(int count, char **words) {
    unsigned *device, host[32];
    cudaMalloc((void **)&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    if (count > 1) {
        cudaMemset(device, 0, sizeof host);
    }
    fill<<<1, 32>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(device);
    return (int)host[0] - 1;
}
CUDA
run "$lockstep" cc events.cu -o events
waited() { # MICROSECONDS WORDS…: more than the kernel itself, between two events
    local wanted=$1
    shift
    "$lockstep" simt --quiet --profile h200 --json events.json -- ./events "$@" &&
        python3 -c 'import json, sys
root = json.load(open("events.json"))
waited = 1000 * root["between_events_ms"] - sum(launch["modelled_us"] for launch in root["launches"])
sys.exit(abs(waited - float(sys.argv[1])) > 0.5 and f"{waited} us")' "$wanted"
}
check "events round a launch see the host prepare it" waited 3.4
seen_copies() { # MICROSECONDS: of two small copies, between events, beyond the launch
    python3 -c 'import json, sys
root = json.load(open("events.json"))
seen = 1000 * (root["all_between_events_ms"] - root["between_events_ms"])
sys.exit(abs(seen - float(sys.argv[1])) > 0.5 and f"{seen} us")' "$1"
}
check "events round a copy see the host wait" seen_copies 22.4
check "but not behind other work of the stream" waited 0.3 memset

cat >pages.cu <<'CUDA'
#include <cstdio>
int main() {
    cudaEvent_t before, after;
    cudaEventCreate(&before), cudaEventCreate(&after);
    for (int bytes : {1 << 10, 4 << 20}) {
        void *piece;
        float milliseconds;
        cudaEventRecord(before);
        cudaMalloc(&piece, bytes), cudaFree(piece);
        cudaEventRecord(after), cudaEventSynchronize(after);
        cudaEventElapsedTime(&milliseconds, before, after);
        printf("%.0f\n", 1000 * milliseconds);
    }
    cudaEventDestroy(before), cudaEventDestroy(after);
}
CUDA
run "$lockstep" cc pages.cu -o pages
run "$lockstep" simt --quiet --profile h200 -- ./pages
check "memory that needs a page of its own takes the driver's time" prints "4
95"

cat >left.cu <<'CUDA'
#include <cstdlib>
/* A kernel reads what a fill, a copy on the device or an upload has just put there. */
__global__ void sum(const unsigned *in, unsigned *out, int n) {
    unsigned all = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        all += in[i];
    }
    out[threadIdx.x] = all;
}
int main(int, char **arguments) {
    const int n = 1 << 16;
    const size_t bytes = n * sizeof(unsigned);
    unsigned *host = (unsigned *)calloc(n, sizeof *host), *in, *other, *out;
    cudaMalloc((void **)&in, bytes), cudaMalloc((void **)&other, bytes), cudaMalloc((void **)&out, 1024);
    cudaMemcpy(other, host, bytes, cudaMemcpyHostToDevice);
    if (*arguments[1] == 'f') {
        cudaMemset(in, 0, bytes);
    } else if (*arguments[1] == 'c') {
        cudaMemcpy(in, other, bytes, cudaMemcpyDeviceToDevice);
    } else {
        cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice);
    }
    sum<<<1, 256>>>(in, out, n);
    cudaDeviceSynchronize();
    cudaFree(in), cudaFree(other), cudaFree(out), free(host);
}
CUDA
run "$lockstep" cc left.cu -o left
left_in_l2() { # WHAT LEAST MOST: the second time over the one with cold caches
    "$lockstep" simt --quiet --profile h200 --json left.json -- ./left "$1" &&
        python3 -c 'import json, sys
launch = json.load(open("left.json"))["launches"][0]
part = launch["modelled_warm_us"] / launch["modelled_us"]
sys.exit(not float(sys.argv[1]) <= part <= float(sys.argv[2]) and f"{part}")' "$2" "$3"
}
check "a fill leaves in L2 what it writes" left_in_l2 fill 0.2 0.8
check "a copy on the device, too" left_in_l2 copy 0.2 0.8
check "an upload does not" left_in_l2 upload 1 1

cat >pages.cu <<'CUDA'
#include <cstdio>
#include <cstdlib>
/* Microseconds of an allocation and its end, where other pieces are held: what is beyond that of one byte. */
int main(int count, char **words) {
    float ms[2] = {0, 0};
    cudaEvent_t start, stop;
    cudaEventCreate(&start), cudaEventCreate(&stop);
    char *held, *device;
    cudaMalloc((void **)&held, strtoul(words[1], nullptr, 10));
    for (int i = 0; i < 2; i++) {
        cudaEventRecord(start);
        cudaMalloc((void **)&device, i == 0 ? 1 : strtoul(words[2], nullptr, 10));
        cudaFree(device);
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        cudaEventElapsedTime(&ms[i], start, stop);
    }
    cudaFree(held);
    printf("%.0f\n", 1000 * (ms[1] - ms[0]));
}
CUDA
run "$lockstep" cc pages.cu -o pages
mapped() { # MICROSECONDS HELD BYTES
    run "$lockstep" simt --quiet --profile h200 -- ./pages "$2" "$3" && prints "$1"
}
check "small pieces of memory share a page" mapped 0 1000 1000000
check "what does not fit into it needs another one" mapped 91 1100000 1000000
check "large ones have pages of their own" mapped 91 1 2097152

run "$lockstep" cc "$here/endless.cu" -o endless
run timeout 600 "$lockstep" simt --no-detect --timeout 1 -- ./endless
check "an endless grid ends with its time" says "before the program was done"
check "with status 1" is 1
# From the program's side, so that it comes when the program runs, however busy the machine is.
# shellcheck disable=SC2016 # expanded by the inner shell
for signal in INT TERM; do
    run "$lockstep" simt --quiet -- bash -c '(sleep 1; kill -$1 "$PPID") & exec ./endless' bash $signal
    check "or with SIG$signal" says "before the program was done"
done

run "$lockstep" simt -- ./touch
check "a device pointer on the host is explained" says "Host code used a pointer"
check "and costs" is 1

run "$lockstep" cc "$here/forge.cu" -o forge
run "$lockstep" simt --json forged.json -- ./forge
check "forged messages end the run" says "malformed message"
check "with status 1" is 1
check "and change no counter, no finding" cmp <(sed 's/forge\.cu/square.cu/g; /_ms"\|"largest_copy"/d' forged.json) <(sed '/_ms"\|"largest_copy"/d' forward.json)

if bwrap --ro-bind / / true 2>/dev/null; then
    run "$lockstep" simt --quiet -- bwrap --ro-bind / / --unshare-all --die-with-parent ./square
    check "the program runs in a jail" prints 332833500
else
    skip "the program runs in a jail" "bubblewrap does not work here"
fi
if command -v nvcc >/dev/null || [ -x /usr/local/cuda/bin/nvcc ]; then
    PATH=$PATH:/usr/local/cuda/bin
    run "$lockstep" cc --nvcc "$here/square.cu" -o square3
    check "nvcc makes the PTX" is 0
    run "$lockstep" simt --quiet -- ./square3
    check "and it runs" prints 332833500
else
    skip "nvcc makes the PTX" "no nvcc on this machine"
fi
# The folder of a compilation, which -v shows, is gone after it, however it ends.
folder_of() { grep -oE '/tmp/lockstep-cc-[[:alnum:]]+' "$1" | head -1; }
gone() {
    local folder tries=100
    folder=$(folder_of "$1")
    while [ -e "$folder" ] && ((tries-- > 0)); do sleep 0.1; done
    [ -n "$folder" ] && [ ! -e "$folder" ]
}
printf 'int main(void) { return 0; }\n' >plain.c
run "$lockstep" cc -v -fopenmp -MD plain.c -o plain
check "a list of headers leaves no folder in /tmp" gone err
# Make's lists of headers stand beside the program and are about it, though its objects are gone.
mkdir lists && printf 'int main(void) { return VALUE; }\n' >lists/one.c && cp lists/one.c lists/one.cu &&
    printf 'int other(void) { return VALUE; }\n' >lists/other.c && echo '#define VALUE 0' >lists/value.h
lists() { # flags and sources, the list's file, what it says
    local seen
    rm -f lists/*.d
    # shellcheck disable=SC2086
    (cd lists && "$lockstep" cc $1 >shown) || return 1
    seen=$(cat "lists/$2")
    [ "$seen" = "$3" ] || { echo "# saw: $seen"; false; }
}
check "a list of headers beside a C program" lists '-fopenmp -MMD -include value.h one.c -o prog' prog.d 'prog: one.c value.h'
check "… beside each source of several" lists '-fopenmp -MMD -include value.h one.c other.c -o prog' other.d 'prog: other.c value.h'
check "… about the program, where the file is named" lists '-fopenmp -MMD -MF named.d -include value.h one.c' named.d 'a.out: one.c value.h'
check "… about what is named" lists '-fopenmp -MMD -MT this -include value.h one.c' one.d 'this: one.c value.h'
check "… beside a CUDA program" lists '-MMD -include value.h one.cu -o prog' prog.d 'prog: one.cu value.h'
check "the list alone, of C" lists '-fopenmp -MM -include value.h one.c' shown 'one.o: one.c value.h'
check "the list alone, of CUDA and C" lists '-MM -include value.h one.cu other.c' shown $'one.o: one.cu value.h\nother.o: other.c value.h'
for how in 'INT waits.cu' 'TERM waits.cu' 'KILL waits.cu' 'TERM -fopenmp waits.c' 'KILL -fopenmp waits.c'; do
    signal=${how%% *} place=$scratch/${how// /.}
    mkdir "$place" && mkfifo "$place/waits.h"
    printf '#define WAITS "waits.h"\n#include WAITS\nint main(void) { return 0; }\n' >"$place/${how##* }"
    # shellcheck disable=SC2086
    (cd "$place" && exec env --default-signal=INT "$lockstep" cc -v ${how#* } -o waits 2>shown) &
    compiling=$!
    exec 3>"$place/waits.h" # until the compiler reads it
    kill -s "$signal" $compiling
    wait $compiling 2>/dev/null
    check "nor does SIG$signal while it compiles ${how##* }" gone "$place/shown"
    exec 3>&-
done
tap_end
