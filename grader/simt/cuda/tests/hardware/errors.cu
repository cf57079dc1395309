// What calls return, right and wrong ones: each line is a call, its error, and the last error after
// it. errors.h200 holds the lines of a real GPU (NVIDIA H200, driver 580, CUDA 13.0), made by
//     nvcc -arch=sm_90 errors.cu -o errors && for i in 0 1 2; do ./errors $i; done
#include <cstdio>
#include <cstdlib>
#include <vector>

#define TRY(call)                                                                                  \
    do {                                                                                           \
        printf("%s: %s", #call, cudaGetErrorName(call));                                           \
        printf(", last %s\n", cudaGetErrorName(cudaGetLastError()));                               \
    } while (0)

__device__ int variable;
__global__ void __launch_bounds__(64) bounded(int *a) {
    a[threadIdx.x] = 1;
}
__global__ void large(int *a) {
    __shared__ int s[10000];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[31 - threadIdx.x];
}
__global__ void beyond(int *a) {
    a[threadIdx.x + (1 << 28)] = 1;
}
__global__ void askew(char *a) {
    *(int *)(a + 1) = 3;
}
__global__ void trap() {
    asm("trap;");
}

static char host[64];

static void launches(int *d) {
    bounded<<<1, 65>>>(d);
    TRY(cudaGetLastError());
    large<<<1, 32, 20000>>>(d);
    TRY(cudaGetLastError());
    large<<<1, 32, 9152>>>(d);
    TRY(cudaGetLastError());
    large<<<1, 32, 9153>>>(d);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    int blocks;
    TRY(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 190000));
    TRY(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 192448));
    TRY(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 192449));
    TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, large, 32, 0));
    printf("blocks %d\n", blocks);
    TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, large, 2000, 0));
    printf("blocks %d\n", blocks);
    TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, large, 0, 0));
    TRY(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, large, 32, 200000));
    printf("blocks %d\n", blocks);
}

// CUDA 13.0 says cudaErrorInvalidValue to all of these, CUDA 12 and before
// cudaErrorInvalidConfiguration.
static void shapes(int *d) {
    bounded<<<dim3(1, 65536), 1>>>(d);
    TRY(cudaGetLastError());
    bounded<<<dim3(0x80000000u), 1>>>(d);
    TRY(cudaGetLastError());
    bounded<<<1, 0>>>(d);
    TRY(cudaGetLastError());
    bounded<<<1, dim3(1, 1, 65)>>>(d);
    TRY(cudaGetLastError());
    large<<<1, 1025>>>(d);
    TRY(cudaGetLastError());
}

