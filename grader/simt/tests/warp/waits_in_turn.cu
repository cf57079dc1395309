// Three parts of a warp: one waits at __syncwarp, two spin until others let them go on, one after the other.
#include "../hosts.cuh"

__device__ volatile int first, second;

__global__ void wait_in_turn(int *out)
{
    int lane = threadIdx.x;
    if (lane < 8) {
        __syncwarp();
    } else if (lane < 16) {
        while (second == 0) {
        }
        __syncwarp();
    } else if (lane < 32) {
        while (first == 0) {
        }
        if (lane == 16) {
            __threadfence();
            second = 1;
        }
        __syncwarp();
    } else if (lane == 32) {
        for (int i = 0; i < 3000; i++) {
            out[32] = i;
        }
        __threadfence();
        first = 1;
    }
    if (lane < 32) {
        out[lane] = lane;
    }
}

LAUNCH_WITH_ONE_ARRAY(wait_in_turn<<<1, 64>>>(data))

/* simt --quiet
done
--
status 0 */
