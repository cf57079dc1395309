// Streams and events: order is kept, time goes forward.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void step(int *value, int factor)
{
    *value = *value * 3 + factor;
}

int main(void)
{
    int host = 1, *value;
    float milliseconds = -1.0f;
    cudaStream_t stream;
    cudaEvent_t start, stop;
    cudaMalloc((void **)&value, sizeof *value);
    cudaStreamCreate(&stream);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaMemcpyAsync(value, &host, sizeof host, cudaMemcpyHostToDevice, stream);
    cudaEventRecord(start, stream);
    for (int i = 0; i < 5; i++)
        step<<<1, 1, 0, stream>>>(value, i);
    cudaEventRecord(stop, stream);
    cudaMemcpyAsync(&host, value, sizeof host, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&milliseconds, start, stop);
    printf("%d %s %s\n", host, milliseconds > 0 ? "later" : "not later",
           cudaGetErrorName(cudaStreamQuery(stream)));
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaStreamDestroy(stream);
    cudaFree(value);
    return 0;
}

/* simt --quiet
301 later cudaSuccess
--
status 0 */
