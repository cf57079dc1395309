/* Reductions of sections of what stands at file scope: each thread works on a copy. */
#include <stdio.h>
#include <stdlib.h>

// clean
// expect: __kmpc_reduce
enum { N = 1009 };
static unsigned table[256];
unsigned wide[64], *list;
static int most[4];
static unsigned char data[N];

static unsigned sum(const unsigned *of, int count) {
    unsigned all = 0;
    for (int i = 0; i < count; i++) {
        all = all * 3 + of[i];
    }
    return all;
}

int main(void) {
    int first = 8, parts = 32;
    list = calloc(16, sizeof *list);
    for (int i = 0; i < N; i++) {
        data[i] = (unsigned char)(i * 7 % 251);
    }
#pragma omp parallel for reduction(+ : table[:256])
    for (int i = 0; i < N; i++) {
        table[data[i]]++;
        table[5] += 2;
    }
#pragma omp parallel
    {
#pragma omp for reduction(+ : wide [first:parts]) reduction(max : most [1:2])
        for (int i = 0; i < N; i++) {
            wide[first + data[i] % parts]++;
            most[1 + i % 2] = most[1 + i % 2] > data[i] ? most[1 + i % 2] : data[i];
        }
#pragma omp single
        wide[0] = wide[first];
    }
#pragma omp parallel for reduction(+ : list [4:8])
    for (int i = 0; i < N; i++) {
        list[4 + data[i] % 8]++;
    }
    printf("%u %u %u %d %d\n", sum(table, 256), sum(wide, 64), sum(list, 16), most[1], most[2]);
    free(list);
    return table[5] == 4 + 2 * N ? 0 : 1;
}
