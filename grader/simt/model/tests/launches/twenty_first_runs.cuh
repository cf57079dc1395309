/* Launches of the twenty-first set, its later half: twenty_first.cu takes them in. */
#pragma once

static double product(int n, size_t i) {
    double s = 0;
    for (int k = 0; k < n; k++) s += hx[i / n * n + k] * hx[M + k * n + i % n];
    return s;
}
static void products_and_solves() {
    double *dy = (double *)y;
    for (int n : {100, 400}) RUN_AS("gemm_by_columns floats", n, gemm_by_columns<float><<<dim3(over(n, 32), over(n, 4)), dim3(32, 4)>>>(n, n, n, 1.5f, x, n, x + M, n, 0.0f, y, n));
    for (int n : {100, 300}) RUN_AS("gemm_by_columns doubles", n, gemm_by_columns<double><<<dim3(over(n, 16), over(n, 16)), dim3(16, 16)>>>(n, n, n, 1.5, da, n, da + M, n, 0.5, dy, n));
    for (int n : {128, 512}) {
        RUN_AS("gemm_column_of_results", n, gemm_column_of_results<64, 64, 8, 8><<<dim3(n / 64, n / 64), 512>>>(x, x + M, y, n, n, n));
        expect(y, n * n, [=](size_t i) { return product(n, i); }, 1e-4);
    }
    for (int n : {256, 640}) {
        RUN(n, gemm_128_by_vectors, <<<dim3(n / 128, n / 128), 256>>>(x, x + M, y, n, n));
        expect(y, n * n, [=](size_t i) { return product(n, i); }, 1e-4);
    }
    for (int n : {150, 400}) RUN(n, gemm_of_chars, <<<dim3(over(n, 32), over(n, 8)), dim3(32, 8)>>>((const signed char *)bytes, (const signed char *)bytes + M, (int *)v, n));
    for (int n : {100, 350}) RUN(n, lower_gram, <<<dim3(over(n, 16), over(n, 16)), dim3(16, 16)>>>(x, y, n, 200));
    for (int n : {96, 256}) RUN(n, complex_product_tiles, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>((const float2 *)x, (const float2 *)x + M, (float2 *)y, n));
    for (int many : {50, 2000}) {
        RUN(many, batched_16_in_doubles, <<<many, dim3(16, 16)>>>(da, da + M, dy));
        expect(dy, many * 256, [](size_t i) {
            double s = 0;
            for (int k = 0; k < 16; k++) s += in_doubles(i / 16 * 16 + k) * in_doubles(M + i / 256 * 256 + k * 16 + i % 16);
            return s;
        }, 1e-9);
    }
    for (int m : {2000, 20000}) RUN_AS("gemv_by_columns floats", m, gemv_by_columns<float><<<over(m, 128), 128>>>(x, x + 40 * M, y, m, 700));
    RUN_AS("gemv_by_columns doubles", 8000, gemv_by_columns<double><<<over(8000, 128), 128>>>(da, da + 7 * M, dy, 8000, 500));
    for (int rows : {200, 5000}) RUN(rows, gemv_block_to_a_row, <<<rows, 128>>>((const float4 *)x, (const float4 *)(x + 40 * M), y, 600));
    for (int cols : {60, 1500}) {
        copy_before(dy, da, cols * 1000);
        RUN(cols, reflect_columns, <<<cols, 128>>>(da + 7 * M, dy, 1000, cols));
    }
    for (int many : {30, 2000}) {
        RUN(many, gauss_jordan_16, <<<many, dim3(16, 16)>>>(x, y));
        if (!once) continue;
        std::vector<float> inverse = back(y, 256);
        double most = 0;
        for (int i = 0; i < 256; i++) {
            double s = i / 16 == i % 16 ? -1 : 0;
            for (int k = 0; k < 16; k++) s += (hx[i / 16 * 16 + k] + (i / 16 == k ? 20 : 0)) * inverse[k * 16 + i % 16];
            most = std::max(most, std::fabs(s));
        }
        expect_true(most < 1e-4);
    }
    for (int n : {3000, 60000}) RUN_AS("thomas_side_by_side floats", n, thomas_side_by_side<float><<<over(n, 128), 128>>>(x, x + 4 * M, x + 8 * M, x + 12 * M, y, y + 4 * M, y + 8 * M, 60, n));
    RUN_AS("thomas_side_by_side doubles", 20000, thomas_side_by_side<double><<<over(20000, 128), 128>>>(da, da + M, da + 2 * M, da + 3 * M, dy, dy + 2 * M, dy + 4 * M, 40, 20000));
    for (int n : {64, 150}) {
        copy_before(y, x, n * n);
        RUN(n, lu_of_one_block, <<<1, dim3(32, 16)>>>(y, n));
    }
    for (int sides : {500, 20000}) {
        copy_before(y, x + M, 48 * sides);
        RUN(sides, many_right_sides, <<<over(sides, 128), 128>>>(x, y, 48, sides));
    }
}
static void transforms() {
    for (int n : {64, 600}) {
        RUN(4 * n, turn_4x4_in_registers, <<<dim3(over(n, 16), over(n, 8)), dim3(16, 8)>>>((const float4 *)x, (float4 *)y, n));
        expect(y, 16 * n * n, [=](size_t i) { return hx[i % (4 * n) * (4 * n) + i / (4 * n)]; });
    }
    for (int n : {512, 3072}) {
        RUN(n, transposeDiagonal, <<<dim3(n / 32, n / 32), dim3(32, 8)>>>(y, x, n, n));
        expect(y, n * n, [=](size_t i) { return hx[i % n * n + i / n]; });
    }
    for (int places : {100, 3000}) RUN(places, heads_before_places, <<<dim3(places, 12), 64>>>((const __half *)x, (__half *)y, places, 12, 64));
    for (int n : {64 * K, 3 * M}) RUN(n, fft_32_by_shuffles, <<<n / 256, 256>>>((const float2 *)x, (float2 *)y, n));
    expect(y, 64, [](size_t i) {
        double sum = 0;
        int k = 0;
        for (int b = 0; b < 5; b++) k |= (i / 2 >> b & 1) << (4 - b);
        for (int j = 0; j < 32; j++) {
            double angle = -2 * 3.14159265358979 * (j * k % 32) / 32, real = hx[2 * j], imaginary = hx[2 * j + 1];
            sum += i % 2 ? real * std::sin(angle) + imaginary * std::cos(angle) : real * std::cos(angle) - imaginary * std::sin(angle);
        }
        return sum;
    }, 1e-4);
    for (int half : {32 * K, M})
        for (int s : {1, 512}) RUN_AS(with("stockham_of_doubles", s).c_str(), 2 * half, stockham_of_doubles<<<half / 256, 256>>>((const double2 *)da, (double2 *)y, half, s));
    for (int blocks : {30, 3000}) RUN(blocks * 1024, haar_levels, <<<blocks, 512>>>(x, y, y + 16 * M));
    for (int tones : {128, 8000}) RUN(tones, goertzel, <<<over(tones, 64), 64>>>(x, y, 1000, tones));
}
static void sparse_and_graphs(int rows, int each) { /* rows: a power of two */
    std::vector<int> start(1, 0), column, from, level(rows), degree(rows), slice(1, 0), sell_column;
    for (int r = 0; r < rows; r++) {
        int many = 1 + mix(r + 5) % each;
        if (mix(r + 1) % 300 == 0) many *= 10;
        for (int k = 0; k < many; k++) {
            unsigned draw = mix(r * 1021 + k);
            column.push_back(draw % 3 ? (r + int(draw >> 4) % 600) & (rows - 1) : int(draw >> 4) & (rows - 1));
            from.push_back(r);
        }
        start.push_back(int(column.size()));
        level[r] = int(mix(r + 7) % 4) - 1, degree[r] = many;
    }
    for (int r = 0; r < rows; r += 32) {
        int widest = *std::max_element(degree.begin() + r, degree.begin() + r + 32);
        for (int k = 0; k < widest; k++)
            for (int q = r; q < r + 32; q++) sell_column.push_back(k < degree[q] ? column[start[q] + k] : -1);
        slice.push_back(int(sell_column.size()));
    }
    int edges = int(column.size()), *s = on_device(start), *c = on_device(column), *f = on_device(from), *l = on_device(level), *d = on_device(degree), *w = on_device(slice), *sc = on_device(sell_column);
    std::vector<int> own(rows);
    for (int r = 0; r < rows; r++) own[r] = r;
    int *o = on_device(own);
    double *dy = (double *)y;
    auto row_times = [&](size_t r) {
        double sum = 0;
        for (int k = start[r]; k < start[r + 1]; k++) sum += hx[k] * hx[8 * M + column[k]];
        return sum;
    };
    clear_before(y, rows);
    RUN_AS("spmv_csr_scalar_kernel floats", rows, spmv_csr_scalar_kernel<float><<<over(rows, 256), 256>>>(rows, s, c, x, x + 8 * M, y));
    expect(y, rows, row_times, 1e-4);
    clear_before(dy, rows);
    RUN_AS("spmv_csr_scalar_kernel doubles", rows, spmv_csr_scalar_kernel<double><<<over(rows, 64), 64>>>(rows, s, c, da, da + 4 * M, dy));
    RUN_AS("csr_lanes_a_row 4", rows, csr_lanes_a_row<4><<<over(rows * 4, 128), 128>>>(s, c, x, x + 8 * M, y, rows));
    RUN_AS("csr_lanes_a_row 32", rows, csr_lanes_a_row<32><<<over(rows * 32, 256), 256>>>(s, c, x, x + 8 * M, y, rows));
    expect(y, rows, row_times, 1e-4);
    RUN(rows, csr_stream, <<<over(rows, 64), 128>>>(s, c, x, x + 8 * M, y, rows));
    expect(y, rows, row_times, 1e-4);
    RUN(rows, sell_two_a_row, <<<over(rows * 2, 128), 128>>>(w, sc, da, da + 7 * M, dy, rows));
    RUN(rows, blocks_3x3, <<<over(rows, 128), 128>>>(s, c, x, x + 32 * M, y, rows));
    clear_before(dy, rows);
    RUN(rows, coo_doubles, <<<over(edges, 256), 256>>>(f, c, da, da + 7 * M, dy, edges));
    RUN(rows, csr_times_64_columns, <<<over(rows * 32, 128), 128>>>(s, c, x, (const float2 *)(x + 8 * M), (float2 *)y, rows));
    clear_before((int *)v, rows);
    RUN(rows, count_columns, <<<std::min(264, over(edges, 256)), 256>>>(c, (int *)v, edges));
    before = [=] { must(cudaMemset(v, 255, rows * 4)), must(cudaMemset(bins, 0, 4)); };
    RUN(rows, bfs_by_edges, <<<over(edges, 256), 256>>>(f, c, l, (int *)v, 2, edges, (int *)bins));
    clear_before(y + M, 1);
    RUN(rows, pagerank_of_warps, <<<over(rows * 32, 256), 256>>>(s, c, x, d, y, y + M, rows));
    RUN(rows, choose_independent, <<<over(rows, 128), 128>>>(s, c, u, bytes_out, rows));
    copy_before((int *)v, d, rows);
    RUN(rows, peel_core, <<<over(rows, 256), 256>>>(s, c, d, (int *)v, each / 2, rows));
    copy_before((int *)v, o, rows);
    RUN(rows, hook_roots, <<<over(edges, 256), 256>>>(f, c, (int *)v, edges));
    if (!once) must(cudaMemcpy(v, o, rows * 4, cudaMemcpyDeviceToDevice)), hook_roots<<<over(edges, 256), 256>>>(f, c, (int *)v, edges);
    RUN(rows, point_to_roots, <<<over(rows, 256), 256>>>((const int *)v, (int *)y, rows));
    expect((int *)y, rows, [](size_t) { return 0; }); /* all hang together */
    for (int *p : {s, c, f, l, d, w, sc, o}) cudaFree(p);
}
static void particles_and_prices() {
    double *dy = (double *)y;
    for (int n : {500, 2500}) RUN(n, update_bodies, <<<over(n, 128), 128>>>((const Body *)x, (Body *)y, n, 0.01f, 1.5f));
    for (int n : {1024, 4096}) RUN_AS("pulls_on_several 2", n, pulls_on_several<2><<<n / 128, 64>>>((const float4 *)x, (float3 *)y, 0.01f, n));
    RUN_AS("pulls_on_several 1", 4096, pulls_on_several<1><<<64, 64>>>((const float4 *)x, (float3 *)y, 0.01f, 4096));
    expect(y, 3, [](size_t a) {
        double sum = 0;
        for (int j = 0; j < 4096; j++) {
            double d[3], square = 0.01;
            for (int k = 0; k < 3; k++) d[k] = double(hx[4 * j + k]) - hx[k], square += d[k] * d[k];
            sum += d[a] * hx[4 * j + 3] / (square * std::sqrt(square));
        }
        return sum;
    }, 1e-3);
    for (int n : {200, 1500}) RUN(n, pulls_by_warps, <<<over(n * 32, 128), 128>>>((const place *)da, dy, 0.1, n));
    for (int side : {32, 1024}) {
        clear_before(y, side * side);
        RUN_AS(with("cloud_in_cells", side).c_str(), 500000, cloud_in_cells<<<over(500000, 256), 256>>>((const float2 *)x, y, side, 500000));
    }
    float2 *to = (float2 *)y, *of = (float2 *)x;
    for (int n : {20000, 1000000}) {
        RUN(n, BlackScholesGPU, <<<over(n, 128), 128>>>(to, to + 4 * M, of, of + 4 * M, of + 8 * M, 0.02f, 0.3f, n));
        expect(y, 2000, [](size_t i) {
            double s = hx[i] * 25 + 5, k = hx[8 * M + i] * 99 + 1, t = hx[16 * M + i] * 9.75 + 0.25, spread = 0.3 * std::sqrt(t), d = (std::log(s / k) + 0.065 * t) / spread;
            return s * 0.5 * std::erfc(-d * std::sqrt(0.5)) - k * std::exp(-0.02 * t) * 0.5 * std::erfc((spread - d) * std::sqrt(0.5));
        }, 1e-3);
    }
    for (int n : {1000, 8000}) RUN(n, tree_in_a_thread<48>, <<<over(n, 64), 64>>>(da, dy, n));
    for (int options : {20, 500}) RUN(options, european_from_normals, <<<options, 256>>>(x + M, x, (float2 *)y, 8000));
    for (int n : {3000, 40000}) RUN_AS("geometric_asian floats", n, geometric_asian<float><<<over(n, 256), 256>>>(y, 60, 7, n));
    RUN_AS("geometric_asian doubles", 20000, geometric_asian<double><<<over(20000, 128), 128>>>(dy, 40, 7, 20000));
    for (int options : {4, 264}) RUN(options, explicit_differences, <<<options, 256>>>(x, y, 300));
}
static void learning_and_chance() {
    for (int rows : {100, 4000}) {
        RUN(rows, softmax_of_vectors, <<<rows, 256>>>((const float4 *)x, (float4 *)y, 700));
        expect(y, 2800, [](size_t i) {
            double s = 0;
            for (int k = 0; k < 2800; k++) s += std::exp(hx[k]);
            return std::exp(hx[i]) / s;
        }, 1e-5, 20);
    }
    for (int rows : {1000, 6000}) RUN(rows, layernorm_forward, <<<over(rows, 64), 64>>>(y, y + 40 * M, y + 41 * M, x, x + 32 * M, x + 33 * M, rows, 384));
    for (int channels : {16, 300}) RUN(channels, batch_statistics, <<<channels, 512>>>(x, (float2 *)y, 8, channels, 784));
    for (int places : {300, 10000}) {
        copy_before(y, x, places * 128);
        RUN(places, rotary_places, <<<places, 64>>>((float2 *)y, 2048, 64));
    }
    for (int places : {128, 600}) RUN(places, scores_with_mask, <<<dim3(over(places, 64), places), 64>>>(x, x + M, y, places, 64));
    for (int rows : {200, 6000}) RUN(rows, rows_to_int8, <<<over(rows * 32, 256), 256>>>(x, (signed char *)bytes_out, y, rows, 1024));
    std::vector<__half> halves(8 * M);
    for (int i = 0; i < 8 * M; i++) halves[i] = __float2half(hx[i] * 2 - 1);
    __half2 *h = (__half2 *)on_device(halves);
    for (int n : {30000, 2000000}) RUN(n, swish_and_gate, <<<over(n, 256), 256>>>(h, h + 2 * M, (__half2 *)y, n));
    cudaFree(h);
    for (int n : {5000, 100000}) {
        copy_before(v, u, 4 * n);
        RUN(n, tausworthe_and_congruence, <<<over(n, 128), 128>>>((uint4 *)v, y, 20, n));
    }
    for (int n : {20000, 1000000}) RUN(n, poisson_draws, <<<over(n, 256), 256>>>(bytes_out, x, n));
    for (int n : {16 * K, 512 * K}) RUN(n, sobol_points, <<<dim3(std::min(64, n / 64), 8), 64>>>(u, v, 8, n));
    for (int n : {3000, 60000}) {
        RUN(n, primes_by_witnesses, <<<over(n, 128), 128>>>(1000001, bytes_out, n));
        expect(bytes_out, n, [](size_t i) {
            for (size_t w = 1000001 + 2 * i, d = 3; d * d <= w; d += 2)
                if (w % d == 0) return 0;
            return 1;
        });
    }
    for (int n : {10000, 400000}) {
        RUN(n, whole_roots, <<<over(n, 256), 256>>>((const u64 *)u, v, n));
        expect(v, n, [](size_t i) {
            u64 w = u64(hu[2 * i + 1]) << 32 | hu[2 * i], r = u64(std::sqrt(double(w)));
            while (r * r > w) r--;
            while ((r + 1) * (r + 1) <= w) r++;
            return r;
        });
    }
    for (int n : {10000, 1000000}) RUN(n, pack_12_bits, <<<over(n, 256), 256>>>((const unsigned short *)u, v, n));
    for (int n : {256, 1024}) RUN(n, boolean_product, <<<dim3(n / 128, n), 128>>>(u, u + M, v, n, n / 32));
}
static void latency_and_room() {
    std::vector<node> list(256 * K);
    for (int n : {2 * K, 256 * K}) {
        for (int i = 0; i < n; i++) list[i].next = (i * 1664525u + 1013904223u) & (n - 1), list[i].weight = hx[i];
        node *p = on_device(list);
        for (int threads : {1, 32}) RUN_AS(with("walk_nodes", threads).c_str(), n, walk_nodes<<<1, threads>>>(p, y, 1000));
        RUN_AS("walk_nodes of 132 blocks", n, walk_nodes<<<132, 64>>>(p, y, 300));
        cudaFree(p);
    }
    for (int words : {4 * K, M, 16 * M}) {
        std::vector<unsigned> next(words);
        for (int i = 0; i < words; i++) next[i] = (i * 1103515245u + 12345) & (words - 1);
        unsigned *p = on_device(next);
        RUN_AS("walks_abreast 1", words, walks_abreast<1><<<1, 32>>>(p, v, 1200, words / 64));
        RUN_AS("walks_abreast 4", words, walks_abreast<4><<<4, 32>>>(p, v, 600, words / 512));
        cudaFree(p);
    }
#define DEPENDENT(how, T, ilp, from, to, blocks, threads, rounds) RUN_AS("dependent " #how " " #T " x" #ilp, blocks, (dependent<how, T, ilp><<<blocks, threads>>>(from, to, rounds)))
    double *dy = (double *)y;
    for (int blocks : {1, 264}) {
        DEPENDENT(by_fma, float, 1, x, y, blocks, 64, 1000);
        DEPENDENT(by_fma, float, 4, x, y, blocks, 256, 500);
        DEPENDENT(by_fma, double, 2, da, dy, blocks, 128, 400);
        DEPENDENT(by_division, float, 1, x, y, blocks, 96, 150);
        DEPENDENT(by_division, double, 1, da, dy, blocks, 64, 100);
        DEPENDENT(by_root, double, 2, da, dy, blocks, 64, 80);
        DEPENDENT(by_sine, float, 1, x, y, blocks, 128, 120);
        DEPENDENT(by_power, double, 1, da, dy, blocks, 64, 60);
        DEPENDENT(by_remainder, unsigned, 1, u, v, blocks, 64, 200);
        DEPENDENT(by_shift, unsigned, 4, u, v, blocks, 192, 300);
    }
    for (int blocks : {1, 500}) RUN(blocks, round_by_shuffles, <<<blocks, 128>>>((int *)v, 300));
    for (int threads : {64, 512}) RUN(threads, baton_in_shared, <<<140, threads>>>((int *)v, 200));
    for (int n : {20000, 150000}) {
        RUN(n, at_least_blocks<1>, <<<over(n, 256), 256>>>(x, y, 8, n));
        RUN(n, at_least_blocks<8>, <<<over(n, 256), 256>>>(x, y, 8, n));
    }
    must(cudaFuncSetAttribute(moves_through_room, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * K));
    for (int kilobytes : {4, 40, 100}) RUN_AS("moves_through_room 300 blocks", kilobytes, moves_through_room<<<300, 128, kilobytes * K>>>(x, y, kilobytes * 256, 60));
    for (int threads : {32, 128, 1024})
        for (int blocks : {16, 660}) RUN_AS(with("any_block_size", threads).c_str(), blocks, any_block_size<<<blocks, threads>>>(x, y, 300000));
}
static void atomics_and_strides() {
    double *dy = (double *)y;
    for (int cells : {64, 20000}) {
        clear_before(dy, cells);
        RUN_AS("doubles_by_swaps of 40000", cells, doubles_by_swaps<<<over(40000, 128), 128>>>(da, dy, cells, 40000));
    }
    for (int n : {10000, 1000000}) {
        clear_before(y, 2);
        RUN(n, everyone_to_one, <<<over(n, 256), 256>>>(x, (int *)y, y + 1, n));
    }
    for (unsigned bits : {1u << 12, 1u << 26}) {
        clear_before(v, bits / 32);
        RUN_AS("marks_in_bits of 600000", bits, marks_in_bits<<<528, 256>>>(u, v, bits - 1, 600000));
    }
    for (int blocks : {40, 1500}) {
        clear_before(bins, 1);
        RUN(blocks, slots_of_ring, <<<blocks, 128>>>(u, bins, v, 9999));
    }
    for (int cells : {16, 1024}) {
        clear_before(dy, cells);
        RUN_AS(with("shared_doubles", cells).c_str(), 400000, shared_doubles<<<132, 256, cells * 8>>>(da, dy, cells, 400000));
    }
    for (unsigned window : {64u, 16384u, 8u << 20}) {
        RUN_AS(with("gather_in_window floats", window).c_str(), 2 * M, gather_in_window<float><<<8192, 256>>>(x, u, y, window, 2 * M));
        RUN_AS(with("gather_in_window bytes", window).c_str(), M, gather_in_window<byte><<<4096, 256>>>(bytes, u, bytes_out, window, M));
    }
    for (unsigned window : {256u, 4u << 20}) RUN_AS(with("scatter_in_window", window).c_str(), 4 * M, scatter_in_window<<<4 * M / 256, 256>>>((const unsigned short *)u, (unsigned short *)v, window, 40503, 4 * M));
    for (int n : {50000, 4000000}) RUN(n, past_the_caches, <<<std::min(1056, over(n, 256)), 256>>>((const uint4 *)u, (uint4 *)v, n));
    for (int blocks : {2, 40, 400}) {
        copy_before(dy, da, 4 * M);
        RUN_AS("few_blocks_of_doubles 400000", blocks, few_blocks_of_doubles<<<blocks, 256>>>((const double2 *)da, (double2 *)y, 0.5, 400000));
    }
    for (int n : {500, 5000}) RUN(n, one_thread_for_all, <<<1, 1>>>(x, y, n));
    for (int n : {40000, 800000}) {
        RUN(n, ways_of_lanes<1>, <<<over(n, 256), 256>>>(x, y, n));
        RUN(n, ways_of_lanes<5>, <<<over(n, 256), 256>>>(x, y, n));
        RUN(n, ways_of_lanes<32>, <<<over(n, 256), 256>>>(x, y, n));
    }
    for (int n : {20000, 700000}) RUN(n, rounds_of_lanes, <<<over(n, 128), 128>>>(u, v, n));
}

static void constant_tables() {
    float table[225];
    for (int k = 0; k < 225; k++) table[k] = (mix(k + 41) & 1023) / 1024.0f;
    must(cudaMemcpyToSymbol(mask_square, table, sizeof table)), must(cudaMemcpyToSymbol(mask_line, table, sizeof(float) * MAX_MASK_WIDTH));
    unsigned of_sines[64];
    for (int k = 0; k < 64; k++) of_sines[k] = unsigned(std::floor(4294967296.0 * std::fabs(std::sin(k + 1.0))));
    must(cudaMemcpyToSymbol(sines, of_sines, sizeof of_sines));
}
