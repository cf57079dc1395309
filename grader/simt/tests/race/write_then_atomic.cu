// A counter that one thread sets to zero in the kernel that counts: its own atomic does not hide the write.
// FIXED: The zero comes from the host, before the kernel.
#include <stdio.h>

__global__ void count(int *total)
{
#ifndef FIXED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *total = 0;
#endif
    atomicAdd(total, 1);
}

int main(void)
{
    int *total;
    cudaMalloc(&total, sizeof *total);
#ifdef FIXED
    cudaMemset(total, 0, sizeof *total);
#endif
    count<<<2, 64>>>(total);
    cudaDeviceSynchronize();
    cudaFree(total);
    printf("done\n");
}

/* simt --quiet
done
--
race in kernel count (127 times)
  array in argument 1 (allocated at write_then_atomic.cu:18), element 0
    write   write_then_atomic.cu:10  block 0, thread 0
    atomic  write_then_atomic.cu:12  block 1, thread 0
  One access is atomic, the other is not, and nothing orders them.
  Make both atomic, or split the work into two launches.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
