/* A private histogram: all classes start with 0. */
kernel void classes(global const int *in, global int *out, int n) {
    int count[16];
    for (int c = 0; c < 16; c++) {
        count[c] = 0;
    }
    for (int i = 0; i < n; i++) {
        count[in[i] & 15]++;
    }
    int most = 0;
    for (int c = 0; c < 16; c++) {
        most = max(most, count[c]);
    }
    out[get_global_id(0)] = most;
}
