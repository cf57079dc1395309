// cuBLAS: vectors, matrices with room below their columns, turned operands, factors on the device; and a call that is wrong.
#include <cublas_v2.h>
#include <stdio.h>

static void show(const char *what, const double *numbers, int count) {
    printf("%s:", what);
    for (int i = 0; i < count; i++)
        printf(" %g", numbers[i]);
    printf("\n");
}

int main() {
    enum { N = 6 };
    cublasHandle_t handle;
    float x[N] = {3, -4, 0, 1, 2, -6}, y[N] = {1, 1, 1, 1, 1, 1}, alpha = 2, dot, norm, sum, *dx, *dy;
    int most, least;
    cublasCreate(&handle);
    cudaMalloc(&dx, sizeof x);
    cudaMalloc(&dy, sizeof y);
    cublasSetVector(N, sizeof *x, x, 1, dx, 1);
    cublasSetVector(N, sizeof *y, y, 1, dy, 1);
    cublasSaxpy(handle, N, &alpha, dx, 1, dy, 1);
    cublasSdot(handle, N, dx, 1, dy, 1, &dot);
    cublasSnrm2(handle, N, dx, 1, &norm);
    cublasSasum(handle, N / 2, dx, 2, &sum);
    cublasIsamax(handle, N, dx, 1, &most);
    cublasIsamin(handle, N, dx, 1, &least);
    cublasSscal(handle, N / 2, &alpha, dy, 2);
    cublasGetVector(N, sizeof *y, dy, 1, y, 1);
    printf("%g %g %g %d %d:", dot, norm, sum, most, least);
    for (float number : y)
        printf(" %g", number);
    printf("\n");

    // A is 2 x 3 in columns of 4; B is 3 x 2; C is 2 x 2.
    double a[12] = {1, 4, -1, -1, 2, 5, -1, -1, 3, 6, -1, -1}, b[6] = {1, 0, 1, 0, 2, 1}, c[4] = {1, 1, 1, 1}, v[3], one = 1, half = 0.5, zero = 0;
    double *da, *db, *dc, *dv, *dfactors;
    cudaMalloc(&da, sizeof a);
    cudaMalloc(&db, sizeof b);
    cudaMalloc(&dc, sizeof c);
    cudaMalloc(&dv, sizeof v);
    cudaMalloc(&dfactors, 2 * sizeof one);
    cublasSetMatrix(2, 3, sizeof *a, a, 4, da, 4);
    cublasSetMatrix(3, 2, sizeof *b, b, 3, db, 3);
    cublasSetMatrix(2, 2, sizeof *c, c, 2, dc, 2);
    cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &one, da, 4, db, 3, &half, dc, 2);
    cublasGetMatrix(2, 2, sizeof *c, dc, 2, c, 2);
    show("A B + C / 2", c, 4);
    cublasDgemm(handle, CUBLAS_OP_T, CUBLAS_OP_T, 2, 2, 2, &one, db, 3, da, 4, &zero, dc, 2);
    cublasGetMatrix(2, 2, sizeof *c, dc, 2, c, 2);
    show("part of B' A'", c, 4);
    cudaMemcpy(dfactors, &one, sizeof one, cudaMemcpyHostToDevice);
    cudaMemcpy(dfactors + 1, &zero, sizeof zero, cudaMemcpyHostToDevice);
    cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
    cublasDgemv(handle, CUBLAS_OP_T, 2, 3, dfactors, da, 4, db, 1, dfactors + 1, dv, 1);
    cudaMemcpy(v, dv, sizeof v, cudaMemcpyDeviceToHost);
    show("A' b", v, 3);
    printf("%s\n", cublasGetStatusName(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &one, da, 1, db, 3, &zero, dc, 2)));
    cublasDestroy(handle);
    cudaFree(dx);
    cudaFree(dy);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    cudaFree(dv);
    cudaFree(dfactors);
}

/* simt --quiet
128 8.12404 5 6 3: 14 -7 2 3 10 -11
A B + C / 2: 4.5 10.5 7.5 16.5
part of B' A': 1 4 4 10
A' b: 1 2 3
CUBLAS_STATUS_INVALID_VALUE
--
note: failed call
  cublasDgemm at linear_algebra.cu:58 returned cudaErrorInvalidValue: a size is
  negative, a step is 0, or a leading dimension is less than the matrix has
  rows. Nothing was done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 0 */
