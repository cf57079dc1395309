/*
 * cooperative_groups.h - groups of threads that work together: the block, tiles of a warp, the
 * threads of a warp that are at work together, parts of these, and the grid.
 *
 * reduce() is in cooperative_groups/reduce.h, the scans are in scan.h, memcpy_async() in
 * memcpy_async.h.
 */
#ifndef LOCKSTEP_COOPERATIVE_GROUPS_H
#define LOCKSTEP_COOPERATIVE_GROUPS_H

#include <type_traits>

/* The machine's own: only in kernels that cudaLaunchCooperativeKernel has launched. */
extern "C" __device__ void lockstep_grid_barrier() __attribute__((convergent));

namespace cooperative_groups {

LOCKSTEP_DEVICE unsigned int lockstep_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
LOCKSTEP_DEVICE unsigned int lockstep_block_size() { return blockDim.x * blockDim.y * blockDim.z; }
LOCKSTEP_DEVICE unsigned int lockstep_lane() { return lockstep_rank() % 32; }

/* The lane of the group's thread with this rank. */
LOCKSTEP_DEVICE unsigned int lockstep_lane_of(unsigned int mask, unsigned int rank) {
    for (unsigned int i = 0; i < rank; i++)
        mask &= mask - 1;
    return __ffs((int)mask) - 1;
}

/* The shuffles for any value: numbers by one of them, others word by word. */
#define LOCKSTEP_ANY_SHUFFLE(NAME, SHUFFLE)                                                                            \
    template <typename T>                                                                                              \
    LOCKSTEP_DEVICE typename std::enable_if<std::is_arithmetic<T>::value, T>::type NAME(                               \
        unsigned int mask, T value, unsigned int by, int width = 32) {                                                 \
        return (T)SHUFFLE(mask, value, (int)by, width);                                                                \
    }                                                                                                                  \
    template <typename T>                                                                                              \
    LOCKSTEP_DEVICE typename std::enable_if<!std::is_arithmetic<T>::value, T>::type NAME(                              \
        unsigned int mask, T value, unsigned int by, int width = 32) {                                                 \
        unsigned int words[(sizeof(T) + 3) / 4] = {0};                                                                 \
        __builtin_memcpy(words, &value, sizeof(T));                                                                    \
        for (unsigned int i = 0; i < sizeof words / sizeof words[0]; i++)                                              \
            words[i] = SHUFFLE(mask, words[i], (int)by, width);                                                        \
        __builtin_memcpy(&value, words, sizeof(T));                                                                    \
        return value;                                                                                                  \
    }
LOCKSTEP_ANY_SHUFFLE(lockstep_from_lane, __shfl_sync)
LOCKSTEP_ANY_SHUFFLE(lockstep_from_above, __shfl_down_sync)
LOCKSTEP_ANY_SHUFFLE(lockstep_from_below, __shfl_up_sync)
LOCKSTEP_ANY_SHUFFLE(lockstep_from_partner, __shfl_xor_sync)
#undef LOCKSTEP_ANY_SHUFFLE

/* Any group: of the block's threads, or of a warp's. */
class thread_group {
  protected:
    unsigned int mask; /* the lanes; 0: the whole block */

  public:
    LOCKSTEP_MEMBER explicit thread_group(unsigned int lanes) : mask(lanes) {}
    LOCKSTEP_MEMBER void sync() const {
        if (mask == 0)
            __syncthreads();
        else
            __syncwarp(mask);
    }
    LOCKSTEP_MEMBER unsigned int size() const { return mask == 0 ? lockstep_block_size() : __popc(mask); }
    LOCKSTEP_MEMBER unsigned int num_threads() const { return size(); }
    LOCKSTEP_MEMBER unsigned int thread_rank() const {
        return mask == 0 ? lockstep_rank() : __popc(mask & ((1u << lockstep_lane()) - 1));
    }
    LOCKSTEP_MEMBER static bool is_valid() { return true; }
    LOCKSTEP_MEMBER unsigned int lockstep_mask() const { return mask; }
};

class thread_block : public thread_group {
  public:
    struct arrival_token {};

