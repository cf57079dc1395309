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

/* sim
#options -cl-std=CL2.0
groups
36 2 1
36 2 1
<size=2016 int fill=0 dump>
<size=12 int dump> 0 0 -1
<size=288>
prints
out[0] = 0 -2147483648 142 3 3200 4 3137 4 1000 142 3 3201 2 3037 16 5001 142 3 3202 0 3037 8 7004
out[23] = 142 3 3203 -2 3037 8 9004 142 3 3204 -4 3037 16 13004 142 3 3205 -6 3037 4 14004 142 3
out[46] = 3206 -8 3037 0 14004 142 3 3207 -10 3037 4 15004 142 3 3208 -12 3037 16 19004 142 3 3209
out[68] = -14 3037 8 21004 142 3 3210 -16 3037 8 23004 142 3 3211 -18 3037 16 27004 142 3 3212 -20
out[90] = 3037 4 28004 142 3 3213 -22 3037 0 28004 142 3 3214 -24 3037 4 29004 142 3 3215 -26 3037
out[112] = 16 33004 142 3 3216 -28 3037 8 35004 142 3 3217 -30 3037 8 37004 142 3 3218 -32 3037 16
out[134] = 41004 142 3 3219 -34 3037 4 42004 142 3 3220 -36 3037 0 42004 142 3 3221 -38 3037 4
out[155] = 43004 142 3 3222 -40 3037 16 47004 142 3 3223 -42 3037 8 49004 142 3 3224 -44 3037 8
out[176] = 51004 142 3 3225 -46 3037 16 55004 142 3 3226 -48 3037 4 56004 142 3 3227 -50 3037 0
out[197] = 56004 142 3 3228 -52 3037 4 57004 142 3 3229 -54 3037 16 61004 142 3 3230 -56 3037 8
out[218] = 63004 142 3 3231 -58 3037 8 65004 142 3 3200 -60 3037 16 69004 142 3 3201 -62 3037 4
out[239] = 70004 142 3 3202 -64 3037 0 70004 142 3 3203 -66 3037 4 71004 142 3 3204 -68 3037 16
out[260] = 75004 142 3 3205 -70 3037 8 77004 142 3 3206 -72 3037 8 79004 142 3 3207 -74 3037 16
out[281] = 83004 142 3 3208 -76 3037 4 84004 142 3 3209 -78 3037 0 84004 142 3 3210 -80 3037 4
out[302] = 85004 142 3 3211 -82 3037 16 89004 142 3 3212 -84 3037 8 91004 142 3 3213 -86 3037 8
out[323] = 93004 142 3 3214 -88 3037 16 97004 142 3 3215 -90 3037 4 98004 142 3 3216 -92 3037 0
out[344] = 98004 142 3 3217 -94 3037 4 99004 142 3 3218 -96 3037 16 103004 142 3 3219 -98 3037 8
out[365] = 105004 142 3 3220 -100 3037 8 107004 142 3 3221 -102 3037 16 111004 142 3 3222 -104 3037
out[385] = 4 112004 142 3 3223 -106 3037 0 112004 142 3 3224 -108 3037 4 113004 142 3 3225 -110
out[405] = 3037 16 117004 142 3 3226 -112 3037 8 119004 142 3 3227 -114 3037 8 121004 142 3 3228
out[425] = -116 3037 16 125004 142 3 3229 -118 3037 4 126004 142 3 3230 -120 3037 0 126004 142 3
out[445] = 3231 -122 3037 4 127004 142 3 800 -124 3037 16 131004 142 3 801 -126 3037 8 133004 142 3
out[466] = 802 -128 3037 8 135004 142 3 803 -130 3037 16 139004 142 3 804 -132 3037 4 140004 142 3
out[487] = 805 -134 3037 0 140004 142 3 806 -136 3037 4 141004 142 3 807 -138 3037
total[0] = 141 71 0
verdict pass */
