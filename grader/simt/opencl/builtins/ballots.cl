/* What the lanes of a sub-group that are here say together: ballots, votes, a value of one of them. Lanes that took
 * another way have no part in it. */
#include "builtins.h"

/* The lanes that are here. */
BUILTIN_TOGETHER uint lanes_here(void) {
    uint here;
    __asm__ volatile("activemask.b32 %0;" : "=r"(here));
    return here;
}

/* Those of them for which it is true. */
BUILTIN_TOGETHER uint lanes_with(int true_here) {
    uint result;
    __asm__ volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2; }"
                     : "=r"(result)
                     : "r"(true_here), "r"(lanes_here()));
    return result;
}

BUILTIN uint lane_bit(void) { return 1u << get_sub_group_local_id(); }
/* Lanes that there are, whether they are here or not. */
BUILTIN uint lanes_of_all(void) { return ~0u >> (32 - get_sub_group_size()); }
BUILTIN uint lanes_of_most(void) { return ~0u >> (32 - get_max_sub_group_size()); }

BUILTIN_TOGETHER uint4 sub_group_ballot(int true_here) { return (uint4)(lanes_with(true_here), 0, 0, 0); }
BUILTIN int sub_group_inverse_ballot(uint4 ballot) { return (ballot.x & lane_bit()) != 0; }
BUILTIN int sub_group_ballot_bit_extract(uint4 ballot, uint lane) { return ballot.x >> lane & 1; }
BUILTIN uint sub_group_ballot_bit_count(uint4 ballot) { return popcount(ballot.x & lanes_of_all()); }
BUILTIN uint sub_group_ballot_exclusive_scan(uint4 ballot) { return popcount(ballot.x & (lane_bit() - 1)); }
BUILTIN uint sub_group_ballot_inclusive_scan(uint4 ballot) {
    return sub_group_ballot_exclusive_scan(ballot) + sub_group_inverse_ballot(ballot);
}
BUILTIN uint sub_group_ballot_find_lsb(uint4 ballot) { return ctz(ballot.x & lanes_of_all()); }
BUILTIN uint sub_group_ballot_find_msb(uint4 ballot) { return 31 - clz(ballot.x & lanes_of_all()); }

BUILTIN uint4 get_sub_group_eq_mask(void) { return (uint4)(lane_bit(), 0, 0, 0); }
BUILTIN uint4 get_sub_group_ge_mask(void) { return (uint4)(-lane_bit() & lanes_of_most(), 0, 0, 0); }
BUILTIN uint4 get_sub_group_gt_mask(void) { return (uint4)((-lane_bit() ^ lane_bit()) & lanes_of_most(), 0, 0, 0); }
BUILTIN uint4 get_sub_group_le_mask(void) { return (uint4)(lane_bit() | (lane_bit() - 1), 0, 0, 0); }
BUILTIN uint4 get_sub_group_lt_mask(void) { return (uint4)(lane_bit() - 1, 0, 0, 0); }

BUILTIN_TOGETHER int sub_group_elect(void) { return get_sub_group_local_id() == ctz(lanes_here()); }
BUILTIN_TOGETHER int sub_group_non_uniform_all(int true_here) { return lanes_with(!true_here) == 0; }
BUILTIN_TOGETHER int sub_group_non_uniform_any(int true_here) { return lanes_with(true_here) != 0; }

#define FROM_ONE(TYPE)                                                                                                 \
    BUILTIN_TOGETHER TYPE sub_group_non_uniform_broadcast(TYPE value, uint lane) {                                     \
        return sub_group_shuffle(value, lane);                                                                         \
    }                                                                                                                  \
    BUILTIN_TOGETHER TYPE##2 sub_group_non_uniform_broadcast(TYPE##2 value, uint lane) {                               \
        return (TYPE##2)(sub_group_shuffle(value.x, lane), sub_group_shuffle(value.y, lane));                          \
    }                                                                                                                  \
    BUILTIN_TOGETHER TYPE##3 sub_group_non_uniform_broadcast(TYPE##3 value, uint lane) {                               \
        return (TYPE##3)(sub_group_non_uniform_broadcast(value.xy, lane), sub_group_shuffle(value.z, lane));           \
    }                                                                                                                  \
    FROM_ONE_HALVED(TYPE##4)                                                                                           \
    FROM_ONE_HALVED(TYPE##8)                                                                                           \
    FROM_ONE_HALVED(TYPE##16)                                                                                          \
    BUILTIN_TOGETHER TYPE sub_group_broadcast_first(TYPE value) {                                                      \
        return sub_group_shuffle(value, ctz(lanes_here()));                                                            \
    }                                                                                                                  \
    BUILTIN_TOGETHER int sub_group_non_uniform_all_equal(TYPE value) {                                                 \
        return sub_group_non_uniform_all(value == sub_group_broadcast_first(value));                                   \
    }
#define FROM_ONE_HALVED(TYPE)                                                                                          \
    BUILTIN_TOGETHER TYPE sub_group_non_uniform_broadcast(TYPE value, uint lane) {                                     \
        return (TYPE)(sub_group_non_uniform_broadcast(value.lo, lane),                                                 \
                      sub_group_non_uniform_broadcast(value.hi, lane));                                                \
    }
FROM_ONE(char)
FROM_ONE(uchar)
FROM_ONE(short)
FROM_ONE(ushort)
FROM_ONE(int)
FROM_ONE(uint)
FROM_ONE(long)
FROM_ONE(ulong)
FROM_ONE(float)
FROM_ONE(double)
