#ifdef FIXED
// Each half has its own barrier; or the halves come one after the other; or handshakes say whose turn it is.
#include <stdio.h>

#define WAIT(number, threads) asm volatile("bar.sync %0, %1;" : : "r"(number), "r"(threads) : "memory")
#define ARRIVE(number, threads) asm volatile("bar.arrive %0, %1;" : : "r"(number), "r"(threads) : "memory")

#else
// Two halves of a block use one barrier for 64 threads: any two of the four warps may meet there.
#endif
__global__ void halves(int *out)
{
    __shared__ int box[128];
    int half = threadIdx.x / 64, at = threadIdx.x % 64;
#ifdef FIXED
    for (int turn = 0; turn < 3; turn++) {
        box[threadIdx.x] = threadIdx.x + turn;
        WAIT(1 + half, 64);
        out[threadIdx.x] = box[64 * half + 63 - at];
        WAIT(1 + half, 64);
    }
}

__global__ void in_turn(int *out)
{
    __shared__ int box[128];
    int half = threadIdx.x / 64, at = threadIdx.x % 64;
    box[threadIdx.x] = threadIdx.x;
    for (int turn = 0; turn < 2; turn++) {
        if (half == turn) {
            WAIT(1, 64);
            out[threadIdx.x] += box[64 * half + 63 - at];
        }
        __syncthreads();
    }
}

// Warps 0 and 1 fill the box in turn, warp 2 empties it: barrier 1 says full, 2 and 3 say empty.
__global__ void ring(int *out, int turns)
{
    __shared__ int box[32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int turn = 0; turn < turns; turn++) {
        if (warp == 2) {
            WAIT(1, 64);
            out[turn] = box[31 - lane] + 31 - lane;
            ARRIVE(2 + ((turn + 1) & 1), 64);
        } else if (warp == (turn & 1)) {
            if (turn > 0)
                WAIT(2 + (turn & 1), 64);
            box[lane] = 100 * turn - lane;
            ARRIVE(1, 64);
        }
    }
#else
    box[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x] = box[64 * half + 63 - at];
#endif
}

int main()
{
    int *out, host[128];
    cudaMalloc(&out, sizeof host);
    halves<<<1, 128>>>(out);
#ifdef FIXED
    in_turn<<<1, 128>>>(out);
    ring<<<1, 96>>>(out, 6);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", host[5], host[6], host[127]);
#endif
    cudaDeviceSynchronize();
    cudaFree(out);
}

/* simt --quiet
--
barrier divergence in kernel halves
    waits   named_halves.cu:57       block 0, thread 64
  Other warps use this barrier, too, and nothing orders the two groups: who
  meets whom is left to chance.
  Give each group of warps a barrier number of its own.

status 1 */
/* FIXED: simt --quiet
500 116 130
--
status 0 */
