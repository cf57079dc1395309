/* An atomic on an element that there is not. */
__kernel void count(__global const uint *in, __global uint *table) {
    atomic_inc(&table[in[get_global_id(0)]]);
}
