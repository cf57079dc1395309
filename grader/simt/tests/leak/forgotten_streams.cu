// Streams and events of one loop that nobody destroys, and a texture object.
// FIXED: Streams and events of one loop that are destroyed, and a texture object.
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
    cudaDeviceSynchronize();
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
#endif
    printf("done\n");
}

/* simt --quiet
done
--
note: leak
  texture or surface object (allocated at forgotten_streams.cu:20)
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
