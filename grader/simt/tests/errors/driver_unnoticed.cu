// The driver's calls return their errors. Nobody looks: no kernel ever runs.
#include <cstdio>
#include <cuda.h>

int main() {
    CUdevice device;
    CUcontext context;
    CUmodule module = NULL;
    CUfunction function = NULL;
    cuInit(0);
    cuDeviceGet(&device, 0);
    cuCtxCreate(&context, 0, device);
    cuModuleLoad(&module, "no such file");
    cuModuleGetFunction(&function, module, "fill");
    cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL);
    cuCtxSynchronize();
    cuCtxDestroy(context);
    puts("done");
}

/* simt --no-count --
done
--
unnoticed error
  cuModuleLoad at driver_unnoticed.cu:13 returned cudaErrorInvalidValue:
  invalid argument. The program contains no kernel.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 1 */
