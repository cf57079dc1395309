// Pinned memory of the host goes back with cudaFreeHost; and a kernel with more __shared__ memory than a block has cannot
// run: `lockstep cc` refuses it, so it comes as PTX here.
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdio.h>

static const char too_large[] = ".version 7.0\n"
                                ".target sm_80\n"
                                ".address_size 64\n"
                                ".visible .entry too_large()\n"
                                "{\n"
                                "    .shared .align 4 .b8 all[80000];\n"
                                "    .reg .b32 %r<2>;\n"
                                "    ld.shared.u32 %r1, [all];\n"
                                "    ret;\n"
                                "}\n";

int main(void)
{
    int *data;
    CUmodule module;
    const char *name;
    cudaMallocHost(&data, 32 * sizeof *data);
    cuGetErrorName(cuModuleLoadData(&module, too_large), &name);
    printf("%s\n", name);
    printf("%s\n", cudaGetErrorName(cudaFree(data)));
    cudaFreeHost(data);
}

/* simt --quiet
CUDA_ERROR_INVALID_PTX
cudaErrorInvalidValue
--
lockstep: 'too_large' needs 80000 bytes of static shared memory, a block has 49152; ptxas calls that "uses too much shared data (0x13880 bytes, 0xc000 max)"
not supported
  No kernel of this file can run: 'too_large' needs 80000 bytes of static
  shared memory, a block has 49152; ptxas calls that "uses too much shared data
  (0x13880 bytes, 0xc000 max)".
  Make its __shared__ arrays smaller, or give the size at the launch (extern
  __shared__).

wrong pointer
    call    freed_as_device.cu:26
  cudaFree() was given memory of the host.
  Give what comes from cudaMallocHost or cudaHostAlloc to cudaFreeHost.

status 1 */
