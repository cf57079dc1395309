// Graphs: captured from streams, and made by hand, launched several times.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void add(int *data, int value)
{
    atomicAdd(data, value);
}

static void CUDART_CB show(void *text)
{
    printf("host: %s\n", (const char *)text);
}

static int sum;

static int captured(int *data, int *other)
{
    cudaStream_t first, second;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamCaptureStatus status;
    size_t nodes = 0;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
    cudaStreamIsCapturing(first, &status);
    cudaMemsetAsync(data, 0, sizeof *data, first);
    cudaEventRecord(fork, first);
    cudaStreamWaitEvent(second, fork, 0);
    cudaMemsetAsync(other, 0, sizeof *other, second);
    add<<<1, 32, 0, second>>>(other, 2);
    add<<<2, 32, 0, first>>>(data, 1);
    cudaEventRecord(join, second);
    cudaStreamWaitEvent(first, join, 0);
    cudaMemcpyAsync(&sum, data, sizeof sum, cudaMemcpyDeviceToHost, first);
    cudaLaunchHostFunc(first, show, (void *)"captured");
    printf("nothing has run: %d, %s, waiting: %s\n", sum, status == cudaStreamCaptureStatusActive ? "capturing" : "not",
           cudaGetErrorName(cudaStreamSynchronize(first)));
    cudaGetLastError();
    cudaStreamEndCapture(first, &graph);
    cudaGraphGetNodes(graph, NULL, &nodes);
    cudaGraphInstantiate(&executable, graph, NULL, NULL, 0);
    cudaGraphDestroy(graph);
    for (int i = 0; i < 2; i++)
        cudaGraphLaunch(executable, first);
    cudaStreamSynchronize(first);
    cudaMemcpy(&nodes, other, sizeof(int), cudaMemcpyDeviceToHost);
    cudaGraphExecDestroy(executable);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    return (int)nodes;
}

int main(void)
{
    int *data, *other, value = 3, ten = 10, answer = 0;
    cudaMalloc(&data, sizeof *data);
    cudaMalloc(&other, sizeof *other);
    printf("other: %d\n", captured(data, other));
    printf("sum: %d\n", sum);

    cudaGraph_t graph, clone;
    cudaGraphNode_t clear, kernel, copy, host;
    cudaGraphExec_t executable;
    void *arguments[] = {&data, &value};
    cudaKernelNodeParams launch = {};
    launch.func = (void *)add;
    launch.gridDim = dim3(1);
    launch.blockDim = dim3(32);
    launch.kernelParams = arguments;
    cudaMemsetParams fill = {};
    fill.dst = data;
    fill.elementSize = sizeof(int);
    fill.width = fill.height = 1;
    cudaMemcpy3DParms back = {};
    back.srcPtr = make_cudaPitchedPtr(data, sizeof(int), 1, 1);
    back.dstPtr = make_cudaPitchedPtr(&answer, sizeof(int), 1, 1);
    back.extent = make_cudaExtent(sizeof(int), 1, 1);
    back.kind = cudaMemcpyDeviceToHost;
    cudaHostNodeParams call = {show, (void *)"by hand"};
    cudaGraphCreate(&graph, 0);
    cudaGraphAddKernelNode(&kernel, graph, NULL, 0, &launch);
    cudaGraphAddMemsetNode(&clear, graph, NULL, 0, &fill);
    cudaGraphAddDependencies(graph, &clear, &kernel, 1); // made after it, runs before it
    cudaGraphAddMemcpyNode(&copy, graph, &kernel, 1, &back);
    cudaGraphAddHostNode(&host, graph, &copy, 1, &call);
    cudaGraphClone(&clone, graph);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, 0);
    cudaDeviceSynchronize();
    printf("answer: %d\n", answer);
    arguments[1] = &ten;
    cudaGraphExecKernelNodeSetParams(executable, kernel, &launch);
    cudaGraphLaunch(executable, 0);
    cudaDeviceSynchronize();
    printf("answer: %d\n", answer);
    cudaGraphExecUpdateResultInfo update;
    cudaGraphExecUpdate(executable, clone, &update);
    cudaGraphLaunch(executable, 0);
    cudaDeviceSynchronize();
    printf("answer: %d\n", answer);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(clone);
    cudaGraphDestroy(graph);
    cudaFree(data);
    cudaFree(other);
}

/* simt --quiet
nothing has run: 0, capturing, waiting: cudaErrorStreamCaptureUnsupported
host: captured
host: captured
other: 64
sum: 64
host: by hand
answer: 96
host: by hand
answer: 320
host: by hand
answer: 96
--
status 0 */
