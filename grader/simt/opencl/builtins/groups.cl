/* What work-groups and sub-groups do together: reductions, scans, broadcasts, votes. A sub-group is a warp, and the
 * last one of a work-group may be smaller. */
#include "builtins.h"

#define LANES 32u

BUILTIN size_t get_local_linear_id(void) {
    return get_local_id(0) + get_local_size(0) * (get_local_id(1) + get_local_size(1) * get_local_id(2));
}
BUILTIN size_t get_global_linear_id(void) {
    size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
    size_t z = get_global_id(2) - get_global_offset(2);
    return x + get_global_size(0) * (y + get_global_size(1) * z);
}
BUILTIN size_t get_enqueued_local_size(uint dimension) { return get_local_size(dimension); }

static uint items(void) { return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)); }
BUILTIN uint get_sub_group_id(void) { return (uint)get_local_linear_id() / LANES; }
BUILTIN uint get_sub_group_local_id(void) { return (uint)get_local_linear_id() % LANES; }
BUILTIN uint get_max_sub_group_size(void) { return min(items(), LANES); }
BUILTIN uint get_num_sub_groups(void) { return (items() + LANES - 1) / LANES; }
BUILTIN uint get_enqueued_num_sub_groups(void) { return get_num_sub_groups(); }
BUILTIN uint get_sub_group_size(void) { return min(items() - get_sub_group_id() * LANES, LANES); }

static uint lanes(void) { return ~0u >> (LANES - get_sub_group_size()); }

BUILTIN_TOGETHER void work_group_barrier(cl_mem_fence_flags flags) { barrier(flags); }
BUILTIN_TOGETHER void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { barrier(flags); }
BUILTIN_TOGETHER void sub_group_barrier(cl_mem_fence_flags flags) {
    __asm__ volatile("bar.warp.sync %0;" ::"r"(lanes()) : "memory");
}
BUILTIN_TOGETHER void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { sub_group_barrier(flags); }

/* Which memory a pointer leads to. */
BUILTIN cl_mem_fence_flags get_fence(const void *pointer) {
    uint is_local;
    __asm__("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(is_local) : "l"((ulong)pointer));
    return is_local ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}
BUILTIN cl_mem_fence_flags get_fence(void *pointer) { return get_fence((const void *)pointer); }
#define SPACE_OF(NAME, SPACE, PTX)                                                                                     \
    SPACE void *NAME(void *pointer) {                                                                                  \
        ulong address;                                                                                                 \
        __asm__("{ .reg .pred p; .reg .u64 a; isspacep." PTX " p, %1; cvta.to." PTX                                    \
                ".u64 a, %1; selp.u64 %0, a, 0, p; }"                                                                  \
                : "=l"(address)                                                                                        \
                : "l"((ulong)pointer));                                                                                \
        return (SPACE void *)address;                                                                                  \
    }
SPACE_OF(__to_global, __global, "global")
SPACE_OF(__to_local, __local, "shared")

__private void *__to_private(void *pointer) {
    uint is_private;
    __asm__("{ .reg .pred p; isspacep.local p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(is_private) : "l"((ulong)pointer));
    return is_private ? (__private void *)(ulong)pointer : 0;
}

/* A value of another lane: `from` lanes below, or of lane number `from`. */
#define SHUFFLE(KIND, END)                                                                                             \
    BUILTIN_TOGETHER uint shuffle_##KIND(uint value, uint from) {                                                      \
        uint result;                                                                                                   \
        __asm__ volatile("shfl.sync." #KIND ".b32 %0, %1, %2, " END ", %3;"                                            \
                         : "=r"(result)                                                                                \
                         : "r"(value), "r"(from), "r"(lanes()));                                                       \
        return result;                                                                                                 \
    }                                                                                                                  \
    BUILTIN_TOGETHER ulong shuffle_##KIND(ulong value, uint from) {                                                    \
        uint low = shuffle_##KIND((uint)value, from);                                                                  \
        return (ulong)shuffle_##KIND((uint)(value >> 32), from) << 32 | low;                                           \
    }
SHUFFLE(up, "0")
SHUFFLE(idx, "31")

/* A place of local memory for each sub-group, which the work-group functions share: each of them ends with a barrier.
 */
BUILTIN __local ulong *places(void) {
    ulong address;
    __asm__("{ .shared .align 8 .b8 lockstep_group_places[256];\n\t"
            "mov.u64 %0, lockstep_group_places; }"
            : "=l"(address));
    return (__local ulong *)address;
}

