/* Each work-item goes round as often as its number says. */
__kernel void rounds(__global uint *out) {
    uint done = 0;
    for (size_t i = 0; i <= get_local_id(0); i++) {
        done++;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = done;
}
