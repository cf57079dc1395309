// Tiles of a sum: the next round fills the tile while others still read it. The barrier of each round comes before.
// FIXED: a barrier at the round's end, too.
#include "../hosts.cuh"

__global__ void sums(int *data)
{
    __shared__ int tile[64];
    int i = threadIdx.x, sum = 0;
    for (int first = 0; first < 128; first += 64) {
        tile[i] = data[(first + i) % 64];
        __syncthreads();
        for (int k = 0; k < 64; k++)
            sum += tile[k];
#ifdef FIXED
        __syncthreads();
#endif
    }
    data[i] = sum;
}

LAUNCH_WITH_ONE_ARRAY(sums<<<1, 64>>>(data))

/* simt --quiet
done
--
race in kernel sums (1088 times)
  shared array tile, element 0
    write   next_round.cu:10         block 0, thread 0
    read    next_round.cu:13         block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Is this a loop? The barrier between the two lines does not keep back the next
  round: put __syncthreads() at the round's end, too.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
