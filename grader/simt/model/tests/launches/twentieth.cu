/*
 * Launches that were predicted before they were measured: with `once` each once, printed as `name,n`, and some results compared
 * with the processor's; else between CUDA events, `name,n,us`, the median of 9 after a warm-up.
 *
 *     nvcc -O3 -std=c++17 -arch=native twentieth.cu -o twentieth
 */
#include <algorithm>
#include "twentieth_arrays.cuh"
#include "twentieth_grids.cuh"
#include "twentieth_matrices.cuh"
#include "twentieth_others.cuh"

static double *da;
static int over(int n, int by) { return (n + by - 1) / by; }
static std::vector<int> rising(int n, unsigned seed) {
    std::vector<int> a(n);
    for (int i = 0, sum = 0; i < n; i++) a[i] = sum += 1 + mix(i + seed) % 7;
    return a;
}
static void scans_and_reductions() {
    for (int n : {16 * K, M, 4 * M}) {
        RUN(n, scan_two_buffers, <<<n / 512, 512>>>(u, v, n));
        expect(v, 512, [](size_t i) {
            unsigned s = 0;
            for (size_t k = 0; k <= i; k++) s += hu[k] & 255;
            return s;
        });
    }
    for (int cols : {500, 9000}) RUN(cols, sums_down_columns, <<<over(cols, 64), 64>>>(x, y, 400, cols));
    for (int n : {32 * K, 2 * M}) RUN(n, segmented_scan_in_warps, <<<over(n, 384), 384>>>(u, v, n));
    for (int n : {64 * K, 4 * M, 40 * M}) {
        clear_before((double *)y, 1);
        RUN(n, total_of_quads, <<<std::min(528, n / 1024), 256>>>((const float4 *)x, (double *)y, n / 4));
        expect((double *)y, 1, [=](size_t) {
            double s = 0;
            for (int k = 0; k < n; k++) s += hx[k];
            return s;
        }, 1e-5);
    }
    for (int n : {50000, 3000000}) RUN(n, highest_and_where, <<<over(n, 256), 256>>>(u, (uint2 *)v, n));
    std::vector<__half> halves(16 * M);
    for (int i = 0; i < 16 * M; i++) halves[i] = __float2half(hx[i]);
    __half2 *h = (__half2 *)on_device(halves);
    for (int pairs : {30000, 600000, 4000000}) {
        clear_before(y, 1);
        RUN(pairs, dot_of_halves, <<<300, 192>>>(h, h + 4 * M, y, pairs));
    }
    for (int pairs : {40000, 2000000}) RUN(pairs, gelu_of_half2, <<<std::min(400, over(pairs, 256)), 256>>>(h, (__half2 *)y, pairs));
    cudaFree(h);
    for (int n : {4000, 100000}) RUN(n, sums_with_kahan, <<<over(n, 128), 128>>>(x, y, 50, n));
    for (int n : {32 * K, 3 * M}) RUN(n, pack_tiles, <<<n / 256, 256>>>(u, v, (unsigned *)y));
}
static void sorting_and_searching() {
    for (int blocks : {16, 300, 1000}) {
        RUN(blocks * 1024, bitonic_of_1024, <<<blocks, 512>>>(u, v));
        std::vector<unsigned> sorted(hu.begin(), hu.begin() + 1024);
        std::sort(sorted.begin(), sorted.end());
        expect(v, 1024, [&](size_t i) { return sorted[i]; });
    }
    for (int n : {64 * K, 4 * M}) {
        copy_before(v, u, n);
        RUN_AS("bitonic_step_in_place near", n, bitonic_step_in_place<<<n / 256, 256>>>(v, 1024, 2, n));
        copy_before(v, u, n);
        RUN_AS("bitonic_step_in_place far", n, bitonic_step_in_place<<<n / 256, 256>>>(v, 32 * K, 16 * K, n));
    }
    std::vector<int> ha = rising(4 * M, 1), hc = rising(2 * M, 77);
    int *a = on_device(ha), *c = on_device(hc);
    for (int n : {20000, 500000, 2000000}) {
        RUN(n, merge_by_diagonals, <<<over(over(2 * n, 8), 128), 128>>>(a, c, (int *)v, n));
        std::vector<int> merged(2 * n);
        std::merge(ha.begin(), ha.begin() + n, hc.begin(), hc.begin() + n, merged.begin());
        expect((int *)v, 2 * n, [&](size_t i) { return merged[i]; });
    }
    for (int many : {1000, 100000, 4000000}) RUN_AS("lower_bounds of a million", many, lower_bounds<<<over(M, 256), 256>>>(a, u, (int *)v, many, M));
    RUN_AS("lower_bounds of 20000", 4000000, lower_bounds<<<over(20000, 96), 96>>>(a, u, (int *)v, 4000000, 20000));
    cudaFree(a), cudaFree(c);
    for (int n : {40000, 5000000}) RUN(n, digit_counts, <<<over(n, 1024), 256>>>(u, v, 8, over(n, 1024), n));
    for (int n : {32 * K, M}) RUN(n, radix_sort_of_tiles, <<<n / 256, 256>>>(u, v, 8));
    for (int blocks : {300, 6000}) RUN(blocks * 64, odd_even_sort_of_64, <<<blocks, 64>>>(x, y));
}
static void counting_and_texts() {
    for (int n : {64 * K, 2 * M, 14 * M}) {
        clear_before(bins, 256);
        RUN(n, histogram_of_quads, <<<std::min(264, n / 1024), 256>>>((const uchar4 *)bytes, bins, n / 4));
        expect(bins, 256, [=](size_t i) { return std::count(hb.begin(), hb.begin() + n, byte(i)); });
    }
    for (int n : {20000, 1000000}) {
        clear_before(bins, 256);
        RUN(n, histogram_skewed, <<<over(n, 256), 256>>>(bytes, bins, n));
    }
    for (int n : {32 * K, 2 * M}) {
        clear_before(bins, 256);
        RUN(n, count_by_leaders, <<<n / 512, 512>>>(bytes, bins, n));
    }
    for (int n : {30000, 4000000}) RUN(n, find_needle, <<<over(n, 256), 256>>>(bytes, bytes_out, 12, n));
    for (int n : {500000, 8000000}) RUN(n, rolling_windows, <<<over(n / 64, 128), 128>>>(bytes, v, n));
    for (int n : {3000, 60000}) {
        RUN(n, edit_distances, <<<over(n, 64), 64>>>(bytes, bytes + 4 * M, bytes_out, n));
        expect(bytes_out, n, [=](size_t i) {
            int row[17];
            for (int k = 0; k < 17; k++) row[k] = k;
            for (int r = 1; r <= 16; r++)
                for (int c = 1, corner = row[0]++; c <= 16; c++) {
                    int above = row[c], differ = (hb[(r - 1) * n + i] & 3) != (hb[4 * M + (c - 1) * n + i] & 3);
                    row[c] = std::min(std::min(row[c - 1], above) + 1, corner + differ), corner = above;
                }
            return row[16];
        });
    }
    for (int n : {10000, 1000000}) RUN(n, upper_case, <<<over(n, 128), 128>>>((const uint4 *)bytes, (uint4 *)bytes_out, n));
    expect(bytes_out, 16000000, [](size_t i) { return hb[i] >= 'a' && hb[i] <= 'z' ? hb[i] - 32 : hb[i]; });
    for (int n : {2000, 80000}) RUN(n, crc32_of_parts, <<<over(n, 128), 128>>>(bytes, v, 100, n));
    for (int n : {16 * K, M}) {
        clear_before(v, 4 * n);
        RUN(n, insert_by_probing, <<<n / 256, 256>>>(u, v, 4 * n - 1, n));
    }
    for (int n : {30000, 2000000}) RUN(n, find_by_probing, <<<over(n, 256), 256>>>(u, u + 4 * M, v, 4 * M - 1, n));
    for (int n : {50000, 2000000}) RUN(n, murmur_of_two, <<<over(n, 192), 192>>>((const ulonglong2 *)u, (u64 *)v, n));
}
static void bits_and_whole_numbers() {
    for (int n : {4000, 40000}) RUN(n, nearest_code, <<<over(n, 96), 96>>>((const u64 *)u, (const u64 *)u + M, (int *)v, 200, n));
    for (int n : {60000, 3000000}) RUN(n, morton_of_points, <<<over(n, 256), 256>>>((const uint2 *)u, (u64 *)v, n));
    for (int n : {32 * K, 3 * M}) {
        RUN(n, turn_bits_of_tiles, <<<n / 128, 128>>>(u, v, n));
        expect(v, n, [](size_t i) {
            unsigned w = 0;
            for (int k = 0; k < 32; k++) w |= (hu[i / 32 * 32 + k] >> i % 32 & 1) << k;
            return w;
        });
    }
    for (int n : {10000, 200000}) RUN(n, hailstone_steps, <<<over(n, 128), 128>>>(v, 1000000, n));
    for (int n : {5000, 100000}) RUN(n, common_divisors, <<<over(n, 64), 64>>>((const u64 *)u, (u64 *)v, n));
    for (int n : {20000, 300000}) RUN(n, least_factors, <<<over(n, 256), 256>>>(u, v, n));
    for (int n : {20000, 800000}) RUN(n, upper_products, <<<over(n, 256), 256>>>((const u64 *)u, (const u64 *)u + 2 * M, (u64 *)v, n));
}
static double product(int n, size_t i) {
    double s = 0;
    for (int k = 0; k < n; k++) s += hx[i / n * n + k] * hx[M + k * n + i % n];
    return s;
}
static void products_and_factors() {
    for (int n : {96, 250}) RUN(n, matmul_rows_across_lanes, <<<dim3(over(n, 16), over(n, 8)), dim3(16, 8)>>>(x, x + M, y, n));
    for (int n : {120, 300}) {
        RUN(n, matmul_tiles_of_8, <<<dim3(over(n, 8), over(n, 8)), dim3(8, 8)>>>(x, x + M, y, n));
        expect(y, n * n, [=](size_t i) { return product(n, i); }, 1e-4);
    }
    for (int n : {128, 384, 640}) {
        RUN(n, matmul_4x4_each, <<<dim3(n / 64, n / 64), dim3(16, 16)>>>(x, x + M, y, n));
        expect(y, n * n, [=](size_t i) { return product(n, i); }, 1e-4);
    }
    for (int n : {96, 320}) RUN(n, dgemm_2_rows_each, <<<dim3(n / 16, n / 32), dim3(16, 16)>>>(da, da + M, (double *)y, n));
    for (int n : {2000, 60000}) RUN(n, many_products_of_6x6, <<<over(n, 128), 128>>>(x, x + 8 * M, y, n));
    for (int rows : {300, 8000}) RUN(rows, matvec_row_to_a_warp, <<<over(rows * 32, 128), 128>>>(x, x + 40 * M, y, rows, 1500));
    for (int cols : {640, 16000}) {
        clear_before(y, cols);
        RUN(cols, matvec_turned_by_atomics, <<<dim3(over(cols, 128), 10), 128>>>(x, x + 40 * M, y, 600, cols));
    }
    for (int n : {200, 1500}) {
        copy_before((double *)y, da, n * n);
        RUN(n, rank_one_of_doubles, <<<dim3(over(n, 32), over(n, 8)), dim3(32, 8)>>>((double *)y, da + 4 * M, da + 5 * M, n));
    }
    for (int n : {300, 1800}) {
        copy_before(y, x, n * n);
        RUN(n, lu_below_pivot, <<<dim3(over(n, 32), over(n, 8)), dim3(32, 8)>>>(y, n, n / 10));
    }
    for (int n : {128, 512}) RUN(n, solve_lower_in_one_block, <<<1, 256, n * 4>>>(x, x + M, y, n));
    for (int many : {100, 3000}) RUN(many, cholesky_of_24x24, <<<many, 32>>>(x, y));
    for (int n : {3000, 150000}) RUN(n, inverse_of_4x4, <<<over(n, 128), 128>>>((const float4 *)x, (float4 *)y, n));
    for (int n : {500, 3000}) RUN(n, jacobi_of_dense_rows, <<<n, 128>>>(x, x + 32 * M, x + 33 * M, y, n));
    for (int pairs : {8, 400}) RUN(pairs, rotate_rows_by_givens, <<<dim3(12, pairs), 128>>>(da, (double *)y, 1500, pairs));
}
static void transforms() {
    for (int n : {300, 2000}) RUN(n, transpose_bytes_plainly, <<<dim3(over(n, 32), over(n, 4)), dim3(32, 4)>>>(bytes, bytes_out, n));
    for (int n : {256, 1600}) {
        copy_before((double *)y, da, n * n);
        RUN(n, transpose_in_place, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>((double *)y, n));
    }
    for (int n : {50, 150}) RUN(n, turn_axes, <<<dim3(over(n, 64), n, n), 64>>>(x, y, n));
    for (int quarter : {4 * K, 64 * K, M})
        for (int stride : {4, 1024})
            RUN_AS((std::string("fft_radix_4_step stride ") + std::to_string(stride)).c_str(), quarter * 4, fft_radix_4_step<<<quarter / 256, 256>>>((const float2 *)x, (float2 *)y, quarter, stride));
    for (int blocks : {40, 2000}) RUN(blocks * 512, fft_of_512_in_shared, <<<blocks, 256>>>((const float2 *)x, (float2 *)y));
    expect(y, 1024, [](size_t i) {
        double sum = 0;
        for (int k = 0; k < 512; k++) {
            double angle = -2 * 3.14159265358979 * (k * (i / 2) % 512) / 512;
            double real = hx[2 * k], imaginary = hx[2 * k + 1];
            sum += i % 2 ? real * std::sin(angle) + imaginary * std::cos(angle) : real * std::cos(angle) - imaginary * std::sin(angle);
        }
        return sum;
    }, 1e-3);
    for (int n : {64 * K, 4 * M}) RUN(n, walsh_in_warps, <<<n / 512, 128>>>(x, y, n));
}
static void sparse_and_graphs(int rows, int each) { /* rows: a power of two */
    std::vector<int> start(1, 0), column, from, level(rows), ell(size_t(24) * rows, -1);
    for (int r = 0; r < rows; r++) {
        int many = 1 + mix(r + 3) % each;
        if (mix(r) % 200 == 0) many *= 8;
        for (int k = 0; k < many; k++) {
            unsigned draw = mix(r * 977 + k);
            column.push_back(draw & 3 ? (r + int(draw >> 4) % 1000) & (rows - 1) : int(draw >> 4) & (rows - 1));
            from.push_back(r);
            if (k < 24) ell[size_t(k) * rows + r] = column.back();
        }
        start.push_back(int(column.size()));
        level[r] = int(mix(r + 9) % 5) - 1;
    }
    int *s = on_device(start), *c = on_device(column), *f = on_device(from), *l = on_device(level), *e = on_device(ell), edges = int(column.size());
    auto row_times = [&](size_t r) {
        double sum = 0;
        for (int k = start[r]; k < start[r + 1]; k++) sum += hx[k] * hx[8 * M + column[k]];
        return sum;
    };
    RUN(rows, csr_row_to_a_thread, <<<over(rows, 128), 128>>>(s, c, x, x + 8 * M, y, rows));
    expect(y, rows, row_times, 1e-4);
    RUN(rows, csr_row_to_8_lanes, <<<over(rows * 8, 256), 256>>>(s, c, da, da + 4 * M, (double *)y, rows));
    RUN(rows, ell_by_columns, <<<over(rows, 256), 256>>>(e, x, x + 8 * M, y, 24, rows));
    clear_before(y, rows);
    RUN(rows, coo_by_atomics, <<<std::min(528, over(edges, 256)), 256>>>(f, c, x, x + 8 * M, y, edges));
    expect(y, rows, row_times, 1e-4);
    clear_before((int *)y, rows + 1);
    RUN(rows, bfs_level, <<<over(rows, 128), 128>>>(s, c, l, (int *)y, (int *)y + rows, 2, rows));
    clear_before(v, rows, 255);
    RUN(rows, relax_edges, <<<over(edges, 256), 256>>>(f, c, u, v, edges));
    clear_before(y, rows);
    RUN(rows, rank_pushed, <<<over(rows, 192), 192>>>(s, c, x, y, rows));
    RUN(rows, least_label_beside, <<<over(rows * 32, 128), 128>>>(s, c, (const int *)u, (int *)v, rows));
    for (int *p : {s, c, f, l, e}) cudaFree(p);
}
static void convolutions_and_stencils() {
    for (int n : {20000, 1000000}) RUN(n, convolve_line_in_shared, <<<over(n, 256), 256>>>(x, y, n));
    for (int taps : {9, 101})
        RUN_AS((std::string("convolve_line_plainly ") + std::to_string(taps) + " taps").c_str(), 150000, convolve_line_plainly<<<over(150000, 128), 128>>>(x, x + 32 * M, y, taps, 150000));
    for (int n : {160, 1200}) RUN(n, blur_columns_in_shared, <<<dim3(n / 16, over(n, 32)), dim3(16, 8)>>>(x, y, n, n));
    for (int n : {64, 300}) RUN(n, convolve_channels, <<<dim3(over(n, 32), over(n, 4), 4), dim3(32, 4)>>>(x, x + 32 * M, y, n));
    for (int n : {400, 3000}) RUN(n, pool_with_places, <<<dim3(over(n / 2, 128), n / 2), 128>>>(x, y, bytes_out, n));
    for (int n : {40, 120, 180}) RUN(n, heat_climbing_z, <<<dim3(over(n, 32), over(n, 4)), dim3(32, 4)>>>(x, y, n));
    for (int n : {34, 110}) RUN(n, stencil_of_27, <<<dim3(over(n - 2, 64), n - 2, n - 2), 64>>>(da, (double *)y, n));
    for (int n : {200, 1500}) RUN(n, wave_of_fourth_order, <<<dim3(over(n, 64), over(n, 4)), dim3(64, 4)>>>(x, x + 16 * M, y, n));
    for (int n : {200, 2000}) {
        copy_before(y, x, n * n);
        RUN(n, red_and_black, <<<dim3(over(n / 2, 32), over(n, 8)), dim3(32, 8)>>>(y, n, 1));
    }
    for (int n : {150, 900}) RUN(n, life_in_bytes, <<<dim3(over(n, 128), n), 128>>>(bytes, bytes_out, n));
    for (int n : {256, 2048}) {
        clear_before(bytes_out, n * n, 1);
        RUN(n, flip_spins, <<<dim3(over(n / 2, 128), n), 128>>>((signed char *)bytes_out, 12345, n, 0));
    }
}
static void pictures_and_tables() {
    for (int n : {200, 1400}) RUN(n, sobel_of_bytes, <<<dim3(over(n, 32), over(n, 8)), dim3(32, 8)>>>(bytes, bytes_out, n));
    for (int n : {120, 500}) RUN(n, erode_by_disc, <<<dim3(over(n, 16), over(n, 16)), dim3(16, 16)>>>(bytes, bytes_out, n, 3));
    for (int n : {120, 400}) RUN(n, bilateral_5x5, <<<dim3(over(n, 32), over(n, 8)), dim3(32, 8)>>>(x, y, n));
    for (int n : {200, 1000}) {
        RUN(n, median_of_9_by_network, <<<dim3(over(n, 256), n), 256>>>(x, y, n));
        expect(y + n + 1, n - 2, [=](size_t i) {
            std::vector<float> p;
            for (int k = 0; k < 9; k++) p.push_back(hx[k / 3 * n + i + k % 3]);
            std::sort(p.begin(), p.end());
            return p[4];
        }, 0, 300);
    }
    for (int n : {300, 1800}) RUN(n, turn_picture, <<<dim3(over(n, 16), over(n, 16)), dim3(16, 16)>>>((const uchar4 *)bytes, (uchar4 *)bytes_out, n, 0.8f, 0.6f));
    for (int m : {400, 2000}) RUN(m, enlarge_bilinear, <<<dim3(over(m, 128), m), 128>>>(x, y, 300, m));
    for (int n : {100, 400}) RUN(n, mandelbrot_in_doubles, <<<dim3(over(n, 8), over(n, 8)), dim3(8, 8)>>>((unsigned short *)y, n, 200));
    for (int n : {20000, 1000000}) {
        const int *last = (const int *)u;
        RUN(n, common_diagonal, <<<over(n, 256), 256>>>(bytes, bytes + 4 * M, last, last + 4 * M, (int *)v, n, n));
    }
    for (int pairs : {1, 200}) {
        clear_before((int *)v, pairs);
        RUN_AS((std::string("align_in_one_block ") + std::to_string(pairs) + " pairs").c_str(), 300, align_in_one_block<<<pairs, 256>>>(bytes, bytes + M, (int *)v, 300));
    }
    for (int n : {20000, 4000000}) RUN(n, knapsack_row, <<<std::min(264, over(n, 512)), 512>>>((const int *)u, (int *)v, 1237, 60, n));
    for (int n : {200, 1500}) RUN(n, floyd_through, <<<dim3(over(n, 128), n), 128>>>(x, y, n, n / 3));
    for (int n : {30000, 3000000}) RUN(n, table_of_constants, <<<std::min(528, over(n, 128)), 128>>>(bytes, y, n));
}
static void particles_and_prices() {
    for (int n : {512, 3072}) RUN(n, forces_by_tiles, <<<n / 128, 128>>>((const float4 *)x, (float4 *)y, n));
    for (int n : {300, 1200}) RUN(n, forces_in_doubles, <<<over(n, 64), 64>>>(da, (double *)y, n));
    std::vector<int> beside(16 * 100000);
    for (int n : {4000, 100000}) {
        for (int i = 0; i < 16 * n; i++) beside[i] = (i % n + int(mix(i) % 401) - 200 + n) % n;
        int *b = on_device(beside);
        RUN(n, lennard_jones_of_neighbours, <<<over(n, 128), 128>>>((const float4 *)x, b, y, 16, n));
        cudaFree(b);
    }
    for (int n : {10000, 500000}) RUN_AS("black_and_scholes floats", n, black_and_scholes<<<over(n, 128), 128>>>(x, x + 4 * M, x + 8 * M, y, y + 4 * M, n));
    for (int n : {10000, 200000}) {
        double *out = (double *)y;
        RUN_AS("black_and_scholes doubles", n, black_and_scholes<<<over(n, 128), 128>>>(da, da + M, da + 2 * M, out, out + M, n));
        expect(out, n, [](size_t i) {
            auto value = [](size_t k) { return (mix(unsigned(k)) % 1000 + 1) / 8.0; };
            double s = value(i) * 80 + 10, k = value(M + i) * 80 + 10, t = value(2 * M + i) + 0.1, spread = 0.3 * std::sqrt(t), d = (std::log(s / k) + 0.065 * t) / spread;
            return s * 0.5 * std::erfc(-d * std::sqrt(0.5)) - k * std::exp(-0.02 * t) * 0.5 * std::erfc((spread - d) * std::sqrt(0.5));
        }, 1e-9);
    }
    for (int options : {4, 300}) RUN(options, option_by_tree, <<<options, 256>>>(x, y));
    for (int n : {2000, 40000}) RUN(n, asian_by_paths, <<<over(n, 128), 128>>>(y, 50, n));
}
static void learning_and_chance() {
    for (int n : {10000, 200000}) RUN(n, nearest_centre, <<<over(n, 256), 256>>>((const float4 *)x, bytes_out, n));
    for (int rows : {200, 4000}) RUN(rows, softmax_of_rows, <<<rows / 4, 128>>>(x, y, 1000));
    for (int bags : {1000, 60000}) RUN(bags, bags_of_rows, <<<over(bags * 16, 128), 128>>>((const float4 *)x, u, (float4 *)y, 100000, bags));
    for (int n : {20000, 1000000}) RUN(n, philox_rounds, <<<over(n, 256), 256>>>((uint4 *)v, 2024, n));
    for (int blocks : {20, 800}) {
        clear_before((u64 *)v, 1);
        RUN(blocks, circle_by_darts, <<<blocks, 128>>>((u64 *)v, 60));
    }
}
static void latency_and_room() {
    for (int threads : {32, 1024}) RUN(threads, chain_in_shared, <<<1, threads>>>(v, 2000));
    for (int blocks : {1, 132, 1056}) {
        RUN_AS("chain_of_products floats", blocks, chain_of_products<<<blocks, 128>>>(x, y, 512));
        RUN_AS("chain_of_products doubles", blocks, chain_of_products<<<blocks, 128>>>(da, (double *)y, 512));
    }
    for (int blocks : {1, 264}) {
        RUN(blocks, chain_of_divisions, <<<blocks, 64>>>(u, v, 200));
        RUN(blocks, chain_of_roots, <<<blocks, 64>>>(x, y, 200));
        clear_before(v, 2 * K);
        RUN(blocks, tickets_of_one, <<<blocks, 32>>>(v, (unsigned *)y, 60));
    }
    for (int n : {20000, 150000}) {
        RUN(n, polynomials_side_by_side<8>, <<<over(n, 256), 256>>>(x, y, 10, n));
        RUN(n, polynomials_side_by_side<96>, <<<over(n, 256), 256>>>(x, y, 4, n));
    }
    for (int n : {100000, 2000000}) {
        RUN(n, mirror_in_big_room<8>, <<<over(n, 8 * 256), 128>>>(x, y, n));
        RUN(n, mirror_in_big_room<46>, <<<over(n, 46 * 256), 128>>>(x, y, n));
    }
}
static void atomics_and_strides() {
    for (int n : {40000, 3000000}) {
        clear_before(bins, 32);
        RUN(n, most_in_shared_cells, <<<std::min(264, over(n, 256)), 256>>>(u, bins, n));
    }
    for (int cells : {400, 1 << 20}) {
        before = [=] { must(cudaMemcpy(v, std::vector<float>(cells, 1.0f).data(), cells * 4, cudaMemcpyHostToDevice)); };
        RUN_AS("products_by_swaps of 100000", cells, products_by_swaps<<<over(100000, 128), 128>>>(x, v, cells, 100000));
    }
    for (int n : {20000, 1500000}) {
        clear_before((u64 *)y, 5000);
        RUN(n, latest_of_slots, <<<over(n, 256), 256>>>(u, (u64 *)y, 5000, n));
    }
    for (int n : {20000, 400000}) RUN(n, four_ways, <<<over(n, 128), 128>>>(u, y, n));
    for (int stride : {2, 8, 33}) RUN(stride, copy_with_stride, <<<over(1400000, 256), 256>>>(x, y, stride, 1400000));
    for (int n : {20000, 1000000}) {
        copy_before(y, x, 7 * n);
        RUN(n, move_structures, <<<over(n, 256), 256>>>((particle *)y, 0.01f, n));
    }
    for (int words : {64 * K, 16 * M}) RUN_AS("gather_far 2 million", words, gather_far<<<over(2000000, 256), 256>>>(u, (const float2 *)x, (float2 *)y, words - 1, 2000000));
    for (int n : {64 * K, 4 * M}) RUN(n, scatter_far, <<<n / 256, 256>>>(x, y, 1000003, n - 1, n));
    for (int n : {500, 100000, 6000000}) RUN(n, add_shifted_bytes, <<<over(n, 256), 256>>>(bytes, bytes + 2 * M, bytes_out, n));
}

