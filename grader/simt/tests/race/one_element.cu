// All threads write their number to one element.
// FIXED: Each thread writes to an element of its own.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void choose(int *out)
{
#ifdef FIXED
    out[threadIdx.x] = threadIdx.x;
#else
    out[0] = threadIdx.x;
#endif
}

int main(void)
{
    int host[32], *out;
    cudaMalloc((void **)&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    choose<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host[0] < 32 ? "done" : "wrong");
    cudaFree(out);
    return 0;
}

/* simt --quiet
done
--
race in kernel choose (31 times)
  array in argument 1 (allocated at one_element.cu:18), element 0
    write   one_element.cu:11        block 0, thread 0
    write   one_element.cu:11        block 0, thread 1
  Several threads write different values there, and only one of them stays.
  Use an atomic operation, or give each thread its own element.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
