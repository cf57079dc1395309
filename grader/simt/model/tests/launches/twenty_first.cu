/*
 * Launches that were predicted before they were measured: with `once` each once, printed as `name,n`, and some results compared
 * with the processor's; else between CUDA events, `name,n,us`, the median of 9 after a warm-up.
 *
 *     nvcc -O3 -std=c++17 -arch=native twenty_first.cu -o twenty_first
 */
#include <algorithm>
#include "twenty_first_arrays.cuh"
#include "twenty_first_grids.cuh"
#include "twenty_first_matrices.cuh"
#include "twenty_first_others.cuh"

static double *da;
static int over(int n, int by) { return (n + by - 1) / by; }
static double in_doubles(size_t k) { return (mix(unsigned(k)) % 1000 + 1) / 8.0; }
static std::string with(const char *name, long k) { return std::string(name) + " " + std::to_string(k); }
static std::vector<int> rising(int n, unsigned seed, unsigned by) {
    std::vector<int> a(n);
    for (int i = 0, sum = 0; i < n; i++) a[i] = sum += mix(i + seed) % by;
    return a;
}
static void scans() {
    for (int n : {20000, 3000000}) {
        RUN(n, brent_kung, <<<over(n, 1024), 512>>>((const int *)u, (int *)v, n));
        expect((int *)v, 1024, [](size_t i) {
            int s = 0;
            for (size_t k = 0; k <= i; k++) s += hu[k] & 255;
            return s;
        });
    }
    auto running = [](size_t i) {
        unsigned s = 0;
        for (size_t k = 0; k <= i; k++) s += hu[k] & 15;
        return s;
    };
    for (int n : {100000, 2000000}) {
        clear_before((u64 *)y, n / 512 + 2);
        RUN_AS("single_pass_prefix of 4", n, single_pass_prefix<4><<<over(n, 1024), 256>>>(u, v, (u64 *)y + 1, (unsigned *)y, n));
        expect(v, n, running, 0, 20);
        clear_before((u64 *)y, n / 512 + 2);
        RUN_AS("single_pass_prefix of 15", 2 * n, single_pass_prefix<15><<<over(2 * n, 3840), 256>>>(u, v, (u64 *)y + 1, (unsigned *)y, 2 * n));
        expect(v, 2 * n, running, 0, 20);
    }
    for (int n : {50000, 4000000}) RUN(n, affine_prefix, <<<over(n, 256), 256>>>((const float2 *)x, y, n));
    for (int n : {300, 2000}) RUN(n, integral_rows, <<<over(n * 32, 128), 128>>>(bytes, v, n, n));
    std::vector<int> keys = rising(M, 5, 2);
    int *k = on_device(keys);
    for (int n : {30000, 1000000}) {
        clear_before((double *)y, M);
        RUN(n, sums_by_key, <<<over(n, 256), 256>>>(k, da, (double *)y, n));
        expect((double *)y, 1000, [&](size_t key) {
            double s = 0;
            for (int i = 0; i < 10000; i++)
                if (keys[i] == int(key)) s += in_doubles(i);
            return s;
        }, 1e-9);
    }
    for (int n : {60000, 1000000}) {
        clear_before(v + M, 1);
        RUN(n, unique_of_sorted, <<<over(n, 256), 256>>>(k, (int *)v, v + M, n));
        expect(v + M, 1, [&](size_t) { return keys[n - 1] - keys[0] + 1; });
    }
    cudaFree(k);
}
static void reductions_and_counts() {
    for (int n : {100000, 10000000}) {
        RUN_AS("reduce_unrolled ints", n, reduce_unrolled<int, 256><<<std::min(256, over(n, 512)), 256, 256 * 4>>>((const int *)u, (int *)v, n));
        RUN_AS("reduce_unrolled doubles", n / 2, reduce_unrolled<double, 512><<<std::min(132, over(n, 2048)), 512, 512 * 8>>>(da, (double *)y, n / 2));
    }
    expect((double *)y, 1, [](size_t) {
        double s = 0;
        for (int i = 0; i < 5000000; i++)
            if (i / 1024 % 132 == 0) s += in_doubles(i);
        return s;
    }, 1e-9);
    for (int n : {40000, 8000000}) RUN(n, spread_of_blocks, <<<std::min(400, over(n, 512)), 128>>>(x, (spread_of *)y, n));
    for (int n : {32 * K, 5 * M}) {
        clear_before(v, 2);
        RUN(n, redux_of_words, <<<n / 256, 256>>>(u, v, v + 1, n));
    }
    for (int n : {30000, 3000000}) {
        clear_before((int *)v, 1);
        RUN(n, count_passing, <<<over(n, 512), 512>>>(x, (int *)v, 0.7f, n));
        expect((int *)v, 1, [=](size_t) { return std::count_if(hx.begin(), hx.begin() + n, [](float w) { return w > 0.7f; }); });
    }
    for (int n : {60000, 3000000}) {
        clear_before(bins, 64);
        RUN(n, bytes_of_thread, <<<over(n, 64 * 48), 64>>>(u, bins, n));
    }
    for (int many : {100, 1500})
        for (int n : {50000, 4000000}) {
            int copies = many == 100 ? 8 : 2;
            clear_before(v, many);
            RUN_AS(with("replicated_bins", many).c_str(), n, replicated_bins<<<std::min(264, over(n, 1024)), 256, copies *(many + 1) * 4>>>(x, v, many, copies, n));
        }
    for (int n : {20000, 1000000}) {
        clear_before(v, 768);
        RUN(n, three_colours, <<<over(n, 256), 256>>>((const uchar4 *)bytes, v, n));
        expect(v, 256, [=](size_t b) {
            int s = 0;
            for (int i = 0; i < n; i++) s += hb[4 * i] == b;
            return s;
        });
    }
    for (int cells : {1000, 1 << 20}) {
        clear_before(v, cells / 4);
        RUN_AS("saturating_bins of 300000", cells, saturating_bins<<<264, 256>>>(u, v, cells, 300000));
    }
}
static void sorting_and_searching() {
    for (int n : {16 * K, 2 * M}) {
        RUN(n, warp_sorts_128, <<<n / 512, 128>>>(u, v, n));
        std::vector<unsigned> sorted(hu.begin(), hu.begin() + 128);
        std::sort(sorted.begin(), sorted.end());
        expect(v, 128, [&](size_t i) { return sorted[i]; });
    }
    for (int size : {128, 512})
        for (int blocks : {20, 600}) {
            RUN_AS(with("batcher_of_pairs", size).c_str(), blocks * size, batcher_of_pairs<<<blocks, size / 2, size * 8>>>(u, x, v, y, size));
            std::vector<unsigned> sorted(hu.begin(), hu.begin() + size);
            std::sort(sorted.begin(), sorted.end());
            expect(v, size, [&](size_t i) { return sorted[i]; });
        }
    for (int width : {4, 64}) RUN_AS(with("merge_pass", width).c_str(), 400000, merge_pass<<<over(400000, width * 2 * 128), 128>>>((const int *)u, (int *)v, width, 400000));
    for (int n : {32 * K, 2 * M}) RUN(n, places_by_match, <<<n / 128, 128>>>(u, v, 9, n));
    for (int n : {20000, 2000000}) {
        clear_before((unsigned *)y, 32);
        RUN(n, to_buckets, <<<over(n, 256), 256>>>(u, v, (unsigned *)y, 500000, n));
    }
    for (int n : {10000, 100000}) {
        RUN(n, medians_by_selection, <<<over(n, 128), 128>>>(x, y, n));
        expect(y, n, [](size_t i) {
            std::vector<float> a(hx.begin() + i, hx.begin() + i + 33);
            std::sort(a.begin(), a.end());
            return a[16];
        }, 0, 200);
    }
    for (int rows : {200, 3000}) RUN(rows, four_best_of_rows, <<<over(rows * 32, 128), 128>>>(x, (float4 *)y, rows, 1000));
    std::vector<int> sorted = rising(4 * M, 1, 7);
    int *s = on_device(sorted);
    for (int n : {3000, 60000}) {
        RUN(n, search_32_ways, <<<over(n * 32, 256), 256>>>(s, u, (int *)v, 4000000, n));
        expect((int *)v, n, [&](size_t i) { return std::lower_bound(sorted.begin(), sorted.begin() + 4000000, int(hu[i] % 16000000)) - sorted.begin(); });
    }
    cudaFree(s);
    for (int many : {1 << 14, 1 << 22}) RUN_AS("search_in_layers of 500000", many, search_in_layers<<<over(500000, 256), 256>>>((const int *)u, u + 5 * M, v, many, 500000));
    for (int n : {40000, 2000000}) RUN(n, find_in_two_places, <<<over(n, 192), 192>>>(u, (const uint2 *)(u + 4 * M), v, (1 << 22) - 1, n));
}
static void texts_and_hashes() {
    for (int length : {4, 24}) {
        clear_before((int *)v, 1);
        RUN_AS(with("horspool", length).c_str(), 4000000, horspool<<<over(4000000, 128 * 128), 128>>>(bytes, bytes + 777, length, 128, 4000000, (int *)v));
        expect_true(back((int *)v, 1)[0] >= 1);
    }
    for (int n : {200000, 6000000}) RUN(n, shift_and, <<<over(n, 100 * 64), 64>>>(bytes, (const u64 *)u, v, 100, n));
    for (int n : {100000, 12000000}) {
        clear_before((u64 *)v, 1);
        RUN(n, words_of_text, <<<std::min(512, over(n, 512)), 256>>>((const char *)bytes, (u64 *)v, n));
        expect((u64 *)v, 1, [=](size_t) {
            long s = 0;
            for (int i = 0; i < n; i++) s += (hb[i] & 127) > 40 && (i == 0 || (hb[i - 1] & 127) <= 40);
            return s;
        });
    }
    for (int n : {30000, 1500000}) RUN(n, numbers_from_digits, <<<over(n, 128), 128>>>(bytes, (double *)y, n));
    for (int n : {10000, 300000}) RUN(n, md5_of_numbers, <<<over(n, 256), 256>>>((uint4 *)v, 1, n));
    for (int n : {5000, 200000}) RUN(n, sip_of_records, <<<over(n, 128), 128>>>((const u64 *)u, (u64 *)v, 12, n));
    for (int blocks : {60, 2500}) {
        RUN(blocks, adler_of_blocks, <<<blocks, 128>>>(bytes, v, 5000));
        expect(v, blocks, [](size_t b) {
            unsigned one = 1, two = 0;
            for (int k = 0; k < 5000; k++) one = (one + hb[b * 5000 + k]) % 65521, two = (two + one) % 65521;
            return two << 16 | one;
        }, 0, 50);
    }
}
static void convolutions() {
    for (int width : {5, 41}) RUN_AS(with("convolution_1D_basic", width).c_str(), 300000, convolution_1D_basic<<<over(300000, 256), 256>>>(x, y, width, 300000));
    for (int n : {80000, 4000000}) RUN_AS("line_by_eight floats", n, line_by_eight<float, 4><<<over(n / 8, 128), 128>>>(x, y, x + 32 * M, n));
    for (int n : {60000, 800000}) RUN_AS("line_by_eight doubles", n, line_by_eight<double, 8><<<over(n / 8, 64), 64>>>(da, (double *)y, da + 4 * M, n));
    for (int side : {3, 11}) RUN_AS(with("filter_any_size", side).c_str(), 400, filter_any_size<<<dim3(25, 50), dim3(16, 8)>>>(x, x + 32 * M, y, 400, 400, side));
    for (int n : {250, 1400}) RUN_AS("filter_tile_32 of 5", n, filter_tile_32<2><<<dim3(over(n, 28), over(n, 28)), dim3(32, 32)>>>(x, y, n, n));
    RUN_AS("filter_tile_32 of 13", 400, filter_tile_32<6><<<dim3(20, 20), dim3(32, 32)>>>(x, y, 400, 400));
    expect(y + 400 * 200, 400, [](size_t c) {
        double s = 0;
        for (int a = 0; a < 13; a++)
            for (int b = 0; b < 13; b++)
                if (int(c) + b - 6 >= 0 && int(c) + b - 6 < 400) s += hx[(194 + a) * 400 + c + b - 6] * ((mix(a * 13 + b + 41) & 1023) / 1024.0);
        return s;
    }, 1e-4);
    for (int n : {512, 2048}) {
        RUN(n, rows_of_samples, <<<dim3(n / 64, n / 4), dim3(16, 4)>>>(y, x, n));
        RUN(n, columns_of_samples, <<<dim3(n / 16, over(n, 64)), dim3(16, 8)>>>(y, x, n, n));
    }
    for (int pixels : {3136, 50000}) RUN_AS("pointwise_layer 64 to 32", pixels, pointwise_layer<<<dim3(over(pixels, 128), 4), 128, 8 * 64 * 4>>>(x, x + 32 * M, y, 64, pixels));
    for (int side : {28, 112}) RUN(side, im2col_3x3, <<<over(32 * side * side, 256), 256>>>(x, y, 32, side, side));
    for (int n : {200, 1600}) RUN(n, winograd_inputs, <<<over((n / 2 - 1) * (n / 2 - 1), 128), 128>>>(x, y, n, (n / 2 - 1) * (n / 2 - 1)));
    for (int n : {150, 900}) RUN(n, upsampling_layer, <<<dim3(over(2 * n, 128), 2 * n), 128>>>(x, y, n));
}
static void stencils_and_pictures() {
    double *dy = (double *)y;
    for (int n : {200, 1300}) RUN(n, diffuse_variable, <<<dim3(over(n - 2, 32), over(n - 2, 8)), dim3(32, 8)>>>(da, da + 2 * M, da + 4 * M, dy, n, n, 1e-4));
    for (int n : {256, 2000}) {
        copy_before(y, x, 32 * M);
        RUN(n, yee_magnetic, <<<dim3(over(n, 64), over(n, 4)), dim3(64, 4)>>>(x, y, y + 16 * M, n));
    }
    for (int n : {64, 160}) RUN_AS("rising_queue of 2", n, rising_queue<2><<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, x + 40 * M, n, n, n));
    for (int n : {64, 128}) RUN_AS("rising_queue of 4", n, rising_queue<4><<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, x + 40 * M, n, n, n));
    for (int n : {160, 1000}) RUN(n, srad_first, <<<dim3(over(n, 16), over(n, 16)), dim3(16, 16)>>>(x, y, y + 4 * M, y + 8 * M, y + 12 * M, y + 16 * M, n, n, 0.05f));
    for (int n : {30000, 1000000}) RUN(n, shallow_water, <<<over(n, 256), 256>>>(x, x + 8 * M, y, y + 8 * M, 0.01f, n));
    for (int n : {50, 150}) {
        copy_before(y, x, n * n * n);
        RUN(n, sor_of_one_colour, <<<dim3(over(n / 2, 64), n - 2, n - 2), 64>>>(y, x + 16 * M, n, 1.2f, 1));
    }
    for (int blocks : {4, 400}) RUN_AS("waves_in_shared 200 steps", blocks, waves_in_shared<<<blocks, 256>>>(x, y, 200));
    for (int n : {40000, 3000000}) RUN(n, yuv_of_rgb, <<<std::min(600, over(n, 256)), 256>>>((const uchar4 *)bytes, bytes_out, bytes_out + 4 * M, bytes_out + 8 * M, n));
    for (int n : {200, 1500}) RUN(n, box_of_integral, <<<dim3(over(n, 32), over(n, 4)), dim3(32, 4)>>>(u, bytes_out, n, n, 9));
    for (int n : {200, 1000}) RUN(n, harris_response, <<<dim3(over(n, 16), over(n, 16)), dim3(16, 16)>>>(x, y, n, n));
    for (int n : {300, 1500}) RUN(n, thin_edges, <<<dim3(over(n, 32), over(n, 8)), dim3(32, 8)>>>(x, x + 8 * M, bytes_out, n, n, 0.3f));
    for (int n : {50000, 3000000}) {
        copy_before(bytes_out, bytes, 4 * n);
        RUN(n, alpha_over, <<<over(n, 256), 256>>>((const uchar4 *)bytes, (uchar4 *)bytes_out, n));
    }
    for (int n : {256, 1600}) RUN(n, warped_bilinear, <<<dim3(over(n, 16), over(n, 16)), dim3(16, 16)>>>(x, y, n, n, 0.8f, 0.6f));
    for (int chains : {1, 300}) RUN_AS("matrix_chain of 60", chains, matrix_chain<<<chains, 128>>>((const int *)u, (int *)v, 60));
    for (int pairs : {40, 4000}) RUN(pairs, warp_of_series, <<<over(pairs, 4), 128>>>(x, x + M, y, 100));
    expect(y, 40, [](size_t p) {
        std::vector<double> row(101, 1e30);
        row[0] = 0;
        for (int r = 0; r < 32; r++) {
            double corner = row[0];
            row[0] = 1e30;
            for (int c = 0; c < 100; c++) {
                double above = row[c + 1], off = hx[p * 32 + r] - hx[M + p * 100 + c];
                row[c + 1] = off * off + std::min(std::min(row[c], above), corner), corner = above;
            }
        }
        return row[100];
    }, 1e-4);
    std::vector<int> coins = {1, 2, 5, 10, 20, 50, 100, 200};
    int *c = on_device(coins);
    for (int most : {500, 5000}) RUN(most, ways_of_change, <<<1, 256, (most + 1) * 8>>>(c, 8, (u64 *)v, most));
    expect((u64 *)v, 11, [](size_t k) { const int ways[] = {1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 11}; return ways[k]; });
    cudaFree(c);
    for (int n : {200, 1200}) RUN(n, burning_wood, <<<dim3(over(n, 256), n), 256>>>(bytes, bytes_out, n, 99));
}
#include "twenty_first_runs.cuh"