    LOCKSTEP_MEMBER thread_block() : thread_group(0) {}
    LOCKSTEP_MEMBER static void sync() { __syncthreads(); }
    /* The whole barrier is where the thread waits. */
    LOCKSTEP_MEMBER static arrival_token barrier_arrive() { return arrival_token(); }
    LOCKSTEP_MEMBER static void barrier_wait(arrival_token &&) { __syncthreads(); }
    LOCKSTEP_MEMBER static unsigned int thread_rank() { return lockstep_rank(); }
    LOCKSTEP_MEMBER static unsigned int size() { return lockstep_block_size(); }
    LOCKSTEP_MEMBER static unsigned int num_threads() { return size(); }
    LOCKSTEP_MEMBER static dim3 group_index() { return blockIdx; }
    LOCKSTEP_MEMBER static dim3 thread_index() { return threadIdx; }
    LOCKSTEP_MEMBER static dim3 group_dim() { return blockDim; }
    LOCKSTEP_MEMBER static dim3 dim_threads() { return blockDim; }
};

class grid_group {
  public:
    LOCKSTEP_MEMBER static unsigned long long block_rank() {
        return blockIdx.x + (unsigned long long)gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    }
    LOCKSTEP_MEMBER static unsigned long long num_blocks() {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    LOCKSTEP_MEMBER static unsigned long long thread_rank() {
        return block_rank() * lockstep_block_size() + lockstep_rank();
    }
    LOCKSTEP_MEMBER static unsigned long long size() { return num_blocks() * lockstep_block_size(); }
    LOCKSTEP_MEMBER static unsigned long long num_threads() { return size(); }
    LOCKSTEP_MEMBER static dim3 group_dim() { return gridDim; }
    LOCKSTEP_MEMBER static dim3 dim_blocks() { return gridDim; }
    LOCKSTEP_MEMBER static dim3 block_index() { return blockIdx; }
    LOCKSTEP_MEMBER static dim3 thread_index() { return threadIdx; }
    LOCKSTEP_MEMBER static dim3 dim_threads() { return blockDim; }
    LOCKSTEP_MEMBER static bool is_valid() { return true; }
    struct arrival_token {};
    LOCKSTEP_MEMBER static void sync() { lockstep_grid_barrier(); }
    /* The whole barrier is where the thread waits. */
    LOCKSTEP_MEMBER static arrival_token barrier_arrive() { return arrival_token(); }
    LOCKSTEP_MEMBER static void barrier_wait(arrival_token &&) { lockstep_grid_barrier(); }
};

/* Threads of one warp, by their lanes: what tiles and coalesced groups have in common. */
class lockstep_lanes : public thread_group {
  protected:
    unsigned int rank_of_group, groups;

