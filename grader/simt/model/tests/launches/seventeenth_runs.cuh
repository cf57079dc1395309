/* Launches of the seventeenth set, and what each has to give: from streams to searches. */
#pragma once
#include "seventeenth_arrays.cuh"
#include "seventeenth_others.cuh"

/* ---- the launches ---- */
static double sum_of(size_t from, size_t to) {
    double s = 0;
    for (size_t i = from; i < to; i++) s += hx[i];
    return s;
}
static void streams(double *da, double *db) {
    for (int n : {256 * K, 16 * M}) {
        RUN(n, stream_copy, <<<n / 256, 256>>>(x, y, n));
        expect(y, n, [](size_t i) { return hx[i]; });
    }
    for (int n : {2 * M, 32 * M}) {
        RUN(n, stream_scale_float4, <<<n / 4 / 512, 512>>>((const float4 *)x, (float4 *)y, 3));
        expect(y, n, [](size_t i) { return 3 * hx[i]; });
    }
    for (int n : {512 * K, 20 * M}) {
        RUN(n, stream_add_grid_stride, <<<1056, 256>>>(x, x + 20 * M, y, n));
        expect(y, n, [](size_t i) { return hx[i] + hx[20 * M + i]; });
    }
    for (int n : {2 * M, 20 * M}) {
        RUN(n, stream_triad_float4, <<<n / 4 / 128, 128>>>((const float4 *)x, (const float4 *)(x + 24 * M), (float4 *)y, 3, n / 4));
        expect(y, n, [](size_t i) { return hx[i] + 3 * hx[24 * M + i]; });
    }
    for (int n : {40 * M}) {
        RUN(n, fill_with_index, <<<n / 4 / 1024, 1024>>>((float4 *)y));
        expect(y, n, [](size_t i) { return (i / 4 & 1023) + i % 4; });
    }
    for (int n : {5 * M}) {
        RUN(n, mean_of_seven_arrays, <<<n / 256, 256>>>(x, y, n));
        expect(y, n, [=](size_t i) { double s = 0; for (int k = 0; k < 7; k++) s += hx[size_t(k) * n + i]; return s / 7; }, 1e-5);
    }
    for (int n : {5 * M}) {
        RUN(n, powers_to_five_arrays, <<<n / 64, 64>>>(x, y, n));
        expect(y, 5 * size_t(n), [=](size_t i) { return std::pow(double(hx[i % n]), double(i / n + 1)); }, 1e-5);
    }
    for (int n : {8 * M}) {
        RUN(n, split_points_to_planes, <<<n / 192 + 1, 192>>>(x, y, y + n, y + 2 * n, n));
        expect(y, 3 * size_t(n), [=](size_t i) { return hx[i % n * 3 + i / n]; });
    }
    for (int n : {6 * M}) {
        RUN(n, take_every_eighth, <<<n / 256, 256>>>(x, y, n));
        expect(y, n, [](size_t i) { return hx[8 * i]; });
    }
    copy_before(y, x, 24 * M);
    RUN(24 * M, update_in_place_float4, <<<24 * M / 4 / 256, 256>>>((float4 *)y));
    expect(y, 24 * M, [](size_t i) { return hx[i] * 0.5f + 1; }, 1e-6);
    for (int n : {8 * M}) {
        RUN(n, daxpy, <<<n / 256, 256>>>(1.5, da, db, (double *)y, n));
        expect((double *)y, n, [](size_t i) { return 1.5 * (i % 1000) + i % 77; });
    }
    for (int n : {6 * M}) { /* pairs; the halves are made of x, whose words' halves are small enough */
        std::vector<__half2> h(64 * K);
        for (int i = 0; i < 64 * K; i++) h[i] = __floats2half2_rn(hx[2 * i], hx[2 * i + 1]);
        __half2 *p = room<__half2>(2 * size_t(n));
        for (int i = 0; i < 2 * n; i += 64 * K) must(cudaMemcpy(p + i, h.data(), 64 * K * 4, cudaMemcpyHostToDevice));
        RUN(n, axpy_of_halves, <<<528, 512>>>(p, p + n, (__half2 *)y, n));
        auto a = [](size_t i) { return hx[i % (128 * K)]; };
        if (once) {
            std::vector<__half2> r = back((__half2 *)y, n);
            for (int i = 0, bad = 0; i < n && bad < 3; i += 997) {
                double is = __low2float(r[i]), should = 1.5 * a(2 * size_t(i));
                if (std::fabs(is - should) > 1e-3) complain(i, is, should), bad++;
                is = __high2float(r[i]), should = 1.5 * a(2 * size_t(i) + 1);
                if (std::fabs(is - should) > 1e-3) complain(i, is, should), bad++;
            }
        }
        cudaFree(p);
    }
    RUN_AS("stream_copy by blocks of 32", 100000, stream_copy<<<100000, 32>>>(x, y, 3200000));
    expect(y, 3200000, [](size_t i) { return hx[i]; });
}
static void scans_and_sums() {
    for (int n : {64 * K, M}) {
        RUN(n, scan_hillis_steele, <<<n / 1024, 1024>>>(x, y));
        expect(y, n, [](size_t i) { return sum_of(i / 1024 * 1024, i + 1); }, 1e-4);
    }
    for (int n : {128 * K, 2 * M}) {
        RUN(n, scan_blelloch, <<<n / 512, 256>>>(x, y));
        expect(y, n, [](size_t i) { return sum_of(i / 512 * 512, i); }, 1e-4);
    }
    std::vector<unsigned> sums(128 * K);
    unsigned s = 0;
    for (size_t i = 0; i < sums.size(); i++) sums[i] = s += hu[i] & 255;
    for (int n : {16 * K, 128 * K}) {
        RUN(n, scan_by_one_block, <<<1, 1024>>>(u, v, n));
        expect(v, n, [&](size_t i) { return sums[i]; }, 0, 200 * K);
    }
    for (int n : {256 * K, 4 * M}) {
        RUN(n, reduce_interleaved, <<<n / 256, 256>>>(x, y));
        expect(y, n / 256, [](size_t i) { return sum_of(256 * i, 256 * i + 256); }, 1e-4);
    }
    for (int n : {M, 40 * M}) {
        RUN(n, reduce_shuffle_float4, <<<264, 1024>>>((const float4 *)x, y, n / 4));
        if (once) {
            double is = 0, should = sum_of(0, n);
            for (float w : back(y, 264)) is += w;
            if (!(std::fabs(is - should) < 1e-5 * should)) complain(0, is, should);
        }
    }
    for (int n : {64 * K, 4 * M}) {
        clear_before(bins, 1);
        RUN(n, sum_by_atomics, <<<n / 256, 256>>>(u, bins, n));
        expect(bins, 1, [=](size_t) { unsigned s = 0; for (int i = 0; i < n; i++) s += hu[i] & 15; return s; });
    }
    RUN(4096, sum_by_one_thread, <<<1, 1>>>(x, y, 4096));
    expect(y, 1, [](size_t) { return sum_of(0, 4096); }, 1e-4);
}
static int clamp(int a, int n) { return std::min(std::max(a, 0), n - 1); }
static void stencils_and_pictures() {
    auto taps = [](int n) {
        return [n](size_t i) {
            double s = 0;
            for (int k = -8; k <= 8; k++)
                if (long(i) + k >= 0 && long(i) + k < n) s += host_mask[k + 8] * hx[i + k];
            return s;
        };
    };
    for (int n : {512 * K, 4 * M}) {
        RUN(n, convolve_1d_tiled, <<<n / 256, 256>>>(x, y, n));
        expect(y, n, taps(n), 1e-4);
    }
    for (int n : {256, 1024}) {
        RUN(n, convolve_2d_naive, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>(x, y, n));
        expect(y, n * n, [=](size_t i) {
            double s = 0;
            for (int k = 0; k < 25; k++) s += host_mask[k] * hx[clamp(int(i) / n + k / 5 - 2, n) * n + clamp(int(i) % n + k % 5 - 2, n)];
            return s;
        }, 1e-4);
    }
    for (int n : {512, 2048}) {
        RUN(n, blur_rows, <<<dim3(n / 64, n / 4), dim3(64, 4)>>>(x, y, n));
        expect(y, n * n, [=](size_t i) {
            double s = 0;
            for (int k = 0; k < 9; k++) s += host_mask[k] * hx[int(i) / n * n + clamp(int(i) % n + k - 4, n)];
            return s;
        }, 1e-4);
        RUN(n, blur_columns, <<<dim3(n / 128, n), 128>>>(x, y, n));
        expect(y, n * n, [=](size_t i) {
            double s = 0;
            for (int k = 0; k < 9; k++) s += host_mask[k] * hx[clamp(int(i) / n + k - 4, n) * n + int(i) % n];
            return s;
        }, 1e-4);
    }
    for (int n : {64, 128}) {
        clear_before(y, n * n * n);
        RUN(n, convolve_3d, <<<dim3(n / 32, n / 4, n / 2), dim3(32, 4, 2)>>>(x, y, n));
        expect(y, n * n * n, [=](size_t at) {
            int i = int(at) % n, j = int(at) / n % n, k = int(at) / n / n;
            double s = 0;
            if (i < 1 || j < 1 || k < 1 || i >= n - 1 || j >= n - 1 || k >= n - 1) return s;
            for (int a = 0; a < 27; a++) s += host_mask[a] * hx[((k + a / 9 - 1) * n + j + a / 3 % 3 - 1) * n + i + a % 3 - 1];
            return s;
        }, 1e-4);
    }
    for (int n : {512, 3072}) {
        clear_before(y, n * n);
        RUN(n, jacobi_five_points, <<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, n));
        expect(y, n * n, [=](size_t i) {
            int c = int(i) % n, r = int(i) / n;
            return c > 0 && r > 0 && c < n - 1 && r < n - 1 ? 0.25 * (hx[i - 1] + hx[i + 1] + hx[i - n] + hx[i + n]) : 0;
        }, 1e-5);
    }
    for (int n : {128, 512}) {
        clear_before(y, n * n * 64);
        RUN(n, heat_marching_up, <<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, n, 64));
        expect(y, n * n * 64, [=](size_t i) {
            int c = int(i) % n, r = int(i) / n % n, z = int(i) / n / n;
            if (c < 1 || r < 1 || z < 1 || c >= n - 1 || r >= n - 1 || z >= 63) return 0.0;
            return hx[i] + 0.1 * (hx[i - 1] + hx[i + 1] + hx[i - n] + hx[i + n] + hx[i - n * n] + hx[i + n * n] - 6.0 * hx[i]);
        }, 1e-4);
    }
    for (int steps : {256}) {
        RUN(steps, wave_by_one_block, <<<1, 512>>>(x, y, steps));
        std::vector<double> old(512), now(512), next(512);
        for (int t = 0; t < 512; t++) old[t] = now[t] = hx[t];
        for (int k = 0; k < steps; k++) {
            for (int t = 0; t < 512; t++) next[t] = 2 * now[t] - old[t] + 0.25 * ((t ? now[t - 1] : 0) - 2 * now[t] + (t < 511 ? now[t + 1] : 0));
            old = now, now = next;
        }
        expect(y, 512, [&](size_t i) { return now[i]; }, 3e-3);
    }
    for (int n : {256, 1024}) {
        RUN(n, median_of_nine, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>(x, y, n));
        expect(y, n * n, [=](size_t i) {
            float w[9];
            for (int k = 0; k < 9; k++) w[k] = hx[clamp(int(i) / n + k / 3 - 1, n) * n + clamp(int(i) % n + k % 3 - 1, n)];
            std::sort(w, w + 9);
            return w[4];
        });
    }
}
static void matrices() {
    auto product = [](int n) {
        return [n](size_t at) {
            double s = 0;
            for (int k = 0; k < n; k++) s += double(hx[at / n * n + k]) * hx[M + size_t(k) * n + at % n];
            return s;
        };
    };
    for (int n : {256}) {
        RUN(n, product_naive, <<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, x + M, y, n));
        expect(y, n * n, product(n), 1e-4);
    }
    for (int n : {128, 384}) {
        RUN(n, product_tiled<16>, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>(x, x + M, y, n));
        expect(y, n * n, product(n), 1e-4);
    }
    for (int n : {256, 640}) {
        RUN(n, product_four_by_four, <<<dim3(n / 64, n / 64), 256>>>(x, x + M, y, n));
        expect(y, n * n, product(n), 1e-4);
    }
    for (int n : {1024, 4096}) {
        auto turned = [=](size_t i) { return hx[i % n * n + i / n]; };
        RUN(n, transpose_naive, <<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, n));
        expect(y, size_t(n) * n, turned);
        RUN(n, transpose_padded_tile, <<<dim3(n / 32, n / 32), dim3(32, 8)>>>(x, y, n));
        expect(y, size_t(n) * n, turned);
    }
    auto row = [](int n) {
        return [n](size_t r) {
            double s = 0;
            for (int k = 0; k < n; k++) s += double(hx[r * n + k]) * hx[40 * M + k];
            return s;
        };
    };
    for (int n : {512, 1536}) {
        RUN(n, matvec_thread_a_row, <<<n / 64, 64>>>(x, x + 40 * M, y, n));
        expect(y, n, row(n), 1e-4);
    }
    for (int n : {1024, 4096}) {
        RUN(n, matvec_warp_a_row, <<<n / 4, 128>>>((const float4 *)x, (const float4 *)(x + 40 * M), y, n));
        expect(y, n, row(n), 1e-4);
    }
}
static void sparse_and_graphs(int rows, int each) {
    std::vector<int> start(1, 0), column, of;
    std::vector<float> value;
    for (int r = 0; r < rows; r++) {
        int many = mix(r) % (2 * each);
        for (int k = 0; k < many; k++) {
            unsigned w = mix(r * 131 + k);
            column.push_back(w % 4 ? int(w >> 4) & (rows - 1) : (r + int(w >> 4) % 64) & (rows - 1)); /* a quarter near the diagonal */
            value.push_back((w & 1023) / 1024.0f), of.push_back(r);
        }
        start.push_back(int(column.size()));
    }
    int *s = on_device(start), *c = on_device(column), *o = on_device(of), n = int(column.size());
    float *w = on_device(value);
    auto row = [&](size_t r) {
        double sum = 0;
        for (int k = start[r]; k < start[r + 1]; k++) sum += double(value[k]) * hx[column[k]];
        return sum;
    };
    RUN(rows, csr_thread_a_row, <<<rows / 128, 128>>>(s, c, w, x, y, rows));
    expect(y, rows, row, 1e-4);
    RUN(rows, csr_warp_a_row, <<<rows / 8, 256>>>(s, c, w, x, y, rows));
    expect(y, rows, row, 1e-4);
    clear_before(y, rows);
    RUN(rows, coordinates_by_atomics, <<<n / 512 + 1, 512>>>(o, c, w, x, y, n));
    expect(y, rows, row, 1e-4);
    std::vector<int> distance(rows), reached;
    for (int r = 0; r < rows; r++) distance[r] = mix(r + 5) % 16 == 0 ? 2 : mix(r + 5) % 16 == 1 ? 1 : -1;
    reached = distance;
    for (int r = 0; r < rows; r++)
        for (int k = start[r]; k < start[r + 1]; k++)
            if (distance[r] == 2 && reached[column[k]] < 0) reached[column[k]] = 3;
    int *d0 = on_device(distance), *d = room<int>(rows);
    copy_before(d, d0, rows);
    RUN(rows, breadth_first_level, <<<rows / 256, 256>>>(s, c, d, 2, rows));
    expect(d, rows, [&](size_t r) { return reached[r]; }, 0, M);
    cudaFree(s), cudaFree(c), cudaFree(o), cudaFree(w), cudaFree(d0), cudaFree(d);
}
static void sorts_and_searches() {
    for (int n : {64 * K, 4 * M}) {
        int j = n / 8, k = n / 2;
        copy_before(v, u, n);
        RUN(n, bitonic_step, <<<n / 256, 256>>>(v, j, k));
        expect(v, n, [=](size_t i) {
            unsigned p = hu[i], q = hu[i ^ j];
            return ((i & k) == 0) == ((i & j) == 0) ? std::min(p, q) : std::max(p, q);
        });
    }
    for (int blocks : {16, 528}) {
        RUN(blocks, bitonic_sort_in_block, <<<blocks, 512>>>(u, v));
        std::vector<unsigned> w(hu.begin(), hu.begin() + blocks * K);
        for (int b = 0; b < blocks; b++) std::sort(w.begin() + b * K, w.begin() + (b + 1) * K, [b, blocks](unsigned p, unsigned q) { return p < q; });
        expect(v, w.size(), [&](size_t i) { return w[i]; }, 0, M);
    }
    for (int n : {32 * K, 512 * K}) {
        std::vector<unsigned> a(hu.begin(), hu.begin() + n), b(hu.begin() + n, hu.begin() + 2 * n), w(2 * n);
        std::sort(a.begin(), a.end()), std::sort(b.begin(), b.end());
        std::merge(a.begin(), a.end(), b.begin(), b.end(), w.begin());
        unsigned *p = on_device(a), *q = on_device(b);
        RUN(n, merge_by_searches, <<<n / 128, 256>>>(p, q, v, n));
        expect(v, 2 * n, [&](size_t i) { return w[i]; }, 0, 4 * M);
        if (n == 512 * K)
            for (int blocks : {132, 4096}) {
                RUN(blocks, binary_search_queries, <<<blocks, blocks == 132 ? 32 : 256>>>(p, n, u + 2 * M, v));
                expect(v, blocks * (blocks == 132 ? 32 : 256), [&](size_t i) { return std::lower_bound(a.begin(), a.end(), hu[2 * M + i]) - a.begin(); });
            }
        cudaFree(p), cudaFree(q);
    }
}
