/* Only even work-items set a limit; the others have 0. */
kernel void parts(global const int *in, global int *out) {
    int i = get_global_id(0);
    int limit = 0;
    if (i % 2 == 0) {
        limit = in[i];
    }
    if (limit > 3) {
        out[i] = 1;
    }
}
