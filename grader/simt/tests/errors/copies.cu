// Copies that are too long, in the wrong direction, from freed memory or to nowhere: each with its line.
#include <cstdio>

int main() {
    int *a, *freed, *pinned, host[64] = {0};
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&freed, sizeof host);
    cudaMallocHost(&pinned, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(a, host, 2 * sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(a + 60, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(NULL, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(pinned + 1, host, sizeof host, cudaMemcpyHostToHost);
    cudaMemset(host, 0, sizeof host);
    cudaMemset(a, 0, sizeof host + 1);
    cudaFree(freed);
    cudaMemcpy(host, freed, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFreeHost(pinned);
    puts("done");
    return 0;
}

/* simt --no-count --
done
--
wrong copy
  cudaMemcpy at copies.cu:9 returned cudaErrorInvalidValue: the kind is
  cudaMemcpyDeviceToHost, but the destination is device memory. Nothing was
  copied.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

wrong copy
  cudaMemcpy at copies.cu:10 returned cudaErrorInvalidValue: the device array
  has 256 bytes from there to its end, but 512 were requested. Nothing was
  copied.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

wrong copy
  cudaMemcpy at copies.cu:11 returned cudaErrorInvalidValue: the device array
  has 16 bytes from there to its end, but 256 were requested. Nothing was
  copied.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

wrong copy
  cudaMemcpy at copies.cu:12 returned cudaErrorInvalidValue: the destination is
  a null pointer. Nothing was copied.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

wrong copy
  cudaMemcpy at copies.cu:13 returned cudaErrorInvalidValue: the host array has
  252 bytes from there to its end, but 256 were requested. Nothing was copied.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

wrong copy
  cudaMemset at copies.cu:14 returned cudaErrorInvalidValue: the pointer does
  not point into an array on the device. Nothing was filled.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

wrong copy
  cudaMemset at copies.cu:15 returned cudaErrorInvalidValue: the device array
  has 256 bytes from there to its end, but 257 were requested. Nothing was
  filled.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

misuse of a handle
  cudaMemcpy at copies.cu:17: the device array has already been freed. Nothing
  was copied.
  Release each object once, after its last use.

status 1 */
