// The runtime's surface, call by call: what it gives, and errors that hardware/errors.cu lacks.
// Prints TAP lines.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

static int count, failed;

static void ok(bool good, const char *name) {
    printf("%sok %d - %s\n", good ? "" : "not ", ++count, name);
    failed += !good;
}
#define OK(expression) ok(expression, #expression)
#define GIVES(error, expression)                                                                   \
    do {                                                                                           \
        cudaError_t gave = (expression);                                                           \
        ok(gave == error, #expression " gives " #error);                                           \
        if (gave != error)                                                                         \
            printf("# gave %s\n", cudaGetErrorName(gave));                                         \
        cudaGetLastError();                                                                        \
    } while (0)
#define WORKS(expression) GIVES(cudaSuccess, expression)

__constant__ float weights[4];
__device__ int total[3] = {1, 2, 3};

__global__ void scale(float *a, float by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] *= by;
}
__global__ void weigh(float *a) {
    a[threadIdx.x] = weights[threadIdx.x] * 2;
}
__global__ void add_total() {
    total[threadIdx.x] += 10;
}
__global__ void dynamic(int *out) {
    extern __shared__ int tile[];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
struct Point {
    char tag;
    double x;
    short y;
};
__global__ void by_value(Point p, float4 v, char c, double *out) {
    out[0] = p.tag + p.x + p.y;
    out[1] = v.x + v.y + v.z + v.w;
    out[2] = c;
}
template <class T> __global__ void fill(T *a, T value) {
    a[threadIdx.x] = value;
}
__global__ void __launch_bounds__(64) bounded(int *a) {
    a[threadIdx.x] = 1;
}
/* Each lane's number goes to its neighbour, by each of the shuffles. */
template <class T> __global__ void shuffle(T *a) {
    const unsigned all = 0xffffffffu, lane = threadIdx.x;
    const T mine = (T)(lane + 1) << (8 * sizeof(T) - 8);
    a[lane] = __shfl_sync(all, mine, lane ^ 1);
    a[32 + lane] = __shfl_xor_sync(all, mine, 1);
    a[64 + lane] = __shfl_down_sync(all, mine, 1);
    a[96 + lane] = __shfl_up_sync(all, mine, 1);
}
/* a[0] becomes the less, a[1] the greater of the two. */
template <class A, class B> __global__ void order(A *a, B *b) {
    const auto low = min(*a, *b);
    const auto high = max(*a, *b);
    *a = (A)low;
    *b = (B)high;
}
__global__ void shape(unsigned *out) {
    unsigned i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    unsigned b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    out[b * blockDim.x * blockDim.y * blockDim.z + i] = b * 1000 + i;
}

static void memory() {
    float host[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8] = {0}, *device = nullptr, *other = nullptr;
    WORKS(cudaMalloc(&device, sizeof host));
    WORKS(cudaMalloc((void **)&other, sizeof host));
    WORKS(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));
    WORKS(cudaMemcpy(other, device, sizeof host, cudaMemcpyDeviceToDevice));
    WORKS(cudaMemcpy(back, other, sizeof host, cudaMemcpyDefault));
    OK(!memcmp(host, back, sizeof host));
    WORKS(cudaMemset(device, 0, sizeof host));
    WORKS(cudaMemcpy(back, device, sizeof host, cudaMemcpyDeviceToHost));
    OK(back[0] == 0 && back[7] == 0);
    WORKS(cudaMemcpy(back, host, sizeof host, cudaMemcpyHostToHost));
    OK(back[7] == 8);
    GIVES(cudaErrorInvalidValue, cudaMemcpy(device, host, 4, cudaMemcpyDeviceToHost));
    WORKS(cudaFree(device));
    GIVES(cudaErrorInvalidValue, cudaFree(device));
    WORKS(cudaFree(nullptr));

    char *plane = nullptr;
    size_t pitch = 0;
    unsigned char rows[3][10], again[3][10];
    for (int i = 0; i < 30; i++)
        rows[i / 10][i % 10] = (unsigned char)i;
    WORKS(cudaMallocPitch(&plane, &pitch, 10, 3));
    OK(pitch >= 10 && pitch % 256 == 0);
    WORKS(cudaMemcpy2D(plane, pitch, rows, 10, 10, 3, cudaMemcpyHostToDevice));
    WORKS(cudaMemset2D(plane + pitch, pitch, 7, 2, 1));
    WORKS(cudaMemcpy2D(again, 10, plane, pitch, 10, 3, cudaMemcpyDeviceToHost));
    OK(again[0][9] == 9 && again[1][0] == 7 && again[1][1] == 7 && again[1][2] == 12);
    OK(again[2][9] == 29);
    GIVES(cudaErrorInvalidPitchValue,
          cudaMemcpy2D(plane, 5, rows, 10, 10, 3, cudaMemcpyHostToDevice));
    WORKS(cudaFree(plane));

    std::vector<int> large(5 << 20), copy(5 << 20); // wider than the window: in pieces
    for (size_t i = 0; i < large.size(); i++)
        large[i] = (int)i;
    int *many = nullptr;
    WORKS(cudaMalloc(&many, large.size() * sizeof(int)));
    WORKS(cudaMemcpy(many, large.data(), large.size() * 4, cudaMemcpyHostToDevice));
    WORKS(cudaMemcpy(copy.data(), many, copy.size() * 4, cudaMemcpyDeviceToHost));
    OK(large == copy);
    size_t free_bytes = 0, all = 0;
    WORKS(cudaMemGetInfo(&free_bytes, &all));
    OK(free_bytes > 0 && free_bytes + (large.size() << 2) <= all);
    WORKS(cudaFree(many));
    cudaPointerAttributes attributes;
    WORKS(cudaPointerGetAttributes(&attributes, large.data()));
    OK(attributes.type == cudaMemoryTypeUnregistered);
    WORKS(cudaFree(other));
}

