/* Global memory passed on in a work-group, by a barrier that orders it. */
__kernel void turn(__global uint *data, __global uint *out) {
    size_t first = get_group_id(0) * get_local_size(0), item = get_local_id(0);
    data[first + item] = (uint)(item * item);
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[first + item] = data[first + get_local_size(0) - 1 - item];
}
