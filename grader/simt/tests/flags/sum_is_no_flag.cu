// Blocks read what others write. The atomic sum is no flag: nobody waits for it, so a fence would not help.
#include "../hosts.cuh"

__global__ void relax(float *s, float *change, int n) {
    for (int i = blockIdx.x; i < n; i += gridDim.x) {
        float other = i > gridDim.x ? s[i - gridDim.x - 1] : 0, old = s[i];
        s[i] = (old + other) / 2;
        atomicAdd(change, 1.0f);
    }
}

LAUNCH_WITH_ONE_ARRAY(relax<<<8, 1>>>((float *)data, (float *)data + 63, 60))

/* simt --quiet
done
--
race in kernel relax (51 times)
  array in argument 1 (allocated at sum_is_no_flag.cu:12), element 0
    write   sum_is_no_flag.cu:7      block 0, thread 0
    read    sum_is_no_flag.cu:6      block 1, thread 0
  The threads are in different blocks, which run in any order.
  Do not write to the array that you read: use a second one, or split the work
  into two launches.

status 1 */
