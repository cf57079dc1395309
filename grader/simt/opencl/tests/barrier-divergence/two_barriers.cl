/* Work-items of one work-group wait at two different barriers. */
__kernel void apart(__global uint *out, __local uint *tile) {
    size_t item = get_local_id(0);
    if (item < 32) {
        tile[item] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    } else {
        tile[item] = 2;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = tile[63 - item];
}
