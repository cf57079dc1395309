/* Each work-item goes round equally often. */
__kernel void rounds(__global uint *out) {
    uint done = 0;
    for (size_t i = 0; i < get_local_size(0); i++) {
        done += i <= get_local_id(0);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = done;
}
