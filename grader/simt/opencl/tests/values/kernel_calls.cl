/* A kernel that calls a kernel, which has local memory and a barrier; and is launched by itself elsewhere. */
__kernel void turn(__global int *a, const int step) {
    __local int tile[8];
    size_t i = get_local_id(0);
    tile[i] = a[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[get_global_id(0)] = tile[(i + step) % 8];
}
__kernel void twice(__global int *a) {
    turn(a, 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    turn(a, 2);
}

/* sim
twice
8 1 1
8 1 1
<size=32 int dump> 0 1 2 3 4 5 6 7
prints
a[0] = 3 4 5 6 7 0 1 2
verdict pass */
