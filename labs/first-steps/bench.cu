/*
 * What a clock around a launch measures: the time to put the kernel `add` into the queue, the time
 * until the host knows that it has ended, and the time of the kernel by events. Build and run it
 * with bench.sh.
 *
 *     bench FILE   where the CSV goes: microseconds, the median of RUNS runs and their range
 */
#include "../../solutions/first-steps/add.cu"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#ifdef QUICK /* shows that it runs; its times mean nothing */
static const size_t MOST = 10000;
static const int RUNS = 3;
#else
static const size_t MOST = 100000000;
static const int RUNS = 41;
#endif
static const unsigned THREADS = 256;

static void must(cudaError_t error) {
    if (error != cudaSuccess) {
        fprintf(stderr, "bench: %s\n", cudaGetErrorString(error));
        exit(2);
    }
}

static double now_us() {
    return std::chrono::duration<double, std::micro>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

static void print(FILE *out, size_t n, const char *clock, double *us) {
    std::sort(us, us + RUNS);
    fprintf(out, "%zu,%s,%.2f,%.2f,%.2f\n", n, clock, us[0], us[RUNS / 2], us[RUNS - 1]);
}

int main(int count, char **words) {
    FILE *out = count == 2 ? fopen(words[1], "w") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: bench FILE\n");
        return 2;
    }
    struct vectors device = {NULL, NULL, NULL};
    must(allocate(&device, MOST * sizeof(uint32_t)));
    must(cudaMemset(device.left, 0, MOST * sizeof(uint32_t)));
    must(cudaMemset(device.right, 0, MOST * sizeof(uint32_t)));
    fprintf(out, "n,clock,least_us,median_us,most_us\n");
    for (size_t n = 1000; n <= MOST; n *= 10) {
        double queued[RUNS], waited[RUNS], events[RUNS];
        for (int run = -1; run < RUNS; run++) { /* the first one warms up */
            const int slot = run < 0 ? 0 : run;
            float milliseconds;
            must(cudaDeviceSynchronize());
            const double start = now_us();
            add<<<(unsigned)((n + THREADS - 1) / THREADS), THREADS>>>(device.left, device.right,
                                                                      device.sum, n);
            queued[slot] = now_us() - start;
            must(cudaGetLastError());
            must(cudaDeviceSynchronize());
            waited[slot] = now_us() - start;
            must(launch(device.left, device.right, device.sum, n, THREADS, &milliseconds));
            events[slot] = 1e3 * milliseconds;
        }
        print(out, n, "host not waiting", queued);
        print(out, n, "host waiting", waited);
        print(out, n, "events", events);
    }
    release(&device);
    return fclose(out) == 0 ? 0 : 2;
}
