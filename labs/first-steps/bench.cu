/*
 * What a clock around a launch measures: the time to put the kernel `add` into the queue, the time
 * until the host knows that it has ended, and the time of the kernel by events. Build and run it
 * with bench.sh.
 *
 *     bench FILE   where the CSV goes: microseconds, the median of RUNS runs and their range
 */
#include "../../solutions/first-steps/add.cu"

#include "../shared/cuda_bench.h"

#ifdef QUICK
static const size_t MOST = 10000;
#else
static const size_t MOST = 100000000;
#endif
static const unsigned THREADS = 256;

int main(int count, char **words) {
    FILE *out = count == 2 ? fopen(words[1], "w") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: bench FILE\n");
        return 2;
    }
    struct vectors device = {NULL, NULL, NULL};
    CHECK(allocate(&device, MOST * sizeof(uint32_t)));
    CHECK(cudaMemset(device.left, 0, MOST * sizeof(uint32_t)));
    CHECK(cudaMemset(device.right, 0, MOST * sizeof(uint32_t)));
    fprintf(out, "n,clock,least_us,median_us,most_us\n");
    for (size_t n = 1000; n <= MOST; n *= 10) {
        double clocks[3]; /* of the last run */
        const std::vector<timing> times = in_turn(3, [&](int clock, int) {
            float milliseconds;
            if (clock == 0) {
                CHECK(cudaDeviceSynchronize());
                clocks[1] = time_host([&]() {
                    clocks[0] = time_host([&]() {
                        add<<<(unsigned)((n + THREADS - 1) / THREADS), THREADS>>>(
                            device.left, device.right, device.sum, n);
                    });
                    CHECK(cudaGetLastError());
                    CHECK(cudaDeviceSynchronize());
                });
                CHECK(launch(device.left, device.right, device.sum, n, THREADS, &milliseconds));
                clocks[2] = 1e3 * milliseconds;
            }
            return clocks[clock];
        });
        static const char *const names[] = {"host not waiting", "host waiting", "events"};
        for (int clock = 0; clock < 3; clock++) {
            fprintf(out, "%zu,%s,%.2f,%.2f,%.2f\n", n, names[clock], times[clock].lowest,
                    times[clock].median, times[clock].highest);
        }
    }
    release(&device);
    return fclose(out) == 0 ? 0 : 2;
}
