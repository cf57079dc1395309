/*
 * Measures the reference solution's kernels on a real GPU, beside cub::DeviceHistogram. Build and
 * run it with bench.sh. Every variant's result is compared with the CPU's before its time is
 * believed.
 *
 *     bench TABLE FILE      TABLE: sizes, peers, transfers or crossover; FILE: where the CSV goes
 *
 * Times are of CUDA events, in microseconds, medians of RUNS runs after warm-up; what is timed
 * includes setting the histogram to zero. Inputs that fit the L2 are taken in turn from a pool that
 * does not.
 */
#include "../../solutions/histogram-cuda/histogram.cu"

#include "../shared/cuda_bench.h"

#include <cub/cub.cuh>

#include <omp.h>

/* The times of `work(i)` for i = 0, 1, …, by events or by the host's clock. */
template <typename Work> static timing time_on_device(Work work) {
    return in_turn(1, [&](int, int i) { return time_events(1, [&](int) { work(i); }); })[0];
}
template <typename Work> static timing time_on_host(Work work) {
    return in_turn(1, [&](int, int i) { return time_host([&]() { work(i); }); })[0];
}

/* ---- inputs ---- */

static uint64_t state = 2002;

static uint64_t next_random() { /* SplitMix64, as the kit's oracles use it */
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* i % 256 in a random order, or one value n times. */
static void fill(uint8_t *data, size_t n, bool equal) {
    if (equal) {
        memset(data, 77, n);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        data[i] = (uint8_t)(i % 256);
    }
    for (size_t i = n - 1; i > 0; i--) {
        std::swap(data[i], data[(size_t)(((unsigned __int128)next_random() * (i + 1)) >> 64)]);
    }
}

static void count_on_host(const uint8_t *data, size_t n, uint32_t *frequency) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel
    {
        uint32_t own[256] = {0};
#pragma omp for
        for (size_t i = 0; i < n; i++) {
            own[data[i]]++;
        }
#pragma omp critical
        for (int bin = 0; bin < 256; bin++) {
            frequency[bin] += own[bin];
        }
    }
}

/* ---- variants ---- */

/* GM with 16-byte loads: what the width of a load alone is worth. */
__global__ void count_in_shared_wide(const uint8_t *data, size_t n, uint32_t *frequency) {
    __shared__ uint32_t table[256];
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        table[bin] = 0;
    }
    __syncthreads();
    const uint4 *quads = reinterpret_cast<const uint4 *>(data);
    for (size_t s = tid; s < n / 16; s += NB_THREAD) {
        const uint4 quad = quads[s];
        const uint32_t words[] = {quad.x, quad.y, quad.z, quad.w};
        for (uint32_t word : words) {
            for (int byte = 0; byte < 32; byte += 8) {
                atomicAdd(&table[word >> byte & 255], 1);
            }
        }
    }
    for (size_t s = n / 16 * 16 + tid; s < n; s += NB_THREAD) {
        atomicAdd(&table[data[s]], 1);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        atomicAdd(&frequency[bin], table[bin]);
    }
}

static int multiprocessors;

struct variant {
    const char *name;
    byte_kernel *kernel;           /* NULL: CUB */
    unsigned threads, blocks_each; /* per multiprocessor at most */
    size_t bytes_each;             /* a thread gets at least so many */
    size_t most;                   /* sizes beyond are left out: too slow to be of use */
};

static const variant variants[] = {
    {"cub", NULL, 0, 0, 0, (size_t)1 << 40},
    {"gm", count_in_shared, 1024, 2, 16, (size_t)1 << 40},
    {"gm_16_bytes", count_in_shared_wide, 1024, 2, 32, (size_t)1 << 40},
    {"gm_atomics", count_in_global, 1024, 2, 16, (size_t)1 << 26},
    {"conflict_free", count_conflict_free, 1024, 2, 64, (size_t)1 << 40},
};

static unsigned blocks_for(const variant &variant, size_t n) {
    const size_t wanted =
        (n + variant.threads * variant.bytes_each - 1) / (variant.threads * variant.bytes_each);
    return (unsigned)std::max<size_t>(
        1, std::min<size_t>(wanted, (size_t)multiprocessors * variant.blocks_each));
}

struct cub_space {
    void *bytes;
    size_t size;
};

static cub_space space;

/* CUB's space for n bytes, asked for once: what is timed does not include it. */
static void make_space(const uint8_t *data, size_t n, uint32_t *frequency) {
    size_t needed = 0;
    cub::DeviceHistogram::HistogramEven(NULL, needed, data, frequency, 257, 0, 256, (int)n);
    if (needed > space.size) {
        CHECK(cudaFree(space.bytes));
        CHECK(cudaMalloc(&space.bytes, needed));
        space.size = needed;
    }
}

static void run_cub(const uint8_t *data, size_t n, uint32_t *frequency) {
    CHECK(cub::DeviceHistogram::HistogramEven(space.bytes, space.size, data, frequency, 257, 0, 256,
                                              (int)n));
}

