// The driver API: a module of PTX text, its variable, and launches with arguments in both ways.
#include <cuda.h>
#include <stdio.h>

static const char image[] = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 step = 5;
.visible .entry scale(.param .u64 data, .param .u32 factor)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [data];
    ld.param.u32 %r1, [factor];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd3, %r2, 4;
    add.s64 %rd4, %rd2, %rd3;
    ld.global.u32 %r3, [step];
    mad.lo.s32 %r4, %r2, %r1, %r3;
    st.global.u32 [%rd4], %r4;
    ret;
}
)";

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction kernel, none;
    CUdeviceptr data, step;
    char name[100];
    const char *error;
    int answer[32], factor = 3, five = 7, major, count = 0;
    size_t bytes = 0;
    cuInit(0);
    cuDeviceGetCount(&count);
    cuDeviceGet(&device, 0);
    cuDeviceGetName(name, sizeof name, device);
    cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    printf("%d device, %s, %d\n", count, name, major);
    cuCtxCreate(&context, 0, device);
    printf("%d\n", cuModuleLoadDataEx(&module, image, 0, NULL, NULL));
    printf("%d\n", cuModuleGetFunction(&kernel, module, "scale"));
    cuMemAlloc(&data, sizeof answer);
    void *arguments[] = {&data, &factor};
    cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL);
    cuCtxSynchronize();
    cuMemcpyDtoH(answer, data, sizeof answer);
    printf("%d %d\n", answer[0], answer[31]);

    cuModuleGetGlobal(&step, &bytes, module, "step");
    cuMemcpyHtoD(step, &five, bytes);
    struct {
        CUdeviceptr data;
        int factor;
    } block = {data, 10};
    size_t size = sizeof block;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
    cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, extra);
    cuMemcpyDtoH(answer, data, sizeof answer);
    printf("%d %d\n", answer[0], answer[31]);

    CUresult missing = cuModuleGetFunction(&none, module, "nowhere");
    cuGetErrorName(missing, &error);
    printf("%s\n", error);
    CUdeviceptr base = 0;
    size_t whole = 0;
    cuMemGetAddressRange(&base, &whole, data + 40);
    printf("%d %zu of %zu\n", base == data, whole, sizeof answer);
    cuMemFree(data);
    cuGetErrorName(cuMemGetAddressRange(&base, &whole, data), &error);
    printf("%s\n", error);
    cuModuleUnload(module);
    cuCtxDestroy(context);
}

/* simt --quiet
1 device, Lockstep SIMT machine, 8
0
0
5 98
7 317
CUDA_ERROR_NOT_FOUND
1 128 of 128
CUDA_ERROR_INVALID_VALUE
--
status 0 */
