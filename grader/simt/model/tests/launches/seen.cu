/*
 * What CUDA events see of copies, fills and kernels in a program that allocates, copies, fills, launches, copies back and releases, as a lab's function does;
 * and how long a kernel takes to read what something else has just put there. Lines: what,bytes,median,least,most (µs between two events around the call).
 */
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

static std::map<std::string, std::vector<float>> times;
static std::vector<std::string> order;
static cudaEvent_t before, after;
static unsigned *out;
static char *sweep;
static const size_t SWEEP = 256 << 20;

template <class Work> static void seen(const std::string &what, bool counts, Work work) {
    float ms = 0;
    cudaEventRecord(before);
    work();
    cudaEventRecord(after);
    cudaEventSynchronize(after);
    cudaEventElapsedTime(&ms, before, after);
    if (counts) {
        if (times[what].empty()) order.push_back(what);
        times[what].push_back(ms * 1000);
    }
}
static void say(size_t bytes) {
    for (const std::string &what : order) {
        std::vector<float> &t = times[what];
        std::sort(t.begin(), t.end());
        printf("%s,%zu,%.2f,%.2f,%.2f\n", what.c_str(), bytes, t[t.size() / 2], t.front(), t.back());
    }
    times.clear(), order.clear();
}

__global__ void nothing() {}
__global__ void few(const unsigned char *a, unsigned *o, size_t n) { /* few bytes on their way: latency */
    unsigned s = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x) s += a[i];
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__global__ void wide(const uint4 *a, unsigned *o, size_t n) { /* as many as there can be: bandwidth */
    unsigned s = 0;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x) {
        uint4 v = a[i];
        s += v.x + v.y + v.z + v.w;
    }
    o[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
__global__ void put(uint4 *a, size_t n) {
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += size_t(gridDim.x) * blockDim.x) a[i] = make_uint4(i, 1, 2, 3);
}
static void read_few(void *a, size_t n) { few<<<132, 256>>>((unsigned char *)a, out, n); }
static void read_wide(void *a, size_t n) { wide<<<1056, 256>>>((uint4 *)a, out, n / 16); }

/* What a lab's function asks for. */
static void lab(size_t n, char *host, bool counts) {
    void *data, *table;
    cudaMalloc(&data, n), cudaMalloc(&table, 1024);
    seen("upload", counts, [&] { cudaMemcpy(data, host, n, cudaMemcpyHostToDevice); });
    seen("fill of 1 KiB", counts, [&] { cudaMemset(table, 0, 1024); });
    seen("kernel", counts, [&] { read_wide(data, n); });
    seen("download of 1 KiB", counts, [&] { cudaMemcpy(host, table, 1024, cudaMemcpyDeviceToHost); });
    cudaFree(data), cudaFree(table);
}

int main() {
    cudaEventCreate(&before), cudaEventCreate(&after);
    cudaMalloc((void **)&out, 1056 * 256 * 4), cudaMalloc((void **)&sweep, SWEEP);
    printf("what,bytes,us,least,most\n");
    for (size_t n = 4096; n <= size_t(256) << 20; n *= 4) {
        const int runs = n > (32 << 20) ? 7 : 21;
        char *host = (char *)aligned_alloc(4096, n), *pinned, *a, *b;
        memset(host, 3, n);
        cudaMallocHost((void **)&pinned, n), cudaMalloc((void **)&a, n), cudaMalloc((void **)&b, n);
        memset(pinned, 3, n);
        for (int r = 0; r < runs + 2; r++) lab(n, host, r > 1);
        for (int r = 0; r < runs + 2; r++) {
            const bool counts = r > 1;
            seen("nothing", counts, [&] { nothing<<<1, 32>>>(); });
            seen("upload again", counts, [&] { cudaMemcpy(a, host, n, cudaMemcpyHostToDevice); });
            seen("download", counts, [&] { cudaMemcpy(host, a, n, cudaMemcpyDeviceToHost); });
            seen("upload pinned", counts, [&] { cudaMemcpy(a, pinned, n, cudaMemcpyHostToDevice); });
            seen("download pinned", counts, [&] { cudaMemcpy(pinned, a, n, cudaMemcpyDeviceToHost); });
            seen("fill", counts, [&] { cudaMemset(a, 0, n); });
            seen("copy on the device", counts, [&] { cudaMemcpy(b, a, n, cudaMemcpyDeviceToDevice); });
            for (int k = 0; k < 2; k++) {
                const std::string how = k ? " (wide)" : " (few)";
                auto kernel = [&](const char *what, void *from) { seen(what + how, counts, [&] { k ? read_wide(from, n) : read_few(from, n); }); };
                auto flush = [&] { cudaMemset(sweep, r, SWEEP), put<<<1056, 256>>>((uint4 *)sweep, SWEEP / 16); };
                flush();
                kernel("read flushed", a);
                kernel("read again", a);
                flush(), cudaMemcpy(a, host, n, cudaMemcpyHostToDevice);
                kernel("read after an upload", a);
                cudaMemcpy(a, host, n, cudaMemcpyHostToDevice);
                kernel("read before: after an upload", a);
                flush(), cudaMemcpy(a, pinned, n, cudaMemcpyHostToDevice);
                kernel("read after a pinned upload", a);
                flush(), cudaMemset(a, 0, n);
                kernel("read after a fill", a);
                flush(), cudaMemcpy(b, a, n, cudaMemcpyDeviceToDevice);
                kernel("read the copy", b);
                kernel("read the copied", a);
                flush(), put<<<1056, 256>>>((uint4 *)a, n / 16);
                kernel("read after a store", a);
                void *fresh;
                cudaMalloc(&fresh, n);
                flush(), cudaMemcpy(fresh, host, n, cudaMemcpyHostToDevice);
                kernel("read new memory: after an upload", fresh);
                kernel("read new memory: again", fresh);
                cudaFree(fresh);
                char *mapped;
                cudaHostAlloc((void **)&mapped, n, cudaHostAllocMapped), memset(mapped, 3, n);
                kernel("read new mapped memory", mapped);
                kernel("read mapped memory again", mapped);
                cudaFreeHost(mapped);
            }
        }
        say(n);
        cudaFree(a), cudaFree(b), cudaFreeHost(pinned), free(host);
    }
    return 0;
}
