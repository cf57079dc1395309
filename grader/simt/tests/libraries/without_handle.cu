// cuBLAS as it was before version 4: no handle, factors by value, results returned, the status asked for afterwards.
#include <cublas.h>
#include <stdio.h>

int main() {
    float a[4] = {1, 2, 3, 4}, c[4], *da, *dc;
    cublasStatus status = cublasInit();
    cublasAlloc(4, sizeof *a, (void **)&da);
    cublasAlloc(4, sizeof *c, (void **)&dc);
    cublasSetMatrix(2, 2, sizeof *a, a, 2, da, 2);
    cublasSgemm('n', 'T', 2, 2, 2, 1.0f, da, 2, da, 2, 0.0f, dc, 2);
    cublasGetMatrix(2, 2, sizeof *c, dc, 2, c, 2);
    printf("%d: %g %g %g %g\n", status, c[0], c[1], c[2], c[3]);
    cublasSgemv('t', 2, 2, 2.0f, da, 2, da, 1, 0.0f, dc, 1);
    cublasSaxpy(2, 0.5f, da, 1, dc, 1);
    cublasGetVector(2, sizeof *c, dc, 1, c, 1);
    printf("%g %g, %g %g %g, %d %d\n", c[0], c[1], cublasSdot(4, da, 1, da, 1), cublasSasum(4, da, 1), cublasSnrm2(1, da, 1),
           cublasIsamax(4, da, 1), cublasIsamin(4, da, 1));
    printf("%d", cublasGetError());
    cublasSgemm('n', 'n', -1, 2, 2, 1.0f, da, 2, da, 2, 0.0f, dc, 2);
    printf(" %s", cublasGetStatusName(cublasGetError()));
    printf(" %d\n", cublasGetError());
    cublasFree(da);
    cublasFree(dc);
    return cublasShutdown();
}

/* simt --quiet
0: 10 14 14 20
10.5 23, 30 10 1, 4 1
0 CUBLAS_STATUS_INVALID_VALUE 0
--
note: failed call
  cublasSgemm at without_handle.cu:20 returned cudaErrorInvalidValue: a size is
  negative, a step is 0, or a leading dimension is less than the matrix has
  rows. Nothing was done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 0 */