static void constant_tables() {
    byte pattern[12];
    for (int k = 0; k < 12; k++) pattern[k] = hb[5000 + k] & 3;
    must(cudaMemcpyToSymbol(needle, pattern, sizeof pattern));
    float table[256];
    for (int k = 0; k < 256; k++) table[k] = std::sqrt(k / 255.0f);
    must(cudaMemcpyToSymbol(curve, table, sizeof table));
    for (int k = 0; k < 128; k++) table[k] = (mix(k + 31) & 1023) / 1024.0f;
    must(cudaMemcpyToSymbol(centre, table, 128 * 4)), must(cudaMemcpyToSymbol(weights, table, 64 * 4));
}
int main(int argc, char **argv) {
    once = argc > 1 && strcmp(argv[1], "once") == 0;
    hx.resize(X), hu.resize(U), hb.resize(U);
    for (int i = 0; i < X; i++) hx[i] = (mix(i + 21) & 1023) / 1024.0f;
    for (int i = 0; i < U; i++) hu[i] = mix(i + 0x31000000) >> 2, hb[i] = byte(mix(i + 0x61000000) >> 11);
    x = on_device(hx), u = on_device(hu), bytes = on_device(hb);
    y = room<float>(X), v = room<unsigned>(U), bytes_out = room<byte>(U), bins = room<unsigned>(256);
    must(cudaMemset(y, 0, size_t(X) * 4)), must(cudaMemset(v, 0, size_t(U) * 4)), must(cudaMemset(bytes_out, 0, U));
    std::vector<double> d(8 * M);
    for (int i = 0; i < 8 * M; i++) d[i] = (mix(i) % 1000 + 1) / 8.0;
    da = on_device(d);
    constant_tables();
    scans_and_reductions();
    sorting_and_searching();
    counting_and_texts();
    bits_and_whole_numbers();
    products_and_factors();
    transforms();
    sparse_and_graphs(8 * K, 12);
    sparse_and_graphs(64 * K, 16);
    convolutions_and_stencils();
    pictures_and_tables();
    particles_and_prices();
    learning_and_chance();
    latency_and_room();
    atomics_and_strides();
    for (void *p : {(void *)x, (void *)u, (void *)bytes, (void *)y, (void *)v, (void *)bytes_out, (void *)bins, (void *)da}) cudaFree(p);
    if (once) fprintf(stderr, "%ld launches, %ld wrong\n", launches, wrong);
    return wrong != 0;
}
