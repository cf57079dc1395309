// An address that neither the device nor the host has.
__global__ void wild() { *(int *)0x87654320 = 42; }

int main() {
    wild<<<1, 1>>>();
    cudaDeviceSynchronize();
}

/* simt --quiet
--
wrong pointer in kernel wild
    write   nobodys_address.cu:2     block 0, thread 0
  The pointer points to no memory of the device.
  Where does its value come from? Only cudaMalloc gives addresses of the
  device.

status 1 */
