// Streams and events of one loop that are destroyed.
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
    cudaStream_t streams[3];
    cudaEvent_t events[3];
    for (int i = 0; i < 3; i++) {
        cudaStreamCreate(&streams[i]);
        cudaEventCreate(&events[i]);
        cudaEventRecord(events[i], streams[i]);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < 3; i++) {
        cudaEventDestroy(events[i]);
        cudaStreamDestroy(streams[i]);
    }
    printf("done\n");
    return 0;
}
