/* A local table with atomics. */
__kernel void count(__global const uchar *in, __global uint *out, __local uint *table) {
    size_t item = get_local_id(0);
    if (item < 16)
        table[item] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&table[in[get_global_id(0)] % 16]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 16)
        atomic_add(&out[item], table[item]);
}
