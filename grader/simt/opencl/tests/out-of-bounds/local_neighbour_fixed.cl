/* The first local array runs over into the second. */
__kernel void two(__global uint *out, __local uint *first, __local uint *second) {
    size_t item = get_local_id(0);
    second[item] = 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    first[item + 1] = (uint)item;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[item] = second[item];
}
