// A long walk, then a wait for a flag that nobody sets.
// FIXED: A walk of each thread that takes long and ends; and one that waits for a time.
__global__ void walk(unsigned *out, const int *flag) {
    unsigned at = threadIdx.x + 1, steps = 0;
    long long start = clock64();
    do {
        at = at * 1664525u + 1013904223u;
        steps++;
    } while (at >> 16 != 0x1234);
    while (clock64() - start < 300000) {
        steps++;
    }
#ifdef FIXED
    while (false) {
#else
    while (*(volatile const int *)flag == 0) {
#endif
        steps++;
    }
    out[threadIdx.x] = steps;
}

int main() {
    unsigned *out;
    int *flag;
    cudaMalloc(&out, 128);
    cudaMalloc(&flag, 4);
    cudaMemset(flag, 0, 4);
    walk<<<1, 32>>>(out, flag);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(flag);
}

/* simt --quiet --budget 3000000
--
endless loop in kernel walk
    stops   long_walk.cu:16          block 0, thread 0
  The kernel used up its budget of instructions.
  Look for a loop that never ends (does its counter change, and can its type
  hold the bound?), or for blocks that wait for other blocks.

status 1 */
/* FIXED: simt --quiet --budget 3000000
--
status 0 */
