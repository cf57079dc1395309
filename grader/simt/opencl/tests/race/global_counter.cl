/* All work-items count in one place, without an atomic. */
__kernel void count(__global const uint *in, __global uint *counter) {
    if (in[get_global_id(0)] % 2 == 0)
        counter[0] = counter[0] + 1;
}
