// Variables that nobody has set: a sum, a row of a private table, what only some threads set, a structure's member.
__global__ void sums(const float *in, float *out, int n) {
    float sum;
    for (int i = 0; i < n; i++) {
        sum += in[i];
    }
    out[threadIdx.x] = sum;
}

__global__ void table(const int *in, int *out, int n) {
    int count[16];
    for (int c = 1; c < 16; c++) {
        count[c] = 0;
    }
    for (int i = 0; i < n; i++) {
        count[in[i] & 15]++;
    }
    out[threadIdx.x] = count[in[threadIdx.x] & 15];
}

__global__ void halves(const int *in, int *out) {
    int limit;
    if (threadIdx.x < 16) {
        limit = in[threadIdx.x];
    }
    if (limit > 3) {
        out[threadIdx.x] = 1;
    }
}

struct mean {
    float sum;
    int count;
};

__global__ void means(const float *in, float *out, int n) {
    mean mean;
    mean.count = 0;
    for (int i = 0; i < n; i++) {
        mean.sum += in[i];
        mean.count++;
    }
    out[threadIdx.x] = mean.sum / mean.count;
}

int main() {
    int *in, *out;
    cudaMalloc(&in, 128);
    cudaMalloc(&out, 128);
    cudaMemset(in, 0, 128);
    cudaMemset(out, 0, 128);
    sums<<<1, 32>>>((float *)in, (float *)out, 32);
    table<<<1, 32>>>(in, out, 32);
    halves<<<1, 32>>>(in, out);
    means<<<1, 32>>>((float *)in, (float *)out, 32);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
}
