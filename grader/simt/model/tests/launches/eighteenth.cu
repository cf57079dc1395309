/*
 * Launches that were predicted before they were measured: with `once` each once, its result checked, printed as `name,n`; with `check` the
 * same, with outputs full of ones before; else between CUDA events, `name,n,us`, the median of 9 after a warm-up.
 *
 *     nvcc -O3 -std=c++17 -arch=native eighteenth.cu -o eighteenth
 */
#include "eighteenth_runs.cuh"

static void sparse_and_graphs(int rows, int each) {
    std::vector<int> start(1, 0), column, from, cost;
    std::vector<float> value;
    int width = 0;
    for (int r = 0; r < rows; r++) {
        int many = 1 + mix(r + 3) % (2 * each - 1);
        for (int k = 0; k < many; k++) {
            unsigned w = mix(r * 67 + k);
            column.push_back(w % 3 ? (r + int(w >> 8) % 512) & (rows - 1) : int(w >> 4) & (rows - 1));
            value.push_back((w & 1023) / 1024.0f), from.push_back(r), cost.push_back(1 + int(w >> 20) % 50);
        }
        width = std::max(width, many);
        start.push_back(int(column.size()));
    }
    std::vector<int> ell(size_t(width) * rows, -1), slice(1, 0), sell;
    std::vector<float> ell_value(size_t(width) * rows, 0), sell_value;
    for (int r = 0; r < rows; r++)
        for (int k = start[r]; k < start[r + 1]; k++) ell[size_t(k - start[r]) * rows + r] = column[k], ell_value[size_t(k - start[r]) * rows + r] = value[k];
    for (int s = 0; s < rows; s += 32) {
        int wide = 0;
        for (int r = s; r < s + 32; r++) wide = std::max(wide, start[r + 1] - start[r]);
        for (int k = 0; k < wide; k++)
            for (int r = s; r < s + 32; r++) {
                bool in = k < start[r + 1] - start[r];
                sell.push_back(in ? column[start[r] + k] : 0), sell_value.push_back(in ? value[start[r] + k] : 0);
            }
        slice.push_back(int(sell.size()));
    }
    int *s = on_device(start), *c = on_device(column), *f = on_device(from), *w = on_device(cost), *e = on_device(ell), *sl = on_device(slice), *sc = on_device(sell);
    float *a = on_device(value), *ea = on_device(ell_value), *sa = on_device(sell_value);
    int n = int(column.size());
    auto row = [&](size_t r) {
        double sum = 0;
        for (int k = start[r]; k < start[r + 1]; k++) sum += double(value[k]) * hx[column[k]];
        return sum;
    };
    RUN(rows, spmv_ell, <<<(rows + 255) / 256, 256>>>(e, ea, x, y, rows, width));
    expect(y, rows, row, 1e-4);
    RUN(rows, spmv_sell, <<<rows / 128, 128>>>(sl, sc, sa, x, y));
    expect(y, rows, row, 1e-4);
    RUN(rows, spmv_csr_vector<8>, <<<rows * 8 / 256, 256>>>(s, c, a, x, y, rows));
    expect(y, rows, row, 1e-4);
    RUN(rows, pagerank_pull, <<<rows / 64, 64>>>(s, c, x, x + M, y, rows));
    expect(y, rows, [&](size_t r) { double sum = 0; for (int k = start[r]; k < start[r + 1]; k++) sum += double(hx[column[k]]) * hx[M + column[k]]; return 0.15 / rows + 0.85 * sum; }, 1e-4);
    std::vector<int> distance(rows, INT_MAX), visited(rows, 0), frontier;
    for (int r = 0; r < rows; r++)
        if (mix(r) % 8 == 0) distance[r] = mix(r) % 1000, visited[r] = 1, frontier.push_back(r);
    std::vector<int> after = distance, reached = visited;
    for (int k = 0; k < n; k++)
        if (distance[from[k]] != INT_MAX) after[column[k]] = std::min(after[column[k]], distance[from[k]] + cost[k]), reached[column[k]] = 1;
    int *d0 = on_device(distance), *d = room<int>(rows), *v0 = on_device(visited), *front = on_device(frontier), many = int(frontier.size());
    copy_before(d, d0, rows);
    RUN(rows, relax_edges, <<<(n + 255) / 256, 256>>>(f, c, w, d0, d, n));
    expect(d, rows, [&](size_t r) { return after[r]; }, 0, M);
    before = [=] { must(cudaMemcpy(d, v0, rows * 4, cudaMemcpyDeviceToDevice)), must(cudaMemset(bins, 0, 4)); };
    RUN(rows, expand_frontier, <<<(many + 127) / 128, 128>>>(s, c, front, many, d, (int *)v, bins));
    expect(d, rows, [&](size_t r) { return reached[r]; }, 0, M);
    for (void *p : {(void *)s, (void *)c, (void *)f, (void *)w, (void *)e, (void *)sl, (void *)sc, (void *)a, (void *)ea, (void *)sa, (void *)d0, (void *)d, (void *)v0, (void *)front}) cudaFree(p);
}
static void sorts_and_histograms() {
    for (int blocks : {20, 1000}) {
        std::vector<unsigned> keys(hu.begin(), hu.begin() + blocks * K);
        for (int i = 0; i < blocks * K; i += 2) keys[i + 1] = ~keys[i];
        unsigned *p = on_device(keys);
        RUN(blocks, bitonic_pairs, <<<blocks, 512>>>((const uint2 *)p, (uint2 *)v));
        for (int i = 0; i < blocks * K; i += 2) keys[i + 1] = keys[i];
        for (int b = 0; b < blocks; b++) std::sort(keys.begin() + b * K, keys.begin() + (b + 1) * K);
        expect(v, blocks * K, [&](size_t i) { return i % 2 ? ~keys[i] : keys[i]; }, 0, M);
        cudaFree(p);
    }
    auto sorted = [](int blocks, int n) {
        std::vector<unsigned> w(hu.begin(), hu.begin() + blocks * n);
        for (int b = 0; b < blocks; b++) std::sort(w.begin() + b * n, w.begin() + (b + 1) * n);
        return w;
    };
    for (int n : {64, 512}) {
        RUN(n, odd_even_sort, <<<132, n / 2, n * 4>>>(u, v, n));
        auto w = sorted(132, n);
        expect(v, 132 * n, [&](size_t i) { return w[i]; }, 0, M);
    }
    for (int n : {1024, 8192}) {
        RUN(n, rank_sort, <<<n / 128, 128>>>(u, v, n));
        auto w = sorted(1, n);
        expect(v, n, [&](size_t i) { return w[i]; }, 0, M);
    }
    for (int n : {64 * K, 8 * M}) {
        int blocks = n / 256, shift = 4;
        std::vector<unsigned> counts(16 * blocks, 0), offsets(16 * blocks), w(n);
        for (int i = 0; i < n; i++) counts[(hu[i] >> shift & 15) * blocks + i / 256]++;
        RUN(n, radix_count, <<<blocks, 256>>>(u, v, shift, n));
        expect(v, 16 * blocks, [&](size_t i) { return counts[i]; }, 0, M);
        for (unsigned i = 0, at = 0; i < counts.size(); i++) offsets[i] = at, at += counts[i];
        unsigned *p = on_device(offsets);
        RUN(n, radix_scatter, <<<blocks, 256>>>(u, v, p, shift));
        for (int i = 0; i < n; i++) w[offsets[(hu[i] >> shift & 15) * blocks + i / 256]++] = hu[i];
        expect(v, n, [&](size_t i) { return w[i]; }, 0, M);
        cudaFree(p);
    }
    for (int n : {32 * K, 2 * M}) {
        std::vector<unsigned> w = sorted(2, n), all = w;
        unsigned *p = on_device(w);
        RUN(n, merge_path, <<<n / 4 / 128, 128>>>(p, p + n, v, n));
        std::sort(all.begin(), all.end());
        expect(v, 2 * n, [&](size_t i) { return all[i]; }, 0, M);
        cudaFree(p);
    }
    for (int n : {20000, 400000}) {
        RUN(n, insertion_sort_rows, <<<(n + 95) / 96, 96>>>(u, v, n));
        expect(v, 16 * size_t(n), [=](size_t i) {
            unsigned a[16];
            for (int k = 0; k < 16; k++) a[k] = hu[k * n + i % n];
            std::sort(a, a + 16);
            return a[i / n];
        });
    }
    for (int n : {M, 12 * M}) {
        clear_before(bins, 256);
        RUN(n, histogram_per_warp, <<<264, 256>>>((const uchar4 *)bytes, bins, n / 4));
        std::vector<unsigned> h(256, 0);
        for (int i = 0; i < n; i++) h[hb[i]]++;
        expect(bins, 256, [&](size_t i) { return h[i]; });
    }
    for (int n : {200000, 4000000}) {
        clear_before(y, 64);
        RUN(n, histogram_weighted, <<<132, 512>>>(u, x, y, n));
        std::vector<double> h(64, 0);
        for (int i = 0; i < n; i++) h[hu[i] % 64] += hx[i];
        expect(y, 64, [&](size_t i) { return h[i]; }, 1e-3);
    }
}
static void bodies_options_and_chance() {
    for (int n : {1024, 8192}) {
        RUN(n, calculate_forces, <<<n / 128, 128, 128 * 16>>>((const float4 *)x, (float4 *)y, n));
        expect(y, 4 * n, [=](size_t at) {
            size_t i = at / 4, c = at % 4;
            double s = 0;
            for (int j = 0; j < n && c < 3; j++) {
                double d = 0.02;
                for (int k = 0; k < 3; k++) d += std::pow(double(hx[4 * j + k]) - hx[4 * i + k], 2);
                s += (double(hx[4 * j + c]) - hx[4 * i + c]) * hx[4 * j + 3] / (d * std::sqrt(d));
            }
            return s;
        }, 2e-3, 100);
    }
    for (int n : {700, 5000}) {
        RUN(n, lennard_jones_cutoff, <<<(n + 63) / 64, 64>>>(x, x + M, x + 2 * M, y, n));
        expect(y, n, [=](size_t i) { return pairs_within(&hx[0], &hx[M], &hx[2 * M], int(i), n); }, 1e-3, 300);
    }
    for (int n : {30000, 2000000}) {
        RUN(n, move_particles_aos, <<<(n + 255) / 256, 256>>>((const Particle *)x, (Particle *)y, 0.25f, n));
        expect(y, 8 * size_t(n), [](size_t i) { return i % 8 < 3 ? hx[i] + 0.25 * hx[i + 3] : i % 8 == 5 ? hx[i] - 9.81 * 0.25 : i % 8 == 7 ? hx[i] + 0.25 : hx[i]; }, 1e-5);
        Particles p, q;
        for (int k = 0; k < 8; k++) p.f[k] = x + k * size_t(n), q.f[k] = y + k * size_t(n);
        RUN(n, move_particles_soa, <<<std::min(528, (n + 255) / 256), 256>>>(p, q, 0.25f, n));
        expect(y, 8 * size_t(n), [=](size_t i) { size_t k = i / n; return k < 3 ? hx[i] + 0.25 * hx[i + 3 * size_t(n)] : k == 5 ? hx[i] - 9.81 * 0.25 : k == 7 ? hx[i] + 0.25 : hx[i]; }, 1e-5);
    }
    for (int blocks : {50, 1024}) {
        RUN(blocks, binomial_option, <<<blocks, 256>>>(x, y, 200));
        expect(y, blocks, [](size_t b) {
            double value[201], dt = 1.0 / 200, up = std::exp(0.3 * std::sqrt(dt)), p = (std::exp(0.05 * dt) - 1 / up) / (up - 1 / up);
            for (int t = 0; t <= 200; t++) value[t] = std::max((80 + 40 * hx[b]) * std::pow(up, 2.0 * t - 200) - 100, 0.0);
            for (int k = 199; k >= 0; k--)
                for (int t = 0; t <= k; t++) value[t] = std::exp(-0.05 * dt) * (p * value[t + 1] + (1 - p) * value[t]);
            return value[0];
        }, 1e-3, 100);
    }
    for (int n : {2000, 30000}) {
        RUN(n, american_put, <<<(n + 63) / 64, 64>>>(x, (double *)y, n));
        expect((double *)y, n, [](size_t i) { return american_put_of(70 + 60 * double(hx[i])); }, 1e-9);
    }
    for (int n : {16 * K, 256 * K}) {
        clear_before((u64 *)bins, 1);
        RUN(n, barrier_option_paths, <<<n / 256, 256>>>((u64 *)bins, 100));
        expect((u64 *)bins, 1, [=](size_t) { u64 s = 0; for (int i = 0; i < n; i++) s += barrier_path(i, 100); return s; });
    }
    for (int n : {50000, 4000000}) {
        RUN(n, philox_floats, <<<264, 256>>>((float4 *)y, n));
        expect(y, 4 * size_t(n), [](size_t i) {
            uint4 r = philox(make_uint4(unsigned(i / 4), 0, 0, 0), 17, 42);
            unsigned w[4] = {r.x, r.y, r.z, r.w};
            return (w[i % 4] >> 8) * 0x1p-24;
        });
    }
}
static void strings_and_tables() {
    for (int n : {200000, 10000000}) {
        int threads = (n - 11) / 64 + 1;
        RUN(n, rabin_karp, <<<(threads + 127) / 128, 128>>>(bytes, v, n, 64, 12));
        expect(v, threads, [=](size_t t) {
            unsigned found = 0;
            for (int i = int(t) * 64; i < int(t) * 64 + 64 && i + 12 <= n; i++) {
                unsigned h = 0;
                for (int k = 0; k < 12; k++) h = h * 257 + hb[i + k];
                found += (h & 255) == 17;
            }
            return found;
        });
    }
    for (int n : {20000, 500000}) {
        RUN(n, crc32_of_records, <<<(n + 255) / 256, 256>>>(u, v, 6, n));
        expect(v, n, [=](size_t i) {
            unsigned crc = ~0u;
            for (int k = 0; k < 24; k++) crc = crc >> 8 ^ host_crc[(crc ^ hu[k / 4 * n + i] >> k % 4 * 8) & 255];
            return ~crc;
        });
    }
    for (int n : {100000, 5000000}) {
        RUN(n, apply_polynomial, <<<(n + 255) / 256, 256>>>(x, y, 40, n));
        expect(y, n, [](size_t i) { double r = 0; for (int k = 40; k >= 0; k--) r = r * hx[i] + 1 + (host_crc[k] >> 9) * 0x1p-23; return r; }, 1e-4);
    }
    for (int n : {300000, 12000000}) {
        RUN(n, bit_tricks, <<<396, 384>>>(u, v, n));
        expect(v, n, [](size_t i) {
            unsigned w = hu[i], r = 0, first = 0, clz = 32, bytes8[8], m = 0;
            for (int b = 0; b < 32; b++) {
                r |= (w >> b & 1) << (31 - b), m += w >> b & 1;
                if (w >> b & 1) clz = 31 - b;
                if (w >> b & 1 && !first) first = b + 1;
            }
            for (int k = 0; k < 8; k++) bytes8[k] = (k < 4 ? w : ~w) >> k % 4 * 8 & 255;
            return (r ^ (w << 7 | w >> 25)) + m * 3 + clz + first + (bytes8[5] | bytes8[1] << 8 | bytes8[6] << 16 | bytes8[3] << 24);
        });
    }
    for (int n : {256, 2048}) {
        RUN(n, to_morton_order, <<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, n));
        expect(y, n * n, [=](size_t at) { int c = 0, r = 0; for (int b = 0; b < 12; b++) c |= (at >> 2 * b & 1) << b, r |= (at >> (2 * b + 1) & 1) << b; return hx[r * n + c]; });
    }
    for (int blocks : {16, 264}) {
        clear_before(bins, 1);
        RUN(blocks, sieve_segments, <<<blocks, 128, 8192>>>(bins, 8192));
        expect(bins, 1, [=](size_t) {
            std::vector<bool> no(blocks * 8192, false);
            unsigned many = 0;
            for (size_t p = 2; p < no.size(); p++) {
                many += !no[p];
                for (size_t m = p * p; !no[p] && m < no.size(); m += p) no[m] = true;
            }
            return many;
        });
    }
    for (int items : {50}) {
        RUN(items, knapsack, <<<1, 1024, 2001 * 4>>>(u, v, items, 2000));
        std::vector<unsigned> best(2001, 0);
        for (int k = 0; k < items; k++)
            for (int c = 2000, w = 1 + hu[k] % 100; c >= w; c--) best[c] = std::max(best[c], best[c - w] + 1 + (hu[k] >> 8) % 50);
        expect(v, 2001, [&](size_t i) { return best[i]; });
    }
    for (int n : {300, 2000}) {
        RUN(n, floyd_warshall_step, <<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(u, v, n / 3, n));
        expect(v, n * n, [=](size_t i) { return std::min(hu[i], hu[i / n * n + n / 3] + hu[n / 3 * n + i % n]); });
    }
    for (int n : {3000, 60000}) {
        RUN(n, common_subsequences, <<<(n + 127) / 128, 128>>>((const u64 *)u, (const u64 *)u + M, v, n));
        expect(v, n, [](size_t i) { auto word = [](size_t k) { return hu[2 * k] | u64(hu[2 * k + 1]) << 32; }; return common_length(word(i), word(M + i)); }, 0, 1000);
    }
    for (int blocks : {64, 4096}) {
        RUN(blocks, fft_in_block, <<<blocks, 256>>>((const float2 *)x, (float2 *)y));
        expect(y, blocks * K, [](size_t at) {
            size_t f = at / 2 % 512, base = at / 1024 * 1024;
            double re = 0, im = 0;
            for (size_t k = 0; k < 512; k++) {
                double a = -2 * 3.14159265358979 * (f * k % 512) / 512, c = std::cos(a), s = std::sin(a);
                re += hx[base + 2 * k] * c - hx[base + 2 * k + 1] * s, im += hx[base + 2 * k] * s + hx[base + 2 * k + 1] * c;
            }
            return at % 2 ? im : re;
        }, 1e-2, 300);
    }
    for (int n : {256 * K, 16 * M}) {
        RUN(n, walsh_hadamard, <<<n / 4096, 128>>>(x, y));
        expect(y, n, [](size_t i) { double s = 0; for (size_t k = 0; k < 1024; k++) s += __builtin_parity(unsigned(k & i)) ? -hx[i / 1024 * 1024 + k] : hx[i / 1024 * 1024 + k]; return s; }, 1e-2, 300);
    }
}
static void latency_and_occupancy() {
    for (int words : {64 * K, 16 * M}) {
        std::vector<unsigned> next(words);
        for (int i = 0; i < words; i++) next[i] = (unsigned(i) * 1664525u + 1013904223u) & (words - 1);
        unsigned *p = on_device(next);
        for (int blocks : {1, 64}) {
            RUN_AS(blocks == 1 ? "chase_pointers alone" : "chase_pointers", words, chase_pointers<<<blocks, 32>>>(p, v, 200));
            expect(v, blocks, [&](size_t b) { unsigned at = unsigned(b) * 977; for (int k = 0; k < 200; k++) at = next[at]; return at; });
        }
        cudaFree(p);
    }
    for (int hops : {1000}) {
        RUN(hops, chase_in_shared, <<<132, 64>>>(u, v, hops));
        expect(v, 132 * 64, [=](size_t i) { unsigned at = i % 64; for (int k = 0; k < hops; k++) at = (hu[at] & 1023) ^ (k & 7); return at; }, 0, 300);
    }
    for (int blocks : {1, 1056}) {
        RUN_AS("chain_of_divisions of floats", blocks, chain_of_divisions<float><<<blocks, 64>>>(x, y, 100));
        expect(y, blocks * 64, [](size_t i) { return newton_chain<float>(hx[i], 100); }, 1e-4);
        RUN_AS("chain_of_divisions of doubles", blocks, chain_of_divisions<double><<<blocks, 64>>>(x, (double *)y, 40));
        expect((double *)y, blocks * 64, [](size_t i) { return newton_chain<double>(hx[i], 40); }, 1e-9);
    }
    for (int size : {64, 1024}) {
        RUN(size, barrier_chain, <<<132, size, size * 4>>>(u, v, 200));
        expect(v, 132 * size, [=](size_t i) {
            static std::vector<unsigned> w;
            static size_t of = ~size_t(0);
            if (of != i / size * 4096 + size) {
                of = i / size * 4096 + size, w.resize(size);
                for (int t = 0; t < size; t++) w[t] = hu[i / size * size + t] & 255;
                for (int k = 0; k < 200; k++) {
                    std::vector<unsigned> o = w;
                    for (int t = 0; t < size; t++) w[t] += o[(t + 33) % size];
                }
            }
            return w[i % size];
        }, 0, 100);
    }
    for (int blocks : {1, 128}) {
        clear_before(bins, 32);
        RUN(blocks, atomics_that_return, <<<blocks, 64>>>(bins, v, 16));
        expect(bins, 32, [=](size_t i) { return (blocks / 32 + (int(i) < blocks % 32)) * 64 * 16; });
    }
    for (int n : {2 * M, 20 * M}) {
        RUN(n, huge_blocks, <<<264, 1024>>>(x, y, n));
        expect(y, n, [](size_t i) { return hx[i / 2048 * 2048 + 2047 - i % 2048] + 1; });
    }
    RUN(20000, one_thread_blocks, <<<20000, 1>>>(x, y));
    expect(y, 20000, [](size_t i) { return hx[i] * 2 + 1; });
}