static void host_memory() {
    float *pinned = nullptr, *device = nullptr, *managed = nullptr;
    unsigned flags = 0;
    WORKS(cudaHostAlloc(&pinned, 400, cudaHostAllocMapped | cudaHostAllocWriteCombined));
    WORKS(cudaHostGetDevicePointer(&device, pinned, 0));
    WORKS(cudaHostGetFlags(&flags, pinned));
    OK((flags & cudaHostAllocMapped) && (flags & cudaHostAllocWriteCombined));
    for (int i = 0; i < 100; i++)
        pinned[i] = (float)i;
    scale<<<1, 128>>>(device, 3, 100);
    OK(pinned[99] == 99); // not run before somebody waits
    WORKS(cudaDeviceSynchronize());
    OK(pinned[99] == 297);
    cudaPointerAttributes attributes;
    WORKS(cudaPointerGetAttributes(&attributes, pinned));
    OK(attributes.type == cudaMemoryTypeHost && attributes.devicePointer == pinned);
    WORKS(cudaFreeHost(pinned));
    WORKS(cudaMallocHost(&pinned, 16));
    WORKS(cudaMallocHost((void **)&device, 16));
    pinned[0] = 5;
    WORKS(cudaMemcpy(device, pinned, 16, cudaMemcpyHostToHost));
    OK(device[0] == 5);
    WORKS(cudaFreeHost(pinned));
    WORKS(cudaFreeHost(device));

    WORKS(cudaMallocManaged(&managed, 100 * sizeof(float)));
    for (int i = 0; i < 100; i++)
        managed[i] = (float)i;
    WORKS(cudaMemPrefetchAsync(managed, 400, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0));
    scale<<<1, 128>>>(managed, 2, 100);
    WORKS(cudaDeviceSynchronize());
    OK(managed[50] == 100);
    WORKS(cudaFree(managed));

    std::vector<float> own(1000, 1.5f);
    WORKS(cudaHostRegister(own.data(), own.size() * sizeof(float), cudaHostRegisterMapped));
    WORKS(cudaHostGetDevicePointer(&device, own.data(), 0));
    scale<<<4, 256>>>(device, 4, 1000);
    WORKS(cudaDeviceSynchronize());
    OK(own[0] == 6 && own[999] == 6);
    WORKS(cudaHostUnregister(own.data()));
    OK(own[999] == 6);
}

