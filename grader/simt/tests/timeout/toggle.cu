// A loop whose values come back, and never are what it waits for.
// FIXED: A loop of one thread that only takes long: more instructions than a warp has before it is looked at.
#include "../hosts.cuh"

__global__ void search(int *data) {
#ifdef FIXED
    unsigned x = data[0], sum = 0;
    while (x < 25000000) {
        sum = sum * 3 + x;
        x++;
    }
    data[1] = sum;
#else
    int x = data[0];
    while (x != 5) {
        x = 1 - x;
        data[1] = x;
    }
#endif
}

LAUNCH_WITH_ONE_ARRAY(search<<<1, 1>>>(data))

/* simt --quiet
failed
--
lockstep: kernel search is still running, at toggle.cu:15: a warp has used up its budget of instructions. It is making progress, so it may run ten times as many.
endless loop in kernel search
    stops   toggle.cu:15             block 0, thread 0
  The kernel used up its budget of instructions.
  Look for a loop that never ends (does its counter change, and can its type
  hold the bound?), or for blocks that wait for other blocks.

status 1 */
/* FIXED: simt --quiet
done
--
lockstep: kernel search is still running, at toggle.cu:8: a warp has used up its budget of instructions. It is making progress, so it may run ten times as many.
status 0 */
