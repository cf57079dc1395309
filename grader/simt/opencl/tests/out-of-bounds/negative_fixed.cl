/* The first has no neighbour on its left. */
__kernel void differences(__global const int *in, __global int *out) {
    int i = (int)get_global_id(0);
    out[i] = in[i] - (i > 0 ? in[i - 1] : 0);
}
