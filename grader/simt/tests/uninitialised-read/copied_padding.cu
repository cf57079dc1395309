// One kernel writes the parts of structures, the next one copies them whole: half of the weights are missing.
// FIXED: One kernel writes the parts of structures, the next one copies them whole, with their padding.
struct part {
    char kind; // three bytes that nobody writes follow
    int value;
    double weight;
    short last;
};

__global__ void make(part *parts) {
    part *mine = &parts[threadIdx.x];
    mine->kind = 'a';
    mine->value = threadIdx.x;
#ifdef FIXED
    mine->weight = 1.5;
#else
    if (threadIdx.x < 16) {
        mine->weight = 1.5;
    }
#endif
    mine->last = 2;
}

__global__ void copy(const part *from, part *to) {
    to[threadIdx.x] = from[threadIdx.x];
}

__global__ void add(const part *parts, int *out) {
    out[threadIdx.x] = (int)parts[threadIdx.x].weight + parts[threadIdx.x].last;
}

int main() {
    part *parts, *copies;
    int *out;
    cudaMalloc(&parts, 32 * sizeof *parts);
    cudaMalloc(&copies, 32 * sizeof *copies);
    cudaMalloc(&out, 32 * sizeof *out);
    make<<<1, 32>>>(parts);
    copy<<<1, 32>>>(parts, copies);
    add<<<1, 32>>>(copies, out);
    cudaDeviceSynchronize();
    cudaFree(parts);
    cudaFree(copies);
    cudaFree(out);
}

/* simt --quiet
--
uninitialised read in kernel copy (16 times)
  array in argument 1 (allocated at copied_padding.cu:35), element 16
    read    copied_padding.cu:25     block 0, thread 16
  It was never written.
  cudaMalloc does not clear memory: copy to it or use cudaMemset first.

status 1 */
/* FIXED: simt --quiet
--
status 0 */
