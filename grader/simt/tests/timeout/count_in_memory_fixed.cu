// What gets on is in memory alone: at the end of each round the registers hold the same as a round before. It ends.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void count(volatile int *rounds, volatile const int *zeros, volatile int *never, int n)
{
    int more;
    do {
        int round = *rounds;
        *rounds = round + 1;
        asm volatile("{.reg .pred p; setp.lt.s32 p, %1, %2; selp.s32 %0, 1, 0, p;}" : "=r"(more) : "r"(round), "r"(n));
        int a = zeros[0], b = zeros[4];
        if (a + b == 5)
            never[0] = a;
        int c = zeros[1], d = zeros[5];
        if (c + d == 6)
            never[1] = c;
        int e = zeros[2], f = zeros[6];
        if (e + f == 7)
            never[2] = e;
    } while (more);
}

int main(void)
{
    int *rounds, *zeros, *never, done;
    cudaMalloc(&rounds, sizeof *rounds);
    cudaMalloc(&zeros, 8 * sizeof *zeros);
    cudaMalloc(&never, 8 * sizeof *never);
    cudaMemset(rounds, 0, sizeof *rounds);
    cudaMemset(zeros, 0, 8 * sizeof *zeros);
    count<<<1, 1>>>(rounds, zeros, never, 5000000);
    cudaMemcpy(&done, rounds, sizeof done, cudaMemcpyDeviceToHost);
    printf("%d\n", done);
    cudaFree(rounds);
    cudaFree(zeros);
    cudaFree(never);
    return 0;
}

/* simt --quiet --no-detect --no-count
5000001
--
lockstep: kernel count is still running, at count_in_memory_fixed.cu:19: a warp has used up its budget of instructions. It is making progress, so it may run ten times as many.
status 0 */
