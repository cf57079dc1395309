/* Only some work-items come to the barrier. */
__kernel void half_of_them(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t item = get_local_id(0);
    tile[item] = in[get_global_id(0)];
    if (item < 16)
        barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[item];
}
