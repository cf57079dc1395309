// Graphs whose edges order what must be ordered, each close to a mistake: no finding.
#include <cuda_runtime.h>
#include <cstdio>

static const int N = 1024;

__global__ void fill(int *data, int value) {
    data[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__global__ void add(const int *from, int *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] += from[i];
}

static int *data, *other, *host;
static cudaStream_t first, second;

static void launch(cudaGraph_t graph) {
    cudaGraphExec_t executable;
    cudaGraph_t clone;
    cudaGraphClone(&clone, graph); // edges are cloned, too
    cudaGraphInstantiate(&executable, clone, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(executable, i == 1 ? second : first); // each behind the one before
    cudaDeviceSynchronize();
    printf("%d\n", host[5]);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(clone);
    cudaGraphDestroy(graph);
}

static cudaKernelNodeParams node(void *kernel, void **arguments) {
    cudaKernelNodeParams p = {};
    p.gridDim = dim3(N / 256);
    p.blockDim = dim3(256);
    p.func = kernel;
    p.kernelParams = arguments;
    return p;
}

static void CUDART_CB show(void *) {
    printf("host sees %d\n", host[5]);
}

// Two arrays are filled side by side, and added behind both.
static void by_hand() {
    cudaGraph_t graph;
    cudaGraphNode_t one, two, sum, back, shown, late;
    int three = 3, four = 4;
    void *ones[] = {&data, &three}, *twos[] = {&other, &four}, *sums[] = {&data, &other};
    cudaKernelNodeParams fills = node((void *)fill, ones), others = node((void *)fill, twos), adds = node((void *)add, sums);
    cudaHostNodeParams call = {show, nullptr};
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&one, graph, nullptr, 0, &fills);
    cudaGraphAddKernelNode(&two, graph, nullptr, 0, &others);
    cudaGraphNode_t both[] = {one, two};
    cudaGraphAddKernelNode(&sum, graph, both, 2, &adds);
    cudaGraphAddMemcpyNode1D(&back, graph, &sum, 1, host, other, N * sizeof *host, cudaMemcpyDeviceToHost);
    cudaGraphAddKernelNode(&late, graph, nullptr, 0, &fills); // behind the sum by an edge of its own
    cudaGraphAddDependencies(graph, &sum, &late, 1);
    cudaGraphAddHostNode(&shown, graph, &back, 1, &call);
    launch(graph);
}

static void captured() {
    cudaGraph_t graph;
    cudaEvent_t fork, join;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    fill<<<N / 256, 256, 0, first>>>(data, 5);
    cudaEventRecord(fork, first);
    cudaStreamWaitEvent(second, fork, 0);
    add<<<N / 256, 256, 0, second>>>(data, other);
    cudaEventRecord(join, second);
    cudaStreamWaitEvent(first, join, 0);
    cudaMemsetAsync(data, 0, N * sizeof *data, first);
    cudaMemcpyAsync(host, other, N * sizeof *host, cudaMemcpyDeviceToHost, first);
    cudaStreamEndCapture(first, &graph);
    launch(graph);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
}

int main() {
    cudaMalloc(&data, N * sizeof *data);
    cudaMalloc(&other, N * sizeof *other);
    cudaMallocHost(&host, N * sizeof *host);
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    by_hand();
    captured();
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(data);
    cudaFree(other);
    cudaFreeHost(host);
    return 0;
}
