/* The neighbour on the left of the first. */
__kernel void differences(__global const int *in, __global int *out) {
    int i = (int)get_global_id(0);
    out[i] = in[i] - in[i - 1];
}
