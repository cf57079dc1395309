// CUB's device-wide algorithms, laid beside the host's.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <vector>

static int failed;
static void ok(bool good, const char *name) {
    printf("%sok - %s\n", good ? "" : "not ", name);
    failed += !good;
}

template <class T> struct Array {
    T *at;
    size_t count;
    explicit Array(size_t n) : count(n) { cudaMalloc(&at, n * sizeof(T)); }
    explicit Array(const std::vector<T> &from) : Array(from.size()) {
        cudaMemcpy(at, from.data(), count * sizeof(T), cudaMemcpyHostToDevice);
    }
    Array(const Array &) = delete;
    ~Array() { cudaFree(at); }
    std::vector<T> read() const {
        std::vector<T> to(count);
        cudaMemcpy(to.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost);
        return to;
    }
};

// Calls twice, as CUB wants it: for the size of the temporary storage, then for the work.
template <class Call> static bool run(Call call) {
    size_t bytes = 0;
    if (call(nullptr, bytes) != cudaSuccess) {
        return false;
    }
    Array<char> temporary(bytes);
    return call(temporary.at, bytes) == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
}

int main() {
    for (int n : {1, 1000, 5000}) {
        std::vector<int> in(n);
        unsigned seed = 1;
        for (int &value : in) {
            seed = seed * 1664525 + 1013904223;
            value = int(seed >> 16) - 32768;
        }
        Array<int> from(in), to(n), one(1), keys(n), places(n);
        run([&](void *t, size_t &b) { return cub::DeviceReduce::Sum(t, b, from.at, one.at, n); });
        ok(one.read()[0] == std::accumulate(in.begin(), in.end(), 0), "sum");
        run([&](void *t, size_t &b) { return cub::DeviceReduce::Max(t, b, from.at, one.at, n); });
        ok(one.read()[0] == *std::max_element(in.begin(), in.end()), "max");
        std::vector<int> wanted(n);
        std::partial_sum(in.begin(), in.end(), wanted.begin());
        run([&](void *t, size_t &b) { return cub::DeviceScan::InclusiveSum(t, b, from.at, to.at, n); });
        ok(to.read() == wanted, "inclusive sum");
        run([&](void *t, size_t &b) { return cub::DeviceScan::ExclusiveSum(t, b, from.at, to.at, n); });
        std::vector<int> exclusive(n);
        for (int i = 1; i < n; i++) exclusive[i] = wanted[i - 1];
        ok(to.read() == exclusive, "exclusive sum");
        wanted = in;
        std::sort(wanted.begin(), wanted.end());
        run([&](void *t, size_t &b) { return cub::DeviceRadixSort::SortKeys(t, b, from.at, to.at, n); });
        ok(to.read() == wanted, "sort");
        std::vector<int> order(n);
        std::iota(order.begin(), order.end(), 0);
        Array<int> indices(order);
        run([&](void *t, size_t &b) { return cub::DeviceRadixSort::SortPairs(t, b, from.at, keys.at, indices.at, places.at, n); });
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return in[a] < in[b]; });
        ok(places.read() == order, "sort of pairs");
        std::vector<int> bins(16), levels_in(n);
        for (int i = 0; i < n; i++) bins[levels_in[i] = in[i] & 15]++;
        Array<int> samples(levels_in), histogram(16);
        run([&](void *t, size_t &b) { return cub::DeviceHistogram::HistogramEven(t, b, samples.at, histogram.at, 17, 0, 16, n); });
        ok(histogram.read() == bins, "histogram");
        Array<int> sorted(wanted);
        run([&](void *t, size_t &b) { return cub::DeviceSelect::Unique(t, b, sorted.at, to.at, one.at, n); });
        std::vector<int> unique = to.read();
        unique.resize(one.read()[0]);
        wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
        ok(unique == wanted, "unique");
    }
    return failed != 0;
}
