/*
 * Launches that were predicted before they were measured: with `once` each once, printed as `name,n`; else between CUDA events,
 * `name,n,us`, the median of 9 after a warm-up.
 *
 *     nvcc -O3 -std=c++17 -arch=native nineteenth.cu -o nineteenth
 */
#include <algorithm>
#include "nineteenth_arrays.cuh"
#include "nineteenth_grids.cuh"
#include "nineteenth_matrices.cuh"
#include "nineteenth_others.cuh"

static int over(int n, int by) { return (n + by - 1) / by; }
static void scans_and_packing() {
    for (int n : {100000, M, 12 * M}) RUN_AS("scan_turned_items<128>", n, scan_turned_items<128, 4><<<over(n, 512), 128>>>(u, v, n));
    for (int n : {20000, 2 * M, 24 * M}) RUN(n, running_max_of_16, <<<std::min(660, over(n, 192)), 192>>>(x, y, n));
    for (int n : {50000, 1000000, 15000000}) {
        before = [] { must(cudaMemset(v, 255, 4)), must(cudaMemset(v + 1, 0, 12)); };
        RUN(n, least_most_and_sum, <<<200, 192>>>(u, v, (u64 *)(v + 2), n));
    }
    for (int cols : {100, 3000, 40000}) RUN(cols, welford_of_rows, <<<700, 128>>>(x, y, y + 1000, cols));
    for (int n : {32 * K, M, 12 * M}) {
        clear_before(bins, 2);
        RUN(n, evens_front_odds_back, <<<n / 512, 512>>>(u, v, bins, n));
    }
    for (int n : {128 * K, 2 * M, 12 * M}) RUN(n, runs_of_tiles, <<<n / 1024, 256>>>(bytes, bytes_out, (unsigned short *)y, v));
    for (int n : {10000, 200000, 1000000}) RUN(n, base64_encode, <<<over(n, 96), 96>>>(u, (uint4 *)v, n));
}
static void texts_and_tables() {
    for (int n : {4000, 100000, 700000}) RUN(n, sha256_of_blocks, <<<over(n, 64), 64>>>(u, v, n));
    std::vector<int> start(1, 0);
    for (int i = 0; i < 700000; i++) start.push_back(start.back() + 1 + mix(i) % 40);
    int *s = on_device(start);
    for (int n : {10000, 150000, 700000}) RUN(n, fnv1a_of_words, <<<over(n, 256), 256>>>(bytes, s, v, n));
    cudaFree(s);
    for (int n : {200000, 2000000, 14000000}) RUN(n, kmp_of_chunks, <<<over(over(n, 100), 128), 128>>>(bytes, v, n, 100));
    for (int n : {8000, 100000, 900000}) RUN(n, automaton_in_shared, <<<over(n, 256), 256>>>(bytes, u, v, 16, n));
    for (int n : {512, 2048, 4096}) {
        clear_before((int *)y, size_t(n + 1) * (n + 1));
        RUN(n, needleman_tiles, <<<n / 16, 16>>>(u, (int *)y, n, n / 16 - 1, 10));
    }
    for (int n : {20000, 500000, 4000000}) {
        unsigned bits = 128 * M - 1;
        clear_before(v, bits / 32 + 1);
        RUN(n, bloom_insert, <<<over(n, 256), 256>>>(u, v, bits, n));
    }
    for (int n : {10000, 300000, 4000000}) {
        clear_before((int *)y, 16381, 255);
        RUN(n, push_on_lists, <<<over(n, 200), 200>>>(u, (int *)y, (int *)v, 16381, n));
    }
    for (int n : {5000, 50000, 400000}) RUN(n, heap_sort_of_24, <<<over(n, 64), 64>>>(x, y, n));
    for (int n : {10000, 200000}) RUN(n, counting_sort_by_one_block, <<<1, 1024>>>(bytes, bytes_out, n));
}
static void products_and_eliminations(const double *da) {
    for (int n : {256, 512, 1024}) RUN(n, sgemm_double_buffered, <<<dim3(n / 64, n / 64), 128>>>(x, x + M, y, n));
    for (int n : {100, 300, 500}) RUN(n, matmul_a_by_b_turned, <<<dim3(over(n, 8), over(n, 32)), dim3(8, 32)>>>(x, x + M, y, n));
    for (int n : {128, 320, 640}) {
        std::vector<__half> halves(2 * n * n);
        for (int i = 0; i < 2 * n * n; i++) halves[i] = __float2half(hx[i] - 0.5f);
        __half *p = on_device(halves);
        RUN(n, hgemm_half2, <<<dim3(n / 32, n / 32), dim3(16, 32)>>>(p, (const __half2 *)(p + n * n), (__half2 *)y, n));
        cudaFree(p);
    }
    for (int n : {256, 1024}) RUN(n, igemm_dp4a, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>((const int *)bytes, (const int *)bytes + M, (int *)v, n, n / 4));
    for (int n : {200, 500, 800}) RUN(n, triangular_product, <<<dim3(over(n, 16), over(n, 16)), dim3(16, 16)>>>(x, x + M, y, n));
    for (int n : {200, 800, 1600}) {
        copy_before(y, x, size_t(n) * n);
        RUN(n, fan2, <<<dim3(over(n, 4), over(n, 4)), dim3(4, 4)>>>(x + 8 * M, y, n, n / 4));
    }
    for (int many : {256, 10000, 100000}) RUN(many, solve_many_right_sides, <<<over(many, 64), 64>>>(x, x + M, y, 40, many));
    for (int size : {128, 512}) RUN_AS("parallel_cyclic_reduction 100 systems", size, parallel_cyclic_reduction<<<100, size, size * 16>>>(x, y));
    RUN_AS("parallel_cyclic_reduction 8000 systems", 256, parallel_cyclic_reduction<<<8000, 256, 256 * 16>>>(x, y));
    for (int n : {2000, 30000, 200000}) RUN(n, eigenvalues_3x3, <<<over(n, 96), 96>>>(da, (double *)y, n));
}
static void transforms() {
    for (int n : {200, 1000, 3000}) RUN(n, transpose_of_complex, <<<dim3(over(n, 32), over(n + 77, 32)), dim3(32, 8)>>>((const float2 *)x, (float2 *)y, n + 77, n));
    for (int n : {128, 1024, 3072}) RUN(n, cosine_transform_8x8, <<<dim3(n / 8, n / 8), dim3(8, 8)>>>(bytes, (short *)y, n));
    for (int n : {16 * K, 256 * K, 8 * M}) RUN(n, ntt_stage, <<<n / 512, 256>>>(u, u + 8 * M, v, n / 8, n));
    u64 m = 0x1fffffffffe00001ull, inverse = 1;
    for (int k = 0; k < 6; k++) inverse *= 2 - m * inverse;
    for (int n : {4000, 60000, 600000}) RUN(n, power_by_montgomery, <<<over(n, 128), 128>>>((const u64 *)u, (u64 *)v, m, inverse, (0 - m) % m, n));
}
static void sparse_and_graphs(int rows, int each) {
    std::vector<int> start(1, 0), column, from, beside;
    for (int r = 0; r < rows; r++) {
        unsigned draw = mix(r + 11);
        int many = 1 + draw % each + (draw >> 16 & 63 ? 0 : each * 6);
        beside.clear();
        for (int k = 0; k < many; k++) {
            unsigned w = mix(r * 131 + k);
            beside.push_back(w & 1 ? int(w >> 3) & (rows - 1) : (r + int(w >> 3) % 256) & (rows - 1));
        }
        std::sort(beside.begin(), beside.end());
        beside.erase(std::unique(beside.begin(), beside.end()), beside.end());
        for (int c : beside) column.push_back(c), from.push_back(r);
        start.push_back(int(column.size()));
    }
    std::vector<int> parent(rows);
    for (int r = 0; r < rows; r++) parent[r] = mix(r) % 50 == 0 ? r : r - int(mix(r + 5) % (std::min(r, 1000) + 1));
    int *s = on_device(start), *c = on_device(column), *f = on_device(from), *p = on_device(parent), edges = int(column.size());
    RUN(rows, bsr_4x4, <<<over(rows * 4, 128), 128>>>(s, c, (const float4 *)x, (const float4 *)(x + 44 * M), y, rows));
    RUN(rows, triangles_of_edges, <<<over(edges, 256), 256>>>(s, c, f, (int *)v, edges));
    RUN(rows, roots_by_jumping, <<<over(rows, 256), 256>>>(p, (int *)v, rows));
    RUN(rows, colour_greedily, <<<over(rows, 16), dim3(8, 16)>>>(s, c, bytes, bytes_out, rows));
    for (int *q : {s, c, f, p}) cudaFree(q);
}
static void stencils() {
    for (int n : {128, 500, 2000}) RUN(n, hotspot_two_steps, <<<dim3(over(n, 12), over(n, 12)), dim3(16, 16)>>>(x, x + 4 * M, y, n));
    for (int cols : {10000, 100000, 700000}) RUN(cols, pathfinder_20_rows, <<<over(cols, 216), 256>>>(u, (const int *)u, (int *)v, cols));
    for (int n : {128, 512, 1500}) RUN(n, boltzmann_d2q9, <<<dim3(over(n, 64), over(n, 2)), dim3(64, 2)>>>(x, y, n, n));
    for (int n : {200, 1024, 4000}) {
        clear_before((float *)v, 1);
        RUN(n, jacobi_with_residual, <<<dim3(over(n, 32), over(n, 8)), dim3(32, 8)>>>(x, x + 16 * M, y, (float *)v, n));
    }
    for (int n : {40, 100, 200}) RUN(n, advect_upwind_3d, <<<dim3(over(n, 32), over(n, 2), over(n, 2)), dim3(32, 2, 2)>>>(x, x + 24 * M, y, n));
    for (int n : {20000, 1000000}) {
        float *a = y, *b = y + 2 * M;
        int steps = 10;
        void *arguments[] = {&a, &b, &n, &steps};
        before = [=] { must(cudaMemcpy(a, x, n * 4, cudaMemcpyDeviceToDevice)), must(cudaMemcpy(b, x, n * 4, cudaMemcpyDeviceToDevice)); };
        RUN_AS("line_of_many_steps", n, must(cudaLaunchCooperativeKernel((const void *)line_of_many_steps, dim3(120), dim3(256), arguments, 0, 0)));
    }
}
static void pictures() {
    for (int n : {128, 700, 2000}) RUN(n, median_5x5_by_bits, <<<dim3(over(n, 32), over(n, 6)), dim3(32, 6)>>>(bytes, bytes_out, n));
    for (int n : {128, 800, 3000}) RUN(n, box_blur_sliding_rows, <<<over(n, 32), 32>>>(x, y, n, 500, 5));
    for (int n : {1024, 4096, 16384}) RUN(n, life_in_words, <<<dim3(over(n / 32, 32), over(n, 8)), dim3(32, 8)>>>(u, v, n / 32, n));
    for (int n : {50000, 1000000, 4000000}) RUN(n, hsv_of_rgb, <<<over(n, 200), 200>>>((const uchar4 *)bytes, (uchar4 *)bytes_out, n));
    for (int n : {200, 1000, 2000}) {
        clear_before(v, 96 * 512);
        RUN(n, hough_votes, <<<dim3(over(n, 32), over(n, 4)), dim3(32, 4)>>>(bytes, v, n, 512));
    }
    for (int n : {100, 400, 1000}) RUN(n, nonlocal_means, <<<dim3(over(n, 16), over(n, 8)), dim3(16, 8)>>>(x, y, n));
    for (int n : {200, 1000, 3000}) RUN(n, newton_fractal, <<<dim3(over(n, 16), over(n, 16)), dim3(16, 16)>>>(bytes_out, n, 40));
}
static void learning() {
    for (int n : {30000, 500000, 8000000}) {
        before = [] { must(cudaMemset(y, 0, 36 * 4)), must(cudaMemset(v, 0, 12 * 4)); };
        RUN(n, sums_of_clusters, <<<132, 256>>>(x, u, y, v, n));
    }
    for (int n : {1000, 10000}) RUN(n, five_nearest, <<<over(n, 64), 64>>>((const float2 *)x, y, n, 5000));
    std::vector<__half> halves(16 * M);
    for (int i = 0; i < 16 * M; i++) halves[i] = __float2half(hx[i]);
    __half2 *h = (__half2 *)on_device(halves);
    for (int pairs : {384, 2048}) RUN(pairs, rms_norm_half2, <<<3000, 256>>>(h, h, (__half2 *)y, pairs));
    for (int n : {100000, 8000000}) RUN(n, axpy_bfloat16, <<<400, 512>>>((const __nv_bfloat162 *)x, (const __nv_bfloat162 *)x + 16 * M, (__nv_bfloat162 *)y, 0.75f, n));
    cudaFree(h);
    for (int n : {128, 512, 1024}) RUN(n, causal_attention, <<<n / 4, 128, n * 16>>>((const float2 *)x, (const float2 *)x + M, (const float2 *)x + 2 * M, (float2 *)y, n));
    for (int n : {50000, 1000000, 10000000}) {
        clear_before(y, 3 * size_t(n));
        RUN(n, adam_step, <<<over(n, 256), 256>>>(y, x, y + n, y + 2 * n, n));
    }
}
static void particles_and_chance() {
    for (int n : {1000, 6000}) {
        clear_before(y, 3 * n);
        RUN(n, gravity_by_parts, <<<dim3(over(n, 128), 16), 128>>>((const float4 *)x, y, n, over(n, 16)));
    }
    for (int n : {5000, 50000, 400000}) RUN(n, bond_by_paths, <<<over(n, 128), 128>>>(y, 100, n));
}
static void whole_numbers() {
    for (int size : {8, 10, 11}) {
        clear_before(v, 1);
        RUN(size, queens_behind_prefix, <<<over(size * size, 32), 32>>>(v, size));
    }
    for (int n : {50000, 7000000}) RUN(n, dates_of_days, <<<264, 256>>>((const u64 *)u, (int *)v, n));
    for (int n : {30000, 300000, 3000000}) RUN(n, complex_filter, <<<over(n, 512), 128>>>((const float2 *)x, (float2 *)y, n));
}
static void latency_and_occupancy() {
    for (int words : {16 * K, M, 16 * M}) {
        std::vector<unsigned> next(words);
        for (int i = 0; i < words; i++) next[i] = (unsigned(i) * 22695477u + 12345u) & (words - 1);
        unsigned *p = on_device(next);
        RUN_AS("chase_per_lane 1 block", words, chase_per_lane<<<1, 32>>>(p, v, words - 1, 150));
        RUN_AS("chase_per_lane 132 blocks", words, chase_per_lane<<<132, 96>>>(p, v, words - 1, 50));
        cudaFree(p);
    }
    for (int n : {20000, 1000000}) {
        RUN(n, fit_in_registers<4>, <<<over(n, 128), 128>>>(x, y, 30, n));
        RUN(n, fit_in_registers<16>, <<<over(n, 128), 128>>>(x, y, 30, n));
    }
    must(cudaFuncSetAttribute(few_fit_for_shared_room, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * K));
    for (int kilobytes : {8, 40, 100}) RUN_AS("few_fit_for_shared_room 8M floats", kilobytes, few_fit_for_shared_room<<<1000, 256, kilobytes * K>>>(x, y, 8 * M));
    for (int tiles : {100, 3000, 80000}) RUN(tiles, stage_by_async_copies, <<<std::min(tiles, 528), 128>>>((const float4 *)x, (float4 *)y, tiles));
    for (int n : {10000, 200000, 3000000}) RUN(n, heavy_for_some, <<<over(n, 64), 64>>>(x, y, n));
    for (int n : {20000, 2000000}) {
        for (int cells : {50, 100000}) {
            clear_before((double *)y, cells);
            RUN_AS(cells == 50 ? "accumulate_in_cells 50" : "accumulate_in_cells 100000", n, accumulate_in_cells<<<over(n, 256), 256>>>(x, u, (double *)y, cells, n));
        }
    }
    for (int n : {20000, 1000000}) {
        clear_before(y, 1000);
        RUN(n, deepest_of_cells, <<<over(n, 128), 128>>>(x, u, y, 1000, n));
    }
}