static void memory(int *d) {
    void *nothing = (void *)1;
    int *other, *alias;
    TRY(cudaMalloc(&nothing, 0));
    printf("pointer %p\n", nothing);
    TRY(cudaMemcpy(d, host, 2048, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(host, d, 64, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(host, d, 64, (cudaMemcpyKind)9));
    TRY(cudaMemcpy(host, nullptr, 64, cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(nullptr, d, 0, cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(d, host, 64, cudaMemcpyHostToHost));
    TRY(cudaMemset(host, 0, 4));
    TRY(cudaMemset(d, 0, 2048));
    TRY(cudaMemset(nullptr, 0, 4));
    TRY(cudaMemset(nullptr, 0, 0));
    TRY(cudaFree(host));
    TRY(cudaFree((char *)d + 4));
    TRY(cudaFreeHost(host));
    TRY(cudaFreeHost(nullptr));
    TRY(cudaMallocManaged(&other, 0));
    TRY(cudaMallocHost(&other, 0));
    TRY(cudaHostAlloc(&other, 64, 77));
    TRY(cudaMallocHost(&other, 64));
    TRY(cudaFree(other));
    TRY(cudaFreeHost(other));
    TRY(cudaFreeHost(other));
    TRY(cudaMalloc(&other, (size_t)1 << 45));
    TRY(cudaMalloc((int **)nullptr, 4));
    std::vector<int> own(1000);
    unsigned flags;
    TRY(cudaHostRegister(own.data(), 4000, cudaHostRegisterDefault));
    TRY(cudaHostRegister(own.data(), 4000, 0));
    TRY(cudaHostRegister(own.data() + 10, 40, 0));
    TRY(cudaHostGetDevicePointer(&alias, own.data(), 0));
    printf("same %d\n", alias == own.data());
    TRY(cudaHostGetFlags(&flags, own.data()));
    printf("flags %u\n", flags);
    TRY(cudaHostUnregister(own.data()));
    TRY(cudaHostUnregister(own.data()));
    TRY(cudaHostGetDevicePointer(&alias, own.data(), 0));
    TRY(cudaHostGetFlags(&flags, own.data()));
    TRY(cudaHostAlloc(&other, 64, cudaHostAllocDefault));
    TRY(cudaHostGetFlags(&flags, other));
    printf("flags %u\n", flags);
    TRY(cudaHostGetDevicePointer(&alias, other, 0));
    printf("same %d\n", alias == other);
    cudaPointerAttributes a;
    TRY(cudaPointerGetAttributes(&a, other));
    printf("type %d, device %d, same %d %d\n", a.type, a.device, a.devicePointer == other,
           a.hostPointer == other);
    TRY(cudaPointerGetAttributes(&a, d));
    printf("type %d, device %d, same %d %d\n", a.type, a.device, a.devicePointer == d,
           a.hostPointer == d);
    TRY(cudaPointerGetAttributes(&a, host));
    printf("type %d, device %d, same %d %d\n", a.type, a.device, a.devicePointer == host,
           a.hostPointer == host);
}

static void events_and_symbols() {
    cudaEvent_t e, g;
    float milliseconds;
    size_t bytes;
    int device;
    TRY(cudaEventCreate(&e));
    TRY(cudaEventCreate(&g));
    TRY(cudaEventQuery(e));
    TRY(cudaEventSynchronize(e));
    TRY(cudaEventElapsedTime(&milliseconds, e, g));
    TRY(cudaEventRecord(e));
    TRY(cudaEventElapsedTime(&milliseconds, e, g));
    TRY(cudaEventDestroy(g));
    TRY(cudaMemcpyToSymbol(variable, host, 8));
    TRY(cudaMemcpyToSymbol(host, host, 4));
    TRY(cudaMemcpyFromSymbol(host, variable, 4, 0, cudaMemcpyHostToDevice));
    TRY(cudaMemcpyToSymbol(variable, host, 4, 0, cudaMemcpyDeviceToHost));
    TRY(cudaGetSymbolSize(&bytes, host));
    TRY(cudaSetDevice(99));
    TRY(cudaSetDevice(-1));
    TRY(cudaGetDevice(&device));
}

static void after_a_fault(int which) {
    int *d;
    int number;
    cudaEvent_t e;
    cudaDeviceProp properties;
    cudaMalloc(&d, 1024);
    if (which == 0)
        beyond<<<1, 32>>>(d);
    if (which == 1)
        askew<<<1, 1>>>((char *)d);
    if (which == 2)
        trap<<<1, 1>>>();
    TRY(cudaPeekAtLastError());
    TRY(cudaDeviceSynchronize());
    TRY(cudaDeviceSynchronize());
    TRY(cudaMalloc(&d, 4));
    TRY(cudaMemcpy(host, d, 4, cudaMemcpyDeviceToHost));
    TRY(cudaFree(d));
    TRY(cudaGetDevice(&number));
    TRY(cudaGetDeviceProperties(&properties, 0));
    TRY(cudaEventCreate(&e));
    TRY(cudaSetDevice(0));
    TRY(cudaGetDeviceCount(&number));
    TRY(cudaDeviceReset());
}

int main(int argc, char **argv) {
    int which = argc > 1 ? atoi(argv[1]) : 0;
    int *d;
    TRY(cudaMalloc(&d, 1024));
    if (which == 0) {
        launches(d);
        shapes(d);
        memory(d);
        events_and_symbols();
    }
    after_a_fault(which);
    return 0;
}
