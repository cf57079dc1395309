/*
 * Measures the reference solution's kernels on a real GPU, beside CUB and Thrust, and beside the
 * CPU. Build and run it with bench.sh. Every result of every timed run is compared with the CPU's,
 * bit for bit; one wrong result ends the program.
 *
 *     bench TABLE FILE      TABLE: sizes, peers, crossover or counted; FILE: where the CSV goes
 *
 * Times are in microseconds: of CUDA events for work on the device, of the host's clock for work
 * that begins and ends on the host; medians of RUNS runs after warm-up. What is timed includes
 * setting the results to the neutral elements where a variant needs that. Each run takes another
 * part of a pool far larger than the L2.
 */
#include "../../solutions/minmax-cuda/minmax.cu"

#include "../shared/cuda_bench.h"
#include "cpu.h"

#include <cub/cub.cuh>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>

#include <cstdint>
#include <map>
#include <omp.h>
#include <string>

static const size_t MOST_ELEMENTS = (size_t)1 << 30;

/* ---- inputs ---- */

/* SplitMix64 as the kit's oracles use it, but any place at once: uniform in [-1, 1). */
static double element(uint64_t i) {
    uint64_t z = (2002 + i) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static const double EQUAL = -0.625;

/* The pool of inputs, on the host and on the device; the device's may hold EQUAL everywhere. */
struct pool {
    std::vector<double> host;
    double *device = nullptr;
    size_t count;
    bool equal = false;
    std::map<std::pair<size_t, size_t>, std::pair<double, double>> known;

    explicit pool(size_t count) : host(count), count(count) {
#pragma omp parallel for
        for (size_t i = 0; i < count; i++) {
            host[i] = element(i);
        }
        CHECK(cudaMalloc(&device, count * sizeof(double)));
        CHECK(cudaMemcpy(device, host.data(), count * sizeof(double), cudaMemcpyHostToDevice));
    }
    pool(const pool &) = delete;
    ~pool() {
        cudaFree(device);
    }

    void make_equal() {
        thrust::fill(thrust::device, device, device + count, EQUAL);
        std::fill(host.begin(), host.end(), EQUAL);
        known.clear();
        equal = true;
    }
    /* Where run `i` over n elements begins: parts of the pool in turn. */
    size_t part(int i, size_t n) const {
        return (size_t)i % (count / n) * n;
    }

    std::pair<double, double> expected(size_t from, size_t n) {
        auto found = known.find({from, n});
        if (found == known.end()) {
            double low, high;
            minmax_openmp(host.data() + from, n, &low, &high);
            found = known.insert({{from, n}, {low, high}}).first;
        }
        return found->second;
    }
    void verify(const char *name, size_t from, size_t n, double low, double high) {
        const auto right = expected(from, n);
        if (memcmp(&right.first, &low, 8) != 0 || memcmp(&right.second, &high, 8) != 0) {
            fprintf(stderr, "bench: %s is wrong for n = %zu\n", name, n);
            exit(2);
        }
    }
};

/* ---- variants ---- */

/* Memory that the variants need beside the data, allocated once. */
struct workplace {
    double *partial, *result, *neutral;
    unsigned long long *keys, *neutral_keys; /* keys: two pairs, of one launch and of the next */
    unsigned turn = 0;                       /* the pair of the last launch */
    struct extremes *places;
    void *storage; /* for CUB and Thrust */
    static const size_t storage_bytes = 64 << 20;
    int processors;

    workplace() {
        const double values[2] = {INFINITY, -INFINITY};
        const unsigned long long bounds[2] = {~0ull, 0};
        CHECK(cudaMalloc(&partial, (2 << 16) * sizeof *partial));
        CHECK(cudaMalloc(&places, (1 << 16) * sizeof *places));
        CHECK(cudaMalloc(&result, 2 * sizeof *result));
        CHECK(cudaMalloc(&neutral, sizeof values));
        CHECK(cudaMalloc(&keys, 2 * sizeof bounds));
        CHECK(cudaMalloc(&neutral_keys, sizeof bounds));
        CHECK(cudaMalloc(&storage, storage_bytes));
        CHECK(cudaMemcpy(neutral, values, sizeof values, cudaMemcpyHostToDevice));
        CHECK(cudaMemcpy(neutral_keys, bounds, sizeof bounds, cudaMemcpyHostToDevice));
        for (unsigned pair = 0; pair < 2; pair++) {
            CHECK(cudaMemcpy(keys + 2 * pair, bounds, sizeof bounds, cudaMemcpyHostToDevice));
        }
        CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    }
    workplace(const workplace &) = delete;
    ~workplace() {
        for (void *memory : {(void *)partial, (void *)places, (void *)result, (void *)neutral,
                             (void *)keys, (void *)neutral_keys, storage}) {
            cudaFree(memory);
        }
    }
};

/* Thrust asks for memory in each call; this gives it the same every time. */
struct reused_memory {
    typedef char value_type;
    workplace *at;
    char *allocate(std::ptrdiff_t bytes) {
        if ((size_t)bytes > workplace::storage_bytes) {
            check(cudaErrorMemoryAllocation, "Thrust's memory");
        }
        return (char *)at->storage;
    }
    void deallocate(char *, size_t) {
    }
};

struct both_of {
    __host__ __device__ double2 operator()(double2 a, double2 b) const {
        return double2{b.x < a.x ? b.x : a.x, b.y > a.y ? b.y : a.y};
    }
};
struct twice {
    __host__ __device__ double2 operator()(double value) const {
        return double2{value, value};
    }
};

/* The launch: `threads` a block, `most` blocks a multiprocessor at the most, and no thread without
 * `each` elements. */
struct launch {
    unsigned blocks, threads;
    launch(const workplace &at, size_t n, unsigned threads, unsigned most, unsigned each)
        : threads(threads) {
        const size_t wanted = (n + (size_t)threads * each - 1) / ((size_t)threads * each);
        blocks =
            (unsigned)std::min<size_t>(std::max<size_t>(wanted, 1), (size_t)at.processors * most);
    }
    size_t shared_bytes() const {
        return 2 * threads * sizeof(double);
    }
};

/* Each launch finds its keys set by the one before it. */
static void run_fused(workplace &at, const double *data, size_t n) {
    const launch shape(at, n, 256, 8, 2);
    unsigned long long *next = at.keys + 2 * at.turn;
    at.turn = 1 - at.turn;
    minmax_in_one_pass<<<shape.blocks, shape.threads, shape.shared_bytes()>>>(
        data, n, at.keys + 2 * at.turn, next);
}
/* A copy sets the keys before each launch. */
static void run_fused_after_copy(workplace &at, const double *data, size_t n) {
    const launch shape(at, n, 256, 8, 2);
    unsigned long long *keys = at.keys + 2 * at.turn;
    CHECK(cudaMemcpyAsync(keys, at.neutral_keys, 16, cudaMemcpyDeviceToDevice));
    minmax_in_one_pass<<<shape.blocks, shape.threads, shape.shared_bytes()>>>(data, n, keys, NULL);
}
static void run_two_kernels(workplace &at, const double *data, size_t n) {
    const launch shape(at, n, 256, 8, 1);
    double *maxima = at.partial + shape.blocks;
    minmax_of_blocks<<<shape.blocks, shape.threads, shape.shared_bytes()>>>(data, n, at.partial,
                                                                            maxima);
    minmax_of_partial_results<<<1, shape.threads, shape.shared_bytes()>>>(at.partial, maxima,
                                                                          shape.blocks, at.result);
}
static void run_atomic(workplace &at, const double *data, size_t n) {
    const launch shape(at, n, 256, 8, 1);
    CHECK(cudaMemcpyAsync(at.result, at.neutral, 16, cudaMemcpyDeviceToDevice));
    minmax_by_atomics<<<shape.blocks, shape.threads>>>(data, n, at.result);
}
static void run_index(workplace &at, const double *data, size_t n) {
    const launch shape(at, n, 256, 8, 1);
    const size_t bytes = shape.threads * sizeof(struct extremes);
    find_in_blocks<<<shape.blocks, shape.threads, bytes>>>(data, n, at.places);
    find_in_partial_results<<<1, shape.threads, bytes>>>(at.places, shape.blocks, n);
}
static void run_cub(workplace &at, const double *data, size_t n) {
    size_t bytes = workplace::storage_bytes;
    CHECK(cub::DeviceReduce::Min(at.storage, bytes, data, at.result, (int64_t)n));
    CHECK(cub::DeviceReduce::Max(at.storage, bytes, data, at.result + 1, (int64_t)n));
}
static void run_cub_one_pass(workplace &at, const double *data, size_t n) {
    size_t bytes = workplace::storage_bytes;
    CHECK(cub::DeviceReduce::TransformReduce(at.storage, bytes, data, (double2 *)at.result,
                                             (int64_t)n, both_of(), twice(),
                                             double2{INFINITY, -INFINITY}));
}
static std::pair<const double *, const double *> thrust_found;
static void run_thrust(workplace &at, const double *data, size_t n) {
    reused_memory memory{&at};
    const auto found =
        thrust::minmax_element(thrust::cuda::par(memory), thrust::device_pointer_cast(data),
                               thrust::device_pointer_cast(data + n));
    thrust_found = {thrust::raw_pointer_cast(found.first), thrust::raw_pointer_cast(found.second)};
}

/* How each variant's result is read back. */
static std::pair<double, double> read_result(workplace &at, const double *) {
    double both[2];
    CHECK(cudaMemcpy(both, at.result, sizeof both, cudaMemcpyDeviceToHost));
    return {both[0], both[1]};
}
static std::pair<double, double> read_keys(workplace &at, const double *) {
    unsigned long long both[2];
    CHECK(cudaMemcpy(both, at.keys + 2 * at.turn, sizeof both, cudaMemcpyDeviceToHost));
    return {value_of(both[0]), value_of(both[1])};
}
static std::pair<double, double> read_two(const double *low_at, const double *high_at) {
    double low, high;
    CHECK(cudaMemcpy(&low, low_at, sizeof low, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(&high, high_at, sizeof high, cudaMemcpyDeviceToHost));
    return {low, high};
}
static std::pair<double, double> read_places(workplace &at, const double *data) {
    struct extremes all;
    CHECK(cudaMemcpy(&all, at.places, sizeof all, cudaMemcpyDeviceToHost));
    return read_two(data + all.lowest_at, data + all.highest_at);
}
static std::pair<double, double> read_thrust(workplace &, const double *) {
    return read_two(thrust_found.first, thrust_found.second);
}

static const struct variant {
    const char *name;
    void (*run)(workplace &at, const double *data, size_t n);
    std::pair<double, double> (*read)(workplace &at, const double *data);
} variants[] = {
    {"fused pass", run_fused, read_keys},
    {"two kernels", run_two_kernels, read_result},
    {"atomics", run_atomic, read_result},
    {"indices", run_index, read_places},
    {"cub two passes", run_cub, read_result},
    {"cub one pass own operator", run_cub_one_pass, read_result},
    {"thrust minmax_element", run_thrust, read_thrust},
};

/* ---- measuring ---- */

/* One work(from), where `launches` are queued between two events, over parts of the pool in turn
 * from number `i` on. The last one's result is verified. */
template <typename Work, typename Read>
static double time_once(pool &inputs, size_t n, int i, int launches, const char *name, Work work,
                        Read read) {
    const double time = time_events(
        launches, [&](int launch) { work(inputs.device + inputs.part(i + launch, n)); });
    const size_t from = inputs.part(i + launches - 1, n);
    const std::pair<double, double> got = read(inputs.device + from);
    inputs.verify(name, from, n, got.first, got.second);
    return time;
}

template <typename Work, typename Read>
static timing time_on_device(pool &inputs, size_t n, const char *name, Work work, Read read) {
    return in_turn(1, [&](int, int i) { return time_once(inputs, n, i, 1, name, work, read); })[0];
}

/* The same by the host's clock: work(from, &low, &high) begins and ends on the host. */
template <typename Work>
static timing time_on_host(pool &inputs, size_t n, const char *name, Work work) {
    return in_turn(1, [&](int, int i) {
        const size_t from = inputs.part(i, n);
        double low, high;
        const double time = time_host([&]() { work(from, &low, &high); });
        inputs.verify(name, from, n, low, high);
        return time;
    })[0];
}

static void row(FILE *file, const std::string &name, size_t n, const char *data, timing timing) {
    fprintf(file, "%s,%zu,%s,%.2f,%.2f,%.2f,%.1f\n", name.c_str(), n, data, timing.median,
            timing.lowest, timing.highest, (double)n * sizeof(double) / timing.median / 1e3);
    fflush(file);
}

static const char *const COLUMNS = "variant,n,data,median_us,lowest_us,highest_us,gb_per_s\n";

/* ---- tables ---- */

/* Every variant, on the device alone, 2^16 to 2^30 elements. */
static void table_sizes(FILE *file) {
    pool inputs(MOST_ELEMENTS);
    workplace at;
    fputs(COLUMNS, file);
    for (const char *data : {"uniform", "equal"}) {
        if (strcmp(data, "equal") == 0) {
            inputs.make_equal();
        }
        for (size_t n :
             {1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26, 1 << 27, 1 << 28, 1 << 30}) {
            for (const variant &variant : variants) {
                row(file, variant.name, n, data,
                    time_on_device(
                        inputs, n, variant.name,
                        [&](const double *from) { variant.run(at, from, n); },
                        [&](const double *from) { return variant.read(at, from); }));
            }
        }
    }
}

/* The fused pass beside CUB, run by run in turn: one launch at a time, and BATCH in a row. */
static void table_peers(FILE *file) {
    static const variant rows[] = {variants[0],
                                   {"fused pass after a copy", run_fused_after_copy, read_keys},
                                   {"cub one pass own operator", run_cub_one_pass, read_result}};
    pool inputs((size_t)1 << 28);
    workplace at;
    fprintf(file, "# cub: %d\nlaunches,%s", CUB_VERSION, COLUMNS);
    for (int launches : {1, (int)BATCH}) {
        for (size_t n : {1 << 10, 1 << 12, 1 << 16, 1 << 20, 1 << 24, 1 << 28}) {
            const std::vector<timing> times = in_turn(3, [&](int kind, int i) {
                return time_once(
                    inputs, n, i * launches, launches, rows[kind].name,
                    [&](const double *from) { rows[kind].run(at, from, n); },
                    [&](const double *from) { return rows[kind].read(at, from); });
            });
            for (int kind = 0; kind < 3; kind++) {
                fprintf(file, "%d,", launches);
                row(file, rows[kind].name, n, "uniform", times[kind]);
            }
        }
    }
}

/* CPU against GPU, with the data already on the device and with the way there. The last rows: how
 * the CPU scales. */
static void table_crossover(FILE *file) {
    const int cores = omp_get_num_procs();
    pool inputs((size_t)1 << 27);
    workplace at;
    fputs(COLUMNS, file);
    for (size_t n = 16; n <= 1 << 20; n *= 2) {
        row(file, "cpu 1 thread", n, "uniform",
            time_on_host(inputs, n, "cpu 1 thread", [&](size_t from, double *low, double *high) {
                minmax_sequential(inputs.host.data() + from, n, low, high);
            }));
        omp_set_num_threads(cores);
        row(file, "cpu " + std::to_string(cores) + " threads", n, "uniform",
            time_on_host(inputs, n, "cpu", [&](size_t from, double *low, double *high) {
                minmax_openmp(inputs.host.data() + from, n, low, high);
            }));
        for (const variant &variant : variants) {
            if (variant.run != run_fused && variant.run != run_two_kernels &&
                variant.run != run_atomic) {
                continue;
            }
            row(file, std::string("gpu ") + variant.name + " with data there", n, "uniform",
                time_on_host(inputs, n, variant.name, [&](size_t from, double *low, double *high) {
                    variant.run(at, inputs.device + from, n);
                    const auto got = variant.read(at, inputs.device + from);
                    *low = got.first, *high = got.second;
                }));
        }
        const launch shape(at, n, 256, 8, 1);
        row(file, "gpu two kernels with allocation and copy", n, "uniform",
            time_on_host(
                inputs, n, "minmax_two_kernels", [&](size_t from, double *low, double *high) {
                    CHECK((cudaError_t)minmax_two_kernels(inputs.host.data() + from, n, low, high,
                                                          shape.blocks, shape.threads));
                }));
    }
    const size_t n = inputs.count;
    for (int threads = 1; threads <= cores; threads *= 2) {
        omp_set_num_threads(threads);
        row(file, "cpu " + std::to_string(threads) + " threads", n, "uniform",
            time_on_host(inputs, n, "cpu", [&](size_t from, double *low, double *high) {
                minmax_openmp(inputs.host.data() + from, n, low, high);
            }));
    }
}

/* Each exercise's function once, in the shape of its cost check, for a profiler to count: see
 * bench.sh. Also says whether the answers are right. */
static void table_counted(FILE *file) {
    const size_t n = 16384;
    pool inputs(n);
    std::vector<double> minima(64), maxima(64);
    double low = 0, high = 0;
    size_t low_at = 0, high_at = 0;
    const double *data = inputs.host.data();
    fputs("function,n,right\n", file);
    CHECK((cudaError_t)minmax_block(data, n, minima.data(), maxima.data(), 4, 1024));
    CHECK((cudaError_t)minmax_final(minima.data(), maxima.data(), 4, &low, &high, 1024));
    inputs.verify("block and final", 0, n, low, high);
    fprintf(file, "minmax_block and minmax_final,%zu,yes\n", n);
    CHECK((cudaError_t)minmax_two_kernels(data, n, &low, &high, 64, 128));
    inputs.verify("two kernels", 0, n, low, high);
    fprintf(file, "minmax_two_kernels,%zu,yes\n", n);
    CHECK((cudaError_t)minmax_atomic(data, n, &low, &high, 8, 128));
    inputs.verify("atomic", 0, n, low, high);
    fprintf(file, "minmax_atomic,%zu,yes\n", n);
    CHECK((cudaError_t)minmax_fused(data, n, &low, &high, 8, 128));
    inputs.verify("fused", 0, n, low, high);
    fprintf(file, "minmax_fused,%zu,yes\n", n);
    CHECK((cudaError_t)minmax_index(data, n, &low_at, &high_at, 8, 128));
    inputs.verify("index", 0, n, data[low_at], data[high_at]);
    fprintf(file, "minmax_index,%zu,yes\n", n);
}

int main(int argc, char **argv) {
    static const table tables[] = {{"sizes", table_sizes},
                                   {"peers", table_peers},
                                   {"crossover", table_crossover},
                                   {"counted", table_counted}};
    return write_table(argc, argv, tables);
}
