/*
 * PCL in OpenCL, its twin in CUDA C and cub::DeviceReduce::Sum, in one program, on one GPU. Built
 * and run by bench.sh, from the project's root.
 *
 *     peers peers FILE [EXPONENT]      2^EXPONENT elements at most
 *
 * The clocks:
 *   event         the GPU's: CUDA events around the launch (two launches, where CUB takes two), or
 *                 OpenCL's profiling of the one command; just before, so much else was read that
 *                 the caches hold nothing of the data, and the launch waits in the queue behind
 *   event alone   CUDA events again, but the queue is empty and the caches are as the run before
 *                 left them
 *   host          the host's: BATCH launches in a row, nobody waits in between
 * A median of RUNS runs each. All variants of a size run in turn, and every result is compared.
 */
#include "device.h"

#include <cub/cub.cuh>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef QUICK /* shows that it runs; its times mean nothing */
enum { RUNS = 1, BATCH = 2 };
#else
enum { RUNS = 21, BATCH = 50 };
#endif
enum { WORK_GROUP = 256 };

/* ---- the twin: line by line what solutions/reduction-ladder/reduction.cl does ---- */

static __device__ unsigned tree_of_256(unsigned mine, unsigned *partial) {
    const unsigned local_id = threadIdx.x;
    partial[local_id] = mine;
    __syncthreads();

    if (local_id < 64) {
        mine += partial[local_id + 64] + partial[local_id + 128] + partial[local_id + 192];
        partial[local_id] = mine;
    }
    __syncthreads();
    if (local_id < 16) {
        mine += partial[local_id + 16] + partial[local_id + 32] + partial[local_id + 48];
        partial[local_id] = mine;
    }
    __syncthreads();
    if (local_id < 4) {
        mine += partial[local_id + 4] + partial[local_id + 8] + partial[local_id + 12];
        partial[local_id] = mine;
    }
    __syncthreads();
    return local_id == 0 ? mine + partial[1] + partial[2] + partial[3] : 0;
}

static __device__ void add(uint4 &to, const uint4 &what) {
    to.x += what.x;
    to.y += what.y;
    to.z += what.z;
    to.w += what.w;
}

static __global__ void __launch_bounds__(256)
    pcl_kernel(const unsigned *src, unsigned n, unsigned rounds, unsigned long long *state,
               unsigned *sum) {
    __shared__ unsigned partial[256];
    const uint4 *fours = reinterpret_cast<const uint4 *>(src);
    const unsigned count = n / 4, end = (blockIdx.x + 1) * rounds * 1024;

    uint4 mine = make_uint4(0, 0, 0, 0);
    unsigned at = blockIdx.x * rounds * 1024 + threadIdx.x;
    for (; at < end && at + 768 < count; at += 1024) {
        const uint4 a = fours[at], b = fours[at + 256], c = fours[at + 512], d = fours[at + 768];
        add(mine, a);
        add(mine, b);
        add(mine, c);
        add(mine, d);
    }
    for (; at < end && at < count; at += 256) {
        add(mine, fours[at]);
    }
    unsigned rest = 0;
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x < n % 4) {
        rest = src[4 * count + threadIdx.x];
    }

    const unsigned total = tree_of_256((mine.x + mine.y) + (mine.z + mine.w) + rest, partial);
    if (threadIdx.x == 0) {
        const unsigned long long before =
            atomicAdd(state, static_cast<unsigned long long>(total) << 32 | 1);
        if (static_cast<unsigned>(before) == gridDim.x - 1) {
            *sum = static_cast<unsigned>(before >> 32) + total;
            atomicExch(state, 0ull);
        }
    }
}

/* ---- CUDA ---- */

static void must(cudaError_t error, const char *what) {
    if (error != cudaSuccess) {
        fprintf(stderr, "peers: %s: %s\n", what, cudaGetErrorString(error));
        exit(2);
    }
}

struct gpu {
    unsigned *src, *sum, *scratch;
    unsigned long long *state;
    void *temporary;
    size_t temporary_bytes, scratch_bytes;
    unsigned units;
    cudaEvent_t start, end;
};

static gpu gpu_open(const unsigned *data, size_t n) {
    gpu gpu = {};
    int units = 0, cache = 0;
    must(cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, 0), "no GPU");
    must(cudaDeviceGetAttribute(&cache, cudaDevAttrL2CacheSize, 0), "no GPU");
    gpu.units = static_cast<unsigned>(units);
    gpu.scratch_bytes = 2 * static_cast<size_t>(cache);
    must(cub::DeviceReduce::Sum(nullptr, gpu.temporary_bytes, gpu.src, gpu.sum,
                                static_cast<long long>(n)),
         "CUB");
    must(cudaMalloc(&gpu.src, n * sizeof *gpu.src), "cudaMalloc");
    must(cudaMalloc(&gpu.sum, sizeof *gpu.sum), "cudaMalloc");
    must(cudaMalloc(&gpu.state, sizeof *gpu.state), "cudaMalloc");
    must(cudaMalloc(&gpu.temporary, gpu.temporary_bytes), "cudaMalloc");
    must(cudaMalloc(&gpu.scratch, gpu.scratch_bytes), "cudaMalloc");
    must(cudaMemset(gpu.scratch, 1, gpu.scratch_bytes), "cudaMemset");
    must(cudaMemset(gpu.state, 0, sizeof *gpu.state), "cudaMemset");
    must(cudaMemcpy(gpu.src, data, n * sizeof *data, cudaMemcpyHostToDevice), "cudaMemcpy");
    must(cudaEventCreate(&gpu.start), "cudaEventCreate");
    must(cudaEventCreate(&gpu.end), "cudaEventCreate");
    return gpu;
}

