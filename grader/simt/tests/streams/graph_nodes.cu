// Nodes of graphs that touch the same array, and no edge between them.
// FIXED: Graphs whose edges order what must be ordered, each close to a mistake: no finding.
#include <cuda_runtime.h>
#include <cstdio>

static const int N = 1024;

__global__ void fill(int *data, int value) {
    data[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

#ifdef FIXED
__global__ void add(const int *from, int *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] += from[i];
}

static int *data, *other, *host;
#else
__global__ void copy(const int *from, int *to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i];
}

static int *data, *other;
#endif
static cudaStream_t first, second;

static void launch(cudaGraph_t graph) {
    cudaGraphExec_t executable;
#ifdef FIXED
    cudaGraph_t clone;
    cudaGraphClone(&clone, graph); // edges are cloned, too
    cudaGraphInstantiate(&executable, clone, 0);
    for (int i = 0; i < 3; i++)
        cudaGraphLaunch(executable, i == 1 ? second : first); // each behind the one before
    cudaDeviceSynchronize();
    printf("%d\n", host[5]);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(clone);
#else
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, first);
    cudaStreamSynchronize(first);
    cudaGraphExecDestroy(executable);
#endif
    cudaGraphDestroy(graph);
}

#ifdef FIXED
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
#else
// Two nodes, and none names the other.
#endif
static void by_hand() {
    cudaGraph_t graph;
#ifdef FIXED
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
#else
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
#endif
    launch(graph);
}

// The second stream begins behind the fork, and nothing orders it behind what the first does then.
static void captured() {
    cudaGraph_t graph;
    cudaEvent_t fork, join;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
#ifdef FIXED
    fill<<<N / 256, 256, 0, first>>>(data, 5);
    cudaEventRecord(fork, first);
    cudaStreamWaitEvent(second, fork, 0);
    add<<<N / 256, 256, 0, second>>>(data, other);
    cudaEventRecord(join, second);
    cudaStreamWaitEvent(first, join, 0);
    cudaMemsetAsync(data, 0, N * sizeof *data, first);
    cudaMemcpyAsync(host, other, N * sizeof *host, cudaMemcpyDeviceToHost, first);
#else
    cudaEventRecord(fork, first);
    cudaStreamWaitEvent(second, fork, 0);
    fill<<<N / 256, 256, 0, first>>>(data, 2);
    cudaMemsetAsync(data, 0, N * sizeof *data, second);
    cudaEventRecord(join, second);
    cudaStreamWaitEvent(first, join, 0);
#endif
    cudaStreamEndCapture(first, &graph);
    launch(graph);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
}

int main() {
    cudaMalloc(&data, N * sizeof *data);
    cudaMalloc(&other, N * sizeof *other);
#ifdef FIXED
    cudaMallocHost(&host, N * sizeof *host);
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
#else
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaMemset(data, 0, N * sizeof *data);
    cudaDeviceSynchronize();
#endif
    by_hand();
    captured();
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(data);
    cudaFree(other);
#ifdef FIXED
    cudaFreeHost(host);
#endif
}

/* simt --quiet
--
race between nodes
  array of 4096 bytes (allocated at graph_nodes.cu:134), 4096 bytes from byte 0
  on
    write   graph_nodes.cu:97        kernel fill in a graph
    read    graph_nodes.cu:98        kernel copy in a graph
  Nothing makes the second wait for the first: they may run in any order, or at
  the same time.
  Name the first among the dependencies of the second's node. If you capture
  streams, record an event after the first, and let the second's stream wait
  for it.

race between nodes
  array of 4096 bytes (allocated at graph_nodes.cu:134), 4096 bytes from byte 0
  on
    write   graph_nodes.cu:122       kernel fill in a graph
    write   graph_nodes.cu:123       cudaMemsetAsync in a graph
  Nothing makes the second wait for the first: they may run in any order, or at
  the same time.
  Name the first among the dependencies of the second's node. If you capture
  streams, record an event after the first, and let the second's stream wait
  for it.

status 1 */
/* FIXED: simt --quiet
host sees 7
host sees 7
host sees 7
7
22
--
status 0 */
