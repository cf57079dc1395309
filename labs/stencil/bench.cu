/*
 * The stencil's kernels on a real GPU, as CUDA twins of stencil.cl, and what lies beyond: several
 * steps in one pass over memory. Build and run it with bench.sh.
 *
 *     bench FILE      FILE: where the CSV goes
 *
 * 8192 x 4096 cells, in the layout of stencil.h. Each result is compared with the naïve kernel's
 * after the same number of steps. Times are of CUDA events, medians of RUNS runs after warm-up; two
 * fields of 134 MB each by turns, more than any L2 holds. GB/s count each cell read once and
 * written once in a pass, as a copy's do.
 */
#include "../shared/cuda_bench.h"

#include <cmath>
#include <functional>
#include <string>

enum { WIDTH = 8192, HEIGHT = 4096, GHOST = 16, LINE = WIDTH + 2 * GHOST };
enum { TILE = 16, MARCH = 4 };
static const size_t FLOATS = (size_t)(HEIGHT + 2) * LINE, BYTES = FLOATS * sizeof(float);

/* ---- one step ---- */

__global__ void naive(float *B, const float *A, int width, int height, int line) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        const int i = (y + 1) * line + GHOST + x;
        B[i] = 0.75f * A[i] + 0.25f * (A[i - 1] + A[i + 1] + A[i - line] + A[i + line]);
    }
}

/* ROW: floats of a row of the tile. 18 has bank conflicts, 20 has none. */
template <int ROW>
__global__ void tiled(float *B, const float *A, int width, int height, int line) {
    __shared__ float tile[TILE + 2][ROW];
    const int xloc = threadIdx.x, yloc = threadIdx.y;
    const int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE;
    A += line + GHOST + y0 * line + x0;
    B += line + GHOST + y0 * line + x0;
    for (int i = 0; i < MARCH; i++) {
        const int y = yloc * MARCH + i;
        if (y0 + y <= height) {
            tile[y + 1][xloc + 1] = A[y * line + xloc];
        }
    }
    const int xhalo = yloc == 0 ? TILE : yloc == 1 ? -1 : xloc;
    const int yhalo = yloc == 2 ? TILE : yloc == 3 ? -1 : xloc;
    if (y0 + yhalo <= height) {
        tile[yhalo + 1][xhalo + 1] = A[yhalo * line + xhalo];
    }
    __syncthreads();
    for (int i = 0; i < MARCH; i++) {
        const int y = yloc * MARCH + i;
        if (x0 + xloc < width && y0 + y < height) {
            B[y * line + xloc] =
                0.75f * tile[y + 1][xloc + 1] + 0.25f * (tile[y + 1][xloc] + tile[y + 1][xloc + 2] +
                                                         tile[y][xloc + 1] + tile[y + 2][xloc + 1]);
        }
    }
}

static __device__ float cell(float centre, float west, float east, float north, float south) {
    return 0.75f * centre + 0.25f * (west + east + north + south);
}

/* Four cells from their rows; `west` and `east` are the neighbours of the four. */
static __device__ float4 cells(float4 centre, float west, float east, float4 north, float4 south) {
    return make_float4(cell(centre.x, west, centre.y, north.x, south.x),
                       cell(centre.y, centre.x, centre.z, north.y, south.y),
                       cell(centre.z, centre.y, centre.w, north.z, south.z),
                       cell(centre.w, centre.z, east, north.w, south.w));
}

/* Width must be a multiple of 4 here. ROWS rows a thread. */
template <int ROWS>
__global__ void marching(float *B, const float *A, int width, int height, int line) {
    const int x = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    const int y = (blockIdx.y * blockDim.y + threadIdx.y) * ROWS;
    if (x >= width || y >= height) {
        return;
    }
    A += (y + 1) * line + GHOST + x;
    B += (y + 1) * line + GHOST + x;
    float4 north = *(const float4 *)(A - line), centre = *(const float4 *)A;
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        if (y + i < height) {
            const float4 south = *(const float4 *)(A + line);
            *(float4 *)B = cells(centre, A[-1], A[4], north, south);
            north = centre;
            centre = south;
            A += line;
            B += line;
        }
    }
}

/* ---- several steps in one pass ---- */

/*
 * A warp walks down a strip of 128 columns and keeps, of each of STEPS steps, the last two rows in
 * registers: a lane has four columns, and gets its neighbours' outer ones by shuffles. A new row of
 * the start makes a row of step 1, one row further north, that one a row of step 2, and so on. What
 * comes from beyond the strip is missing: a column on either side is wrong after each step, and so
 * LOST lanes on either side write nothing. No shared memory, no barrier. Width must be a multiple
 * of 4.
 */
