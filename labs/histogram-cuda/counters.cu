/*
 * One exercise of the reference solution, on data like that of its cost check in lab.yaml, for
 * scripts/counters.sh to count:
 *
 *     counters EXERCISE
 *
 * Exit status 0 when the histogram is right.
 */
#include "../../solutions/histogram-cuda/histogram.cu"

#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

enum { N = 65536 };

static uint64_t next_random() { /* SplitMix64 */
    static uint64_t state = 2002;
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* i % m in a random order. */
template <typename T> static std::vector<T> shuffled(size_t m) {
    std::vector<T> data(N);
    for (size_t i = 0; i < N; i++) {
        data[i] = (T)(i % m);
    }
    for (size_t i = N - 1; i > 0; i--) {
        std::swap(data[i], data[next_random() % (i + 1)]);
    }
    return data;
}

/* The lower a value, the more frequent. */
template <typename T> static std::vector<T> skewed(size_t m) {
    std::vector<T> data(N);
    for (T &value : data) {
        value = (T)(next_random() % (next_random() % m + 1));
    }
    return data;
}

template <typename T, typename Function>
static int compare(const std::vector<T> &data, size_t m, Function function) {
    std::vector<uint32_t> expected(m), got(m);
    for (T value : data) {
        expected[value]++;
    }
    if (function(data.data(), got.data()) == 0 && got == expected) {
        return 0;
    }
    fprintf(stderr, "counters: wrong histogram\n");
    return 1;
}

typedef int histogram_of_bytes(const uint8_t *data, size_t n, uint32_t frequency[256],
                               unsigned blocks, unsigned threads);

int main(int argc, char **argv) {
    static const struct {
        const char *exercise;
        histogram_of_bytes *function;
        bool skewed;
    } rows[] = {
        {"gm", histogram_gm, false},
        {"map_memory", histogram_map_memory, false},
        {"gm_atomics", histogram_gm_atomics, false},
        {"conflict_free", histogram_conflict_free, true},
    };
    for (const auto &row : rows) {
        if (argc == 2 && strcmp(argv[1], row.exercise) == 0) {
            return compare(row.skewed ? skewed<uint8_t>(256) : shuffled<uint8_t>(256), 256,
                           [&](const uint8_t *data, uint32_t *frequency) {
                               return row.function(data, N, frequency, 8, 128);
                           });
        }
    }
    if (argc == 2 && strcmp(argv[1], "any_m") == 0) {
        return compare(shuffled<uint16_t>(1024), 1024,
                       [](const uint16_t *data, uint32_t *frequency) {
                           return histogram_any_m(data, N, frequency, 1024, 4, 128);
                       });
    }
    fprintf(stderr, "usage: counters gm|map_memory|gm_atomics|any_m|conflict_free\n");
    return 2;
}
