// cuBLAS's products of halves, of bytes, and of halves into floats: operands turned, factors of the kind that is computed with.
#include <cublas_v2.h>
#include <stdio.h>

int main() {
    half a[6], b[6], small[4], one = __float2half(1), zero = __float2half(0);
    signed char bytes[8] = {1, 2, 3, 4, 5, 6, 7, -8};
    float wide[4] = {1, 1, 1, 1}, two = 2, same = 1;
    int whole[4], once = 1, never = 0;
    for (int i = 0; i < 6; i++) {
        a[i] = __float2half(i + 0.5f);
        b[i] = __float2half(1.0f / (i + 1));
    }
    half *da, *db, *dsmall;
    signed char *dbytes;
    float *dwide;
    int *dwhole;
    cudaMalloc(&da, sizeof a), cudaMalloc(&db, sizeof b), cudaMalloc(&dsmall, sizeof small);
    cudaMalloc(&dbytes, sizeof bytes), cudaMalloc(&dwide, sizeof wide), cudaMalloc(&dwhole, sizeof whole);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemcpy(dbytes, bytes, sizeof bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dwide, wide, sizeof wide, cudaMemcpyHostToDevice);
    cublasHandle_t handle;
    cublasCreate(&handle);
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 3, &two, da, CUDA_R_16F, 2, db, CUDA_R_16F, 3, &same, dwide, CUDA_R_32F, 2, CUDA_R_32F, CUBLAS_GEMM_DFALT_TENSOR_OP);
    cublasHgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 3, &one, da, 3, db, 3, &zero, dsmall, 2);
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &once, dbytes, CUDA_R_8I, 2, dbytes + 4, CUDA_R_8I, 2, &never, dwhole, CUDA_R_32I, 2, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT);
    cudaMemcpy(wide, dwide, sizeof wide, cudaMemcpyDeviceToHost);
    cudaMemcpy(small, dsmall, sizeof small, cudaMemcpyDeviceToHost);
    cudaMemcpy(whole, dwhole, sizeof whole, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        printf("%.4f %.4f %d\n", wide[i], __half2float(small[i]), whole[i]);
    cublasHgemmStridedBatched(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 3, &one, da, 3, 3, db, 3, 3, &zero, dsmall, 1, 1, 2);
    cudaMemcpy(small, dsmall, sizeof small, cudaMemcpyDeviceToHost);
    printf("%.4f %.4f\n", __half2float(small[0]), __half2float(small[1]));
    cublasDestroy(handle);
    cudaFree(da), cudaFree(db), cudaFree(dsmall), cudaFree(dbytes), cudaFree(dwide), cudaFree(dwhole);
}

/* simt --quiet --
7.4993 2.0840 26
11.1658 7.5820 38
3.7494 0.8413 -18
4.9825 2.6914 -20
2.0840 2.6914
--
status 0 */
