/* Kernels of sixteenth.cu on sparse matrices and graphs. */
#pragma once
#include "sixteenth_check.h"

/* ---- sparse products ---- */
__global__ void csr_by_threads(const int *start, const int *column, const float *value, const float *x, float *y, int rows) {
    int r = AT;
    if (r >= rows) return;
    float sum = 0;
    for (int k = start[r]; k < start[r + 1]; k++) sum += value[k] * x[column[k]];
    y[r] = sum;
}
template <int L> __global__ void csr_by_lanes(const int *start, const int *column, const float *value, const float *x, float *y) { /* L lanes a row */
    int r = AT / L, lane = threadIdx.x % L, end = start[r + 1];
    float sum = 0;
    for (int k = start[r] + lane; k < end; k += L) sum += value[k] * x[column[k]];
    for (int d = L / 2; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d, L);
    if (lane == 0) y[r] = sum;
}
__global__ void ell_by_threads(const int *column, const float *value, const float *x, float *y, int rows, int width) { /* -1 where a row has ended */
    int r = AT;
    float sum = 0;
    for (int k = 0; k < width; k++) {
        int c = column[k * rows + r];
        if (c >= 0) sum += value[k * rows + r] * x[c];
    }
    y[r] = sum;
}
__global__ void coo_by_entries(const int *row, const int *column, const float *value, const float *x, float *y, int entries) {
    int k = AT;
    if (k < entries) atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}
__global__ void coo_in_warps(const int *row, const int *column, const float *value, const float *x, float *y, int entries) { /* a segmented sum first */
    int k = AT, lane = threadIdx.x % 32, r = k < entries ? row[k] : -1;
    float sum = k < entries ? value[k] * x[column[k]] : 0;
    for (int d = 1; d < 32; d *= 2) {
        float other = __shfl_up_sync(~0u, sum, d);
        int its = __shfl_up_sync(~0u, r, d);
        if (lane >= d && its == r) sum += other;
    }
    int after = __shfl_down_sync(~0u, r, 1);
    if (r >= 0 && (lane == 31 || after != r)) atomicAdd(&y[r], sum);
}

/* ---- graphs ---- */
__global__ void bfs_by_vertices(const int *start, const int *edge, const int *level, int *next, int now, int n) { /* from the front down */
    int w = AT;
    if (w >= n || level[w] != now) return;
    for (int k = start[w]; k < start[w + 1]; k++)
        if (level[edge[k]] < 0) next[edge[k]] = now + 1;
}
__global__ void bfs_by_warps(const int *start, const int *edge, const int *level, int *next, int now, int n) {
    int w = AT / 32;
    if (w >= n || level[w] != now) return;
    for (int k = start[w] + threadIdx.x % 32; k < start[w + 1]; k += 32)
        if (level[edge[k]] < 0) next[edge[k]] = now + 1;
}
__global__ void bfs_bottom_up(const int *start, const int *edge, const int *level, int *next, int now, int n) { /* who is not reached looks for a neighbour in the front */
    int w = AT;
    if (w >= n || level[w] >= 0) return;
    for (int k = start[w]; k < start[w + 1]; k++)
        if (level[edge[k]] == now) {
            next[w] = now + 1;
            return;
        }
}

struct sparse_matrix {
    std::vector<int> start{0}, column, row;
};
/* Rows of one to 2 `each` - 1 entries; of 64 rows, one is 16 times as long. */
static sparse_matrix uneven(int rows, int each, int columns) {
    draws draw{unsigned(rows) + 16};
    sparse_matrix m;
    for (int r = 0; r < rows; r++) {
        for (int k = (1 + int(draw(2 * each - 1))) * (r % 64 == 5 ? 16 : 1); k > 0; k--) m.column.push_back(int(draw(columns))), m.row.push_back(r);
        m.start.push_back(int(m.column.size()));
    }
    return m;
}

static void sparse_products(int rows, int each) {
    sparse_matrix m = uneven(rows, each, rows);
    int entries = int(m.column.size()), *start = on_device(m.start), *column = on_device(m.column), *row = on_device(m.row);
    auto right = [&](size_t r) { double s = 0; for (int k = m.start[r]; k < m.start[r + 1]; k++) s += hx[k] * hx[m.column[k]]; return s; };
    RUN(rows, csr_by_threads, <<<rows / 128, 128>>>(start, column, x, x, y, rows));
    expect(y, rows, right);
    RUN(rows, csr_by_lanes<4>, <<<rows / 64, 256>>>(start, column, x, x, y));
    expect(y, rows, right);
    RUN(rows, csr_by_lanes<32>, <<<rows / 8, 256>>>(start, column, x, x, y));
    expect(y, rows, right);
    cleared(y, rows);
    RUN(rows, coo_by_entries, <<<(entries + 255) / 256, 256>>>(row, column, x, x, y, entries));
    expect(y, rows, right);
    cleared(y, rows);
    RUN(rows, coo_in_warps, <<<(entries + 127) / 128, 128>>>(row, column, x, x, y, entries));
    expect(y, rows, right);
    int width = 2 * each;
    std::vector<int> padded(size_t(width) * rows, -1);
    for (int r = 0; r < rows; r++)
        for (int k = m.start[r]; k < std::min(m.start[r + 1], m.start[r] + width); k++) padded[size_t(k - m.start[r]) * rows + r] = m.column[k];
    int *ell = on_device(padded);
    RUN(rows, ell_by_threads, <<<rows / 256, 256>>>(ell, x, x, y, rows, width));
    expect(y, rows, [&](size_t r) { double s = 0; for (int k = 0; k < width; k++) if (padded[size_t(k) * rows + r] >= 0) s += hx[size_t(k) * rows + r] * hx[padded[size_t(k) * rows + r]]; return s; });
}

static void graph_steps(int n) {
    sparse_matrix g = uneven(n, 8, n);
    int edges = int(g.column.size()), *start = on_device(g.start), *edge = on_device(g.column);
    draws draw{5};
    std::vector<int> levels(n);
    for (int &level : levels) level = std::max(-1, int(draw(10)) - 6); /* seven of ten are not reached, one is in the front */
    std::vector<int> down(n, -2), up(n, -2);
    for (int k = 0; checking && k < edges; k++) {
        int a = g.row[k], b = g.column[k];
        if (levels[a] == 3 && levels[b] < 0) down[b] = 4;
        if (levels[b] == 3 && levels[a] < 0) up[a] = 4;
    }
    int *level = on_device(levels), *next = (int *)v;
    auto none = [=] { cudaMemset(next, 0xff, n * sizeof(int)); };
    auto right = [&](std::vector<int> &of) { return [&](size_t i) { return of[i] == 4 ? 4 : -1; }; };
    none();
    RUN(n, bfs_by_vertices, <<<n / 256, 256>>>(start, edge, level, next, 3, n));
    expect(next, n, right(down), 0);
    none();
    RUN(n, bfs_by_warps, <<<n / 4, 128>>>(start, edge, level, next, 3, n));
    expect(next, n, right(down), 0);
    none();
    RUN(n, bfs_bottom_up, <<<n / 128, 128>>>(start, edge, level, next, 3, n));
    expect(next, n, right(up), 0);
}
