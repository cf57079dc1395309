// A loop of one thread that only takes long: more instructions than a warp has before it is looked at.
__global__ void search(unsigned *data) {
    unsigned x = data[0], sum = 0;
    while (x < 25000000) {
        sum = sum * 3 + x;
        x++;
    }
    data[1] = sum;
}

int main() {
    unsigned *data;
    cudaMalloc(&data, 8);
    cudaMemset(data, 0, 8);
    search<<<1, 1>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
}
