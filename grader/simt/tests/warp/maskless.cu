// The shuffles and votes of CUDA before version 9: of the lanes that run together.
#include <stdio.h>

__global__ void exchange(int *sums, double *from_first, unsigned *votes) {
    int lane = threadIdx.x, sum = lane;
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_xor(sum, step);
    sums[lane] = sum + __shfl_down(lane, 1, 8);
    from_first[lane] = __shfl(0.5 + lane, 0, 4) + __shfl_up((float)lane, 2);
    if (lane < 8)
        votes[lane] = __ballot(lane % 2) + 1000 * __all(lane < 8) + 2000 * __any(lane == 9);
}

int main() {
    int *sums;
    double *from_first;
    unsigned *votes;
    cudaMallocManaged(&sums, 32 * sizeof *sums);
    cudaMallocManaged(&from_first, 32 * sizeof *from_first);
    cudaMallocManaged(&votes, 8 * sizeof *votes);
    exchange<<<1, 32>>>(sums, from_first, votes);
    cudaDeviceSynchronize();
    printf("%d %d %d, %g %g %g, %u %u\n", sums[0], sums[7], sums[30], from_first[0], from_first[3], from_first[30], votes[0], votes[7]);
    cudaFree(sums);
    cudaFree(from_first);
    cudaFree(votes);
}

/* simt --quiet
497 503 527, 0.5 1.5 56.5, 1170 1170
--
status 0 */
