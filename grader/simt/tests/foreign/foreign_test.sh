#!/bin/bash
# test: once
# foreign.sh on a small collection: a program that is right, one with a race, one that ends badly, one that does not
# compile, and a file that another includes.
. grader/tests/tap.sh
make_scratch
script=grader/simt/tests/foreign/foreign.sh

check "without a folder it tells its usage" eval "! $script 2>'$scratch/usage' && grep -q usage '$scratch/usage'"
mkdir -p "$scratch/course/one" "$scratch/course/two"
printf '__global__ void k(int *a) { a[threadIdx.x] = threadIdx.x; }\n' >"$scratch/course/one/kernel.cu"
printf '#include "kernel.cu"\nint main() {\n int *a;\n cudaMalloc(&a, 128);\n k<<<1, 32>>>(a);\n return cudaFree(a);\n}\n' >"$scratch/course/one/right.cu"
printf '__global__ void k(int *a) { a[0] = threadIdx.x; }\nint main() {\n int *a;\n cudaMalloc(&a, 128);\n k<<<1, 32>>>(a);\n return cudaFree(a);\n}\n' >"$scratch/course/two/race.cu"
printf 'int main() {\n cudaFree(0);\n return 3;\n}\n' >"$scratch/course/two/ends.cu"
printf 'int main() { return cudaNowhere(); }\n' >"$scratch/course/two/broken.cu"
mkdir "$scratch/course/three"
printf '#include <CL/cl.h>\n#include "size.h"\nint main(int argc, char **argv) { return argc != SIZE || argv[1][0] != 119; }\n' >"$scratch/course/three/made.c"
printf 'made: made.c\n\tgcc made.c -o made\n' >"$scratch/course/three/Makefile"
mkdir -p "$scratch/course/four/parts"
printf '__global__ void k(int *a) { a[threadIdx.x] = threadIdx.x; }\nvoid run(int *a) { k<<<1, 32>>>(a); }\n' >"$scratch/course/four/parts/k.cu"
printf '#include <cuda_runtime.h>\nvoid run(int *a);\nint main() {\n int *a;\n cudaMalloc((void **)&a, 128);\n run(a);\n return cudaFree(a);\n}\n' >"$scratch/course/four/main.cpp"
printf '__global__ void unused() {}\n' >"$scratch/course/four/unused.cu"
# shellcheck disable=SC2016 # make's variables
printf 'linked:\n\t$(NVCC) -arch=sm_50 --ptxas-options=-v -Xcompiler -Wall -c parts/k.cu -o k.o\n\tg++ -I$(CUDA_HOME)/include main.cpp k.o -o linked -L$(CUDA_HOME)/lib64 -lcudart -lcuda\n' >"$scratch/course/four/Makefile"
# Kernels of one file call functions of another and use its variables; each has its own step. A third has functions only.
mkdir "$scratch/course/five"
printf 'extern __device__ int total;\nextern __constant__ int scale;\n__device__ int weigh(int x);\n__device__ int raise(int x);\n__global__ void tell(int *out);\ntemplate <class T> __device__ __noinline__ T twice(T x) { return x + x; }\n' >"$scratch/course/five/all.cuh"
printf '#ifndef MADE\n#error\n#endif\n#include "all.cuh"\nstatic __device__ __noinline__ int step(int x) { return x + 1; }\n__global__ void k(int *a) { a[threadIdx.x] = raise(weigh(threadIdx.x) * scale) - 3 + step(twice((int)threadIdx.x)); atomicAdd(&total, 1); }\nint main() {\n int *a, h[32];\n cudaMalloc(&a, 128);\n k<<<1, 32>>>(a);\n cudaMemcpy(h, a, 128, cudaMemcpyDeviceToHost);\n if (h[5] != 12 * 10 + 11) return 1;\n tell<<<1, 1>>>(a);\n cudaMemcpy(h, a, 4, cudaMemcpyDeviceToHost);\n return cudaFree(a) + (h[0] != 32);\n}\n' >"$scratch/course/five/main.cu"
printf '#include "all.cuh"\n__device__ int total;\n__constant__ int scale = 10;\nstatic __device__ __noinline__ int step(int x) { return x + 2; }\n__device__ int weigh(int x) { return twice(x) + step(0); }\n__global__ void tell(int *out) { *out = total; }\n' >"$scratch/course/five/part.cu"
printf '#include "all.cuh"\n__device__ int raise(int x) { return x + 3; }\n' >"$scratch/course/five/raise.cu"
# shellcheck disable=SC2016 # make's variables
printf 'apart:\n\t$(NVCC) -dc -DMADE main.cu part.cu raise.cu\n\t$(NVCC) -dlink main.o part.o raise.o -o linked.o\n\tg++ main.o part.o raise.o linked.o -o apart -L$(CUDA_HOME)/lib64 -lcudadevrt -lcudart\n' >"$scratch/course/five/Makefile"
# A program of OpenCL's that reads its kernels from the folder above.
mkdir -p "$scratch/course/six/source" "$scratch/course/six/kernels"
printf 'kernel void k(global int *a) { a[get_global_id(0)] = 1; }\n' >"$scratch/course/six/kernels/k.cl"
printf '#include <stdio.h>\n#include <CL/cl.h>\nint main() { return fopen("kernels/k.cl", "r") == NULL; }\n' >"$scratch/course/six/source/reads.c"
printf 'three/made|word\nthree/||echo "#define SIZE 2" >size.h\n' >"$scratch/arguments"
ARGUMENTS=$scratch/arguments "$script" "$scratch/course" >"$scratch/table"
check "not all is right: status 1" test $? -eq 1
row() { grep -qE "^$1 .*$2" "$scratch/table" || { cat "$scratch/table"; false; }; }
check "what is right" row 'yes +yes +yes' 'one/right.cu'
check "a race" row 'yes +yes +no' 'two/race.cu +race in kernel k'
check "a bad end" row 'yes +no +-' 'two/ends.cu .*status 3'
check "what does not compile" row 'no +- +-' 'two/broken.cu .*cudaNowhere'
check "what a Makefile builds, prepared and with its arguments" row 'yes +yes' 'three/made'
check "what a Makefile builds with nvcc and links without it" row 'yes +yes +yes' 'four/linked'
check "kernels that use another file's functions and variables" row 'yes +yes +yes' 'five/apart'
check "a program runs where it finds its kernels" row 'yes +yes +yes' 'six/source/reads.c'
check "nothing is written into the collection" test ! -e "$scratch/course/three/made"
check "the sums" row '8 programs:' '7 compiled, 6 ran, 5 right'
tap_end
