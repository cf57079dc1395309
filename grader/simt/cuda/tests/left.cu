/* What a careless host program leaves behind, and copies past the end of its own array. */
#include <cuda_runtime.h>
#include <stdlib.h>
#include <vector>

int main() {
    cudaStream_t kept, given_back;
    cudaEvent_t event, other;
    char *array, *host = (char *)malloc(400);
    std::vector<double> values(50);
    cudaStreamCreate(&kept);
    cudaStreamCreateWithFlags(&given_back, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaEventCreateWithFlags(&other, cudaEventDisableTiming);
    cudaStreamDestroy(given_back);
    cudaEventDestroy(other);
    cudaMalloc(&array, 800);
    cudaMemset(array, 0, 800);
    int bad = cudaMemcpy(host, array, 400, cudaMemcpyDeviceToHost) != cudaSuccess;
    bad += cudaMemcpy(values.data() + 10, array, 320, cudaMemcpyDeviceToHost) != cudaSuccess;
    bad += cudaMemcpy(host, array, 800, cudaMemcpyDeviceToHost) == cudaSuccess;
    bad += cudaMemcpy(array, values.data() + 10, 400, cudaMemcpyHostToDevice) == cudaSuccess;
    cudaFree(array);
    free(host);
    return bad;
}
