/* Launches of the eighteenth set, and what each has to give: from scans to rows. */
#pragma once
#include "eighteenth_matrices.cuh"
#include "eighteenth_others.cuh"

/* ---- the launches ---- */
static int clamp(int a, int n) { return std::min(std::max(a, 0), n - 1); }
static double sum_of(size_t from, size_t to) {
    double s = 0;
    for (size_t i = from; i < to; i++) s += hx[i];
    return s;
}
static void scans_and_sums(const double *da, const double *db) {
    for (int n : {100000, 3 * M}) {
        RUN(n, block_scan_shuffle<float>, <<<(n + 255) / 256, 256>>>(x, y, n));
        expect(y, n, [](size_t i) { return sum_of(i / 256 * 256, i + 1); }, 1e-4);
    }
    RUN(2 * M, block_scan_shuffle<double>, <<<2 * M / 512, 512>>>(da, (double *)y, 2 * M));
    expect((double *)y, 2 * M, [](size_t i) { double s = 0; for (size_t k = i / 512 * 512; k <= i; k++) s += k % 1000; return s; });
    u64 *state = room<u64>(4096 + 1);
    std::vector<unsigned> sums(M);
    unsigned s = 0;
    for (size_t i = 0; i < sums.size(); i++) sums[i] = s += hu[i] & 15;
    for (int n : {32 * K, M}) {
        clear_before(state, 4096 + 1);
        RUN(n, scan_decoupled_lookback, <<<n / 256, 256>>>(u, v, state, (unsigned *)(state + 4096)));
        expect(v, n, [&](size_t i) { return sums[i]; }, 0, M);
    }
    cudaFree(state);
    for (int n : {64 * K, 4 * M}) {
        RUN(n, segmented_scan, <<<n / 256, 256>>>(x, u, y));
        expect(y, n, [](size_t i) {
            size_t k = i;
            while (k % 256 && hu[k] & 15) k--;
            return sum_of(k, i + 1);
        }, 1e-4);
    }
    for (int n : {256 * K, 12 * M}) {
        RUN(n, exclusive_scan_uint4, <<<n / 512, 128>>>((const uint4 *)u, (uint4 *)v));
        expect(v, n, [](size_t i) { unsigned s = 0; for (size_t k = i / 512 * 512; k < i; k++) s += hu[k] & 255; return s; });
    }
    for (int n : {500000, 30000000}) {
        RUN(n, reduce6_max<256>, <<<264, 256>>>(x, y, n));
        if (once) {
            std::vector<float> r = back(y, 264);
            expect_true(*std::max_element(r.begin(), r.end()) == *std::max_element(hx.begin(), hx.begin() + n));
        }
    }
    for (int n : {M, 8 * M}) {
        clear_before((double *)y, 1);
        RUN(n, dot_product_doubles, <<<std::min(1056, n / 256), 256>>>(da, db, (double *)y, n));
        expect((double *)y, 1, [=](size_t) { double s = 0; for (int i = 0; i < n; i++) s += double(i % 1000) * (i % 77); return s; });
    }
    for (int cols : {50, 1000}) {
        RUN(cols, argmin_of_rows, <<<1024, dim3(32, 8)>>>(u, v, cols));
        expect(v, 8192, [=](size_t r) { int at = 0; for (int c = 1; c < cols; c++) if ((hu[r * cols + c] & 0xffff) < (hu[r * cols + at] & 0xffff)) at = c; return at; });
    }
    for (int n : {300000, 24 * M}) {
        clear_before(bins, 1);
        RUN(n, sum_with_last_block, <<<396, 256>>>(x, y + 1, y, bins, n));
        expect(y, 1, [=](size_t) { return sum_of(0, n); }, 1e-4);
    }
    for (int cols : {512, 8192}) {
        RUN(cols, column_sums, <<<cols / 32, dim3(32, 16)>>>(x, y, 1000, cols));
        expect(y, cols, [=](size_t c) { double s = 0; for (int r = 0; r < 1000; r++) s += hx[size_t(r) * cols + c]; return s; }, 1e-4);
    }
}
static void stencils_and_pictures() {
    for (int n : {200000, 7000000}) {
        RUN(n, convolution_1D_basic_kernel, <<<(n + 255) / 256, 256>>>(x, y, 9, n));
        expect(y, n, [=](size_t i) { double s = 0; for (long k = long(i) - 4, j = 0; j < 9; j++) if (k + j >= 0 && k + j < n) s += hx[k + j] * host_mask[j]; return s; }, 1e-5);
    }
    for (int n : {300, 1500}) {
        RUN(n, convolution_2D_tiled_kernel, <<<dim3((n + 11) / 12, (n + 11) / 12), dim3(16, 16)>>>(y, x, n, n));
        expect(y, n * n, [=](size_t at) {
            double s = 0;
            for (int k = 0; k < 25; k++) {
                int r = int(at) / n + k / 5 - 2, c = int(at) % n + k % 5 - 2;
                if (r >= 0 && c >= 0 && r < n && c < n) s += host_mask[k] * hx[r * n + c];
            }
            return s;
        }, 1e-5);
    }
    for (int n : {34, 130}) { /* 16 channels in, 16 out */
        int o = n - 2;
        RUN(n, conv3x3_layer, <<<dim3((o + 31) / 32, (o + 3) / 4, 16), dim3(32, 4)>>>(x, x + 8 * M, y, 16, n, n));
        expect(y, 16 * o * o, [=](size_t at) {
            int c = int(at) % o, r = int(at) / o % o, k = int(at) / o / o;
            double s = 0;
            for (int m = 0; m < 16; m++)
                for (int p = 0; p < 9; p++) s += hx[m * n * n + (r + p / 3) * n + c + p % 3] * hx[8 * M + (k * 16 + m) * 9 + p];
            return s;
        }, 1e-4);
    }
    for (int n : {64, 256}) {
        clear_before(y, n * n * 48);
        RUN(n, star_radius_two, <<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, n, n, 48));
        expect(y, n * n * 48, [=](size_t i) {
            int c = int(i) % n, r = int(i) / n % n, z = int(i) / n / n, p = n * n;
            if (c < 2 || r < 2 || z < 2 || c >= n - 2 || r >= n - 2 || z >= 46) return 0.0;
            const float *a = &hx[i];
            return 6.0 * a[0] - a[-p] - a[p] - a[-2 * p] - a[2 * p] + 0.25 * (a[-1] + a[1] + a[-n] + a[n]) - 0.125 * (a[-2] + a[2] + a[-2 * n] + a[2 * n]);
        }, 1e-4);
    }
    for (int n : {250, 1000}) {
        RUN(n, gameOfLife, <<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(bytes, bytes_out, n));
        expect(bytes_out, n * n, [=](size_t i) { return life_of(hb.data(), int(i) % n, int(i) / n, n); });
        RUN(n, sobel_filter, <<<dim3((n + 31) / 32, (n + 31) / 32), dim3(32, 32)>>>(bytes, bytes_out, n, n));
        expect(bytes_out, n * n, [=](size_t at) {
            int i = int(at), c = i % n, r = i / n;
            return c == 0 || r == 0 || c == n - 1 || r == n - 1 ? byte(0) : sobel_at(hb.data(), i, n);
        });
    }
    for (int n : {128, 1024}) {
        std::vector<double> a(hx.begin(), hx.begin() + n * n), b(hx.begin() + M, hx.begin() + M + n * n);
        double *p = on_device(a), *q = on_device(b), *o = room<double>(2 * n * n);
        clear_before(o, 2 * n * n);
        RUN(n, gray_scott, <<<dim3(n / 32, n / 4), dim3(32, 4)>>>(p, q, o, o + n * n, n));
        expect(o, n * n, [&](size_t i) {
            int c = int(i) % n, r = int(i) / n;
            if (c == 0 || r == 0 || c == n - 1 || r == n - 1) return 0.0;
            return a[i] + 0.16 * (a[i - 1] + a[i + 1] + a[i - n] + a[i + n] - 4 * a[i]) - a[i] * b[i] * b[i] + 0.035 * (1 - a[i]);
        }, 1e-12);
        cudaFree(p), cudaFree(q), cudaFree(o);
    }
    for (int n : {128, 480}) {
        RUN(n, bilateral_filter, <<<dim3((n + 15) / 16, (n + 7) / 8), dim3(16, 8)>>>(x, y, n));
        expect(y, n * n, [=](size_t i) { return bilateral_at(hx.data(), int(i) % n, int(i) / n, n); }, 1e-4, 1000);
    }
    for (int n : {200, 1800}) {
        RUN(n, resize_bilinear, <<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>((const uchar4 *)bytes, y, 640, 480, n, n));
        expect(y, n * n, [=](size_t i) {
            double fx = int(i) % n * 639.0 / n, fy = int(i) / n * 479.0 / n;
            int c = int(fx), r = int(fy);
            auto gray = [](int r, int c) { const byte *p = &hb[4 * (r * 640 + c)]; return 0.25 * (p[0] + p[1] + p[2] + p[3]); };
            double a = fx - c, b = fy - r;
            int c1 = clamp(c + 1, 640), r1 = clamp(r + 1, 480);
            return (gray(r, c) * (1 - a) + gray(r, c1) * a) * (1 - b) + (gray(r1, c) * (1 - a) + gray(r1, c1) * a) * b;
        }, 1e-2);
    }
    for (int n : {400, 2300}) {
        RUN(n, colorToGrayscaleConversion, <<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(bytes_out, bytes, n, n));
        expect(bytes_out, n * n, [](size_t i) { return (54 * hb[3 * i] + 183 * hb[3 * i + 1] + 19 * hb[3 * i + 2]) >> 8; });
    }
}
static void matrices(const double *da) {
    auto product = [](int n, int k, bool turned = false) {
        return [=](size_t at) {
            double s = 0;
            for (int m = 0; m < k; m++) s += double(hx[at / n * k + m]) * hx[M + (turned ? at % n * k + m : size_t(m) * n + at % n)];
            return s;
        };
    };
    std::vector<__half> h(2 * M);
    for (int i = 0; i < 2 * M; i++) h[i] = __float2half(hx[i]);
    __half *p = on_device(h);
    for (int n : {100, 350}) {
        dim3 grid((n + 15) / 16, (n + 15) / 16), block(16, 16);
        RUN_AS("matmul_any_size of floats", n, matmul_any_size<float, float><<<grid, block>>>(x, x + M, y, n, n, 200));
        expect(y, n * n, product(n, 200), 1e-4);
        RUN_AS("matmul_any_size of halves", n, matmul_any_size<__half, float><<<grid, block>>>(p, p + M, y, n, n, 200));
        expect(y, n * n, product(n, 200), 1e-4);
        RUN_AS("matmul_any_size of doubles", n, matmul_any_size<double, double><<<grid, block>>>(da, da + 1000, (double *)y, n, n, 200));
        expect((double *)y, n * n, [=](size_t at) { double s = 0; for (int m = 0; m < 200; m++) s += double((at / n * 200 + m) % 1000) * ((m * n + at % n) % 1000); return s; });
    }
    cudaFree(p);
    for (int n : {128, 512}) {
        RUN(n, matmul_coarsened, <<<dim3(n / 128, n / 32), dim3(32, 32)>>>(x, x + M, y, n));
        expect(y, n * n, product(n, n), 1e-4);
    }
    for (int n : {64, 256}) {
        RUN(n, matmul_rows_by_rows, <<<dim3(n / 16, n / 8), dim3(16, 8)>>>((const float4 *)x, (const float4 *)(x + M), y, n));
        expect(y, n * n, product(n, n, true), 1e-4);
    }
    for (int n : {512, 2048}) {
        RUN(n, transpose_with_conflicts, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>(da, (double *)y, n));
        expect((double *)y, n * n, [=](size_t i) { return (i % n * n + i / n) % 1000; });
    }
    for (int n : {10000, 500000}) {
        RUN(n, multiply_small_matrices, <<<(n + 63) / 64, 64>>>((const mat4 *)x, (const mat4 *)(x + 16 * M), (mat4 *)y, n));
        expect(y, 16 * size_t(n), [](size_t i) { double s = 0; for (int k = 0; k < 4; k++) s += hx[i / 4 * 4 + k] * hx[16 * M + i / 16 * 16 + 4 * k + i % 4]; return s; }, 1e-5);
    }
    for (int n : {5000, 300000}) {
        RUN(n, cholesky_batched, <<<(n + 127) / 128, 128>>>(x, y, n));
        expect(y, n, [=](size_t i) { return cholesky_of(hx.data(), i, n); }, 1e-4);
    }
    for (int blocks : {100, 2000}) {
        RUN(blocks, lu_in_shared, <<<blocks, dim3(32, 8)>>>(x, y));
        if (!once) continue;
        std::vector<float> f = back(y, blocks * K);
        for (int b = 0; b < blocks; b += 37)
            for (int i = 0; i < 1024; i += 7) {
                int r = i / 32, c = i % 32;
                double s = 0, should = hx[b * K + i] + (r == c ? 40 : 0);
                for (int k = 0; k <= std::min(r, c); k++) s += (k == r ? 1.0 : f[b * K + r * 32 + k]) * f[b * K + k * 32 + c];
                if (std::fabs(s - should) > 1e-3) complain(i, s, should);
            }
    }
}
static void rows() {
    for (int cols : {300, 4000}) {
        RUN(cols, softmax_kernel, <<<1000, 256>>>(x, y, cols));
        expect(y, 1000 * size_t(cols), [=](size_t i) { double s = 0; for (int k = 0; k < cols; k++) s += std::exp(hx[i / cols * cols + k]); return std::exp(hx[i]) / s; }, 1e-5, 300);
    }
    auto norm = [](size_t n) {
        return [n](size_t i) {
            double mean = sum_of(i / n * n, i / n * n + n) / n, var = 0;
            for (size_t k = 0; k < n; k++) var += std::pow(hx[i / n * n + k] - mean, 2);
            return (hx[i] - mean) / std::sqrt(var / n + 1e-5) * hx[20 * M + i % n];
        };
    };
    RUN(4096, layer_norm_warp<8>, <<<4096 / 4, 128>>>(x, x + 20 * M, y));
    expect(y, 4096 * 256, norm(256), 1e-4, 1000);
    RUN(16384, layer_norm_warp<24>, <<<16384 / 8, 256>>>(x, x + 20 * M, y));
    expect(y, 16384 * 768, norm(768), 1e-4, 1000);
    for (int keys : {64, 512}) {
        RUN(keys, attention_online, <<<256, 128>>>(x, x + M, x + 2 * M, y, keys));
        expect(y, 1024 * 64, [=](size_t i) {
            double sum = 0, a = 0;
            for (int j = 0; j < keys; j++) {
                double s = 0;
                for (int k = 0; k < 64; k++) s += double(hx[i / 64 * 64 + k]) * hx[M + j * 64 + k];
                sum += std::exp(s / 8), a += std::exp(s / 8) * hx[2 * M + j * 64 + i % 64];
            }
            return a / sum;
        }, 1e-3, 200);
    }
}
