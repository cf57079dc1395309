/* In the style of the course: while loops, reductions as __device__ functions, HANDLE_ERROR. */
#include "histogram.h"

#include <cuda_runtime.h>
#include <string.h>

#define HANDLE_ERROR(call)                                                                         \
    do {                                                                                           \
        status = (call);                                                                           \
        if (status != cudaSuccess)                                                                 \
            goto end;                                                                              \
    } while (0)

static __device__ void initSM(unsigned int *tabSM, int size) {
    int s = threadIdx.x;
    while (s < size) {
        tabSM[s] = 0;
        s += blockDim.x;
    }
}

template <typename T>
static __device__ void reductionIntraThread(unsigned int *tabSM, const T *tabData, long n) {
    const int NB_THREAD = blockDim.x * gridDim.x;
    const int tid = threadIdx.x + (blockIdx.x * blockDim.x);
    long s = tid;
    while (s < n) {
        atomicAdd(&tabSM[tabData[s]], 1);
        s += NB_THREAD;
    }
}

static __device__ void reductionInterBlock(unsigned int *tabSM, unsigned int *tabGM, int size) {
    int s = threadIdx.x;
    while (s < size) {
        atomicAdd(&tabGM[s], tabSM[s]);
        s += blockDim.x;
    }
}

__global__ static void histo(const unsigned char *tabData, long n, unsigned int *tabGM) {
    __shared__ unsigned int tabSM[256];
    initSM(tabSM, 256);
    __syncthreads();
    reductionIntraThread(tabSM, tabData, n);
    __syncthreads();
    reductionInterBlock(tabSM, tabGM, 256);
}

__global__ static void histoM(const unsigned short *tabData, long n, unsigned int *tabGM, int m) {
    extern __shared__ unsigned int tabSM[];
    initSM(tabSM, m);
    __syncthreads();
    reductionIntraThread(tabSM, tabData, n);
    __syncthreads();
    reductionInterBlock(tabSM, tabGM, m);
}

template <typename T>
__global__ static void histoGM(const T *tabData, long n, unsigned int *tabGM) {
    reductionIntraThread(tabGM, tabData, n);
}

/* Each lane has a histogram of its own; the counters of a bin lie side by side. */
__global__ static void histoBank(const unsigned char *tabData, long n, unsigned int *tabGM) {
    __shared__ unsigned int tabSM[256][32];
    const int lane = threadIdx.x & 31;
    initSM(&tabSM[0][0], 256 * 32);
    __syncthreads();
    long s = threadIdx.x + (long)blockIdx.x * blockDim.x;
    while (s < n) {
        atomicAdd(&tabSM[tabData[s]][lane], 1);
        s += (long)blockDim.x * gridDim.x;
    }
    __syncthreads();
    int i = threadIdx.x;
    while (i < 256 * 32) {
        atomicAdd(&tabGM[i / 32], tabSM[i / 32][i % 32]);
        i += blockDim.x;
    }
}

int histogram_gm(const uint8_t *tabData, size_t n, uint32_t tabFrequence[256], unsigned dg,
                 unsigned db) {
    const size_t sizeOctet = 256 * sizeof(unsigned int);
    unsigned char *ptrDevData = NULL;
    unsigned int *ptrDevHistoGM = NULL;
    cudaError_t status;
    HANDLE_ERROR(cudaMalloc(&ptrDevData, n));
    HANDLE_ERROR(cudaMalloc(&ptrDevHistoGM, sizeOctet));
    HANDLE_ERROR(cudaMemset(ptrDevHistoGM, 0, sizeOctet));
    HANDLE_ERROR(cudaMemcpy(ptrDevData, tabData, n, cudaMemcpyHostToDevice));
    histo<<<dg, db>>>(ptrDevData, n, ptrDevHistoGM);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(tabFrequence, ptrDevHistoGM, sizeOctet, cudaMemcpyDeviceToHost));
end:
    cudaFree(ptrDevHistoGM);
    cudaFree(ptrDevData);
    return status;
}