static unsigned fetch(const gpu &gpu) {
    unsigned sum = 0;
    must(cudaMemcpy(&sum, gpu.sum, sizeof sum, cudaMemcpyDeviceToHost), "a launch");
    return sum;
}

/* n elements from `from`, `times` of them for each thread: 16 a round. */
static void launch_pcl(const gpu &gpu, const unsigned *from, unsigned n, unsigned times) {
    pcl_kernel<<<(n - 1) / (WORK_GROUP * times) + 1, WORK_GROUP>>>(from, n, times / 16, gpu.state,
                                                                   gpu.sum);
}

static void twin(const gpu &gpu, unsigned n, unsigned times) {
    launch_pcl(gpu, gpu.src, n, times);
}

static void cub_sum(const gpu &gpu, unsigned n, unsigned) {
    size_t bytes = gpu.temporary_bytes;
    must(cub::DeviceReduce::Sum(gpu.temporary, bytes, gpu.src, gpu.sum, static_cast<long long>(n)),
         "CUB");
}

typedef void variant(const gpu &gpu, unsigned n, unsigned times);

static double event_time(const gpu &gpu, variant *run, unsigned n, unsigned times, bool flushed) {
    float milliseconds = 0;
    if (flushed) {
        launch_pcl(gpu, gpu.scratch, static_cast<unsigned>(gpu.scratch_bytes / 4), 64);
    } else {
        must(cudaDeviceSynchronize(), "a launch");
    }
    must(cudaEventRecord(gpu.start), "cudaEventRecord");
    run(gpu, n, times);
    must(cudaEventRecord(gpu.end), "cudaEventRecord");
    must(cudaEventSynchronize(gpu.end), "a launch");
    must(cudaEventElapsedTime(&milliseconds, gpu.start, gpu.end), "cudaEventElapsedTime");
    return milliseconds * 1e3;
}

static double host_time(const gpu &gpu, variant *run, unsigned n, unsigned times) {
    must(cudaDeviceSynchronize(), "a launch");
    const double start = bench_clock();
    for (int i = 0; i < BATCH; i++) {
        run(gpu, n, times);
    }
    must(cudaDeviceSynchronize(), "a launch");
    return (bench_clock() - start) / BATCH;
}

/* ---- tables ---- */

static void row(FILE *out, const char *name, const char *clock, unsigned n, struct times t,
                double cub) {
    fprintf(out, "%s,%s,%u,%.2f,%.2f,%.2f,%.1f,%.2f\n", name, clock, n, t.median, t.least, t.most,
            n * 4.0 / t.median * 1e-3, cub / t.median);
    fflush(out);
}

static void check(const gpu &gpu, const char *name, unsigned n, unsigned expected) {
    const unsigned got = fetch(gpu);
    if (got != expected) {
        fprintf(stderr, "peers: %s, n = %u: %u instead of %u\n", name, n, got, expected);
        exit(2);
    }
    must(cudaMemset(gpu.sum, 0xa5, sizeof *gpu.sum), "cudaMemset");
}

static void peers_of(const gpu &gpu, const bench_device *device, unsigned n, FILE *out) {
    static const char *const clocks[] = {"event", "event alone", "host"};
    static const char *const names[] = {"pcl cuda", "cub"};
    static variant *const variants[] = {twin, cub_sum};
    static const struct bench_kernel pcl = {"reduce_pcl", false, true};
    const unsigned times = bench_pcl_times(device, n);
    const unsigned expected = bench_device_sum(device, n);
    static double each[2][3][RUNS];
    for (int run = -2; run < RUNS; run++) { /* two to warm up */
        for (int v = 0; v < 2; v++) {
            const int at = run < 0 ? 0 : run;
            each[v][0][at] = event_time(gpu, variants[v], n, times, true);
            each[v][1][at] = event_time(gpu, variants[v], n, times, false);
            each[v][2][at] = host_time(gpu, variants[v], n, times);
            check(gpu, names[v], n, expected);
        }
    }
    double cub[3];
    struct times t[2][3];
    for (int clock = 0; clock < 3; clock++) {
        for (int v = 0; v < 2; v++) {
            t[v][clock] = times_of(each[v][clock], RUNS);
        }
        cub[clock] = t[1][clock].median;
        row(out, names[1], clocks[clock], n, t[1][clock], cub[clock]);
        row(out, names[0], clocks[clock], n, t[0][clock], cub[clock]);
    }
    struct times opencl;
    if (bench_kernel_time(device, &pcl, n, times, RUNS, &opencl)) {
        row(out, "pcl opencl", clocks[0], n, opencl, cub[0]);
    }
    row(out, "pcl opencl", clocks[2], n, bench_pcl_batch(device, n, RUNS, BATCH), cub[2]);
}

static void peers(const gpu &gpu, const bench_device *device, FILE *out) {
    fprintf(out, "variant,clock,n,median_us,least_us,most_us,gb_per_s,faster_than_cub\n");
    for (unsigned exponent = 10; exponent < 31 && 1u << exponent <= device->most; exponent++) {
        peers_of(gpu, device, 1u << exponent, out);
    }
}

int main(int argc, char **argv) {
    FILE *out = argc >= 3 && strcmp(argv[1], "peers") == 0 ? fopen(argv[2], "w") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: peers peers FILE [EXPONENT]\n");
        return 2;
    }
    const int exponent = argc > 3 ? atoi(argv[3]) : 30;
    struct bench_device device;
    bench_device_open(&device, 1u << (exponent < 10 || exponent > 30 ? 30 : exponent));
    fprintf(out, "# opencl: %s, %u compute units, %s, driver %s\n", device.name, device.units,
            device.platform, device.driver);
    const gpu gpu = gpu_open(device.data, device.most);
    peers(gpu, &device, out);
    bench_device_close(&device);
    return fclose(out) == 0 ? 0 : 2;
}
