// Streams and events after their end, and events that were never recorded.
#include <cstdio>

int main() {
    cudaStream_t stream;
    cudaEvent_t first, second;
    float milliseconds;
    cudaStreamCreate(&stream);
    cudaEventCreate(&first);
    cudaEventCreate(&second);
    cudaEventElapsedTime(&milliseconds, first, second);
    cudaStreamDestroy(stream);
    cudaEventDestroy(first);
    cudaStreamSynchronize(stream);
    cudaEventRecord(first, 0);
    cudaEventDestroy(first);
    cudaEventDestroy(second);
    puts("done");
    return 0;
}
