/* A copy by the whole group, a loop that rounds up, pairs in vectors; asks which OpenCL this is. */
#if __OPENCL_VERSION__ < 120
#error too old
#endif
#define LOAD(i) ((i) < n ? input[i] : 0.0)
void add_up(local double *values, uint count);
void add_up(local double *values, uint count) {
    const uint me = get_local_id(0);
    do {
        uint half_ = (count + 1) >> 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (me + half_ < count) values[me] += values[me + half_];
        count = half_;
    } while (count > 1);
}
__attribute__((work_group_size_hint(256, 1, 1)))
__kernel void sum_groups(__global const double *input, ulong n, __global double *partial_sums, __local double *local_sums) {
    const ulong start = (ulong)get_group_id(0) * get_local_size(0);
    const ulong have = n > start ? min(n - start, (ulong)get_local_size(0)) : 0;
    event_t e = async_work_group_copy(local_sums, input + (have ? start : 0), have, 0);
    wait_group_events(1, &e);
    if (get_local_id(0) >= have) local_sums[get_local_id(0)] = 0;
    if (get_local_size(0) > 1) add_up(local_sums, get_local_size(0));
    if (get_local_id(0) == 0) partial_sums[get_group_id(0)] = local_sums[0];
}
__kernel void advance(__global double *data, ulong n, double sum) {
    const ulong i = get_global_id(0);
    if (i < n) {
        data[i] = (double)(((ulong)data[i] + (ulong)sum + i) % 256);
    }
}


inline double2 worse(void) { return (double2)(INFINITY, -INFINITY); }
__kernel void find(__global const double *input, ulong n, __global double2 *value, __global ulong2 *at, __local double2 *v, __local ulong2 *w) {
    size_t i = get_global_id(0), l = get_local_id(0);
    double2 x = i < n ? (double2)(input[i]) : worse();
    v[l] = x; w[l] = (ulong2)(i < n ? i : n);
    for (size_t count = get_local_size(0); count > 1; count = (count + 1) / 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        size_t other = l + (count + 1) / 2;
        if (other < count) {
            if (v[other].x < v[l].x || (v[other].x == v[l].x && w[other].x < w[l].x)) { v[l].x = v[other].x; w[l].x = w[other].x; }
            if (v[other].y > v[l].y || (v[other].y == v[l].y && w[other].y < w[l].y)) { v[l].y = v[other].y; w[l].y = w[other].y; }
        }
    }
    if (l == 0) { value[get_group_id(0)] = v[0]; at[get_group_id(0)] = w[0]; }
}
