// The owner reads its element after a neighbour did: the race is with the neighbour, in a block and between two.
__global__ void shift(int *a) {
    int next = a[threadIdx.x + 1];
    a[threadIdx.x] += next;
}

__global__ void two_blocks(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, seen = 0;
    if (i == 3)
        seen = a[4]; // the racing one
    if (i == 5)
        seen = a[4]; // a barrier orders it before the write
    __syncthreads();
    if (i == 4)
        a[4] = 7;
    a[8 + i] = seen;
}

int main() {
    int *a;
    cudaMalloc(&a, 1000);
    cudaMemset(a, 0, 1000);
    shift<<<1, 64>>>(a);
    two_blocks<<<2, 4>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
}

/* simt --quiet
--
race in kernel shift (63 times)
  array in argument 1 (allocated at hidden_reader.cu:21), element 32
    read    hidden_reader.cu:3       block 0, thread 31
    write   hidden_reader.cu:4       block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two accesses.

race in kernel two_blocks
  array in argument 1 (allocated at hidden_reader.cu:21), element 4
    read    hidden_reader.cu:10      block 0, thread 3
    write   hidden_reader.cu:15      block 1, thread 0
  The threads are in different blocks, which run in any order.
  Do not write to the array that you read: use a second one, or split the work
  into two launches.

status 1 */
