// What looks like a fault and is none: equal vectors from several blocks, a struct copied with its padding, a barrier
// at which one warp arrives and another waits, and a loop that waits for the clock.
#include <stdio.h>

struct record {
    char tag;
    double value;
    short count;
};

__global__ void equal(int4 *all)
{
    *all = make_int4(1, 2, 3, 4);
}

__global__ void fill(record *records)
{
    records[threadIdx.x].tag = 'a';
    records[threadIdx.x].value = threadIdx.x;
    records[threadIdx.x].count = 7;
}

__global__ void copy(record *to, const record *from)
{
    to[threadIdx.x] = from[threadIdx.x];
}

__global__ void hand_over(int *out)
{
    __shared__ int box[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        box[lane] = lane * lane;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[lane] = box[lane];
    }
}

__global__ void wait(int *printed)
{
    long long start = clock64();
    while (clock64() - start < 1000000000) {
    }
    printed[0] = printf("%d and %s\n", 2, "text");
    printed[1] = printf("no argument\n");
}

int main(void)
{
    int4 *all;
    record *records, host[32];
    int *out, squares[32];
    cudaMalloc(&all, sizeof *all);
    cudaMalloc(&records, 2 * sizeof host);
    cudaMalloc(&out, sizeof squares);
    equal<<<4, 64>>>(all);
    fill<<<1, 32>>>(records);
    copy<<<1, 32>>>(records + 32, records);
    hand_over<<<1, 64>>>(out);
    cudaMemcpy(host, records + 32, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(squares, out, sizeof squares, cudaMemcpyDeviceToHost);
    printf("%c %g %d\n", host[5].tag, host[5].value, squares[31]);
    wait<<<1, 1>>>(out);
    cudaMemcpy(squares, out, sizeof squares, cudaMemcpyDeviceToHost);
    printf("%d %d\n", squares[0], squares[1]);
    cudaFree(all);
    cudaFree(records);
    cudaFree(out);
}

/* simt --quiet
a 5 961
2 and text
no argument
2 0
--
status 0 */
