// Global memory passed on in a work-group, by a barrier that orders local memory only.
// FIXED: Global memory passed on in a work-group, by a barrier that orders it.
__kernel void turn(__global uint *data, __global uint *out) {
    size_t first = get_group_id(0) * get_local_size(0), item = get_local_id(0);
    data[first + item] = (uint)(item * item);
#ifdef FIXED
    barrier(CLK_GLOBAL_MEM_FENCE);
#else
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    out[first + item] = data[first + get_local_size(0) - 1 - item];
}

/* sim
turn
64 1 1
32 1 1
<size=256 uint fill=0>
<size=256 uint fill=0 dump>
prints
out[0] = 961 900 841 784 729 676 625 576 529 484 441 400 361 324 289 256 225 196 169 144 121 100 81
out[23] = 64 49 36 25 16 9 4 1 0 961 900 841 784 729 676 625 576 529 484 441 400 361 324 289 256
out[48] = 225 196 169 144 121 100 81 64 49 36 25 16 9 4 1 0
race in kernel turn (64 times)
  array in argument 1 (data), element 31
    write   global_in_group.cl:5     work-group 0, work-item 31
    read    global_in_group.cl:11    work-group 0, work-item 0
  A barrier lies between, but not for global memory.
  Use barrier(CLK_GLOBAL_MEM_FENCE) there.

verdict race */
/* FIXED: sim
prints
out[0] = 961 900 841 784 729 676 625 576 529 484 441 400 361 324 289 256 225 196 169 144 121 100 81
out[23] = 64 49 36 25 16 9 4 1 0 961 900 841 784 729 676 625 576 529 484 441 400 361 324 289 256
out[48] = 225 196 169 144 121 100 81 64 49 36 25 16 9 4 1 0
verdict pass */
