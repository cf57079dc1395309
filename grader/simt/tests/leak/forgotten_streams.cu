// Streams and events of one loop, a texture object and a managed array: cudaDeviceReset() ends them.
// FIXED: They are destroyed first.
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
    cudaStream_t streams[3];
    cudaEvent_t events[3];
    for (int i = 0; i < 3; i++) {
        cudaStreamCreate(&streams[i]);
        cudaEventCreate(&events[i]);
        cudaEventRecord(events[i], streams[i]);
    }
    float *managed;
    cudaMallocManaged(&managed, 128);
    cudaTextureObject_t texture;
    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    resource.resType = cudaResourceTypeLinear;
    cudaCreateTextureObject(&texture, &resource, &how, NULL);
    for (int i = 0; i < 3; i++) {
#ifdef FIXED
        cudaEventDestroy(events[i]);
        cudaStreamDestroy(streams[i]);
#else
        cudaEventQuery(events[i]);
#endif
    }
#ifdef FIXED
    cudaDestroyTextureObject(texture);
    cudaFree(managed);
#endif
    cudaDeviceReset();
    printf("done\n");
}

/* simt --quiet
done
--
note: leak
  mapped array of 128 bytes (allocated at forgotten_streams.cu:16)
  It is still allocated when the program ends.
  Release it with cudaFree().

note: leak
  texture or surface object (allocated at forgotten_streams.cu:21)
  It is still allocated when the program ends.
  Release it with cudaDestroyTextureObject() or cudaDestroySurfaceObject().

note: leak (3 times)
  a stream
  cudaStreamCreate at forgotten_streams.cu:11 created it.
  Release it when it is no longer needed, also after an error.

note: leak (3 times)
  an event
  cudaEventCreate at forgotten_streams.cu:12 created it.
  Release it when it is no longer needed, also after an error.

status 0 */
/* FIXED: simt --quiet
done
--
status 0 */
