// A compare-and-swap that fails only reads: the winner may read the place without an atomic.
__global__ void winner(int *r) {
    __shared__ int owner;
    if (threadIdx.x == 0)
        owner = -1;
    __syncthreads();
    if (atomicCAS(&owner, -1, (int)threadIdx.x) == -1)
        r[blockIdx.x] = owner;
}

int main() {
    int *r;
    cudaMalloc(&r, 2 * sizeof *r);
    winner<<<2, 64>>>(r);
    cudaDeviceSynchronize();
    cudaFree(r);
}

/* simt --quiet
--
status 0 */
