/* Values from other lanes of a sub-group: of numbers of each size, and where lanes have gone different ways. */
__kernel void shuffles(__global int *out, __global float *sums, __global double *wide) {
    int item = get_global_id(0);
    uint lane = get_sub_group_local_id();
    for (uint distance = 16; distance > 0; distance /= 2)
        sums[item] += sub_group_shuffle_xor(sums[item], distance);
    wide[item] = sub_group_shuffle_down(wide[item], 3u);
    short mirrored = sub_group_shuffle((short)-item, 31 - lane);
    out[item] = sub_group_shuffle_up(item, 1u) * 100 + mirrored;
    if (lane & 1) {
        long far = (long)item << 40;
        out[item] += (int)(sub_group_shuffle(far, 5u) >> 40) * 10000;
    }
}
