/* Loops under omp simd: begin, each iteration, end. */
#include <stdio.h>

// expect: lockstep_simd_begin
// expect: lockstep_simd_iteration
// expect: lockstep_simd_end
int main(void) {
    static float a[100], b[100];
    float sum = 0;
#pragma omp simd
    for (int i = 0; i < 100; i++) {
        a[i] = (float)i; // 0 loads 1 stores
    }
#pragma omp simd safelen(4)
    for (int i = 4; i < 100; i++) {
        b[i] = a[i - 4] + 1; // 1 loads 1 stores
    }
#pragma omp parallel for simd simdlen(8) reduction(+ : sum)
    for (int i = 0; i < 100; i++) {
        sum += b[i]; // 1 loads 0 stores
    }
    printf("%g\n", sum);
    return sum == 4656 ? 0 : 1;
}
