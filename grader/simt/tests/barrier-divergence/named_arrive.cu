// Warp 0 arrives at another barrier than the one where warp 1 waits; or both arrive, and nobody waits.
// FIXED: Warp 0 fills, warp 1 reads: the first arrives at a barrier of the two and goes on, the other waits there.
#include "../hosts.cuh"

#ifdef FIXED
#define ARRIVE_AT "1"
#define WAIT      "bar.sync"
#else
#define ARRIVE_AT "2"
#define WAIT      "bar.arrive"
#endif

__global__ void hand_over(const int *in, int *out) {
    __shared__ int box[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        box[lane] = in[lane];
        asm volatile("bar.arrive " ARRIVE_AT ", 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[lane] = box[31 - lane];
    }
}

__global__ void arrive_all(int *out) {
    __shared__ int box[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        box[lane] = lane;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile(WAIT " 1, 64;" ::: "memory");
        out[lane] = box[31 - lane];
    }
}

LAUNCH_WITH_ONE_ARRAY(arrive_all<<<1, 64>>>(data); hand_over<<<1, 64>>>(data, data + 32))

/* simt --quiet
failed
--
race in kernel arrive_all (32 times)
  shared array box, element 31
    write   named_arrive.cu:29       block 0, thread 31
    read    named_arrive.cu:33       block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two accesses.

deadlock in kernel hand_over
    waits   named_arrive.cu:20       block 0, thread 32
  32 of the block's 64 threads wait at a barrier that cannot open; 32 have
  ended.
  Bring all threads of the block to the same barriers.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
