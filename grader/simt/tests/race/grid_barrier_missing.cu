// Blocks of a cooperative launch read what other blocks write, with no barrier of the grid.
// FIXED: There is one.
#include <cooperative_groups.h>
#include "../hosts.cuh"

enum { N = 256 };

__global__ void turn_round(float *squares, float *turned) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = (int)grid.thread_rank();
    squares[i] = i * i;
#ifdef FIXED
    grid.sync();
#endif
    turned[i] = squares[N - 1 - i];
}

LAUNCH_WITH_TWO_ARRAYS(void *arguments[] = {&in, &out};
                       cudaLaunchCooperativeKernel((void *)turn_round, dim3(4), dim3(64), arguments, 0, 0))

/* simt --quiet
copied
--
race in kernel turn_round (256 times)
  array in argument 1 (allocated at grid_barrier_missing.cu:19), element 128
    read    grid_barrier_missing.cu:15 block 1, thread 63
    write   grid_barrier_missing.cu:11 block 2, thread 0
  The threads are in different blocks, which run in any order.
  Put grid.sync() (cooperative_groups::this_grid()) between the two accesses,
  or split the work into two launches.

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
