/* Only even work-items set the number that all of them compare. */
kernel void parts(global const int *in, global int *out) {
    int i = get_global_id(0);
    int limit;
    if (i % 2 == 0) {
        limit = in[i];
    }
    if (limit > 3) {
        out[i] = 1;
    }
}
