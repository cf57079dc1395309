// Blocks store vectors at the same place, and their last components differ.
// FIXED: Blocks store the same vector at the same place, which is no race.
__global__ void all(float4 *out, int *flags) {
#ifdef FIXED
    out[threadIdx.x] = make_float4(1, 2, 3, 4);
#else
    out[threadIdx.x] = make_float4(1, 2, 3, (float)blockIdx.x);
#endif
    *(int2 *)flags = make_int2(7, 8);
}

int main() {
    float4 *out;
    int *flags;
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMalloc(&flags, 2 * sizeof *flags);
    all<<<4, 32>>>(out, flags);
    cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(flags);
}

/* simt --quiet
--
race in kernel all (384 times)
  array in argument 1 (allocated at same_vector.cu:15), element 0
    write   same_vector.cu:7         block 0, thread 0
    write   same_vector.cu:7         block 1, thread 0
  The threads are in different blocks, which run in any order.
  Do threads of two blocks have the same index? It needs the block's number,
  too. If both belong to one result, use an atomic operation, or split the work
  into two launches.

status 1 */
/* FIXED: simt --quiet
--
status 0 */
