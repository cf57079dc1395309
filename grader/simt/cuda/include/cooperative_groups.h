/*
 * cooperative_groups.h - the groups inside of a block: the block, tiles of a warp, and the threads
 * of a warp that are at work together. The grid can be counted, but not waited for: that needs a
 * cooperative launch, which Lockstep does not have. (reduce() is in cooperative_groups/reduce.h.)
 */
#ifndef LOCKSTEP_COOPERATIVE_GROUPS_H
#define LOCKSTEP_COOPERATIVE_GROUPS_H

#define LOCKSTEP_MEMBER __device__ __forceinline__

namespace cooperative_groups {

LOCKSTEP_DEVICE unsigned int lockstep_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

class thread_block {
  public:
    LOCKSTEP_MEMBER static void sync() {
        __syncthreads();
    }
    LOCKSTEP_MEMBER static unsigned int thread_rank() {
        return lockstep_rank();
    }
    LOCKSTEP_MEMBER static unsigned int size() {
        return blockDim.x * blockDim.y * blockDim.z;
    }
    LOCKSTEP_MEMBER static unsigned int num_threads() {
        return size();
    }
    LOCKSTEP_MEMBER static dim3 group_index() {
        return blockIdx;
    }
    LOCKSTEP_MEMBER static dim3 thread_index() {
        return threadIdx;
    }
    LOCKSTEP_MEMBER static dim3 group_dim() {
        return blockDim;
    }
    LOCKSTEP_MEMBER static dim3 dim_threads() {
        return blockDim;
    }
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
        return block_rank() * thread_block::size() + lockstep_rank();
    }
    LOCKSTEP_MEMBER static unsigned long long size() {
        return num_blocks() * thread_block::size();
    }
    LOCKSTEP_MEMBER static unsigned long long num_threads() {
        return size();
    }
    LOCKSTEP_MEMBER static dim3 group_dim() {
        return gridDim;
    }
    LOCKSTEP_MEMBER static dim3 dim_blocks() {
        return gridDim;
    }
    __attribute__((
        device,
        unavailable("Lockstep has no cooperative launch, which grid.sync() needs: end the kernel "
                    "and launch another"))) static void
    sync();
};

/* Size (1, 2, 4 … 32) neighbouring threads of a warp. */
template <unsigned int Size, typename Parent = void> class thread_block_tile {
    static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16 or 32 threads");
    LOCKSTEP_MEMBER static unsigned int first() {
        return lockstep_rank() % 32 / Size * Size;
    }
    LOCKSTEP_MEMBER static unsigned int all_lanes() {
        return 0xffffffffu >> (32 - Size);
    }
    LOCKSTEP_MEMBER static unsigned int mask() {
        return all_lanes() << first();
    }

  public:
    LOCKSTEP_MEMBER void sync() const {
        __syncwarp(mask());
    }
    LOCKSTEP_MEMBER static unsigned int thread_rank() {
        return lockstep_rank() % Size;
    }
    LOCKSTEP_MEMBER static constexpr unsigned int size() {
        return Size;
    }
    LOCKSTEP_MEMBER static constexpr unsigned int num_threads() {
        return Size;
    }
    LOCKSTEP_MEMBER static unsigned int meta_group_rank() {
        return lockstep_rank() / Size;
    }
    LOCKSTEP_MEMBER static unsigned int meta_group_size() {
        return (thread_block::size() + Size - 1) / Size;
    }
    template <typename T> LOCKSTEP_MEMBER T shfl(T value, int from) const {
        return __shfl_sync(mask(), value, from, Size);
    }
    template <typename T> LOCKSTEP_MEMBER T shfl_up(T value, unsigned int by) const {
        return __shfl_up_sync(mask(), value, by, Size);
    }
    template <typename T> LOCKSTEP_MEMBER T shfl_down(T value, unsigned int by) const {
        return __shfl_down_sync(mask(), value, by, Size);
    }
    template <typename T> LOCKSTEP_MEMBER T shfl_xor(T value, unsigned int by) const {
        return __shfl_xor_sync(mask(), value, by, Size);
    }
    LOCKSTEP_MEMBER int any(int predicate) const {
        return __any_sync(mask(), predicate);
    }
    LOCKSTEP_MEMBER int all(int predicate) const {
        return __all_sync(mask(), predicate);
    }
    LOCKSTEP_MEMBER unsigned int ballot(int predicate) const {
        return (__ballot_sync(mask(), predicate) & mask()) >> first();
    }
    template <typename T> LOCKSTEP_MEMBER unsigned int match_any(T value) const {
        return (__match_any_sync(mask(), value) & mask()) >> first();
    }
};

/* The threads of a warp that came here together. */
class coalesced_group {
    unsigned int mask;

    /* The lane of the thread with this rank. */
    LOCKSTEP_MEMBER int lane_of(unsigned int rank) const {
        unsigned int rest = mask;
        for (unsigned int i = 0; i < rank; i++)
            rest &= rest - 1;
        return __ffs((int)rest) - 1;
    }

  public:
    LOCKSTEP_MEMBER explicit coalesced_group(unsigned int active) : mask(active) {
    }
    LOCKSTEP_MEMBER void sync() const {
        __syncwarp(mask);
    }
    LOCKSTEP_MEMBER unsigned int size() const {
        return __popc(mask);
    }
    LOCKSTEP_MEMBER unsigned int num_threads() const {
        return size();
    }
    LOCKSTEP_MEMBER unsigned int thread_rank() const {
        return __popc(mask & ((1u << (lockstep_rank() % 32)) - 1));
    }
    template <typename T> LOCKSTEP_MEMBER T shfl(T value, unsigned int from) const {
        return __shfl_sync(mask, value, lane_of(from % size()));
    }
    LOCKSTEP_MEMBER int any(int predicate) const {
        return __any_sync(mask, predicate);
    }
    LOCKSTEP_MEMBER int all(int predicate) const {
        return __all_sync(mask, predicate);
    }
};

LOCKSTEP_DEVICE thread_block this_thread_block() {
    return thread_block();
}
LOCKSTEP_DEVICE grid_group this_grid() {
    return grid_group();
}
LOCKSTEP_DEVICE coalesced_group coalesced_threads() {
    return coalesced_group(__activemask());
}
template <unsigned int Size, typename Parent>
LOCKSTEP_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent &) {
    return thread_block_tile<Size, Parent>();
}
template <typename Group> LOCKSTEP_DEVICE void sync(const Group &group) {
    group.sync();
}

} /* namespace cooperative_groups */

#endif