static void symbols() {
    float host[4] = {1, 2, 3, 4}, back[4], *device = nullptr;
    int ints[3] = {0, 0, 0};
    void *address = nullptr;
    size_t bytes = 0;
    WORKS(cudaMemcpyToSymbol(weights, host, sizeof host));
    WORKS(cudaMemcpyToSymbol(weights, host, 4, 8));
    WORKS(cudaMalloc(&device, sizeof host));
    weigh<<<1, 4>>>(device);
    WORKS(cudaMemcpy(back, device, sizeof back, cudaMemcpyDeviceToHost));
    OK(back[0] == 2 && back[1] == 4 && back[2] == 2 && back[3] == 8);
    add_total<<<1, 3>>>();
    WORKS(cudaMemcpyFromSymbol(ints, total, sizeof ints));
    OK(ints[0] == 11 && ints[1] == 12 && ints[2] == 13);
    WORKS(cudaGetSymbolSize(&bytes, total));
    OK(bytes == 12);
    WORKS(cudaGetSymbolAddress(&address, total));
    WORKS(cudaMemcpy(ints, address, 4, cudaMemcpyDeviceToHost));
    OK(ints[0] == 11);
    WORKS(cudaFree(device));
}

static void launches() {
    int *ints = nullptr, host[1024];
    double *doubles = nullptr, values[3];
    WORKS(cudaMalloc(&ints, sizeof host));
    WORKS(cudaMalloc(&doubles, sizeof values));
    dynamic<<<1, 100, 100 * sizeof(int)>>>(ints);
    WORKS(cudaMemcpy(host, ints, 400, cudaMemcpyDeviceToHost));
    OK(host[0] == 99 && host[99] == 0);
    by_value<<<1, 1>>>(Point{1, 2.5, 3}, make_float4(1, 2, 3, 4), 'a', doubles);
    WORKS(cudaMemcpy(values, doubles, sizeof values, cudaMemcpyDeviceToHost));
    OK(values[0] == 6.5 && values[1] == 10 && values[2] == 'a');
    fill<<<1, 8>>>(ints, 42);
    fill<double><<<1, 3>>>(doubles, 0.5);
    WORKS(cudaMemcpy(host, ints, 32, cudaMemcpyDeviceToHost));
    WORKS(cudaMemcpy(values, doubles, sizeof values, cudaMemcpyDeviceToHost));
    OK(host[7] == 42 && values[2] == 0.5);
    shape<<<dim3(2, 3, 2), dim3(4, 3, 2)>>>((unsigned *)ints);
    WORKS(cudaMemcpy(host, ints, 12 * 24 * 4, cudaMemcpyDeviceToHost));
    OK(host[0] == 0 && host[287] == 11023 && host[24 * 7 + 5] == 7005);

    bounded<<<1, 64>>>(ints);
    WORKS(cudaGetLastError());
    fill<<<0, 1>>>(ints, 1);
    GIVES(cudaErrorInvalidConfiguration, cudaPeekAtLastError());
    WORKS(cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
    dynamic<<<1, 1, 65536>>>(ints);
    WORKS(cudaGetLastError());
    WORKS(cudaDeviceSynchronize());

    cudaFuncAttributes attributes;
    WORKS(cudaFuncSetSharedMemConfig(dynamic, cudaSharedMemBankSizeEightByte));
    WORKS(cudaFuncGetAttributes(&attributes, dynamic));
    OK(attributes.maxThreadsPerBlock == 1024 && attributes.sharedSizeBytes == 0);
    WORKS(cudaFuncGetAttributes(&attributes, bounded));
    OK(attributes.maxThreadsPerBlock == 64);
    int blocks = 0, grid = 0, block = 0;
    WORKS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic, 256, 0));
    OK(blocks == 8);
    WORKS(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, dynamic, 32, 40000));
    OK(blocks == 5);
    WORKS(cudaOccupancyMaxPotentialBlockSize(&grid, &block, dynamic));
    OK(block == 1024 && grid == 32);
    void *arguments[] = {&ints};
    WORKS(cudaLaunchKernel(dynamic, dim3(1), dim3(2), arguments, 8, 0));
    WORKS(cudaDeviceSynchronize());
    WORKS(cudaFree(ints));
    WORKS(cudaFree(doubles));
}

