// What looks like a fault and is none: a struct copied with its padding, and a loop that waits for the clock.
#include <stdio.h>

struct record {
    char tag;
    double value;
    short count;
};

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
    record *records, host[32];
    int *out, printed[2];
    cudaMalloc(&records, 2 * sizeof host);
    cudaMalloc(&out, sizeof printed);
    fill<<<1, 32>>>(records);
    copy<<<1, 32>>>(records + 32, records);
    cudaMemcpy(host, records + 32, sizeof host, cudaMemcpyDeviceToHost);
    printf("%c %g\n", host[5].tag, host[5].value);
    wait<<<1, 1>>>(out);
    cudaMemcpy(printed, out, sizeof printed, cudaMemcpyDeviceToHost);
    printf("%d %d\n", printed[0], printed[1]);
    cudaFree(records);
    cudaFree(out);
}

/* simt --quiet
a 5
2 and text
no argument
2 0
--
status 0 */
