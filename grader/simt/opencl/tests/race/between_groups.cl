/* A work-item reads what another work-group writes. */
__kernel void smooth(__global uint *data, __global uint *out) {
    size_t i = get_global_id(0);
    data[i] = (uint)i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = data[(i + 1) % get_global_size(0)];
}
