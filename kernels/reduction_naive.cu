/*
 * The naïve reduction in CUDA C: line by line the twin of reduction_naive.cl, where its rules are
 * written. Shared memory of blockDim.x * sizeof(unsigned) bytes comes with the launch.
 */
extern "C" __global__ void reduce_naive(const unsigned *src, unsigned n, unsigned *sum) {
    extern __shared__ unsigned partial[];
    const unsigned id = blockIdx.x * blockDim.x + threadIdx.x, local_id = threadIdx.x;

    /* Within the thread: one element, or none at the end of the data. */
    partial[local_id] = id < n ? src[id] : 0;
    __syncthreads();

    /* Within the block: neighbours first, then neighbours of neighbours… */
    for (unsigned step = 1; step < blockDim.x; step *= 2) {
        if ((local_id & (2 * step - 1)) == 0) {
            partial[local_id] += partial[local_id + step];
        }
        __syncthreads();
    }

    /* Between blocks: one atomic for each. */
    if (local_id == 0) {
        atomicAdd(sum, partial[0]);
    }
}
