// Values that nobody has set, taken through shared memory to a thread that uses them.
struct pair {
    float first, second;
};

__global__ void through_tile(float *out, int n) {
    __shared__ float tile[64];
    float mine;
    if (threadIdx.x < n) {
        mine = 2;
    }
    tile[threadIdx.x] = mine;
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x] + 1;
}

__global__ void through_member(float *out, int n) {
    __shared__ struct pair pairs[64];
    struct pair mine;
    mine.first = 1;
    if (threadIdx.x < n) {
        mine.second = 2;
    }
    pairs[threadIdx.x] = mine;
    __syncthreads();
    out[threadIdx.x] = pairs[threadIdx.x ^ 32].second * 2;
}

__global__ void through_sum(float *out, int n) {
    __shared__ float sums[64];
    float mine;
    if (threadIdx.x < n) {
        mine = 3;
    }
    sums[threadIdx.x] = mine;
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            sums[threadIdx.x] += sums[threadIdx.x + half];
        }
    }
    if (threadIdx.x == 0) {
        *out = sums[0];
    }
}

int main() {
    float *out;
    cudaMalloc(&out, 64 * sizeof(float));
    through_tile<<<1, 64>>>(out, 50);
    through_member<<<1, 64>>>(out, 50);
    through_sum<<<1, 64>>>(out, 50);
    cudaDeviceSynchronize();
    return cudaFree(out);
}
