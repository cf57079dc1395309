// A counter, and a flag, that one thread sets to zero in the kernel: its own atomic does not hide the write.
// FIXED: The zero comes from the host, before the kernel.
#include <cuda/atomic>
#include "../hosts.cuh"

__global__ void count(int *total)
{
#ifndef FIXED
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *total = 0;
#endif
    atomicAdd(total, 1);
}

__global__ void show(int *flag, int *seen)
{
    cuda::atomic_ref<int, cuda::thread_scope_device> shown(*flag);
    if (blockIdx.x == 0) {
#ifndef FIXED
        *flag = 0;
#endif
        shown.store(1, cuda::memory_order_relaxed);
    } else {
        *seen = shown.load(cuda::memory_order_relaxed);
    }
}

LAUNCH_WITH_ONE_ARRAY(count<<<2, 64>>>(data); show<<<2, 1>>>(data, data + 1))

/* simt --quiet
done
--
race in kernel count (127 times)
  array in argument 1 (allocated at write_then_atomic.cu:29), element 0
    write   write_then_atomic.cu:11  block 0, thread 0
    atomic  write_then_atomic.cu:13  block 1, thread 0
  One access is atomic, the other is not, and nothing orders them.
  Does the write set a first value? Do so before the launch: by cudaMemset(),
  or in a kernel of its own. Else make both atomic.

race in kernel show
  array in argument 1 (allocated at write_then_atomic.cu:29), element 0
    write   write_then_atomic.cu:21  block 0, thread 0
    read    write_then_atomic.cu:25  block 1, thread 0
  One access is atomic, the other is not, and nothing orders them.
  Does the write set a first value? Do so before the launch: by cudaMemset(),
  or in a kernel of its own. Else make both atomic.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
