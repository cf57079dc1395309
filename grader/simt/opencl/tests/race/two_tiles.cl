/* Two local arguments are two arrays: what one work-item writes in the first, another reads in the second. */
__kernel void both(__global uint *out, __local uint *a, __local uint *b) {
    size_t item = get_local_id(0);
    a[item] = (uint)item;
    b[item] = (uint)item * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = a[31 - item] + b[item ^ 1];
    a[item] = 0;
}
