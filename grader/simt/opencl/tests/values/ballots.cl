/* Ballots and votes of a sub-group's lanes that are here: the last sub-group has four. */
__kernel void ballots(__global uint4 *out, __global float4 *first) {
    uint item = get_global_id(0), lane = get_sub_group_local_id();
    uint4 thirds = sub_group_ballot(item % 3 == 0), told;
    told.x = sub_group_ballot_bit_count(thirds) + 100 * sub_group_ballot_bit_extract(thirds, lane);
    told.y = sub_group_ballot_exclusive_scan(thirds) + 100 * sub_group_ballot_inclusive_scan(thirds);
    told.z = sub_group_ballot_find_lsb(thirds) + 100 * sub_group_ballot_find_msb(thirds);
    told.w = popcount(get_sub_group_lt_mask().x) + 100 * popcount(get_sub_group_le_mask().x) +
             10000 * popcount(get_sub_group_eq_mask().x) + 100000 * popcount(get_sub_group_ge_mask().x) +
             10000000 * popcount(get_sub_group_gt_mask().x);
    if (lane & 1) {
        told.x = popcount(sub_group_ballot(item > 2)).x + 100 * sub_group_broadcast_first(item);
        told.y = sub_group_elect() + 10 * sub_group_inverse_ballot((uint4)(8));
        told.z = sub_group_non_uniform_all(lane % 2) + 10 * sub_group_non_uniform_any(lane == 0);
        told.w = sub_group_non_uniform_all_equal(item / 3) + 10 * sub_group_non_uniform_all_equal((short)(item / 64));
    }
    out[item] = told;
    first[item] = sub_group_non_uniform_broadcast(first[item], 2u);
}

/* sim
#options -cl-std=CL2.0
ballots
36 1 1
36 1 1
<size=576 uint fill=0 dump>
<size=576 float range=0:1:143 dump>
prints
out[0] = 111 100 3000 313210100 115 1 1 10 11 101 3000 293010302 115 10 1 10 11 202 3000 272810504
out[20] = 115 0 1 10 111 302 3000 252610706 115 0 1 10 11 303 3000 232410908 115 0 1 10 11 404 3000
out[43] = 212211110 115 0 1 10 111 504 3000 192011312 115 0 1 10 11 505 3000 171811514 115 0 1 10
out[64] = 11 606 3000 151611716 115 0 1 10 111 706 3000 131411918 115 0 1 10 11 707 3000 111212120
out[84] = 115 0 1 10 11 808 3000 91012322 115 0 1 10 111 908 3000 70812524 115 0 1 10 11 909 3000
out[107] = 50612726 115 0 1 10 11 1010 3000 30412928 115 0 1 10 111 1110 3000 10213130 115 0 1 10 1
out[129] = 0 101 313210100 3302 1 1 11 1 101 101 293010302 3302 10 1 11
first[0] = 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11
first[36] = 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10
first[71] = 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9
first[106] = 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 8 9 10 11 136 137 138 139 136 137 138
first[135] = 139 136 137 138 139 136 137 138 139
verdict pass */