#define ADD(A, B) ((A) + (B))
#define MIN(A, B) min(A, B)
#define MAX(A, B) max(A, B)

#define SCANS(NAME, OPERATION, TYPE, WORD, NEUTRAL)                                                                    \
    BUILTIN_TOGETHER TYPE sub_group_scan_inclusive_##NAME(TYPE value) {                                                \
        for (uint below = 1; below < LANES; below *= 2) {                                                              \
            TYPE other = as_##TYPE(shuffle_up(as_##WORD(value), below));                                               \
            value = get_sub_group_local_id() >= below ? OPERATION(other, value) : value;                               \
        }                                                                                                              \
        return value;                                                                                                  \
    }                                                                                                                  \
    BUILTIN_TOGETHER TYPE sub_group_scan_exclusive_##NAME(TYPE value) {                                                \
        TYPE all = sub_group_scan_inclusive_##NAME(value);                                                             \
        TYPE before = as_##TYPE(shuffle_up(as_##WORD(all), 1));                                                        \
        return get_sub_group_local_id() == 0 ? (TYPE)(NEUTRAL) : before;                                               \
    }                                                                                                                  \
    BUILTIN_TOGETHER TYPE sub_group_reduce_##NAME(TYPE value) {                                                        \
        TYPE all = sub_group_scan_inclusive_##NAME(value);                                                             \
        return as_##TYPE(shuffle_idx(as_##WORD(all), get_sub_group_size() - 1));                                       \
    }                                                                                                                  \
    /* Of the first `count` sub-groups, whose results are `all` in their last lanes. */                                \
    BUILTIN_TOGETHER TYPE together_##NAME(TYPE all, uint count) {                                                      \
        __local WORD *results = (__local WORD *)places();                                                              \
        TYPE result = NEUTRAL;                                                                                         \
        if (get_sub_group_local_id() == get_sub_group_size() - 1)                                                      \
            results[get_sub_group_id()] = as_##WORD(all);                                                              \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
        for (uint i = 0; i < count; i++)                                                                               \
            result = OPERATION(result, as_##TYPE(results[i]));                                                         \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
        return result;                                                                                                 \
    }                                                                                                                  \
    BUILTIN_TOGETHER TYPE work_group_scan_inclusive_##NAME(TYPE value) {                                               \
        TYPE all = sub_group_scan_inclusive_##NAME(value);                                                             \
        TYPE before = together_##NAME(all, get_sub_group_id());                                                        \
        return OPERATION(before, all);                                                                                 \
    }                                                                                                                  \
    BUILTIN_TOGETHER TYPE work_group_scan_exclusive_##NAME(TYPE value) {                                               \
        TYPE all = sub_group_scan_inclusive_##NAME(value);                                                             \
        TYPE lower = as_##TYPE(shuffle_up(as_##WORD(all), 1));                                                         \
        TYPE before = together_##NAME(all, get_sub_group_id());                                                        \
        return get_sub_group_local_id() == 0 ? before : OPERATION(before, lower);                                      \
    }                                                                                                                  \
    BUILTIN_TOGETHER TYPE work_group_reduce_##NAME(TYPE value) {                                                       \
        return together_##NAME(sub_group_scan_inclusive_##NAME(value), get_num_sub_groups());                          \
    }

#define GROUP(TYPE, WORD, LEAST, MOST)                                                                                 \
    SCANS(add, ADD, TYPE, WORD, 0)                                                                                     \
    SCANS(min, MIN, TYPE, WORD, MOST)                                                                                  \
    SCANS(max, MAX, TYPE, WORD, LEAST)                                                                                 \
    BUILTIN_TOGETHER TYPE sub_group_broadcast(TYPE value, uint from) {                                                 \
        return as_##TYPE(shuffle_idx(as_##WORD(value), from));                                                         \
    }                                                                                                                  \
    BUILTIN_TOGETHER TYPE broadcast_of(TYPE value, bool mine) {                                                        \
        __local WORD *place = (__local WORD *)places();                                                                \
        if (mine)                                                                                                      \
            *place = as_##WORD(value);                                                                                 \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
        TYPE result = as_##TYPE(*place);                                                                               \
        barrier(CLK_LOCAL_MEM_FENCE);                                                                                  \
        return result;                                                                                                 \
    }                                                                                                                  \
    BUILTIN_TOGETHER TYPE work_group_broadcast(TYPE value, size_t x) {                                                 \
        return broadcast_of(value, get_local_id(0) == x);                                                              \
    }                                                                                                                  \
    BUILTIN_TOGETHER TYPE work_group_broadcast(TYPE value, size_t x, size_t y) {                                       \
        return broadcast_of(value, get_local_id(0) == x && get_local_id(1) == y);                                      \
    }                                                                                                                  \
    BUILTIN_TOGETHER TYPE work_group_broadcast(TYPE value, size_t x, size_t y, size_t z) {                             \
        return broadcast_of(value, get_local_id(0) == x && get_local_id(1) == y && get_local_id(2) == z);              \
    }