template <int STEPS, int ROWS>
__global__ void __launch_bounds__(128)
    several_steps(float *B, const float *A, int width, int height, int line) {
    constexpr int LOST = (STEPS + 3) / 4, VALID = (32 - 2 * LOST) * 4, AHEAD = 4;
    const int lane = threadIdx.x % 32, strip = blockIdx.x * 4 + threadIdx.x / 32;
    const int x = strip * VALID + (lane - LOST) * 4;
    const int first = blockIdx.y * ROWS, last = min(first + ROWS, height);
    if (strip * VALID >= width) {
        return;
    }
    /* Columns that do not exist are read from the ghosts' place, and change nothing. */
    const int column = min(max(x, -4), width);
    const bool inside = x >= 0 && x < width, writes = inside && lane >= LOST && lane < 32 - LOST;
    const float *from = A + line + GHOST + column;
    float *to = B + line + GHOST + column;
    float4 older[STEPS] = {}, newer[STEPS] = {}, ahead[AHEAD];

    const int begin = first - STEPS;
#pragma unroll
    for (int i = 0; i < AHEAD; i++) {
        ahead[i] = *(const float4 *)(from + min(max(begin + i, -1), height) * line);
    }
    for (int group = begin; group < last + STEPS; group += AHEAD) {
#pragma unroll
        for (int i = 0; i < AHEAD; i++) { /* row `group + i` of the start arrives */
            float4 row = ahead[i];
            const int y = group + i;
            ahead[i] = *(const float4 *)(from + min(max(y + AHEAD, -1), height) * line);
#pragma unroll
            for (int step = 0; step < STEPS; step++) {
                const float4 centre = newer[step];
                const float west = __shfl_up_sync(0xffffffff, centre.w, 1);
                const float east = __shfl_down_sync(0xffffffff, centre.x, 1);
                const int at = y - 1 - step;
                const float4 next = cells(centre, west, east, older[step], row);
                older[step] = centre;
                newer[step] = row;
                row = inside && at >= 0 && at < height ? next : centre; /* ghosts never change */
            }
            if (writes && y - STEPS >= first && y - STEPS < last) {
                *(float4 *)(to + (y - STEPS) * line) = row;
            }
        }
    }
}

/* ---- measuring ---- */

struct variant {
    std::string name, shape;
    int steps; /* in one launch */
    std::function<void(float *B, const float *A)> launch;
};

static dim3 blocks(int width, int height) {
    return dim3((WIDTH + width - 1) / width, (HEIGHT + height - 1) / height);
}

typedef void kernel(float *B, const float *A, int width, int height, int line);

/* A kernel whose thread has `across` x `down` cells. */
static variant one_step(const char *name, kernel *run, dim3 block, int across, int down) {
    const dim3 grid = blocks((int)block.x * across, (int)block.y * down);
    const std::string shape = std::to_string(block.x) + "x" + std::to_string(block.y);
    return {name, shape, 1,
            [=](float *B, const float *A) { run<<<grid, block>>>(B, A, WIDTH, HEIGHT, LINE); }};
}

template <int STEPS, int ROWS> static variant many_steps() {
    constexpr int VALID = (32 - 2 * ((STEPS + 3) / 4)) * 4;
    const dim3 grid = blocks(4 * VALID, ROWS);
    return {"several steps", std::to_string(ROWS) + " rows", STEPS, [=](float *B, const float *A) {
                several_steps<STEPS, ROWS><<<grid, 128>>>(B, A, WIDTH, HEIGHT, LINE);
            }};
}

static float *start, *fields[2]; /* on the device */

/* So small that hundreds of steps, each by a factor of up to 1.75, do not overflow. */
static void fill() {
    std::vector<float> host(FLOATS);
    for (size_t i = 0; i < FLOATS; i++) {
        host[i] = 0x1p-118f * (float)(1 + (i * 2654435761u >> 24 & 255));
    }
    for (float **field : {&start, &fields[0], &fields[1]}) {
        CHECK(cudaMalloc((void **)field, BYTES));
        CHECK(cudaMemcpy(*field, host.data(), BYTES, cudaMemcpyHostToDevice));
    }
}

