// A block keeps structures in shared memory and copies them whole, with their padding: the last weight is missing, and an
// element of what a thread keeps is not set before it is used.
// FIXED: A block keeps structures in shared memory and copies them whole, with their padding.
struct part {
    char kind;
    double weight;
    short last;
};

struct __align__(16) point {
    float x, y, z; // four bytes that nobody writes follow
};

struct stack {
    int count;
    float kept[3];
};

__global__ void turn(part *parts, point *points) {
    __shared__ part held[32];
    __shared__ point seen[32];
    int lane = threadIdx.x;
    held[lane].kind = 'a';
#ifdef FIXED
    held[lane].weight = lane;
#else
    if (lane < 31) {
        held[lane].weight = lane;
    }
#endif
    held[lane].last = 2;
    seen[lane].x = seen[lane].y = seen[lane].z = lane;
    __syncthreads();
    parts[lane] = held[31 - lane];
    points[lane] = seen[31 - lane];
}

__device__ __noinline__ float sum(stack values) {
    float all = 0;
    for (int i = 0; i < values.count; i++) {
        all += values.kept[i];
    }
    return all;
}

__global__ void keep(point *points, stack *stacks, int from) {
    point mine;
    stack values;
    mine.x = mine.y = mine.z = 1;
    points[threadIdx.x] = mine;
    values.count = 1;
    values.kept[0] = points[threadIdx.x].y;
    values.kept[1] = values.kept[from] * 2;
    values.kept[1] += sum(values);
    stacks[threadIdx.x] = values;
}

int main() {
    part *parts;
    point *points;
    stack *stacks;
    cudaMalloc(&parts, 32 * sizeof *parts);
    cudaMalloc(&points, 32 * sizeof *points);
    cudaMalloc(&stacks, 32 * sizeof *stacks);
    turn<<<1, 32>>>(parts, points);
#ifdef FIXED
    keep<<<1, 32>>>(points, stacks, 0);
#else
    keep<<<1, 32>>>(points, stacks, 2);
#endif
    cudaDeviceSynchronize();
    cudaFree(parts);
    cudaFree(points);
    cudaFree(stacks);
}

/* simt --quiet
--
uninitialised read in kernel turn (8 times)
  shared array held, element 31
    read    padding_in_shared.cu:34  block 0, thread 0
  No thread of this block has written it.
  Behind the barrier 31 of the array's 32 elements are written: which thread
  should write element 31, or is another one meant? Think of edges, and of
  threads without data.

uninitialised read in kernel keep
    starts  padding_in_shared.cu:48  block 0, thread 0
    uses    padding_in_shared.cu:55  block 0, thread 0
  A variable that starts there has no value yet in this thread: its value is
  undefined.
  Give it a value where it is declared, or on every path to its use.

status 1 */
/* FIXED: simt --quiet
--
status 0 */
