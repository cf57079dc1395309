// The host waits for a flag, and the kernel sets another: the host waits for ever, and is told.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void set(volatile int *flags)
{
    flags[1] = 1;
}

int main(void)
{
    volatile int *flags;
    cudaHostAlloc((void **)&flags, 2 * sizeof *flags, cudaHostAllocMapped);
    flags[0] = flags[1] = 0;
    set<<<1, 1>>>(flags);
    while (flags[0] == 0) {
    }
    printf("never\n");
}

/* simt --quiet --timeout 9
--
lockstep: all work that the program asked for is done, and the program has made no call for 5 seconds. If it waits for a value in memory, no kernel is left to write that value.
lockstep: the run was ended before the program was done
lockstep: the program was killed by signal 9 (Killed)
status 1 */
