// Streams and events after their end, and events that were never recorded.
#include <cstdio>

int main() {
    cudaStream_t stream;
    cudaEvent_t first, second;
    float milliseconds;
    cudaStreamCreate(&stream);
    cudaEventCreate(&first);
    cudaEventCreate(&second);
    cudaEventElapsedTime(&milliseconds, first, second);
    cudaStreamDestroy(stream);
    cudaEventDestroy(first);
    cudaStreamSynchronize(stream);
    cudaEventRecord(first, 0);
    cudaEventDestroy(first);
    cudaEventDestroy(second);
    puts("done");
}

/* simt --no-count --
done
--
misuse of a handle
  cudaStreamSynchronize at handles.cu:14: the stream or event has already been
  destroyed. Nothing was waited for.
  Release each object once, after its last use.

misuse of a handle
  cudaEventRecord at handles.cu:15: the stream or event has already been
  destroyed. Nothing was done.
  Release each object once, after its last use.

misuse of a handle
  cudaEventDestroy at handles.cu:16: the stream or event has already been
  destroyed. Nothing was done.
  Release each object once, after its last use.

note: failed call
  cudaEventElapsedTime at handles.cu:11 returned
  cudaErrorInvalidResourceHandle: an event was never recorded, or was created
  with cudaEventDisableTiming. Nothing was done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 1 */
