/* The last work-group adds the others' partial sums, but nothing orders them. */
__kernel void sum(__global const uint *in, __global uint *part, __global uint *done,
                  __global uint *out) {
    if (get_local_id(0) == 0) {
        uint total = 0;
        for (size_t i = 0; i < get_local_size(0); i++)
            total += in[get_global_id(0) + i];
        part[get_group_id(0)] = total;
        if (atomic_inc(done) == get_num_groups(0) - 1) {
            uint all = 0;
            for (size_t group = 0; group < get_num_groups(0); group++)
                all += part[group];
            *out = all;
        }
    }
}