static void run(const variant &variant, const uint8_t *data, size_t n, uint32_t *frequency) {
    if (variant.kernel == NULL) {
        run_cub(data, n, frequency);
        return;
    }
    CHECK(cudaMemsetAsync(frequency, 0, 256 * sizeof *frequency));
    variant.kernel<<<blocks_for(variant, n), variant.threads>>>(data, n, frequency);
}

static void compare(const char *name, const uint32_t *device_frequency, const uint32_t *expected) {
    uint32_t got[256];
    CHECK(cudaMemcpy(got, device_frequency, sizeof got, cudaMemcpyDeviceToHost));
    if (memcmp(got, expected, sizeof got) != 0) {
        fprintf(stderr, "bench: %s computes a wrong histogram\n", name);
        exit(1);
    }
}

/* ---- tables ---- */

static const size_t POOL = (size_t)1 << 30;

static void table_of_sizes(FILE *file) {
    uint8_t *host = (uint8_t *)malloc(POOL), *pool;
    uint32_t *frequency, expected[256];
    CHECK(cudaMalloc(&pool, POOL));
    CHECK(cudaMalloc(&frequency, 256 * sizeof *frequency));
    fprintf(file, "data,n,variant,blocks,threads,median_us,min_us,max_us,gb_per_s\n");
    for (int equal = 0; equal < 2; equal++) {
        fill(host, POOL, equal);
        CHECK(cudaMemcpy(pool, host, POOL, cudaMemcpyHostToDevice));
        for (size_t n = (size_t)1 << 16; n <= POOL; n *= 4) {
            const size_t places = std::min<size_t>(POOL / n, 64);
            count_on_host(host, n, expected);
            make_space(pool, n, frequency);
            for (const variant &variant : variants) {
                if (n > variant.most) {
                    continue;
                }
                run(variant, pool, n, frequency);
                compare(variant.name, frequency, expected);
                const timing timing = time_on_device(
                    [&](int i) { run(variant, pool + (size_t)i % places * n, n, frequency); });
                fprintf(file, "%s,%zu,%s,%u,%u,%.3f,%.3f,%.3f,%.1f\n", equal ? "equal" : "shuffled",
                        n, variant.name, variant.kernel ? blocks_for(variant, n) : 0,
                        variant.threads, timing.median, timing.lowest, timing.highest,
                        n / timing.median * 1e-3);
                fflush(file);
            }
        }
    }
    free(host);
    CHECK(cudaFree(pool));
}

/* The conflict-free kernel, where each launch also clears the table of the next one: nothing else
 * has to run between the two. */
__global__ void __launch_bounds__(1024, 2)
    count_and_clear_next(const uint8_t *data, size_t n, uint32_t *frequency, uint32_t *next) {
    __shared__ uint32_t table[256 * 32];
    for (unsigned bin = threadIdx.x; blockIdx.x == 0 && bin < 256; bin += blockDim.x) {
        next[bin] = 0;
    }
    count_in_copies(table, data, n, frequency);
}

/* The conflict-free kernel beside CUB, run by run in turn: one launch at a time, BATCH in a row. */
static void table_of_peers(FILE *file) {
    static const char *const names[] = {"conflict_free", "conflict_free after a memset", "cub"};
    static const variant counting = {"", count_conflict_free, 1024, 2, 16, 0};
    const size_t most = (size_t)1 << 28, bytes = 256 * sizeof(uint32_t);
    uint8_t *host = (uint8_t *)malloc(most), *pool;
    uint32_t *own, *next,
        expected[256]; /* own is zero before a launch that clears the next one's */
    CHECK(cudaMalloc(&pool, most));
    CHECK(cudaMalloc(&own, bytes));
    CHECK(cudaMalloc(&next, bytes));
    CHECK(cudaMemset(own, 0, bytes));
    fill(host, most, false);
    CHECK(cudaMemcpy(pool, host, most, cudaMemcpyHostToDevice));
    fprintf(file, "# cub: %d\nlaunches,variant,n,median_us,min_us,max_us,gb_per_s\n", CUB_VERSION);
    for (int launches : {1, (int)BATCH}) {
        for (size_t n : {1 << 10, 1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 28}) {
            const size_t places = std::min<size_t>(most / n, 64);
            make_space(pool, n, next);
            const std::vector<timing> times = in_turn(3, [&](int kind, int i) {
                const double time = time_events(launches, [&](int launch) {
                    const uint8_t *from = pool + (size_t)(i + launch) % places * n;
                    if (kind > 0) {
                        run(kind == 1 ? counting : variants[0], from, n, next);
                        return;
                    }
                    count_and_clear_next<<<blocks_for(counting, n), 1024>>>(from, n, own, next);
                    std::swap(own, next);
                });
                count_on_host(host + (size_t)(i + launches - 1) % places * n, n, expected);
                compare(names[kind], next, expected);
                return time;
            });
            for (int k = 0; k < 3; k++) {
                fprintf(file, "%d,%s,%zu,%.3f,%.3f,%.3f,%.1f\n", launches, names[k], n,
                        times[k].median, times[k].lowest, times[k].highest,
                        n / times[k].median * 1e-3);
            }
        }
    }
    free(host);
    CHECK(cudaFree(pool));
}

