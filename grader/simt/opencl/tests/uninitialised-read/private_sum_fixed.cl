/* A sum that starts with 0. */
kernel void sums(global const float *in, global float *out, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
        sum += in[i];
    }
    out[get_global_id(0)] = sum;
}