/* Largest relative difference to the naïve kernel after the same number of steps. */
static double error_of(const variant &it) {
    std::vector<float> right(FLOATS), got(FLOATS);
    CHECK(cudaMemcpy(fields[0], start, BYTES, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(fields[1], start, BYTES, cudaMemcpyDeviceToDevice));
    for (int step = 0; step < it.steps; step++) {
        naive<<<blocks(32, 8), dim3(32, 8)>>>(fields[1 - step % 2], fields[step % 2], WIDTH, HEIGHT,
                                              LINE);
    }
    CHECK(cudaMemcpy(right.data(), fields[it.steps % 2], BYTES, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(fields[0], start, BYTES, cudaMemcpyDeviceToDevice));
    CHECK(cudaMemcpy(fields[1], start, BYTES, cudaMemcpyDeviceToDevice));
    it.launch(fields[1], fields[0]);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(got.data(), fields[1], BYTES, cudaMemcpyDeviceToHost));
    double worst = 0;
    for (size_t i = 0; i < FLOATS; i++) {
        worst = std::max(worst, std::fabs((double)got[i] / (double)right[i] - 1));
    }
    return worst;
}

/* Milliseconds a launch. */
static timing measure(const std::function<void(float *B, const float *A)> &launch) {
    const timing us = in_turn(1, [&](int, int run) {
        return time_events(1, [&](int) { launch(fields[1 - run % 2], fields[run % 2]); });
    })[0];
    return {us.median / 1e3, us.lowest / 1e3, us.highest / 1e3};
}

static void copy(float *B, const float *A) {
    CHECK(cudaMemcpyAsync(B, A, BYTES, cudaMemcpyDeviceToDevice));
}

int main(int count, char **words) {
    FILE *out = count == 2 ? fopen(words[1], "w") : nullptr;
    if (out == nullptr) {
        fprintf(stderr, "usage: bench FILE\n");
        return 2;
    }
    fill();
    const variant variants[] = {
        one_step("naive", naive, dim3(16, 16), 1, 1),
        one_step("naive", naive, dim3(32, 8), 1, 1),
        one_step("naive", naive, dim3(128, 4), 1, 1),
        one_step("tile", tiled<18>, dim3(16, 4), 1, 4),
        one_step("conflict-free", tiled<20>, dim3(16, 4), 1, 4),
        one_step("marching 4 rows", marching<4>, dim3(32, 2), 4, 4),
        one_step("marching 4 rows", marching<4>, dim3(32, 4), 4, 4),
        one_step("marching 4 rows", marching<4>, dim3(32, 8), 4, 4),
        one_step("marching 4 rows", marching<4>, dim3(64, 4), 4, 4),
        one_step("marching 4 rows", marching<4>, dim3(128, 1), 4, 4),
        one_step("marching 4 rows", marching<4>, dim3(128, 2), 4, 4),
        one_step("marching 2 rows", marching<2>, dim3(128, 1), 4, 2),
        one_step("marching 8 rows", marching<8>, dim3(32, 2), 4, 8),
        one_step("marching 8 rows", marching<8>, dim3(128, 1), 4, 8),
        many_steps<1, 32>(),
        many_steps<2, 64>(),
        many_steps<4, 32>(),
        many_steps<4, 64>(),
        many_steps<4, 128>(),
        many_steps<8, 64>(),
        many_steps<8, 128>(),
        many_steps<12, 128>(),
    };
    const double bytes = 2.0 * BYTES;
    const timing best = measure(copy);
    const char *format = "%s,%s,%d,%.4f,%.4f,%.4f,%.4f,%.0f,%.3f,%.1e\n";
    fprintf(out, "kernel,block,steps,median_ms,lowest_ms,highest_ms,ms_per_step,gb_per_s,"
                 "of_copy,relative_error\n");
    fprintf(out, format, "copy", "-", 0, best.median, best.lowest, best.highest, 0.0,
            1e-6 * bytes / best.median, 1.0, 0.0);
    const double cells = 2.0 * sizeof(float) * WIDTH * HEIGHT; /* bytes of a pass */
    const double copied = bytes / best.median;
    for (const variant &it : variants) {
        const double error = error_of(it);
        if (!(error < 1e-5)) {
            fprintf(stderr, "%s (%s) is wrong: %g\n", it.name.c_str(), it.shape.c_str(), error);
            return 2;
        }
        CHECK(cudaMemcpy(fields[0], start, BYTES, cudaMemcpyDeviceToDevice));
        CHECK(cudaMemcpy(fields[1], start, BYTES, cudaMemcpyDeviceToDevice));
        const timing time = measure(it.launch);
        fprintf(out, format, it.name.c_str(), it.shape.c_str(), it.steps, time.median, time.lowest,
                time.highest, time.median / it.steps, 1e-6 * cells / time.median,
                cells / time.median / copied, error);
    }
    return fclose(out) == 0 ? 0 : 2;
}
