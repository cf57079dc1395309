// A sparse matrix by rows and by coordinates, times a vector, a matrix, and as its own transpose.
#include <cstdio>
#include <cusparse.h>

template <class T> T *on_device(const T *from, int count) {
    T *to;
    cudaMalloc(&to, count * sizeof(T));
    cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyHostToDevice);
    return to;
}

template <class T> void show(const char *what, const T *from, int count) {
    T numbers[8];
    cudaMemcpy(numbers, from, count * sizeof(T), cudaMemcpyDeviceToHost);
    printf("%s:", what);
    for (int i = 0; i < count; i++)
        printf(" %g", (double)numbers[i]);
    puts("");
}

int main() {
    // 1 0 2 0
    // 0 0 3 4
    // 5 6 0 0
    const int starts[] = {0, 2, 4, 6}, rows[] = {1, 1, 2, 2, 3, 3}, columns[] = {0, 2, 2, 3, 0, 1}, wrong[] = {0, 2, 2, 9, 0, 1};
    const float values[] = {1, 2, 3, 4, 5, 6}, x[] = {1, 2, 3, 4}, y[] = {10, 20, 30};
    const double dense[] = {1, 0, 0, 1, 2, 2, 2, 2}, zeros[6] = {};
    int *ds = on_device(starts, 4), *dc = on_device(columns, 6), *dr = on_device(rows, 6), *dw = on_device(wrong, 6), from_one[6];
    float *dv = on_device(values, 6), *dx = on_device(x, 4), *dy = on_device(y, 3);
    double *dd = on_device(dense, 8), *dz = on_device(zeros, 6), two = 2, none = 0;
    cusparseHandle_t handle;
    cusparseSpMatDescr_t csr, coo, bad;
    cusparseDnVecDescr_t vx, vy;
    cusparseDnMatDescr_t md, mz;
    cusparseCreate(&handle);
    cusparseCreateCsr(&csr, 3, 4, 6, ds, dc, dv, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateCsr(&bad, 3, 4, 6, ds, dw, dv, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&vx, 4, dx, CUDA_R_32F);
    cusparseCreateDnVec(&vy, 3, dy, CUDA_R_32F);
    float alpha = 2, beta = 1;
    size_t bytes;
    cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, vx, &beta, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes);
    cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, vx, &beta, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL);
    show("twice A x, and y", dy, 3);
    beta = 0, alpha = 1;
    cusparseSpMV(handle, CUSPARSE_OPERATION_TRANSPOSE, &alpha, csr, vy, &beta, vx, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL);
    show("A' y", dx, 4);

    for (int i = 0; i < 6; i++)
        from_one[i] = columns[i] + 1;
    cudaMemcpy(dc, from_one, sizeof from_one, cudaMemcpyHostToDevice);
    cusparseCreateCoo(&coo, 3, 4, 6, dr, dc, dv, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE, CUDA_R_32F);
    cusparseCreateDnMat(&md, 4, 2, 4, dd, CUDA_R_64F, CUSPARSE_ORDER_COL);
    cusparseCreateDnMat(&mz, 3, 2, 2, dz, CUDA_R_64F, CUSPARSE_ORDER_ROW);
    cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &two, coo, md, &none, mz, CUDA_R_64F, CUSPARSE_SPMM_ALG_DEFAULT, NULL);
    show("twice A B, by rows", dz, 6);

    cusparseStatus_t status = cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, bad, vx, &beta, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL);
    printf("%s\n", cusparseGetErrorName(status));
    cusparseDestroySpMat(csr), cusparseDestroySpMat(coo), cusparseDestroySpMat(bad);
    cusparseDestroyDnVec(vx), cusparseDestroyDnVec(vy), cusparseDestroyDnMat(md), cusparseDestroyDnMat(mz);
    cusparseDestroy(handle);
    cudaFree(ds), cudaFree(dc), cudaFree(dr), cudaFree(dw), cudaFree(dv), cudaFree(dx), cudaFree(dy), cudaFree(dd), cudaFree(dz);
}

/* simt --quiet
twice A x, and y: 24 70 64
A' y: 344 384 258 280
twice A B, by rows: 2 12 8 28 10 44
CUSPARSE_STATUS_INVALID_VALUE
--
note: failed call
  cusparseSpMV at sparse.cu:58 returned cudaErrorInvalidValue: a size does not
  fit, or an index lies outside of the matrix. Nothing was done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 0 */