int main(int argc, char **argv) {
    once = argc > 1 && strcmp(argv[1], "once") == 0;
    hx.resize(X), hu.resize(U), hb.resize(U);
    for (int i = 0; i < X; i++) hx[i] = (mix(i + 61) & 1023) / 1024.0f;
    for (int i = 0; i < U; i++) hu[i] = mix(i + 0x21000000) >> 2, hb[i] = byte(mix(i + 0x51000000) >> 11);
    x = on_device(hx), u = on_device(hu), bytes = on_device(hb);
    y = room<float>(X), v = room<unsigned>(U), bytes_out = room<byte>(U), bins = room<unsigned>(256);
    must(cudaMemset(y, 0, size_t(X) * 4)), must(cudaMemset(v, 0, size_t(U) * 4)), must(cudaMemset(bytes_out, 0, U));
    std::vector<double> d(8 * M);
    for (int i = 0; i < 8 * M; i++) d[i] = in_doubles(i);
    da = on_device(d);
    constant_tables();
    scans();
    reductions_and_counts();
    sorting_and_searching();
    texts_and_hashes();
    convolutions();
    stencils_and_pictures();
    products_and_solves();
    transforms();
    sparse_and_graphs(8 * K, 14);
    sparse_and_graphs(64 * K, 20);
    particles_and_prices();
    learning_and_chance();
    latency_and_room();
    atomics_and_strides();
    for (void *p : {(void *)x, (void *)u, (void *)bytes, (void *)y, (void *)v, (void *)bytes_out, (void *)bins, (void *)da}) cudaFree(p);
    if (once) fprintf(stderr, "%ld launches, %ld wrong\n", launches, wrong);
    return wrong != 0;
}
