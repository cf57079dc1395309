// The driver's linker: a kernel in one PTX text calls a function in another; then occupancy, fills of words, memory of both.
#include <cuda.h>
#include <stdio.h>
#include <string.h>

static char caller[] = R"(
.version 7.0
.target sm_80
.address_size 64
.extern .func (.param .b32 result) triple(.param .b32 value);
.visible .entry apply(.param .u64 data)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<5>;
    ld.param.u64 %rd1, [data];
    cvta.to.global.u64 %rd2, %rd1;
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd3, %r2, 4;
    add.s64 %rd4, %rd2, %rd3;
    ld.global.u32 %r3, [%rd4];
    {
    .param .b32 value;
    st.param.b32 [value], %r3;
    .param .b32 result;
    call.uni (result), triple, (value);
    ld.param.b32 %r4, [result];
    }
    st.global.u32 [%rd4], %r4;
    ret;
}
)", called[] = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .func (.param .b32 result) triple(.param .b32 value)
{
    .reg .b32 %r<3>;
    ld.param.u32 %r1, [value];
    mul.lo.s32 %r2, %r1, 3;
    st.param.b32 [result], %r2;
    ret;
}
)";

int main() {
    CUdevice device;
    CUcontext context;
    CUlinkState state;
    CUmodule module;
    CUfunction kernel;
    CUdeviceptr data, both;
    void *image;
    size_t bytes;
    int answer[32], blocks, grid, block, major, minor;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuCtxCreate(&context, 0, device);
    cuLinkCreate(0, NULL, NULL, &state);
    cuLinkAddData(state, CU_JIT_INPUT_PTX, caller, sizeof caller, "caller", 0, NULL, NULL);
    cuLinkAddData(state, CU_JIT_INPUT_PTX, called, sizeof called, "called", 0, NULL, NULL);
    printf("%d", cuLinkAddData(state, CU_JIT_INPUT_CUBIN, called, sizeof called, "called", 0, NULL, NULL));
    printf(" %d", cuLinkComplete(state, &image, &bytes));
    printf(" %d", cuModuleLoadData(&module, image));
    cuLinkDestroy(state);
    printf(" %d\n", cuModuleGetFunction(&kernel, module, "apply"));
    cuMemAlloc(&data, sizeof answer);
    cuMemsetD32(data, 14, 32);
    void *arguments[] = {&data};
    cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL);
    cuMemAllocManaged(&both, 64, CU_MEM_ATTACH_GLOBAL);
    cuMemcpy(both, data + 64, 64);
    cuMemcpyDtoH(answer, data, sizeof answer);
    printf("%d %d %d\n", answer[0], answer[31], ((int *)both)[15]);
    cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0);
    cuOccupancyMaxPotentialBlockSize(&grid, &block, kernel, NULL, 0, 0);
    cuDeviceComputeCapability(&major, &minor, device);
    printf("%d blocks of 256; best %d of %d; capability %d.%d\n", blocks, grid, block, major, minor);
    cuMemFree(both);
    cuMemFree(data);
    cuModuleUnload(module);
    cuCtxDestroy(context);
}

/* simt --quiet
801 0 0 0
42 42 42
8 blocks of 256; best 32 of 1024; capability 8.0
--
note: failed call
  cuLinkAddData at driver_link.cu:61 returned cudaErrorNotSupported: Lockstep
  links PTX text only. Nothing was done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 0 */