int main(int argc, char **argv) {
    poison = argc > 1 && strcmp(argv[1], "check") == 0;
    once = poison || (argc > 1 && strcmp(argv[1], "once") == 0);
    hx.resize(X), hu.resize(U), hb.resize(U);
    for (int i = 0; i < X; i++) hx[i] = (mix(i + 9) & 1023) / 1024.0f;
    for (int i = 0; i < U; i++) hu[i] = mix(i + 0x50000000) >> 2, hb[i] = byte(mix(i + 0x70000000) >> 9);
    x = on_device(hx), u = on_device(hu), bytes = on_device(hb);
    y = room<float>(X), v = room<unsigned>(U), bytes_out = room<byte>(U), bins = room<unsigned>(256);
    for (int k = 0; k < 32; k++) host_mask[k] = (k * 3 % 11 + 1) / 64.0f;
    must(cudaMemcpyToSymbol(mask, host_mask, sizeof host_mask));
    for (unsigned k = 0; k < 256; k++) {
        unsigned c = k;
        for (int b = 0; b < 8; b++) c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
        host_crc[k] = c;
    }
    must(cudaMemcpyToSymbol(crc_table, host_crc, sizeof host_crc));
    std::vector<double> d(8 * M), e(8 * M);
    for (int i = 0; i < 8 * M; i++) d[i] = i % 1000, e[i] = i % 77;
    double *da = on_device(d), *db = on_device(e);
    scans_and_sums(da, db);
    stencils_and_pictures();
    matrices(da);
    cudaFree(da), cudaFree(db);
    rows();
    sparse_and_graphs(8 * K, 12);
    sparse_and_graphs(128 * K, 10);
    sorts_and_histograms();
    bodies_options_and_chance();
    strings_and_tables();
    latency_and_occupancy();
    if (once) fprintf(stderr, "%ld launches, %ld wrong\n", launches, wrong);
    return wrong > 0;
}