static void constant_tables() {
    char letters[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    must(cudaMemcpyToSymbol(digits64, letters, 64));
    unsigned k_of[64];
    int many = 0;
    for (unsigned p = 2; many < 64; p++) {
        bool prime = true;
        for (unsigned d = 2; d * d <= p; d++) prime = prime && p % d != 0;
        if (prime) k_of[many++] = unsigned(u64(std::cbrt((long double)p) * 4294967296.0L));
    }
    must(cudaMemcpyToSymbol(sha_k, k_of, sizeof k_of));
    byte pattern[8] = {0, 1, 0, 2, 0, 1, 0, 3};
    int failure[8] = {0, 0, 1, 0, 1, 2, 3, 0};
    must(cudaMemcpyToSymbol(kmp_pattern, pattern, sizeof pattern)), must(cudaMemcpyToSymbol(kmp_failure, failure, sizeof failure));
    float cosine[64];
    for (int k = 0; k < 64; k++) cosine[k] = float(std::sqrt((k / 8 ? 2.0 : 1.0) / 8) * std::cos((2 * (k % 8) + 1) * (k / 8) * 3.14159265358979 / 16));
    must(cudaMemcpyToSymbol(cosines, cosine, sizeof cosine));
    float2 direction_of[96], tap[48];
    for (int k = 0; k < 96; k++) direction_of[k] = make_float2(float(std::cos(k * 3.14159265358979 / 96)), float(std::sin(k * 3.14159265358979 / 96)));
    for (int k = 0; k < 48; k++) tap[k] = make_float2(1.0f / (k + 1), k / 48.0f);
    must(cudaMemcpyToSymbol(directions, direction_of, sizeof direction_of)), must(cudaMemcpyToSymbol(taps, tap, sizeof tap));
}
int main(int argc, char **argv) {
    once = argc > 1 && strcmp(argv[1], "once") == 0;
    hx.resize(X), hu.resize(U), hb.resize(U);
    for (int i = 0; i < X; i++) hx[i] = (mix(i + 5) & 1023) / 1024.0f;
    for (int i = 0; i < U; i++) hu[i] = mix(i + 0x51000000) >> 2, hb[i] = byte(mix(i + 0x71000000) >> 9);
    x = on_device(hx), u = on_device(hu), bytes = on_device(hb);
    y = room<float>(X), v = room<unsigned>(U), bytes_out = room<byte>(U), bins = room<unsigned>(256);
    must(cudaMemset(y, 0, size_t(X) * 4)), must(cudaMemset(v, 0, size_t(U) * 4)), must(cudaMemset(bytes_out, 0, U));
    constant_tables();
    std::vector<double> d(8 * M);
    for (int i = 0; i < 8 * M; i++) d[i] = (mix(i) % 1000 + 1) / 8.0;
    double *da = on_device(d);
    scans_and_packing();
    texts_and_tables();
    products_and_eliminations(da);
    transforms();
    sparse_and_graphs(4 * K, 12);
    sparse_and_graphs(128 * K, 14);
    stencils();
    pictures();
    learning();
    particles_and_chance();
    whole_numbers();
    latency_and_occupancy();
    for (void *p : {(void *)x, (void *)u, (void *)bytes, (void *)y, (void *)v, (void *)bytes_out, (void *)bins, (void *)da}) cudaFree(p);
    if (once) fprintf(stderr, "%ld launches\n", launches);
}
