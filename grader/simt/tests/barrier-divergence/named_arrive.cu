// Warp 0 arrives at another barrier than the one where warp 1 waits.
// FIXED: Warp 0 fills, warp 1 reads: the first arrives at a barrier of the two and goes on, the other waits there.
#include "../hosts.cuh"

__global__ void hand_over(const int *in, int *out) {
    __shared__ int box[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        box[lane] = in[lane];
        __threadfence_block();
#ifdef FIXED
        asm volatile("bar.arrive 1, 64;" ::: "memory");
#else
        asm volatile("bar.arrive 2, 64;" ::: "memory");
#endif
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[lane] = box[31 - lane];
    }
}

LAUNCH_WITH_ONE_ARRAY(hand_over<<<1, 64>>>(data, data + 32))

/* simt --quiet
failed
--
deadlock in kernel hand_over
    waits   named_arrive.cu:17       block 0, thread 32
  32 of the block's 64 threads wait at a barrier that cannot open; 32 have
  ended.
  Bring all threads of the block to the same barriers.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
