/*
 * 120 launches that were predicted before they were measured: with `once` each once, its result checked, printed as `name,n`; with `check` the
 * same, with outputs full of ones before; else between CUDA events, `name,n,us`, the median of 9 after a warm-up.
 *
 *     nvcc -O3 -std=c++17 -arch=native seventeenth.cu -o seventeenth
 */
#include "seventeenth_runs.cuh"

static void histograms_and_atomics() {
    std::vector<byte> same(M, 7);
    byte *sevens = on_device(same);
    auto count = [](int n) {
        std::vector<unsigned> h(256, 0);
        for (int i = 0; i < n; i++) h[hb[i]]++;
        return h;
    };
    for (int n : {M}) {
        clear_before(bins, 256);
        RUN(n, histogram_in_global, <<<264, 256>>>(bytes, bins, n));
        auto h = count(n);
        expect(bins, 256, [&](size_t i) { return h[i]; });
    }
    for (int n : {M, 16 * M}) {
        clear_before(bins, 256);
        RUN(n, histogram_in_shared, <<<528, 256>>>((const uint4 *)bytes, bins, n / 16));
        auto h = count(n);
        expect(bins, 256, [&](size_t i) { return h[i]; });
    }
    clear_before(bins, 256);
    RUN_AS("histogram_in_global of one value", 256 * K, histogram_in_global<<<264, 256>>>(sevens, bins, 256 * K));
    expect(bins, 256, [](size_t i) { return i == 7 ? 256 * K : 0; });
    clear_before(bins, 256);
    RUN_AS("histogram_in_shared of one value", M, histogram_in_shared<<<528, 256>>>((const uint4 *)sevens, bins, M / 16));
    expect(bins, 256, [](size_t i) { return i == 7 ? M : 0; });
    for (int words : {M}) { /* 4 M adds each */
        clear_before(v, words);
        RUN(words, scatter_adds, <<<4 * M / 512, 512>>>(u, v, words));
        std::vector<unsigned> h(words, 0);
        for (int i = 0; i < 4 * M; i++) h[hu[i] & (words - 1)]++;
        expect(v, words, [&](size_t i) { return h[i]; }, 0, M);
    }
    for (int n : {2048}) {
        clear_before(y, 5000);
        RUN(n, add_floats_by_cas, <<<64, 128>>>(u, y, n / 4));
        std::vector<unsigned> h(n / 4, 0);
        for (int i = 0; i < 8 * K; i++) h[hu[i] % (n / 4)]++;
        expect(y, n / 4, [&](size_t i) { return h[i]; }, 0, M);
    }
    for (int n : {M}) {
        std::vector<unsigned> keys(n);
        for (int i = 0; i < n; i++) keys[i] = unsigned(i) * 2654435761u >> 1 << 1;
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        int many = int(keys.size()) / 256 * 256;
        keys.resize(many);
        std::vector<unsigned> mixed(many);
        for (int i = 0; i < many; i++) mixed[i] = keys[size_t(i) * 7919 % many];
        unsigned *p = on_device(mixed);
        std::sort(mixed.begin(), mixed.end());
        clear_before(v, 2 * n, 255);
        RUN(n, insert_in_hash_table, <<<many / 256, 256>>>(p, v, 2 * n));
        if (once) {
            std::vector<unsigned> t = back(v, 2 * n), in;
            for (unsigned w : t)
                if (w != ~0u) in.push_back(w);
            std::sort(in.begin(), in.end());
            expect_true(in == mixed);
        }
        cudaFree(p);
    }
    for (int n : {4 * M}) {
        clear_before(bins, 1);
        RUN(n, keep_large_by_warps, <<<n / 256, 256>>>(x, y, bins, n));
        if (once) {
            std::vector<float> in, out = back(y, back(bins, 1)[0]);
            for (int i = 0; i < n; i++)
                if (hx[i] >= 0.75f) in.push_back(hx[i]);
            std::sort(in.begin(), in.end()), std::sort(out.begin(), out.end());
            expect_true(in == out);
        }
    }
    cudaFree(sevens);
}
static void gathers_and_small_arrays() {
    for (int words : {M, 32 * M})
        for (int n : {4 * M}) {
            RUN_AS(words == M ? "gather_at_random of 4 MiB" : "gather_at_random of 128 MiB", n, gather_at_random<<<n / 256, 256>>>(x, u, y, words, n));
            expect(y, n, [=](size_t i) { return hx[hu[i] & (words - 1)]; });
        }
    for (int n : {8 * M}) {
        RUN(n, scatter_by_permutation, <<<n / 1024, 1024>>>(x, y, n));
        unsigned inverse = 40503u;
        for (int k = 0; k < 5; k++) inverse *= 2 - 40503u * inverse;
        expect(y, n, [=](size_t i) { return hx[(unsigned(i) - 7) * inverse & (n - 1)]; });
    }
    for (int n : {4 * M}) {
        RUN(n, substitute_bytes, <<<264, 512>>>(u, v, bytes, n));
        expect(v, n, [](size_t i) { unsigned r = 0; for (int k = 0; k < 32; k += 8) r |= unsigned(hb[hb[hu[i] >> k & 255]]) << k; return r; });
    }
    for (int spread : {1, 32}) {
        RUN(spread, lookups_in_constant, <<<2048, 256>>>(u, y, spread));
        expect(y, 2048 * 256, [=](size_t i) {
            double s = 0;
            unsigned at = hu[i / 32] + i % 32 % spread;
            for (int k = 0; k < 8; k++, at = at * 5 + 1) s += hx[at & 1023];
            return s;
        }, 1e-5);
    }
    for (int words : {256 * K, 2 * M}) {
        RUN(words, rotate_small_array, <<<528, 256>>>(x, y, words, 8));
        expect(y, words, [=](size_t i) { return hx[(i + 7 * 4096 + 32 * 7) & (words - 1)] + 7; }, 1e-6);
    }
    for (int words : {512 * K, 2 * M}) {
        copy_before(y, x, words);
        RUN(words, relax_small_array, <<<1056, 256>>>(y, words, 8));
        expect(y, words, [](size_t i) { float w = hx[i]; for (int k = 0; k < 8; k++) w = w * 0.5f + 1; return w; }, 1e-5);
    }
    for (int words : {16 * K, 128 * K}) {
        RUN(words, all_blocks_read_all, <<<264, 512>>>((const float4 *)x, y, words));
        expect(y, 264 * 512, [=](size_t i) {
            double s = 0;
            for (size_t k = i % 512; k < size_t(words) / 4; k += 512) s += sum_of(4 * k, 4 * k + 4);
            return s;
        }, 1e-4, 1000);
    }
}
static void bodies_options_and_chance() {
    for (int n : {1024, 4096}) {
        RUN(n, potential_of_bodies, <<<n / 32, 32>>>((const float4 *)x, y, n));
        expect(y, n, [=](size_t i) {
            double s = 0;
            for (int j = 0; j < n; j++) {
                double d = 0.01;
                for (int k = 0; k < 3; k++) d += std::pow(double(hx[4 * j + k]) - hx[4 * i + k], 2);
                s += hx[4 * j + 3] / std::sqrt(d);
            }
            return s;
        }, 1e-4, 200);
    }
    for (int n : {64 * K, 512 * K}) {
        RUN(n, black_scholes_calls, <<<n / 128, 128>>>(x, x + 4 * M, y, n));
        expect(y, n, [](size_t i) {
            double s = 50 + 50 * hx[i], k = 60 + 30 * hx[4 * M + i], t = 0.5, r = 0.03, g = 0.25, root = g * std::sqrt(t), d = (std::log(s / k) + (r + 0.5 * g * g) * t) / root;
            return s * 0.5 * std::erfc(-d / std::sqrt(2)) - k * std::exp(-r * t) * 0.5 * std::erfc(-(d - root) / std::sqrt(2));
        }, 1e-3);
    }
    for (int blocks : {64, 528}) {
        RUN(blocks, asian_option_paths, <<<blocks, 128>>>(y, 24));
        expect(y, blocks, [](size_t b) {
            double s = 0;
            for (int t = 0; t < 128; t++) s += asian_path(unsigned(b * 128 + t), 24);
            return s / 128;
        }, 1e-3, 100);
    }
    for (int each : {16}) {
        RUN(each, random_numbers, <<<1024, 512>>>(v, each));
        expect(v, size_t(each) * 512 * K, [](size_t i) {
            unsigned s = mix(unsigned(i % (512 * K))) | 1, r = 0;
            for (size_t k = 0; k <= i / (512 * K); k++) r = xorshift(s);
            return r;
        });
    }
}
static void strings_and_numbers() {
    for (int n : {4 * M}) {
        RUN(n, count_pattern, <<<n / 512, 512>>>(bytes, v, n));
        expect(v, n / 512, [=](size_t b) {
            int many = 0;
            for (size_t i = b * 512; i < b * 512 + 512 && i + 4 <= size_t(n); i++) many += (hb[i] & 3) == 1 && (hb[i + 1] & 3) == 3 && (hb[i + 2] & 3) == 0 && (hb[i + 3] & 3) == 2;
            return many;
        });
    }
    for (int n : {32 * K, M}) {
        RUN(n, hash_of_records, <<<n / 64, 64>>>(u, v, 8));
        expect(v, n, [](size_t i) {
            unsigned h = 2166136261u;
            for (int k = 0; k < 8; k++)
                for (int m = 0; m < 32; m += 8) h = (h ^ (hu[8 * i + k] >> m & 255)) * 16777619u;
            return h;
        });
    }
    for (int n : {256 * K}) {
        RUN(n, collatz_lengths, <<<n / 128, 128>>>(v));
        expect(v, n, [](size_t i) { return collatz(unsigned(i + 1)); });
    }
    for (int n : {64 * K}) {
        RUN(n, powers_modulo, <<<n / 256, 256>>>(u, v));
        expect(v, n, [](size_t i) { return power_modulo(hu[i], 65537 + (i & 1023), 1000000007u - (i & 7)); });
    }
}
template <int L> static int distance_of(const byte *a, const byte *b) {
    std::vector<int> row(L + 1);
    for (int j = 0; j <= L; j++) row[j] = j;
    for (int i = 1; i <= L; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= L; j++) {
            int w = std::min(std::min(row[j], row[j - 1]) + 1, corner + ((a[i - 1] & 3) != (b[j - 1] & 3)));
            corner = row[j], row[j] = w;
        }
    }
    return row[L];
}
static void tables_and_occupancy() {
    for (int blocks : {32, 264}) {
        RUN(blocks, edit_distances<128>, <<<blocks, 128>>>(bytes, bytes + 8 * M, v));
        expect(v, blocks, [](size_t b) { return distance_of<128>(&hb[b * 128], &hb[8 * M + b * 128]); });
    }
    for (int n : {512}) {
        RUN(n, mandelbrot_in_doubles, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>(v, n, 100));
        expect(v, n * n, [=](size_t i) { return escape(int(i) % n, int(i) / n, n, 100); });
    }
    for (int n : {8448, 128 * K}) {
        RUN(n, arrays_in_registers, <<<n / 64, 64>>>(x, y, n));
        expect(y, n, [=](size_t i) { return many_registers(hx.data(), i, n); }, 1e-4);
    }
    must(cudaFuncSetAttribute(reverse_through_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * K));
    for (int kb : {16, 200}) {
        RUN(kb, reverse_through_shared, <<<264, 256, kb * K>>>(x, y, kb * 256));
        expect(y, 264 * kb * 256, [=](size_t i) { size_t e = kb * 256; return hx[i / e * e + e - 1 - i % e]; });
    }
    for (int blocks : {1, 1056}) {
        RUN(blocks, chains_of_fma<1>, <<<blocks, 32>>>(x, y, 1000));
        expect(y, blocks * 32, [](size_t i) { return chains<1>(hx[i], 1000); }, 1e-4);
    }
    for (int blocks : {132, 1056}) {
        RUN(blocks, chains_of_fma<6>, <<<blocks, 96>>>(x, y, 300));
        expect(y, blocks * 96, [](size_t i) { return chains<6>(hx[i], 300); }, 1e-4);
    }
}