template <class T> static bool shuffled() {
    T *device = nullptr, host[128] = {0};
    bool right = cudaMalloc(&device, sizeof host) == cudaSuccess;
    shuffle<T><<<1, 32>>>(device);
    right = right && cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess;
    cudaFree(device);
    for (unsigned lane = 0; lane < 32 && right; lane++) {
        const unsigned from[4] = {lane ^ 1, lane ^ 1, lane < 31 ? lane + 1 : lane,
                                  lane > 0 ? lane - 1 : lane};
        for (int kind = 0; kind < 4; kind++)
            right = right && host[32 * kind + lane] == (T)(from[kind] + 1) << (8 * sizeof(T) - 8);
    }
    return right;
}

template <class A, class B> static bool ordered() {
    A *a = nullptr, low = (A)3;
    B *b = nullptr, high = (B)2;
    bool right = cudaMalloc(&a, sizeof low) == cudaSuccess &&
                 cudaMalloc(&b, sizeof high) == cudaSuccess &&
                 cudaMemcpy(a, &low, sizeof low, cudaMemcpyHostToDevice) == cudaSuccess &&
                 cudaMemcpy(b, &high, sizeof high, cudaMemcpyHostToDevice) == cudaSuccess;
    order<<<1, 1>>>(a, b);
    right = right && cudaMemcpy(&low, a, sizeof low, cudaMemcpyDeviceToHost) == cudaSuccess &&
            cudaMemcpy(&high, b, sizeof high, cudaMemcpyDeviceToHost) == cudaSuccess;
    cudaFree(a);
    cudaFree(b);
    return right && low == (A)2 && high == (B)3;
}

static void minima() {
    OK((ordered<int, int>()));
    OK((ordered<unsigned, unsigned>()));
    OK((ordered<long, long>()));
    OK((ordered<unsigned long, unsigned long>()));
    OK((ordered<long long, long long>()));
    OK((ordered<unsigned long long, unsigned long long>()));
    OK((ordered<float, float>()));
    OK((ordered<double, double>()));
    OK((ordered<float, double>()));
    OK((ordered<double, float>()));
    OK((ordered<int, unsigned>()));
    OK((ordered<long long, unsigned long long>()));
}

static void shuffles() {
    OK(shuffled<int>());
    OK(shuffled<unsigned>());
    OK(shuffled<long>());
    OK(shuffled<unsigned long>());
    OK(shuffled<long long>());
    OK(shuffled<unsigned long long>());
}

