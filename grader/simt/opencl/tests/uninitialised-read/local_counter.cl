/* A local counter that nobody set to zero. */
__kernel void count(__global const uint *in, __global uint *out) {
    __local uint counter;
    if (in[get_global_id(0)] > 9)
        atomic_inc(&counter);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = counter;
}
