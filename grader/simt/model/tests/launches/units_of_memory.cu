/*
 * What a unit of memory does with accesses of one kind: atomics of several operations on words in no order, stores of bytes and of
 * quarters of lines, loads of lines at several distances from each other. Each launch runs once, for Nsight Compute; `names` lists them.
 *
 *     nvcc -O3 -std=c++17 -arch=native units_of_memory.cu -o units_of_memory; ./units_of_memory names
 *     ncu --clock-control none --metrics gpu__time_duration.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum,l1tex__m_l1tex2xbar_write_sectors.sum,l1tex__data_pipe_lsu_wavefronts.sum ./units_of_memory
 */
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

#define AT (blockIdx.x * (size_t)blockDim.x + threadIdx.x)

enum operation { ADD, ADD_AND_TAKE, EXCHANGE, SWAP, MOST, MOST_AND_TAKE, ADD_LONG, ADD_FLOAT };

__device__ inline unsigned scatter(unsigned i) { return i * 2654435761u >> 8; }

template <operation OP> __global__ void atomics(unsigned *to, unsigned *out, unsigned words) {
    unsigned i = AT, old = 0, *at = &to[scatter(i) % words];
    if (OP == ADD) atomicAdd(at, i);
    if (OP == ADD_AND_TAKE) old = atomicAdd(at, i);
    if (OP == EXCHANGE) old = atomicExch(at, i);
    if (OP == SWAP) old = atomicCAS(at, 0u, i);
    if (OP == MOST) atomicMax(at, i);
    if (OP == MOST_AND_TAKE) old = atomicMax(at, i);
    if (OP == ADD_LONG) atomicAdd((unsigned long long *)to + scatter(i) % (words / 2), 1ull);
    if (OP == ADD_FLOAT) atomicAdd((float *)at, 1.0f);
    if (OP == ADD_AND_TAKE || OP == EXCHANGE || OP == SWAP || OP == MOST_AND_TAKE) out[i] = old;
}

/* A lane stores `times` numbers beside each other, one after the other; lanes are `apart` numbers from each other. */
template <class T, int TIMES> __global__ void beside(T *to, int apart) {
    T *mine = to + AT * apart;
#pragma unroll
    for (int k = 0; k < TIMES; k++) mine[k] = T{};
}

/* Eight groups of four lanes, whose words lie `apart` words from each other; L1 holds them. */
__global__ void lines(const float *from, float *out, int apart, int rounds) {
    const float *mine = from + threadIdx.x % 8 * apart;
    float sum = 0;
    for (int k = 0; k < rounds; k++) sum += mine[k & 31];
    out[AT] = sum;
}

static bool names;
template <class F> static void launch(const char *name, int a, int b, F run) {
    if (names) {
        printf("%s,%d,%d\n", name, a, b);
    } else {
        run();
        cudaDeviceSynchronize();
    }
}
#define ATOMICS(OP, words) launch("atomics " #OP, words, 1 << 22, [=] { atomics<OP><<<16384, 256>>>((unsigned *)to, (unsigned *)out, words); })
#define BESIDE(T, TIMES, apart, blocks, threads) launch("beside " #T " " #TIMES " " #apart, blocks, threads, [=] { beside<T, TIMES><<<blocks, threads>>>((T *)to, apart); })

int main(int argc, char **argv) {
    names = argc > 1 && strcmp(argv[1], "names") == 0;
    char *to = NULL, *out = NULL;
    if (!names) cudaMalloc((void **)&to, 1 << 28), cudaMalloc((void **)&out, 1 << 26), cudaMemset(to, 0, 1 << 28), cudaMemset(out, 0, 1 << 26);
    if (names) printf("name,a,b\n");
    for (int words : {1 << 22, 1 << 16, 1 << 10, 1 << 6}) {
        ATOMICS(ADD, words);
        ATOMICS(ADD_AND_TAKE, words);
        ATOMICS(EXCHANGE, words);
        ATOMICS(SWAP, words);
        ATOMICS(MOST, words);
        ATOMICS(MOST_AND_TAKE, words);
        ATOMICS(ADD_LONG, words);
        ATOMICS(ADD_FLOAT, words);
    }
    for (int threads : {32, 128, 512}) {
        BESIDE(char, 4, 4, 132, threads);
        BESIDE(char, 8, 8, 132, threads);
        BESIDE(short, 2, 2, 132, threads);
        BESIDE(short, 8, 8, 132, threads);
        BESIDE(int, 4, 4, 132, threads);
        BESIDE(int4, 2, 2, 132, threads);
        BESIDE(int4, 4, 4, 132, threads);
        BESIDE(int4, 2, 4, 132, threads);
        BESIDE(int2, 4, 4, 132, threads);
        BESIDE(int2, 8, 8, 132, threads);
    }
    BESIDE(char, 4, 4, 8448, 256);
    BESIDE(short, 4, 4, 8448, 256);
    BESIDE(int, 4, 4, 8448, 256);
    BESIDE(int4, 4, 4, 8448, 256);
    for (int apart : {32, 64, 96, 100, 125, 128, 256, 300, 416, 500, 512, 544, 1000, 1024, 1056}) launch("lines", apart, 2048, [=] { lines<<<132, 1024>>>((float *)to, (float *)out, apart, 2048); });
    return cudaGetLastError() != cudaSuccess;
}
