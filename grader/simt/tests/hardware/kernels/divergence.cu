// Branches that an assembler cannot turn into predicates: loops with different trip counts, nesting, early exits.
#include "fixture.h"

enum { BLOCK = 128, GRID = 16, N = BLOCK * GRID, SIDE = 64 };

__global__ void collatz(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, value = in[i] + 1, steps = 0;
    while (value != 1) {
        if (value % 2 == 0) {
            value /= 2;
        } else {
            value = 3 * value + 1;
        }
        steps++;
    }
    out[i] = steps;
}

__global__ void trip_counts(const unsigned *in, const unsigned *counts, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (unsigned k = 0; k < counts[i] % 24; k++)
        sum = sum * 3 + in[(i * 7 + k) % n];
    out[i] = sum;
}

__global__ void nested(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, value = in[i], sum = 0;
    if (value % 3 == 0) {
        for (unsigned k = 0; k < value % 8; k++)
            sum += in[(i + k) % n];
        if (value % 2 == 0)
            for (unsigned k = 0; k < value % 11; k++)
                sum ^= in[(i * 3 + k) % n];
    } else {
        for (unsigned k = value % 5; k > 0; k--)
            sum += 2 * in[(i + n - k) % n];
    }
    out[i] = sum;
}

__global__ void early_exit(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] % 4 == 0)
        return;
    unsigned place = 0;
    for (unsigned k = 0; k < 64; k++) {
        if (in[(i + k) % n] % 16 == 5) {
            place = k;
            break;
        }
        if (in[(i + k) % n] % 64 == 9)
            continue;
        place += in[(i + 2 * k) % n];
    }
    out[i] = place;
}

__global__ void switch_cases(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, value = in[i], result = 0;
    switch (value % 5) {
    case 0:
        for (unsigned k = 0; k < 6; k++)
            result += in[(i + k * k) % n];
        break;
    case 1:
        result = in[value % n] * 5;
        break;
    case 2:
        for (unsigned k = 0; k < value % 7; k++)
            result ^= in[(value + k) % n];
        break;
    case 3:
        result = out[i] + 1;
        break;
    default:
        result = value;
    }
    out[i] = result;
}

__global__ void binary_search(const unsigned *sorted, const unsigned *keys, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, key = keys[i] * 9, low = 0, high = n;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (sorted[middle] == key) {
            low = middle;
            break;
        }
        if (sorted[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

// Rows of a sparse matrix have 0 to 15 entries: one thread walks one row.
__global__ void sparse_rows(const unsigned *row, const unsigned *column, const float *in, float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;
    for (unsigned k = row[i]; k < row[i + 1]; k++)
        sum += in[column[k]];
    out[i] = sum;
}

__global__ void mandelbrot(unsigned *out)
{
    unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float cr = -2.0f + 3.0f * x / SIDE, ci = -1.5f + 3.0f * y / SIDE, re = 0.0f, im = 0.0f;
    unsigned k = 0;
    while (k < 100 && re * re + im * im < 4.0f) {
        float next = re * re - im * im + cr;
        im = 2.0f * re * im + ci;
        re = next;
        k++;
    }
    out[y * SIDE + x] = k;
}

int main(void)
{
    unsigned *in = device_input<unsigned>(N, 1000);
    unsigned *counts = device_input<unsigned>(N + 7, 333);
    float *floats = device_input<float>(N, 100);
    unsigned *out = device_zeros<unsigned>(SIDE * SIDE);
    unsigned host[N + 1], columns[16 * N];
    for (unsigned i = 0; i < N; i++)
        host[i] = 4 * i + i % 3;
    unsigned *sorted = device_zeros<unsigned>(N);
    must(cudaMemcpy(sorted, host, N * sizeof *host, cudaMemcpyHostToDevice), "cudaMemcpy");
    host[0] = 0;
    for (unsigned i = 0; i < N; i++)
        host[i + 1] = host[i] + mixed(i) % 16;
    for (unsigned i = 0; i < host[N]; i++)
        columns[i] = mixed(i + 77) % N;
    unsigned *rows = device_zeros<unsigned>(N + 1), *column = device_zeros<unsigned>(16 * N);
    must(cudaMemcpy(rows, host, sizeof host, cudaMemcpyHostToDevice), "cudaMemcpy");
    must(cudaMemcpy(column, columns, host[N] * sizeof *columns, cudaMemcpyHostToDevice), "cudaMemcpy");
    collatz<<<GRID, BLOCK>>>(in, out);
    show("collatz", out, N);
    trip_counts<<<GRID, BLOCK>>>(in, counts, out, N);
    show("trip_counts", out, N);
    nested<<<GRID, BLOCK>>>(in, out, N);
    show("nested", out, N);
    early_exit<<<GRID, BLOCK>>>(in, out, N);
    show("early_exit", out, N);
    switch_cases<<<GRID, BLOCK>>>(in, out, N);
    show("switch_cases", out, N);
    binary_search<<<GRID, BLOCK>>>(sorted, in, out, N);
    show("binary_search", out, N);
    sparse_rows<<<GRID, BLOCK>>>(rows, column, floats, (float *)out);
    show("sparse_rows", out, N);
    mandelbrot<<<dim3(SIDE / 16, SIDE / 16), dim3(16, 16)>>>(out);
    show("mandelbrot", out, SIDE * SIDE);
    cudaFree(in);
    cudaFree(counts);
    cudaFree(floats);
    cudaFree(sorted);
    cudaFree(rows);
    cudaFree(column);
    cudaFree(out);
    return 0;
}
