// A capture that forks into a second stream, and ends before the first stream waits for the second.
// FIXED: A capture that forks into a second stream, and ends when the first stream waits for the second.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void set(int *a, int value)
{
    a[threadIdx.x] = value;
}

int main(void)
{
    int *a, *b, result[2] = {0, 0};
    cudaMalloc(&a, 32 * sizeof *a);
    cudaMalloc(&b, 32 * sizeof *b);
    cudaStream_t first, second;
    cudaEvent_t fork, join;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaGraph_t graph = NULL;
    cudaGraphExec_t runs = NULL;
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, first);
    cudaStreamWaitEvent(second, fork, 0);
    set<<<1, 32, 0, first>>>(a, 1);
    set<<<1, 32, 0, second>>>(b, 2);
    cudaEventRecord(join, second);
#ifdef FIXED
    cudaStreamWaitEvent(first, join, 0);
#endif
    cudaError_t error = cudaStreamEndCapture(first, &graph);
    printf("%s\n", cudaGetErrorName(error));
    if (error == cudaSuccess) {
        cudaGraphInstantiate(&runs, graph, NULL, NULL, 0);
        cudaGraphLaunch(runs, first);
        cudaStreamSynchronize(first);
        cudaMemcpy(&result[0], a, sizeof *a, cudaMemcpyDeviceToHost);
        cudaMemcpy(&result[1], b, sizeof *b, cudaMemcpyDeviceToHost);
        cudaGraphExecDestroy(runs);
        cudaGraphDestroy(graph);
    }
    printf("%d %d\n", result[0], result[1]);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(a);
    cudaFree(b);
}

/* simt --quiet
cudaErrorStreamCaptureUnjoined
0 0
--
status 0 */
/* FIXED: simt --quiet
cudaSuccess
1 2
--
status 0 */
