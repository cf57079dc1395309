// cuBLAS, cuFFT and cuRAND compute on the host, which no graph can hold: each says so, and works again after the capture.
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <stdio.h>

int main()
{
    cublasHandle_t blas;
    cufftHandle plan;
    curandGenerator_t generator;
    cudaStream_t stream;
    cudaGraph_t graph;
    float *x, two = 2, first;
    cudaMalloc(&x, 16 * sizeof *x);
    cudaMemset(x, 0, 16 * sizeof *x);
    cudaStreamCreate(&stream);
    cublasCreate(&blas);
    cublasSetStream(blas, stream);
    cufftPlan1d(&plan, 8, CUFFT_C2C, 1);
    cufftSetStream(plan, stream);
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
    curandSetStream(generator, stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    printf("%s\n", cublasGetStatusName(cublasSscal(blas, 16, &two, x, 1)));
    printf("%d\n", cufftExecC2C(plan, (cufftComplex *)x, (cufftComplex *)x, CUFFT_FORWARD) == CUFFT_SUCCESS);
    printf("%d\n", curandGenerateUniform(generator, x, 16) == CURAND_STATUS_SUCCESS);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphDestroy(graph);
    printf("%d\n", curandGenerateUniform(generator, x, 16) == CURAND_STATUS_SUCCESS);
    printf("%s\n", cublasGetStatusName(cublasSscal(blas, 16, &two, x, 1)));
    cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
    printf("%.6f\n", first);
    cublasDestroy(blas);
    cufftDestroy(plan);
    curandDestroyGenerator(generator);
    cudaStreamDestroy(stream);
    cudaFree(x);
}

/* simt --quiet
CUBLAS_STATUS_NOT_SUPPORTED
0
0
1
CUBLAS_STATUS_SUCCESS
0.798093
--
note: failed call
  cublasSscal at library_in_capture.cu:25 returned cudaErrorNotSupported: the
  stream is being captured, and this library computes on the host here: call it
  before the capture or after it, or write the step as a kernel. Nothing was
  done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

note: failed call
  cufftExecC2C at library_in_capture.cu:26 returned cudaErrorInvalidValue: the
  stream is being captured, and this library computes on the host here: call it
  before the capture or after it, or write the step as a kernel. Nothing was
  done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

note: failed call
  curandGenerateUniform at library_in_capture.cu:27 returned
  cudaErrorInvalidValue: the stream is being captured, and this library
  computes on the host here: call it before the capture or after it, or write
  the step as a kernel. Nothing was done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 0 */
