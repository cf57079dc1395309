// What nobody reads is wrong, too: a compiler would take these accesses away, or the whole kernel.
#include <cstdio>

__global__ void shared() {
    __shared__ int a[16];
    a[threadIdx.x] = 1;
}

__global__ void own(int *q) {
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = i;
    a[4] = 7;
    q[threadIdx.x] = a[threadIdx.x % 4];
}

__global__ void own_unread(const int *q) {
    int a[4];
    a[threadIdx.x + q[0]] = 7;
}

__global__ void value_unread(const int *q) {
    int unused = q[threadIdx.x + 64];
}

__global__ void null() {
    __shared__ int a;
    int *p = nullptr;
    *p = 1;
    a = threadIdx.x;
}

__device__ int nothing(int x) {
    if (x > 3)
        return 1;
}

__global__ void no_value(int *q) {
    q[0] = nothing(threadIdx.x);
}

__global__ void race() {
    __shared__ int a[16];
    a[threadIdx.x % 16] = threadIdx.x;
}

__global__ void behind_variable(int *q) {
    int x = 5, *p = &x;
    p++;
    *p = 1;
    q[0] = x + threadIdx.x; // the kernel goes on, without the store
}

__global__ void behind_array(int *q) {
    int a[4], *p = a;
    for (int i = 0; i <= 4; i++)
        *p++ = i;
    q[threadIdx.x] = a[threadIdx.x % 4];
}

int main() {
    for (int n = 0; n < 9; n++) {
        int *q;
        cudaMalloc(&q, 256);
        cudaMemset(q, 0, 256);
        if (n == 0)
            shared<<<1, 64>>>();
        if (n == 1)
            own<<<1, 64>>>(q);
        if (n == 2)
            own_unread<<<1, 64>>>(q);
        if (n == 3)
            value_unread<<<1, 64>>>(q);
        if (n == 4)
            null<<<1, 64>>>();
        if (n == 5)
            no_value<<<1, 64>>>(q);
        if (n == 6)
            race<<<1, 64>>>();
        if (n == 7)
            behind_variable<<<1, 64>>>(q);
        if (n == 8)
            behind_array<<<1, 64>>>(q);
        cudaDeviceSynchronize();
        cudaFree(q);
        cudaDeviceReset();
    }
}

/* simt --quiet
--
out of bounds in kernel shared
  shared array a, element 16
    write   unread_array.cu:6        block 0, thread 16
  It has 16 elements of 4 bytes.
  Test the index against the array's length first.

out of bounds in kernel own
  local array, element 4
    write   unread_array.cu:13       block 0, thread 0
  It has 4 elements of 4 bytes.
  The code has a test before this access. Does it compare this index with this
  array's number of elements (not with its bytes, or another array's length)?
  Does the pointer begin where the array does?

out of bounds in kernel own_unread
  local array, element 4
    write   unread_array.cu:19       block 0, thread 4
  It has 4 elements of 4 bytes.
  The index is made of a value that was read from memory: which values can that
  have, what is added to it, and is there an element for each?

out of bounds in kernel value_unread
  array in argument 1 (allocated at unread_array.cu:64), element 64
    read    unread_array.cu:23       block 0, thread 0
  That is past the array's end: it has 64 elements of 4 bytes.
  Test the index against the array's length first.

wrong pointer in kernel null
    write   unread_array.cu:29       block 0, thread 0
  The pointer is null.
  Pass a pointer that cudaMalloc has set, and check its result.

race in kernel null (63 times)
  shared variable a
    write   unread_array.cu:30       block 0, thread 31
    write   unread_array.cu:30       block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Use an atomic operation, or give each thread its own element. If they belong
  to two steps of a loop, put __syncthreads() between the steps.

kernel stopped in kernel no_value
    stops   unread_array.cu:34       block 0, thread 0
  The kernel trapped.
  Here a function ends without the value that it must return, or calls
  __trap().

race in kernel race (48 times)
  shared array a, element 0
    write   unread_array.cu:44       block 0, thread 16
    write   unread_array.cu:44       block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Use an atomic operation, or give each thread its own element. If they belong
  to two steps of a loop, put __syncthreads() between the steps.

out of bounds in kernel behind_variable
  local array, element 1
    write   unread_array.cu:50       block 0, thread 0
  It has 1 element of 4 bytes.
  Test the index against the array's length first.

race in kernel behind_variable (63 times)
  array in argument 1 (allocated at unread_array.cu:64), element 0
    write   unread_array.cu:51       block 0, thread 31
    write   unread_array.cu:51       block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Use an atomic operation, or give each thread its own element.

out of bounds in kernel behind_array
  local array, element 4
    write   unread_array.cu:57       block 0, thread 0
  It has 4 elements of 4 bytes.
  Test the index against the array's length first.

status 1 */
