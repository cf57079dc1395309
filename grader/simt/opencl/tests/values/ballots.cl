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
