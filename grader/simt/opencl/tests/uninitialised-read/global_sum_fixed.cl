/* The result's buffer was never cleared. */
__kernel void add(__global const uint *in, __global uint *sum) {
    atomic_add(sum, in[get_global_id(0)]);
}
