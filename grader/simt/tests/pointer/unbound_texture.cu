// A texture reference that nobody has bound.
// FIXED: It is bound before the launch.
#include <cstdio>

texture<float, cudaTextureType1D, cudaReadModeElementType> table;

__global__ void copy(float *out)
{
    out[threadIdx.x] = tex1Dfetch(table, threadIdx.x);
}

int main(void)
{
    float *in, *out;
    cudaMalloc((void **)&in, 32 * sizeof *in);
    cudaMalloc((void **)&out, 32 * sizeof *out);
    cudaMemset(in, 0, 32 * sizeof *in);
#ifdef FIXED
    cudaBindTexture(NULL, table, in, 32 * sizeof *in);
#endif
    copy<<<1, 32>>>(out);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaUnbindTexture(table);
    cudaFree(in);
    cudaFree(out);
}

/* simt --quiet
failed
--
wrong pointer in kernel copy
    read    unbound_texture.cu:9     block 0, thread 0
  The texture or surface is bound to no memory: its object is 0.
  Pass what cudaCreateTextureObject() or cudaCreateSurfaceObject() has made, or
  bind the texture reference by cudaBindTexture() before the launch.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
