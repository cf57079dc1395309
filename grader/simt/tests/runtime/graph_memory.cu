// Memory that graphs allocate and free: captured, by hand, freed outside, launched again.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void fill(int *data, int value)
{
    data[threadIdx.x] = value;
}

static cudaGraphExec_t executable_of(cudaGraph_t graph, unsigned long long flags)
{
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, flags);
    cudaGraphDestroy(graph);
    return executable;
}

// Allocated, used and freed by the graph, which runs twice.
static void captured(int *result)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    int *data, seen = 0;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&data, 32 * sizeof *data, stream);
    fill<<<1, 32, 0, stream>>>(data, 7);
    cudaMemcpyAsync(result, data, sizeof *result, cudaMemcpyDeviceToDevice, stream);
    cudaFreeAsync(data, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphExec_t executable = executable_of(graph, 0);
    for (int i = 0; i < 2; i++)
        printf("captured: %s\n", cudaGetErrorName(cudaGraphLaunch(executable, stream)));
    cudaMemcpyAsync(&seen, result, sizeof seen, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    printf("captured: %d\n", seen);
    cudaGraphExecDestroy(executable);
    cudaStreamDestroy(stream);
}

// Allocated by the graph and freed by the program, or by the next launch.
static void by_hand(bool next_frees)
{
    cudaGraph_t graph;
    cudaGraphNode_t allocation, kernel;
    cudaGraphNodeType type;
    cudaMemAllocNodeParams memory = {};
    cudaKernelNodeParams launch = {};
    int value = 5, seen = 0;
    memory.bytesize = 32 * sizeof(int);
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    cudaGraphCreate(&graph, 0);
    cudaGraphAddMemAllocNode(&allocation, graph, NULL, 0, &memory);
    cudaGraphNodeGetType(allocation, &type);
    void *arguments[] = {&memory.dptr, &value};
    launch.func = (void *)fill;
    launch.gridDim = 1;
    launch.blockDim = 32;
    launch.kernelParams = arguments;
    cudaGraphAddKernelNode(&kernel, graph, &allocation, 1, &launch);
    cudaGraphExec_t executable =
        executable_of(graph, next_frees ? cudaGraphInstantiateFlagAutoFreeOnLaunch : 0);
    printf("allocates: %d, first launch: %s\n", type == cudaGraphNodeTypeMemAlloc,
           cudaGetErrorName(cudaGraphLaunch(executable, 0)));
    if (!next_frees) {
        cudaMemcpy(&seen, memory.dptr, sizeof seen, cudaMemcpyDeviceToHost);
        printf("again: %s\n", cudaGetErrorName(cudaGraphLaunch(executable, 0)));
        cudaGetLastError();
        printf("freed: %s, %d\n", cudaGetErrorName(cudaFreeAsync(memory.dptr, 0)), seen);
    }
    printf("once more: %s\n", cudaGetErrorName(cudaGraphLaunch(executable, 0)));
    cudaGraphExecDestroy(executable);
    cudaMemcpy(&seen, memory.dptr, sizeof seen, cudaMemcpyDeviceToHost);
    printf("without the graph: %d, %s\n", seen, cudaGetErrorName(cudaFree(memory.dptr)));
}

int main(void)
{
    int *result;
    cudaMalloc(&result, sizeof *result);
    captured(result);
    by_hand(false);
    by_hand(true);
    cudaFree(result);
    return 0;
}

/* simt --quiet
captured: cudaSuccess
captured: cudaSuccess
captured: 7
allocates: 1, first launch: cudaSuccess
again: cudaErrorInvalidValue
freed: cudaSuccess, 5
once more: cudaSuccess
without the graph: 5, cudaSuccess
allocates: 1, first launch: cudaSuccess
once more: cudaSuccess
without the graph: 5, cudaSuccess
--
status 0 */
