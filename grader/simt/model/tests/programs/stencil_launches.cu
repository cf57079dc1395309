/* The stencil's CUDA kernels, as `labs/stencil/bench.cu` measures them, on the modelled clock: lines `kernel,block,us`. The second launch
 * of each counts, as it does there: L2 then holds what the first one has stored. */
#define main bench_main
#include "../../../../../labs/stencil/bench.cu"
#undef main

static float *from, *to;

template <class Work> static void one(const char *name, const char *shape, Work work) {
    cudaEvent_t begin, end;
    float ms = 0;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    work();
    cudaEventRecord(begin);
    work();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&ms, begin, end);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    printf("%s,%s,%.3f\n", name, shape, ms * 1000);
}

/* A kernel whose thread has `across` x `down` cells. */
static void step(const char *name, const char *shape, kernel *run, dim3 block, int across, int down) {
    const int width = (int)block.x * across, height = (int)block.y * down;
    const dim3 grid((WIDTH + width - 1) / width, (HEIGHT + height - 1) / height);
    one(name, shape, [=] { run<<<grid, block>>>(to, from, WIDTH, HEIGHT, LINE); });
}

template <int STEPS, int ROWS> static void steps(const char *shape) {
    constexpr int VALID = (32 - 2 * ((STEPS + 3) / 4)) * 4;
    const dim3 grid((WIDTH + 4 * VALID - 1) / (4 * VALID), (HEIGHT + ROWS - 1) / ROWS);
    one("several steps", shape, [=] { several_steps<STEPS, ROWS><<<grid, 128>>>(to, from, WIDTH, HEIGHT, LINE); });
}

int main() {
    cudaMalloc((void **)&from, BYTES);
    cudaMalloc((void **)&to, BYTES);
    cudaMemset(from, 0, BYTES);
    step("naive", "16x16", naive, dim3(16, 16), 1, 1);
    step("naive", "32x8", naive, dim3(32, 8), 1, 1);
    step("naive", "128x4", naive, dim3(128, 4), 1, 1);
    step("tile", "16x4", tiled<18>, dim3(16, 4), 1, 4);
    step("conflict-free", "16x4", tiled<20>, dim3(16, 4), 1, 4);
    step("marching 4 rows", "32x2", marching<4>, dim3(32, 2), 4, 4);
    step("marching 4 rows", "32x8", marching<4>, dim3(32, 8), 4, 4);
    step("marching 4 rows", "128x1", marching<4>, dim3(128, 1), 4, 4);
    step("marching 4 rows", "128x2", marching<4>, dim3(128, 2), 4, 4);
    step("marching 2 rows", "128x1", marching<2>, dim3(128, 1), 4, 2);
    step("marching 8 rows", "32x2", marching<8>, dim3(32, 2), 4, 8);
    step("marching 8 rows", "128x1", marching<8>, dim3(128, 1), 4, 8);
    steps<1, 32>("32 rows/1");
    steps<2, 64>("64 rows/2");
    steps<4, 32>("32 rows/4");
    steps<4, 64>("64 rows/4");
    steps<4, 128>("128 rows/4");
    steps<8, 64>("64 rows/8");
    steps<8, 128>("128 rows/8");
    steps<12, 128>("128 rows/12");
    cudaFree(from);
    cudaFree(to);
    return 0;
}