int histogram_map_memory(const uint8_t *tabData, size_t n, uint32_t tabFrequence[256], unsigned dg,
                         unsigned db) {
    const size_t sizeOctet = 256 * sizeof(unsigned int);
    unsigned char *tabMapped = NULL, *ptrDevData = NULL;
    unsigned int *ptrDevHistoGM = NULL;
    cudaError_t status = cudaSuccess;
    if (n == 0) {
        memset(tabFrequence, 0, sizeOctet);
        return 0;
    }
    HANDLE_ERROR(cudaHostAlloc(&tabMapped, n, cudaHostAllocMapped));
    memcpy(tabMapped, tabData, n);
    HANDLE_ERROR(cudaHostGetDevicePointer(&ptrDevData, tabMapped, 0));
    HANDLE_ERROR(cudaMalloc(&ptrDevHistoGM, sizeOctet));
    HANDLE_ERROR(cudaMemset(ptrDevHistoGM, 0, sizeOctet));
    histo<<<dim3(dg, 1, 1), dim3(db, 1, 1)>>>(ptrDevData, n, ptrDevHistoGM);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaMemcpy(tabFrequence, ptrDevHistoGM, sizeOctet, cudaMemcpyDeviceToHost));
end:
    cudaFree(ptrDevHistoGM);
    cudaFreeHost(tabMapped);
    return status;
}

int histogram_gm_atomics(const uint8_t *tabData, size_t n, uint32_t tabFrequence[256], unsigned dg,
                         unsigned db) {
    const size_t sizeOctet = 256 * sizeof(unsigned int);
    unsigned char *ptrDevData = NULL;
    unsigned int *ptrDevHistoGM = NULL;
    cudaError_t status;
    HANDLE_ERROR(cudaMalloc(&ptrDevData, n));
    HANDLE_ERROR(cudaMalloc(&ptrDevHistoGM, sizeOctet));
    HANDLE_ERROR(cudaMemset(ptrDevHistoGM, 0, sizeOctet));
    HANDLE_ERROR(cudaMemcpy(ptrDevData, tabData, n, cudaMemcpyHostToDevice));
    histoGM<<<dg, db>>>(ptrDevData, n, ptrDevHistoGM);
    HANDLE_ERROR(cudaPeekAtLastError());
    HANDLE_ERROR(cudaMemcpy(tabFrequence, ptrDevHistoGM, sizeOctet, cudaMemcpyDeviceToHost));
end:
    cudaFree(ptrDevHistoGM);
    cudaFree(ptrDevData);
    return status;
}

int histogram_any_m(const uint16_t *tabData, size_t n, uint32_t *tabFrequence, size_t m,
                    unsigned dg, unsigned db) {
    const size_t sizeOctet = m * sizeof(unsigned int);
    unsigned short *ptrDevData = NULL;
    unsigned int *ptrDevHistoGM = NULL;
    cudaError_t status;
    HANDLE_ERROR(cudaMalloc(&ptrDevData, n * sizeof(unsigned short)));
    HANDLE_ERROR(cudaMalloc(&ptrDevHistoGM, sizeOctet));
    HANDLE_ERROR(cudaMemset(ptrDevHistoGM, 0, sizeOctet));
    HANDLE_ERROR(cudaMemcpy(ptrDevData, tabData, n * 2, cudaMemcpyHostToDevice));
    if (sizeOctet <= 48 * 1024)
        histoM<<<dg, db, sizeOctet>>>(ptrDevData, n, ptrDevHistoGM, (int)m);
    else
        histoGM<<<dg, db>>>(ptrDevData, n, ptrDevHistoGM);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(tabFrequence, ptrDevHistoGM, sizeOctet, cudaMemcpyDeviceToHost));
end:
    cudaFree(ptrDevHistoGM);
    cudaFree(ptrDevData);
    return status;
}

int histogram_conflict_free(const uint8_t *tabData, size_t n, uint32_t tabFrequence[256],
                            unsigned dg, unsigned db) {
    const size_t sizeOctet = 256 * sizeof(unsigned int);
    unsigned char *ptrDevData = NULL;
    unsigned int *ptrDevHistoGM = NULL;
    cudaError_t status;
    HANDLE_ERROR(cudaMalloc(&ptrDevData, n));
    HANDLE_ERROR(cudaMalloc(&ptrDevHistoGM, sizeOctet));
    HANDLE_ERROR(cudaMemset(ptrDevHistoGM, 0, sizeOctet));
    HANDLE_ERROR(cudaMemcpy(ptrDevData, tabData, n, cudaMemcpyHostToDevice));
    histoBank<<<dg, db>>>(ptrDevData, n, ptrDevHistoGM);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(tabFrequence, ptrDevHistoGM, sizeOctet, cudaMemcpyDeviceToHost));
end:
    cudaFree(ptrDevHistoGM);
    cudaFree(ptrDevData);
    return status;
}
