// Shared accesses of 8 and 16 bytes, as an H200 counts them: they go in 2 and 4 groups of lanes. Loads go in half as
// many where all lanes agree with their neighbour, or all with the second next; stores never do.
__global__ void broadcast16(float4 *q, int at) {
    __shared__ float4 s[128];
    s[threadIdx.x] = q[threadIdx.x];
    __syncthreads();
    q[threadIdx.x] = s[at];
}

__global__ void pairs8(float2 *q) {
    __shared__ float2 s[128];
    s[threadIdx.x] = q[threadIdx.x];
    __syncthreads();
    q[threadIdx.x] = s[threadIdx.x / 2];
}

__global__ void second_next8(float2 *q) {
    __shared__ float2 s[128];
    s[threadIdx.x] = q[threadIdx.x];
    __syncthreads();
    q[threadIdx.x] = s[threadIdx.x % 2 * 5];
}

__global__ void fourth_next16(float4 *q) {
    __shared__ float4 s[128];
    s[threadIdx.x] = q[threadIdx.x];
    __syncthreads();
    q[threadIdx.x] = s[threadIdx.x % 4];
}

int main() {
    float4 *q;
    cudaMalloc(&q, 32 * sizeof *q);
    cudaMemset(q, 0, 32 * sizeof *q);
    broadcast16<<<1, 32>>>(q, 5);
    pairs8<<<1, 32>>>((float2 *)q);
    second_next8<<<1, 32>>>((float2 *)q);
    fourth_next16<<<1, 32>>>(q);
    cudaDeviceSynchronize();
    cudaFree(q);
}

/* simt --profile none
--
no findings

kernel broadcast16: 1 launch
  global loads                  1            16 sectors   
  global stores                 1            16 sectors   
  shared loads                  1             2 wavefronts            0 conflicts
  shared stores                 1             4 wavefronts            0 conflicts
  barriers                      1
  efficiency               100.0%  of a warp's lanes are active between branches
  instructions                 11           352 by lanes

kernel pairs8: 1 launch
  global loads                  1             8 sectors   
  global stores                 1             8 sectors   
  shared loads                  1             1 wavefronts            0 conflicts
  shared stores                 1             2 wavefronts            0 conflicts
  barriers                      1
  efficiency               100.0%  of a warp's lanes are active between branches
  instructions                 12           384 by lanes

kernel second_next8: 1 launch
  global loads                  1             8 sectors   
  global stores                 1             8 sectors   
  shared loads                  1             1 wavefronts            0 conflicts
  shared stores                 1             2 wavefronts            0 conflicts
  barriers                      1
  efficiency               100.0%  of a warp's lanes are active between branches
  instructions                 13           416 by lanes

kernel fourth_next16: 1 launch
  global loads                  1            16 sectors   
  global stores                 1            16 sectors   
  shared loads                  1             4 wavefronts            0 conflicts
  shared stores                 1             4 wavefronts            0 conflicts
  barriers                      1
  efficiency               100.0%  of a warp's lanes are active between branches
  instructions                 12           384 by lanes

modelled time of kernels and copies: 0.010 ms (not a measurement)
status 0 */
