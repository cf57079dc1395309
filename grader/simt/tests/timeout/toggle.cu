// A loop whose values come back, and never are what it waits for.
__global__ void search(int *data) {
    int x = data[0];
    while (x != 5) {
        x = 1 - x;
        data[1] = x;
    }
}

int main() {
    int *data;
    cudaMalloc(&data, 8);
    cudaMemset(data, 0, 8);
    search<<<1, 1>>>(data);
    cudaDeviceSynchronize();
    cudaFree(data);
}
