// NVRTC: kernels that are compiled while the program runs, with a header and options, also instances of templates; a
// kernel that does not compile.
#include <cuda.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char source[] = R"(
#include "scale.h"
__global__ void scale(float *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] *= SCALE;
}
namespace fills {
template <typename T, int N> __global__ void fill(T *data) { data[threadIdx.x] = N; }
}
__constant__ float factor[2];
static __constant__ float offset[3];
extern "C" __global__ void shift(float *data) { data[0] += offset[1]; }
extern "C" __global__ void wrong(float *data) { data[ADDED + 4 + threadIdx.x] = 1; }
)";
static const char header[] = "#define SCALE (3.0f + ADDED)\n";

int main() {
    nvrtcProgram program;
    const char *headers[] = {header}, *names[] = {"scale.h"}, *options[] = {"--gpu-architecture=compute_80", "-DADDED=1"}, *lowered;
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction kernel;
    CUdeviceptr data;
    float numbers[5] = {1, 2, 3, 4, 5};
    int n = 5;
    size_t size;
    nvrtcCreateProgram(&program, source, "scale.cu", 1, headers, names);
    nvrtcAddNameExpression(program, "scale");
    nvrtcAddNameExpression(program, "fills::fill<float, 7>");
    nvrtcAddNameExpression(program, "&factor");
    printf("%s\n", nvrtcGetErrorString(nvrtcGetLoweredName(program, "scale", &lowered)));
    printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, 2, options)));
    printf("%s\n", nvrtcGetErrorString(nvrtcAddNameExpression(program, "wrong")));
    nvrtcGetPTXSize(program, &size);
    char *ptx = (char *)malloc(size);
    nvrtcGetPTX(program, ptx);
    nvrtcGetLoweredName(program, "scale", &lowered);
    printf("%s\n", lowered);
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuCtxCreate(&context, 0, device);
    cuModuleLoadData(&module, ptx);
    cuModuleGetFunction(&kernel, module, lowered);
    cuMemAlloc(&data, sizeof numbers);
    cuMemcpyHtoD(data, numbers, sizeof numbers);
    void *arguments[] = {&data, &n};
    cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, 0, arguments, 0);
    cuMemcpyDtoH(numbers, data, sizeof numbers);
    for (float number : numbers)
        printf("%g ", number);
    printf("\n");
    nvrtcGetLoweredName(program, "fills::fill<float, 7>", &lowered);
    printf("%s\n", lowered);
    cuModuleGetFunction(&kernel, module, lowered);
    cuLaunchKernel(kernel, 1, 1, 1, 5, 1, 1, 0, 0, arguments, 0);
    cuMemcpyDtoH(numbers, data, sizeof numbers);
    printf("%g %g\n", numbers[0], numbers[4]);
    CUdeviceptr factor;
    nvrtcGetLoweredName(program, "&factor", &lowered);
    CUresult found = cuModuleGetGlobal(&factor, &size, module, "offset");
    printf("%d %zu, ", found, size);
    printf("%s %d", lowered, cuModuleGetGlobal(&factor, &size, module, lowered));
    printf(" %zu\n", size);
    printf("%s\n", nvrtcGetErrorString(nvrtcGetLoweredName(program, "fills::fill<float, 8>", &lowered)));
    cuModuleGetFunction(&kernel, module, "wrong");
    cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, arguments, 0);
    printf("%d\n", cuCtxSynchronize());
    cuMemFree(data);
    nvrtcDestroyProgram(&program);
    nvrtcCreateProgram(&program, "__global__ void broken() { undeclared(); }", "broken.cu", 0, 0, 0);
    printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, 0, 0)));
    nvrtcGetProgramLogSize(program, &size);
    char *log = (char *)malloc(size);
    nvrtcGetProgramLog(program, log);
    printf("%s\n", strstr(log, "undeclared") ? "the log names it" : log);
    nvrtcDestroyProgram(&program);
    free(ptx);
    free(log);
}

/* simt --quiet
NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION
NVRTC_SUCCESS
NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION
_Z5scalePfi
4 8 12 16 20 
_ZN5fills4fillIfLi7EEEvPT_
7 7
0 12, factor 0 8
NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID
700
NVRTC_ERROR_COMPILATION
the log names it
--
lockstep: nvrtcGetLoweredName: fills::fill<float, 8> was not given to nvrtcAddNameExpression
out of bounds in kernel wrong
  array in argument 1, element 5
    write   kernel.cu:14             block 0, thread 0
  That is past the array's end: it has 5 elements of 4 bytes.
  Test the index against the array's length first.

status 1 */
