// A module with more __constant__ memory than a GPU has: none of its kernels can run.
#include <cuda.h>
#include <stdio.h>

static const char text[] = ".version 7.2\n.target sm_75\n.address_size 64\n"
                           ".const .align 4 .b8 weights[80000];\n"
                           ".visible .entry weigh()\n{\nret;\n}\n";

int main(void)
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuCtxCreate(&context, 0, device);
    CUresult result = cuModuleLoadData(&module, text);
    printf("loaded: %s\n", result == CUDA_SUCCESS ? "yes" : "no");
    cuCtxDestroy(context);
}

/* simt --quiet
loaded: no
--
lockstep: __constant__ variables need 80000 bytes, the device has 65536
not supported
  No kernel of this file can run: __constant__ variables need 80000 bytes, the
  device has 65536.
  Make its __constant__ arrays smaller, or put the data into an array from
  cudaMalloc.

status 1 */
