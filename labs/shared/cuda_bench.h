/*
 * What the labs' programs that measure CUDA have in common: errors, clocks, medians, and a table
 * for each word of the command line. Times are in microseconds.
 */
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#ifdef QUICK /* shows that it runs; its times mean nothing */
enum { RUNS = 1, WARM_UP = 1, BATCH = 2 };
#else
enum { RUNS = 21, WARM_UP = 3, BATCH = 20 };
#endif

static inline void check(cudaError_t error, const char *what) {
    if (error != cudaSuccess) {
        fprintf(stderr, "bench: %s: %s\n", what, cudaGetErrorString(error));
        exit(2);
    }
}
#define CHECK(call) check((call), #call)

struct timing {
    double median, lowest, highest;
};

/* Calls once(kind, run) for each kind in turn, RUNS times after WARM_UP: the times that it returns.
 */
template <typename Once> static std::vector<timing> in_turn(int kinds, Once once) {
    std::vector<std::vector<double>> times(kinds);
    for (int run = 0; run < WARM_UP + RUNS; run++) {
        for (int kind = 0; kind < kinds; kind++) {
            const double time = once(kind, run);
            if (run >= WARM_UP) {
                times[kind].push_back(time);
            }
        }
    }
    std::vector<timing> all;
    for (std::vector<double> &of : times) {
        std::sort(of.begin(), of.end());
        all.push_back({of[of.size() / 2], of.front(), of.back()});
    }
    return all;
}

/* One work(k), where `launches` of them are queued between two events: k = 0, 1, … */
template <typename Work> static double time_events(int launches, Work work) {
    static cudaEvent_t start, stop;
    if (start == NULL) {
        CHECK(cudaEventCreate(&start));
        CHECK(cudaEventCreate(&stop));
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventRecord(start));
    for (int k = 0; k < launches; k++) {
        work(k);
    }
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaGetLastError());
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    return milliseconds * 1e3 / launches;
}

/* work(), by the host's clock, for work that begins or ends on the host. */
template <typename Work> static double time_host(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    return passed.count() * 1e6;
}

struct table {
    const char *name;
    void (*measure)(FILE *file);
};

/* The program: bench TABLE FILE. What it returns is the exit status. */
template <size_t N> static int write_table(int argc, char **argv, const table (&tables)[N]) {
    for (const table &table : tables) {
        if (argc == 3 && strcmp(argv[1], table.name) == 0) {
            FILE *file = fopen(argv[2], "w");
            if (file == NULL) {
                perror(argv[2]);
                return 2;
            }
            table.measure(file);
            return fclose(file) == 0 ? 0 : 2;
        }
    }
    fprintf(stderr, "usage: bench TABLE FILE, where TABLE is one of:");
    for (const table &table : tables) {
        fprintf(stderr, " %s", table.name);
    }
    fputc('\n', stderr);
    return 2;
}
