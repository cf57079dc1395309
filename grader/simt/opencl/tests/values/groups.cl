/* OpenCL C 2.0: what a work-group and its sub-groups do together, pointers to any memory, C11's atomics. */
__global atomic_int counted = 5;

int doubled(const int *value) { return 2 * *value; }

__kernel void groups(__global int *out, __global atomic_int *total, __local int *tile) {
    int item = (int)get_local_linear_id(), mine = item * item % 7;
    size_t at = get_global_linear_id();
    tile[item] = mine;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    int any = doubled(&tile[item]) + doubled(&mine);
    int scans = work_group_scan_inclusive_add(mine) * 1000 + work_group_scan_exclusive_max(mine);
    int whole = work_group_reduce_add(mine) + work_group_broadcast(mine, 5, 1);
    int votes = work_group_any(item == 70) * 2 + work_group_all(mine < 7);
    int warps = sub_group_reduce_add(1) * 100 + sub_group_scan_exclusive_add(1);
    double real = work_group_reduce_max((double)mine / 2) + work_group_scan_inclusive_min((float)-item);
    int expected = -1;
    atomic_fetch_add_explicit(total, mine, memory_order_relaxed, memory_scope_device);
    atomic_fetch_max(total + 1, item);
    atomic_fetch_add(&counted, 1);
    if (atomic_compare_exchange_strong(total + 2, &expected, item))
        expected = -2;
    out[at * 7] = any;
    out[at * 7 + 1] = scans;
    out[at * 7 + 2] = whole;
    out[at * 7 + 3] = votes;
    out[at * 7 + 4] = warps;
    out[at * 7 + 5] = (int)(real * 2);
    out[at * 7 + 6] = (get_fence(tile) == CLK_LOCAL_MEM_FENCE) + 2 * (to_global(tile) == 0) +
                      4 * (to_local((int *)tile) == tile) + 10 * (int)get_num_sub_groups() +
                      100 * (expected == -2) + 1000 * ctz(8);
}
