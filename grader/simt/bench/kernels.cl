// Naïve on purpose; groups of 256.
__kernel void reduction(__global const uint *in, __global uint *out, uint n)
{
    __local uint sums[256];
    uint tid = get_local_id(0);
    sums[tid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = 1; stride < get_local_size(0); stride *= 2) {
        if (tid % (2 * stride) == 0)
            sums[tid] += sums[tid + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tid == 0)
        out[get_group_id(0)] = sums[0];
}

__kernel void histogram(__global const uint *in, __global uint *out, uint n)
{
    __local uint table[256];
    uint tid = get_local_id(0);
    table[tid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_add(&table[in[i]], 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&out[tid], table[tid]);
}
