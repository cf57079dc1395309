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
    return 0;
}
