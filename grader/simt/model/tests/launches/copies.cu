/* What allocations and copies of pageable memory take by size, host caches warm and cold. Lines: what,bytes,median,least,most (µs, the host's clock) */
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
static double now() { return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
static char *dirt; static const size_t DIRT = 512 << 20;
static void wash() { static char v; v++; for (size_t i = 0; i < DIRT; i += 64) dirt[i] += v; }
template <class F> static void say(const char *what, size_t n, bool cold, F f) {
    std::vector<double> t;
    for (int r = 0; r < (cold ? 7 : 15); r++) { if (cold) wash(); cudaDeviceSynchronize(); double b = now(); double inner = f(); double took = inner > 0 ? inner : now() - b; if (r > 1) t.push_back(took); }
    std::sort(t.begin(), t.end());
    printf("%s,%zu,%.2f,%.2f,%.2f\n", what, n, t[t.size() / 2], t[0], t.back());
}
int main() {
    cudaFree(0); dirt = (char *)malloc(DIRT); memset(dirt, 1, DIRT);
    printf("what,bytes,us,least,most\n");
    for (size_t n = 4096; n <= (16 << 20); n *= 2) {
        char *host = (char *)malloc(n), *there; memset(host, 3, n); cudaMalloc(&there, n);
        void *p;
        say("cudaMalloc", n, false, [&] { double b = now(); cudaMalloc(&p, n); double t = now() - b; cudaFree(p); return t; });
        say("cudaFree", n, false, [&] { cudaMalloc(&p, n); double b = now(); cudaFree(p); return now() - b; });
        say("h2d warm", n, false, [&] { cudaMemcpy(there, host, n, cudaMemcpyHostToDevice); return 0.0; });
        say("h2d cold", n, true, [&] { cudaMemcpy(there, host, n, cudaMemcpyHostToDevice); return 0.0; });
        say("malloc+copy+free warm", n, false, [&] { cudaMalloc(&p, n); cudaMemcpy(p, host, n, cudaMemcpyHostToDevice); cudaFree(p); return 0.0; });
        say("malloc+copy+free cold", n, true, [&] { cudaMalloc(&p, n); cudaMemcpy(p, host, n, cudaMemcpyHostToDevice); cudaFree(p); return 0.0; });
        cudaFree(there); free(host);
    }
    return 0;
}