  public:
    LOCKSTEP_MEMBER lockstep_lanes(unsigned int lanes, unsigned int rank, unsigned int count)
        : thread_group(lanes), rank_of_group(rank), groups(count) {}
    LOCKSTEP_MEMBER void sync() const { __syncwarp(mask); }
    LOCKSTEP_MEMBER unsigned int meta_group_rank() const { return rank_of_group; }
    LOCKSTEP_MEMBER unsigned int meta_group_size() const { return groups; }
    LOCKSTEP_MEMBER int any(int predicate) const { return __any_sync(mask, predicate); }
    LOCKSTEP_MEMBER int all(int predicate) const { return __all_sync(mask, predicate); }
};

/* Size (1, 2, 4 … 32) neighbouring threads of a warp. */
template <unsigned int Size, bool Wide> class lockstep_tile : public lockstep_lanes {
    static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16, 32, 64, 128, 256 or 512 threads");

  protected:
    LOCKSTEP_MEMBER static unsigned int first() { return lockstep_lane() / Size * Size; }
    LOCKSTEP_MEMBER static unsigned int lanes() { return (0xffffffffu >> (32 - Size)) << first(); }

  public:
    LOCKSTEP_MEMBER lockstep_tile(unsigned int rank, unsigned int count) : lockstep_lanes(lanes(), rank, count) {}
    LOCKSTEP_MEMBER void sync() const { __syncwarp(lanes()); }
    LOCKSTEP_MEMBER static unsigned int thread_rank() { return lockstep_rank() % Size; }
    LOCKSTEP_MEMBER static constexpr unsigned int size() { return Size; }
    LOCKSTEP_MEMBER static constexpr unsigned int num_threads() { return Size; }
    template <typename T> LOCKSTEP_MEMBER T shfl(T value, int from) const {
        return lockstep_from_lane(lanes(), value, (unsigned int)from, Size);
    }
    template <typename T> LOCKSTEP_MEMBER T shfl_up(T value, unsigned int by) const {
        return lockstep_from_below(lanes(), value, by, Size);
    }
    template <typename T> LOCKSTEP_MEMBER T shfl_down(T value, unsigned int by) const {
        return lockstep_from_above(lanes(), value, by, Size);
    }
    template <typename T> LOCKSTEP_MEMBER T shfl_xor(T value, unsigned int by) const {
        return lockstep_from_partner(lanes(), value, by, Size);
    }
    LOCKSTEP_MEMBER int any(int predicate) const { return __any_sync(lanes(), predicate); }
    LOCKSTEP_MEMBER int all(int predicate) const { return __all_sync(lanes(), predicate); }
    LOCKSTEP_MEMBER unsigned int ballot(int predicate) const {
        return (__ballot_sync(lanes(), predicate) & lanes()) >> first();
    }
    template <typename T> LOCKSTEP_MEMBER unsigned int match_any(T value) const {
        return (__match_any_sync(lanes(), value) & lanes()) >> first();
    }
    template <typename T> LOCKSTEP_MEMBER unsigned int match_all(T value, int &predicate) const {
        return (__match_all_sync(lanes(), value, &predicate) & lanes()) >> first();
    }
};

/* Several whole warps (Size is 64, 128, 256 or 512): each such tile has a barrier of its own, which
 * the machine numbers from 256 on (FIRST_TILE in grader/simt/machine.h). */
template <unsigned int Size> class lockstep_tile<Size, true> {
    static_assert(Size <= 512 && (Size & (Size - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16, 32, 64, 128, 256 or 512 threads");
    unsigned int rank_of_group, groups;

  public:
    LOCKSTEP_MEMBER lockstep_tile(unsigned int rank, unsigned int count) : rank_of_group(rank), groups(count) {}
    LOCKSTEP_MEMBER void sync() const {
        const unsigned int first = Size == 64 ? 0 : Size == 128 ? 16 : Size == 256 ? 24 : 28;
        asm volatile("barrier.sync %0, %1;" : : "r"(256 + first + rank_of_group), "r"(Size) : "memory");
    }
    LOCKSTEP_MEMBER static unsigned int thread_rank() { return lockstep_rank() % Size; }
    LOCKSTEP_MEMBER static constexpr unsigned int size() { return Size; }
    LOCKSTEP_MEMBER static constexpr unsigned int num_threads() { return Size; }
    LOCKSTEP_MEMBER unsigned int meta_group_rank() const { return rank_of_group; }
    LOCKSTEP_MEMBER unsigned int meta_group_size() const { return groups; }
};

template <unsigned int Size, typename Parent = void> class thread_block_tile;

template <unsigned int Size> class thread_block_tile<Size, void> : public lockstep_tile<Size, (Size > 32)> {
  public:
    LOCKSTEP_MEMBER thread_block_tile(unsigned int rank, unsigned int count)
        : lockstep_tile<Size, (Size > 32)>(rank, count) {}
};

/* A tile may be kept as one that has forgotten its parent. */
template <unsigned int Size, typename Parent> class thread_block_tile : public thread_block_tile<Size, void> {
  public:
    LOCKSTEP_MEMBER thread_block_tile(unsigned int rank, unsigned int count)
        : thread_block_tile<Size, void>(rank, count) {}
};

/* The threads of a warp that came here together, or a part of such a group. */
class coalesced_group : public lockstep_lanes {
    LOCKSTEP_MEMBER unsigned int pack(unsigned int lanes) const {
        unsigned int packed = 0, rank = 0;
        for (unsigned int rest = mask; rest != 0; rest &= rest - 1, rank++)
            packed |= ((lanes & rest & -rest) != 0 ? 1u : 0u) << rank;
        return packed;
    }

  public:
    LOCKSTEP_MEMBER explicit coalesced_group(unsigned int lanes, unsigned int rank = 0, unsigned int count = 1)
        : lockstep_lanes(lanes, rank, count) {}
    template <unsigned int Size, typename Parent>
    LOCKSTEP_MEMBER coalesced_group(const thread_block_tile<Size, Parent> &tile)
        : lockstep_lanes(tile.lockstep_mask(), tile.meta_group_rank(), tile.meta_group_size()) {}
    template <typename T> LOCKSTEP_MEMBER T shfl(T value, unsigned int from) const {
        return lockstep_from_lane(mask, value, lockstep_lane_of(mask, from % size()));
    }
    template <typename T> LOCKSTEP_MEMBER T shfl_up(T value, unsigned int by) const {
        unsigned int rank = thread_rank();
        return lockstep_from_lane(mask, value, lockstep_lane_of(mask, by > rank ? rank : rank - by));
    }
    template <typename T> LOCKSTEP_MEMBER T shfl_down(T value, unsigned int by) const {
        unsigned int rank = thread_rank();
        return lockstep_from_lane(mask, value, lockstep_lane_of(mask, rank + by < size() ? rank + by : rank));
    }
    LOCKSTEP_MEMBER unsigned int ballot(int predicate) const { return pack(__ballot_sync(mask, predicate)); }
    template <typename T> LOCKSTEP_MEMBER unsigned int match_any(T value) const {
        return pack(__match_any_sync(mask, value));
    }
    template <typename T> LOCKSTEP_MEMBER unsigned int match_all(T value, int &predicate) const {
        return pack(__match_all_sync(mask, value, &predicate));
    }
};

LOCKSTEP_DEVICE thread_block this_thread_block() { return thread_block(); }
/* Memory for tiles of several warps; here they bring their own. */
template <unsigned int Threads = 1024> struct block_tile_memory { unsigned long long words[(Threads + 31) / 32]; };
template <unsigned int Threads> LOCKSTEP_DEVICE thread_block this_thread_block(block_tile_memory<Threads> &) {
    return thread_block();
}
namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
} /* namespace experimental */
LOCKSTEP_DEVICE grid_group this_grid() { return grid_group(); }
LOCKSTEP_DEVICE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/* Tiles: their size known to the compiler, or not. */
template <unsigned int Size, typename Parent>
LOCKSTEP_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent &parent) {
    return thread_block_tile<Size, Parent>(parent.thread_rank() / Size, (parent.size() + Size - 1) / Size);
}
namespace experimental {
using cooperative_groups::tiled_partition;
} /* namespace experimental */
LOCKSTEP_DEVICE thread_group tiled_partition(const thread_group &parent, unsigned int size) {
    unsigned int lanes = parent.lockstep_mask();
    if (lanes == 0) { /* of the block */
        lanes = 0xffffffffu >> (32 - size) << (lockstep_lane() / size * size);
        unsigned int whole = lockstep_block_size() - (lockstep_rank() - lockstep_lane());
        return thread_group(whole < 32 ? lanes & (0xffffffffu >> (32 - whole)) : lanes);
    }
    unsigned int start = parent.thread_rank() / size * size, part = 0, rank = 0;
    for (unsigned int rest = lanes; rest != 0; rest &= rest - 1, rank++)
        part |= rank >= start && rank < start + size ? rest & -rest : 0;
    return thread_group(part);
}
LOCKSTEP_DEVICE coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size) {
    unsigned int lanes = tiled_partition((const thread_group &)parent, size).lockstep_mask();
    return coalesced_group(lanes, parent.thread_rank() / size, (parent.size() + size - 1) / size);
}

/* Those of the group that have the same label; those for which the predicate holds, or not. */
template <typename Group, typename Label>
LOCKSTEP_DEVICE coalesced_group labeled_partition(const Group &group, Label label) {
    unsigned int mask = group.lockstep_mask(), mine = __match_any_sync(mask, label);
    unsigned int lowest = __ffs((int)mine) - 1, rank = 0, count = 0;
    for (unsigned int rest = mask; rest != 0; rest &= rest - 1) {
        unsigned int lane = __ffs((int)rest) - 1;
        bool leads = __shfl_sync(mask, (int)lowest, (int)lane) == (int)lane;
        count += leads;
        rank += leads && lane < lowest;
    }
    return coalesced_group(mine, rank, count);
}
template <typename Group> LOCKSTEP_DEVICE coalesced_group binary_partition(const Group &group, bool predicate) {
    unsigned int mask = group.lockstep_mask(), yes = __ballot_sync(mask, predicate) & mask;
    return coalesced_group(predicate ? yes : mask & ~yes, predicate, yes != 0 && yes != mask ? 2 : 1);
}

template <typename Group> LOCKSTEP_DEVICE void sync(const Group &group) { group.sync(); }
template <typename Group> LOCKSTEP_DEVICE unsigned int thread_rank(const Group &group) { return group.thread_rank(); }
template <typename Group> LOCKSTEP_DEVICE unsigned int group_size(const Group &group) { return group.size(); }

/* One thread of the group calls the function; for the second, all get its value. */
template <typename Group, typename Function, typename... Arguments>
LOCKSTEP_DEVICE void invoke_one(const Group &group, Function &&function, Arguments &&...arguments) {
    if (group.thread_rank() == 0)
        function(static_cast<Arguments &&>(arguments)...);
}
template <typename Group, typename Function, typename... Arguments>
LOCKSTEP_DEVICE auto invoke_one_broadcast(const Group &group, Function &&function, Arguments &&...arguments)
    -> decltype(function(static_cast<Arguments &&>(arguments)...)) {
    decltype(function(static_cast<Arguments &&>(arguments)...)) value{};
    if (group.thread_rank() == 0)
        value = function(static_cast<Arguments &&>(arguments)...);
    return group.shfl(value, 0);
}

} /* namespace cooperative_groups */

#endif
