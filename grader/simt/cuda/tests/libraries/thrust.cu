// Thrust's algorithms, laid beside the host's.
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>
#include <vector>

static int failed;
static void ok(bool good, const char *name) {
    printf("%sok - %s\n", good ? "" : "not ", name);
    failed += !good;
}
struct Square {
    __host__ __device__ int operator()(int x) const { return x * x; }
};
struct Even {
    __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};
struct Saxpy {
    float a;
    __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};

int main() {
    const int n = 3000;
    std::vector<int> in(n), wanted(n);
    for (int i = 0; i < n; i++) in[i] = int((i * 2654435761u) >> 20) - 2048;
    thrust::device_vector<int> a(in.begin(), in.end()), b(n);
    auto same = [&](const thrust::device_vector<int> &d, const std::vector<int> &h) {
        std::vector<int> got(d.size());
        thrust::copy(d.begin(), d.end(), got.begin());
        return got == h;
    };
    ok(thrust::reduce(a.begin(), a.end()) == std::accumulate(in.begin(), in.end(), 0), "reduce");
    thrust::transform(a.begin(), a.end(), b.begin(), Square());
    std::transform(in.begin(), in.end(), wanted.begin(), Square());
    ok(same(b, wanted), "transform");
    ok(thrust::transform_reduce(a.begin(), a.end(), Square(), 0, thrust::plus<int>()) == std::accumulate(wanted.begin(), wanted.end(), 0), "transform_reduce");
    thrust::inclusive_scan(a.begin(), a.end(), b.begin());
    std::partial_sum(in.begin(), in.end(), wanted.begin());
    ok(same(b, wanted), "inclusive_scan");
    ok(thrust::max_element(a.begin(), a.end()) - a.begin() == std::max_element(in.begin(), in.end()) - in.begin(), "max_element");
    auto end = thrust::copy_if(a.begin(), a.end(), b.begin(), Even());
    std::vector<int> evens;
    std::copy_if(in.begin(), in.end(), std::back_inserter(evens), Even());
    b.resize(end - b.begin());
    ok(same(b, evens), "copy_if");
    std::vector<int> sorted = in;
    std::sort(sorted.begin(), sorted.end());
    b = a;
    thrust::sort(b.begin(), b.end());
    ok(same(b, sorted), "sort");
    thrust::sort(b.begin(), b.end(), thrust::greater<int>());
    ok(same(b, std::vector<int>(sorted.rbegin(), sorted.rend())), "sort, greatest first");
    thrust::device_vector<int> keys = a, places(n);
    thrust::sequence(places.begin(), places.end());
    thrust::stable_sort_by_key(keys.begin(), keys.end(), places.begin());
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return in[x] < in[y]; });
    ok(same(places, order), "stable_sort_by_key");
    keys.erase(thrust::unique(keys.begin(), keys.end()), keys.end());
    std::vector<int> uniques = sorted;
    uniques.erase(std::unique(uniques.begin(), uniques.end()), uniques.end());
    ok(same(keys, uniques), "unique");
    thrust::device_vector<float> x(n, 2.0f), y(n, 1.0f);
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{3.0f});
    ok(thrust::reduce(y.begin(), y.end()) == 7.0f * n, "saxpy");
    ok(thrust::inner_product(x.begin(), x.end(), y.begin(), 0.0f) == 14.0f * n, "inner_product");
    thrust::counting_iterator<int> from(1);
    ok(thrust::reduce(from, from + 100) == 5050, "counting_iterator");
    thrust::device_vector<int> groups(n), group_keys(n), sums(n);
    for (int i = 0; i < n; i++) wanted[i] = i / 10;
    groups = wanted;
    auto ends = thrust::reduce_by_key(groups.begin(), groups.end(), a.begin(), group_keys.begin(), sums.begin());
    ok(ends.first - group_keys.begin() == n / 10 && sums[1] == std::accumulate(in.begin() + 10, in.begin() + 20, 0), "reduce_by_key");
    a[5] = 12345;
    ok(a[5] == 12345, "an element by itself");
    return failed != 0;
}
