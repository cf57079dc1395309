// A block waits for another by a plain read: the compiler reads once, and the loop never ends. It must not go away.
#include "../hosts.cuh"

__global__ void wait(int *flag, int *result)
{
    if (blockIdx.x == 0) {
        while (*flag == 0) {
        }
        *result = 7;
    } else {
        *flag = 1;
    }
}

LAUNCH_WITH_ONE_ARRAY(wait<<<2, 1>>>(data, data + 1))

/* simt --quiet --budget 100000
failed
--
endless loop in kernel wait
    stops   plain_flag.cu:7          block 0, thread 0
  The loop does nothing, and has no way out.
  If it waits for what another thread writes: of a plain variable the compiler
  reads the value once, before the loop. Read it with an atomic, or declare it
  volatile.

status 1 */
