/* Arrays of arrays, also as parameters; collapse. */
#include <stdio.h>

enum { N = 12, M = 9 };
static float a[N][M], b[M][N];
static float *const middle = &a[N / 2][3]; /* an address as an initial value */

static void transpose(float to[M][N], float from[N][M]) {
#pragma omp parallel for collapse(2) schedule(static, 5)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            to[j][i] = from[i][j]; // 3 loads 1 stores
        }
    }
}

int main(void) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < M; j++) {
            a[i][j] = (float)(i * M + j);
        }
    }
    transpose(b, a);
    printf("%g %g\n", b[M - 1][N - 1], *middle);
    return b[M - 1][N - 1] == N * M - 1 ? 0 : 1;
}