int main(int argc, char **argv) {
    poison = argc > 1 && strcmp(argv[1], "check") == 0;
    once = poison || (argc > 1 && strcmp(argv[1], "once") == 0);
    hx.resize(X), hu.resize(U), hb.resize(U);
    for (int i = 0; i < X; i++) hx[i] = (mix(i) & 1023) / 1024.0f;
    for (int i = 0; i < U; i++) hu[i] = mix(i + 0x40000000) >> 2, hb[i] = byte(mix(i + 0x60000000) >> 9);
    x = on_device(hx), u = on_device(hu), bytes = on_device(hb);
    y = room<float>(X), v = room<unsigned>(U), bytes_out = room<byte>(U), bins = room<unsigned>(256);
    for (int k = 0; k < 32; k++) host_mask[k] = (k * 5 % 7 + 1) / 64.0f;
    must(cudaMemcpyToSymbol(mask, host_mask, sizeof host_mask));
    must(cudaMemcpyToSymbol(constant_table, hx.data(), 4096));
    std::vector<double> d(8 * M), e(8 * M);
    for (int i = 0; i < 8 * M; i++) d[i] = i % 1000, e[i] = i % 77;
    double *da = on_device(d), *db = on_device(e);
    streams(da, db);
    cudaFree(da), cudaFree(db);
    scans_and_sums();
    stencils_and_pictures();
    matrices();
    sparse_and_graphs(16 * K, 10);
    sparse_and_graphs(256 * K, 8);
    sorts_and_searches();
    histograms_and_atomics();
    gathers_and_small_arrays();
    bodies_options_and_chance();
    strings_and_numbers();
    tables_and_occupancy();
    if (once) fprintf(stderr, "%ld launches, %ld wrong\n", launches, wrong);
    return wrong > 0;
}
