/* Work-items beyond N bring zeroes, and stay. */
__kernel void sum(__global const uint *in, __global uint *out, __local uint *tile, uint n) {
    tile[get_local_id(0)] = get_global_id(0) < n ? in[get_global_id(0)] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = tile[0] + tile[1];
}
