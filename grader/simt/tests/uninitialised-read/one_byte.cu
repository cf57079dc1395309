// cudaMemset is one byte too short: a part of the last element has no value.
__global__ void twice(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x] * 2; }

int main() {
    int *a, *b;
    cudaMalloc(&a, 32 * sizeof *a);
    cudaMalloc(&b, 32 * sizeof *b);
    cudaMemset(a, 0, 32 * sizeof *a - 1);
    twice<<<1, 32>>>(a, b);
    cudaDeviceSynchronize();
    cudaFree(b);
    cudaDeviceReset(); // gives back what the program has not
}

/* simt --quiet
--
uninitialised read in kernel twice
  array in argument 1 (allocated at one_byte.cu:6), element 31
    read    one_byte.cu:2            block 0, thread 31
  It was never written: only the first 127 of the array's 128 bytes have been
  set.
  Is the length of the copy, or of cudaMemset, in bytes, and that of the whole
  array? sizeof of a pointer is 8.

note: leak
  array of 128 bytes (allocated at one_byte.cu:6)
  It is still allocated when the program ends.
  Release it with cudaFree().

status 1 */
