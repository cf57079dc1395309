/* Neighbouring bytes belong to different work-items: no race. */
__kernel void bytes(__global uchar *out) {
    out[get_global_id(0)] = (uchar)get_local_id(0);
}
