// cudaMemset waits where the host reaches the memory, too: pinned, managed and registered memory.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

__managed__ int variable[1024];

int main(void)
{
    int *pinned, *managed, *own = (int *)aligned_alloc(4096, 8192);
    const size_t bytes = 1024 * sizeof(int);
    cudaMallocHost(&pinned, bytes);
    cudaMallocManaged(&managed, bytes);
    cudaHostRegister(own, bytes, 0);
    pinned[7] = managed[7] = own[7] = variable[7] = 1;
    cudaMemset(pinned, 0, bytes);
    printf("%d\n", pinned[7]);
    cudaMemset(managed, 0, bytes);
    printf("%d\n", managed[7]);
    cudaMemset2D(own, 64, 0, 64, bytes / 64);
    printf("%d\n", own[7]);
    cudaMemset(variable, 0, bytes);
    printf("%d\n", variable[7]);
    cudaHostUnregister(own);
    free(own);
    cudaFreeHost(pinned);
    cudaFree(managed);
    return 0;
}

/* simt --quiet
0
0
0
0
--
status 0 */