static void streams() {
    cudaStream_t a, b;
    cudaEvent_t start, end, untimed;
    float *data = nullptr, *host = nullptr, milliseconds = -1;
    WORKS(cudaStreamCreate(&a));
    WORKS(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    WORKS(cudaEventCreate(&start));
    WORKS(cudaEventCreate(&end));
    WORKS(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    WORKS(cudaMalloc(&data, 4096));
    WORKS(cudaMallocHost(&host, 4096));
    host[0] = 2;
    WORKS(cudaStreamQuery(a));
    WORKS(cudaEventQuery(end));
    WORKS(cudaEventRecord(start, a));
    WORKS(cudaMemcpyAsync(data, host, 4096, cudaMemcpyHostToDevice, a));
    scale<<<1, 64, 0, a>>>(data, 2, 1);
    WORKS(cudaMemcpyAsync(host, data, 4096, cudaMemcpyDeviceToHost, a));
    WORKS(cudaEventRecord(end, a));
    WORKS(cudaStreamWaitEvent(b, end));
    GIVES(cudaErrorNotReady, cudaEventElapsedTime(&milliseconds, start, end));
    GIVES(cudaErrorNotReady, cudaStreamQuery(a));
    WORKS(cudaStreamQuery(a));
    WORKS(cudaEventSynchronize(end));
    OK(host[0] == 4);
    WORKS(cudaEventElapsedTime(&milliseconds, start, end));
    OK(milliseconds > 0 && milliseconds < 10);
    WORKS(cudaEventRecord(untimed));
    WORKS(cudaStreamSynchronize(b));
    GIVES(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, start, untimed));
    WORKS(cudaStreamDestroy(a));
    GIVES(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(a));
    WORKS(cudaStreamDestroy(b));
    WORKS(cudaEventDestroy(start));
    WORKS(cudaEventDestroy(end));
    WORKS(cudaEventDestroy(untimed));
    GIVES(cudaErrorInvalidResourceHandle, cudaEventRecord(end));
    WORKS(cudaFree(data));
    WORKS(cudaFreeHost(host));
}

static void device() {
    int number = -1, value = 0;
    cudaDeviceProp properties;
    WORKS(cudaGetDeviceCount(&number));
    OK(number == 1);
    WORKS(cudaSetDevice(0));
    WORKS(cudaGetDevice(&number));
    OK(number == 0);
    WORKS(cudaGetDeviceProperties(&properties, 0));
    OK(properties.warpSize == 32 && properties.maxThreadsPerBlock == 1024);
    OK(properties.sharedMemPerBlock == 49152 && properties.canMapHostMemory);
    OK(strlen(properties.name) > 0 && properties.multiProcessorCount > 0);
    WORKS(cudaDeviceGetAttribute(&value, cudaDevAttrMaxGridDimX, 0));
    OK(value == 2147483647);
    WORKS(cudaSetDeviceFlags(cudaDeviceMapHost));
    WORKS(cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
    WORKS(cudaDriverGetVersion(&value));
    OK(value >= 12000);
    OK(!strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue"));
    OK(!strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"));
    OK(cudaMalloc((int **)nullptr, 4) == cudaErrorInvalidValue);
    OK(cudaPeekAtLastError() == cudaErrorInvalidValue);
    OK(cudaGetLastError() == cudaErrorInvalidValue && cudaGetLastError() == cudaSuccess);
}

static void sticky() {
    int *data = nullptr;
    WORKS(cudaMalloc(&data, 64));
    fill<<<1, 32>>>(data, 1); // 16 elements: the last 16 threads overrun
    OK(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    WORKS(cudaDeviceReset());
    WORKS(cudaMalloc(&data, 64));
    fill<<<1, 16>>>(data, 3);
    int host[16] = {0};
    WORKS(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
    OK(host[15] == 3);
    WORKS(cudaFree(data));
}

static void add_one(void *data) {
    ++*(int *)data;
}
static void add_two(cudaStream_t, cudaError_t status, void *data) {
    *(int *)data += status == cudaSuccess ? 2 : 100;
}

// Callbacks, pools, other devices.
static void callbacks_and_pools() {
    cudaStream_t stream;
    cudaMemPool_t pool;
    int called = 0, *ints = nullptr;
    unsigned long long threshold = 1 << 20;
    cudaDeviceProp properties;
    WORKS(cudaStreamCreate(&stream));
    WORKS(cudaLaunchHostFunc(stream, add_one, &called));
    WORKS(cudaStreamAddCallback(stream, add_two, &called, 0));
    OK(called == 3);
    GIVES(cudaErrorInvalidValue, cudaStreamAddCallback(stream, add_two, &called, 1));
    GIVES(cudaErrorInvalidValue, cudaLaunchHostFunc(stream, nullptr, &called));
    WORKS(cudaDeviceGetDefaultMemPool(&pool, 0));
    WORKS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    WORKS(cudaMallocFromPoolAsync(&ints, 64, pool, stream));
    WORKS(cudaFreeAsync(ints, stream));
    WORKS(cudaMemPoolTrimTo(pool, 0));
    GIVES(cudaErrorInvalidDevice, cudaDeviceGetDefaultMemPool(&pool, 1));
    WORKS(cudaMallocManaged(&ints, 64));
    WORKS(cudaStreamAttachMemAsync(stream, ints));
    WORKS(cudaFree(ints));
    GIVES(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(1, 0));
    WORKS(cudaGetDeviceProperties(&properties, 0));
    OK(properties.memoryPoolsSupported == 1 && properties.maxTexture2D[0] > 0);
    WORKS(cudaStreamDestroy(stream));
}

int main() {
    callbacks_and_pools();
    device();
    memory();
    host_memory();
    symbols();
    launches();
    minima();
    shuffles();
    streams();
    sticky();
    printf("1..%d\n", count);
    return failed != 0;
}
