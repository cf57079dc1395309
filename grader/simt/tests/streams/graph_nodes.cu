// Nodes of graphs that touch the same array, and no edge between them.
#include <cuda_runtime.h>
#include <cstdio>

static const int N = 1024;

__global__ void fill(int *data, int value) {
    data[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void copy(const int *from, int *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}

static int *data, *other;
static cudaStream_t first, second;

static void launch(cudaGraph_t graph) {
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, first);
    cudaStreamSynchronize(first);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
}

// Two nodes, and none names the other.
static void by_hand() {
    cudaGraph_t graph;
    cudaGraphNode_t filled, copied;
    int value = 1;
    void *fills[] = {&data, &value}, *copies[] = {&data, &other};
    cudaKernelNodeParams one = {}, two = {};
    one.gridDim = two.gridDim = dim3(N / 256);
    one.blockDim = two.blockDim = dim3(256);
    one.func = (void *)fill;
    one.kernelParams = fills;
    two.func = (void *)copy;
    two.kernelParams = copies;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&filled, graph, nullptr, 0, &one);
    cudaGraphAddKernelNode(&copied, graph, nullptr, 0, &two);
    launch(graph);
}

// The second stream begins behind the fork, and nothing orders it behind what the first does then.
static void captured() {
    cudaGraph_t graph;
    cudaEvent_t fork, join;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, first);
    cudaStreamWaitEvent(second, fork, 0);
    fill<<<N / 256, 256, 0, first>>>(data, 2);
    cudaMemsetAsync(data, 0, N * sizeof *data, second);
    cudaEventRecord(join, second);
    cudaStreamWaitEvent(first, join, 0);
    cudaStreamEndCapture(first, &graph);
    launch(graph);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
}

int main() {
    cudaMalloc(&data, N * sizeof *data);
    cudaMalloc(&other, N * sizeof *other);
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaMemset(data, 0, N * sizeof *data);
    cudaDeviceSynchronize();
    by_hand();
    captured();
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(data);
    cudaFree(other);
    return 0;
}
