/* The kernel that goes too far has no test of its index. The one before it in the file has. */
#include "../hosts.cuh"

__global__ void clear(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] = 0;
    }
}

__global__ void count(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
}

LAUNCH_WITH_ONE_ARRAY((clear<<<4, 32>>>(data, 64), count<<<4, 32>>>(data)))

/* simt --quiet
failed
--
out of bounds in kernel count
  array in argument 1 (allocated at test_elsewhere.cu:16), element 64
    write   test_elsewhere.cu:13     block 2, thread 0
  That is past the array's end: it has 64 elements of 4 bytes.
  Test the index against the array's length first.

status 1 */
