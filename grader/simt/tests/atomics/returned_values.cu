// Atomics return the value from before: tickets are all different.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(int *counter, int *tickets)
{
    int ticket = atomicAdd(counter, 1);
    tickets[ticket] = 1;
}

int main(void)
{
    int host[128], *counter, *tickets, distinct = 0;
    cudaMalloc((void **)&counter, sizeof *counter);
    cudaMalloc((void **)&tickets, sizeof host);
    cudaMemset(counter, 0, sizeof *counter);
    cudaMemset(tickets, 0, sizeof host);
    kernel<<<4, 32>>>(counter, tickets);
    cudaMemcpy(host, tickets, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; i++)
        distinct += host[i];
    printf("%d\n", distinct);
    cudaFree(counter);
    cudaFree(tickets);
    return 0;
}

/* simt --quiet
128
--
status 0 */
