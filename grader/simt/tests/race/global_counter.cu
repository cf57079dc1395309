// Blocks increment one counter with an ordinary addition.
// FIXED: Blocks increment one counter with atomicAdd.
#include "../hosts.cuh"

__global__ void count(int *counter)
{
    if (threadIdx.x == 0)
#ifdef FIXED
        atomicAdd(counter, 1);
#else
        *counter += 1;
#endif
}

// All store the same, since all values are 0.
__global__ void add(const int *value, int *sum)
{
#ifdef FIXED
    atomicAdd(sum, *value);
#else
    *sum += *value;
#endif
}

LAUNCH_WITH_ONE_ARRAY(add<<<2, 32>>>(data, data + 1); count<<<8, 32>>>(data))

/* simt --quiet
done
--
race in kernel add (96 times)
  array in argument 1 (allocated at global_counter.cu:25), element 1
    write   global_counter.cu:21     block 0, thread 31
    read    global_counter.cu:21     block 1, thread 0
  The threads are in different blocks, which run in any order.
  Use an atomic operation, or give each thread its own element.

race in kernel count (21 times)
  array in argument 1 (allocated at global_counter.cu:25), element 0
    write   global_counter.cu:11     block 0, thread 0
    read    global_counter.cu:11     block 1, thread 0
  The threads are in different blocks, which run in any order.
  Use an atomic operation, or give each thread its own element.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