/* From host memory to the histogram on the host: is MapMemory faster? */
static void table_of_transfers(FILE *file) {
    const size_t n = (size_t)1 << 28;
    uint8_t *pageable = (uint8_t *)malloc(n), *pinned, *mapped, *device;
    uint32_t *frequency, expected[256], got[256];
    CHECK(cudaHostAlloc(&pinned, n, cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer(&mapped, pinned, 0));
    CHECK(cudaMalloc(&device, n));
    CHECK(cudaMalloc(&frequency, 256 * sizeof *frequency));
    fill(pageable, n, false);
    memcpy(pinned, pageable, n);
    count_on_host(pageable, n, expected);
    struct row {
        const char *name;
        const uint8_t *from; /* copied to the device first; NULL: no copy */
        const uint8_t *seen; /* what the kernel reads */
        byte_kernel *kernel;
    };
    const row rows[] = {
        {"kernel alone, bytes", NULL, device, count_in_shared},
        {"kernel alone, 16 bytes", NULL, device, count_conflict_free},
        {"pageable copy, kernel with bytes", pageable, device, count_in_shared},
        {"pageable copy, kernel with 16 bytes", pageable, device, count_conflict_free},
        {"pinned copy, kernel with bytes", pinned, device, count_in_shared},
        {"pinned copy, kernel with 16 bytes", pinned, device, count_conflict_free},
        {"MapMemory, kernel with bytes", NULL, mapped, count_in_shared},
        {"MapMemory, kernel with 16 bytes", NULL, mapped, count_conflict_free},
    };
    CHECK(cudaMemcpy(device, pageable, n, cudaMemcpyHostToDevice));
    fprintf(file, "way,n,median_us,min_us,max_us,gb_per_s\n");
    for (const row &row : rows) {
        const timing timing = time_on_host([&](int) {
            if (row.from != NULL) {
                CHECK(cudaMemcpyAsync(device, row.from, n, cudaMemcpyHostToDevice));
            }
            CHECK(cudaMemsetAsync(frequency, 0, sizeof got));
            row.kernel<<<2 * multiprocessors, 1024>>>(row.seen, n, frequency);
            CHECK(cudaMemcpy(got, frequency, sizeof got, cudaMemcpyDeviceToHost));
        });
        if (memcmp(got, expected, sizeof got) != 0) {
            fprintf(stderr, "bench: %s: wrong histogram\n", row.name);
            exit(1);
        }
        fprintf(file, "\"%s\",%zu,%.3f,%.3f,%.3f,%.2f\n", row.name, n, timing.median, timing.lowest,
                timing.highest, n / timing.median * 1e-3);
    }
}

/* From how many elements on is the GPU faster than the CPU, with the data on the host? */
static void table_of_crossover(FILE *file) {
    const size_t most = (size_t)1 << 20;
    uint8_t *data = (uint8_t *)malloc(most), *device;
    uint32_t *frequency, got[256];
    CHECK(cudaMalloc(&device, most));
    CHECK(cudaMalloc(&frequency, 256 * sizeof *frequency));
    fill(data, most, false);
    fprintf(file, "n,where,threads,median_us,min_us,max_us\n");
    for (size_t n = 16; n <= most; n *= 2) {
        timing timing = time_on_host([&](int) {
            uint32_t own[256] = {0};
            for (size_t i = 0; i < n; i++) {
                own[data[i]]++;
            }
            memcpy(got, own, sizeof own);
            asm volatile("" ::"r"(got) : "memory");
        });
        fprintf(file, "%zu,cpu,1,%.3f,%.3f,%.3f\n", n, timing.median, timing.lowest,
                timing.highest);
        timing = time_on_host([&](int) { count_on_host(data, n, got); });
        fprintf(file, "%zu,cpu,%d,%.3f,%.3f,%.3f\n", n, omp_get_max_threads(), timing.median,
                timing.lowest, timing.highest);
        const variant &gm = variants[1];
        timing = time_on_host([&](int) {
            CHECK(cudaMemcpyAsync(device, data, n, cudaMemcpyHostToDevice));
            run(gm, device, n, frequency);
            CHECK(cudaMemcpy(got, frequency, sizeof got, cudaMemcpyDeviceToHost));
        });
        fprintf(file, "%zu,gpu with copies,%u,%.3f,%.3f,%.3f\n", n, gm.threads, timing.median,
                timing.lowest, timing.highest);
        timing = time_on_device([&](int) { run(gm, device, n, frequency); });
        fprintf(file, "%zu,gpu kernel,%u,%.3f,%.3f,%.3f\n", n, gm.threads, timing.median,
                timing.lowest, timing.highest);
    }
}

int main(int argc, char **argv) {
    static const table tables[] = {{"sizes", table_of_sizes},
                                   {"peers", table_of_peers},
                                   {"transfers", table_of_transfers},
                                   {"crossover", table_of_crossover}};
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    return write_table(argc, argv, tables);
}
