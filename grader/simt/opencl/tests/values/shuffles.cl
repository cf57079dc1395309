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

/* sim
#options -cl-std=CL2.0
shuffles
64 1 1
64 1 1
<size=256 int fill=0 dump>
<size=256 float fill=1 dump>
<size=512 double range=0:1:63 dump>
prints
out[0] = -31 49970 71 50172 273 50374 475 50576 677 50778 879 50980 1081 51182 1283 51384 1485 51586
out[18] = 1687 51788 1889 51990 2091 52192 2293 52394 2495 52596 2697 52798 2899 53000 3137 373138
out[34] = 3239 373340 3441 373542 3643 373744 3845 373946 4047 374148 4249 374350 4451 374552 4653
out[49] = 374754 4855 374956 5057 375158 5259 375360 5461 375562 5663 375764 5865 375966 6067
out[63] = 376168
sums[0] = 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32
sums[30] = 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32 32
sums[59] = 32 32 32 32 32
wide[0] = 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 29 30 31
wide[32] = 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
wide[61] = 61 62 63
verdict pass */