GROUP(int, uint, INT_MIN, INT_MAX)
GROUP(uint, uint, 0, UINT_MAX)
GROUP(long, ulong, LONG_MIN, LONG_MAX)
GROUP(ulong, ulong, 0, ULONG_MAX)
GROUP(float, uint, -INFINITY, INFINITY)
GROUP(double, ulong, -INFINITY, INFINITY)

/* Shuffles need not be reached by all lanes: what comes from one that is not there is undefined. */
#define SHUFFLES(TYPE, CARRIER, WORD, NAME, KIND, END)                                                                 \
    BUILTIN_TOGETHER TYPE sub_group_shuffle##NAME(TYPE value, uint from) {                                             \
        WORD given = as_##WORD((CARRIER)value), result = 0;                                                            \
        uint here, part;                                                                                               \
        __asm__ volatile("activemask.b32 %0;" : "=r"(here));                                                           \
        for (uint at = 0; at < 8 * sizeof given; at += 32) {                                                           \
            __asm__ volatile("shfl.sync." KIND ".b32 %0, %1, %2, " END ", %3;"                                         \
                             : "=r"(part)                                                                              \
                             : "r"((uint)(given >> at)), "r"(from), "r"(here));                                        \
            result |= (WORD)part << at;                                                                                \
        }                                                                                                              \
        return (TYPE)as_##CARRIER(result);                                                                             \
    }
#define SHUFFLED(TYPE, CARRIER, WORD)                                                                                  \
    SHUFFLES(TYPE, CARRIER, WORD, , "idx", "31")                                                                       \
    SHUFFLES(TYPE, CARRIER, WORD, _xor, "bfly", "31")                                                                  \
    SHUFFLES(TYPE, CARRIER, WORD, _up, "up", "0")                                                                      \
    SHUFFLES(TYPE, CARRIER, WORD, _down, "down", "31")
SHUFFLED(char, int, uint)
SHUFFLED(uchar, uint, uint)
SHUFFLED(short, int, uint)
SHUFFLED(ushort, uint, uint)
SHUFFLED(int, int, uint)
SHUFFLED(uint, uint, uint)
SHUFFLED(long, long, ulong)
SHUFFLED(ulong, ulong, ulong)
SHUFFLED(float, float, uint)
SHUFFLED(double, double, ulong)

BUILTIN_TOGETHER int work_group_all(int true_here) { return work_group_reduce_min(true_here != 0 ? 1 : 0); }
BUILTIN_TOGETHER int work_group_any(int true_here) { return work_group_reduce_max(true_here != 0 ? 1 : 0); }
BUILTIN_TOGETHER int sub_group_all(int true_here) { return sub_group_reduce_min(true_here != 0 ? 1 : 0); }
BUILTIN_TOGETHER int sub_group_any(int true_here) { return sub_group_reduce_max(true_here != 0 ? 1 : 0); }

/* Zeros behind the last one bit. */
#define CTZ(TYPE, BARE)                                                                                                \
    BUILTIN TYPE ctz(TYPE x) { return as_##TYPE(popcount((BARE)(~as_##BARE(x) & (as_##BARE(x) - (BARE)1)))); }
#define CTZ_ALL(TYPE, BARE)                                                                                            \
    CTZ(TYPE, BARE)                                                                                                    \
    CTZ(TYPE##2, BARE##2)                                                                                              \
    CTZ(TYPE##3, BARE##3)                                                                                              \
    CTZ(TYPE##4, BARE##4)                                                                                              \
    CTZ(TYPE##8, BARE##8)                                                                                              \
    CTZ(TYPE##16, BARE##16)
CTZ_ALL(char, uchar)
CTZ_ALL(uchar, uchar)
CTZ_ALL(short, ushort)
CTZ_ALL(ushort, ushort)
CTZ_ALL(int, uint)
CTZ_ALL(uint, uint)
CTZ_ALL(long, ulong)
CTZ_ALL(ulong, ulong)
