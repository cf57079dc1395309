// What fetches count: each texel is a load, and the texture's description is none. A load of a program's own that says
// ldu is a load all the same where the lanes ask for different places.
#include <stdio.h>

__global__ void fetch(cudaTextureObject_t texels, int *out) {
    out[threadIdx.x] = tex1Dfetch<int>(texels, threadIdx.x);
}

__global__ void ask(const int *texels, int *out) {
    int value;
    asm("ldu.global.s32 %0, [%1];" : "=r"(value) : "l"(texels + 8 * threadIdx.x));
    out[threadIdx.x] = value;
}

int main() {
    int values[256], *in, *out, sum = 0;
    for (int i = 0; i < 256; i++)
        values[i] = i;
    cudaMalloc(&in, sizeof values);
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    cudaResourceDesc where = {};
    where.resType = cudaResourceTypeLinear;
    where.res.linear.devPtr = in;
    where.res.linear.desc = cudaCreateChannelDesc<int>();
    where.res.linear.sizeInBytes = sizeof values;
    cudaTextureDesc how = {};
    cudaTextureObject_t texels;
    cudaCreateTextureObject(&texels, &where, &how, NULL);
    fetch<<<1, 32>>>(texels, out);
    ask<<<1, 32>>>(in, out);
    cudaMemcpy(values, out, 32 * sizeof *out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++)
        sum += values[i];
    printf("%d\n", sum);
    cudaDestroyTextureObject(texels);
    cudaFree(in);
    cudaFree(out);
}

/* simt --profile none --
3968
--
no findings

kernel fetch: 1 launch
  global loads                  1             4 sectors   
  global stores                 1             4 sectors   
  branches                      1             0 divergent 
  efficiency               100.0%  of a warp's lanes are active between branches
  instructions                 19           608 by lanes

kernel ask: 1 launch
  global loads                  1            32 sectors   
  global stores                 1             4 sectors   
  efficiency               100.0%  of a warp's lanes are active between branches
  instructions                  8           256 by lanes

modelled time of kernels and copies: 0.028 ms (not a measurement)
status 0 */
