// Cooperative groups of a block and of a warp, and <memory> beside CUDA's macros. Prints TAP lines.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <memory>

namespace cg = cooperative_groups;
enum { THREADS = 64, FACTS = 20 };

__global__ void groups(int facts[FACTS][THREADS]) {
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<8>(block);
    const int rank = (int)block.thread_rank();
    __shared__ int turned[THREADS];
    turned[THREADS - 1 - rank] = rank;
    block.sync();
    facts[0][rank] = turned[rank];
    facts[1][rank] = cg::reduce(tile, rank, cg::plus<int>());
    facts[2][rank] = tile.shfl_down(rank, 1);
    facts[3][rank] = (int)tile.ballot(rank % 3 == 0);
    facts[4][rank] = (int)(tile.meta_group_rank() * 100 + tile.thread_rank());
    if (rank % 2 == 1) {
        const cg::coalesced_group odd = cg::coalesced_threads();
        facts[5][rank] = (int)(odd.thread_rank() * 100 + odd.size());
        facts[6][rank] = odd.shfl(rank, 2);
    }
    cg::sync(block);

    const cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block); // forgets its parent
    const cg::thread_group any = cg::tiled_partition(block, 16);
    const cg::coalesced_group thirds = cg::labeled_partition(warp, rank % 3);
    const cg::coalesced_group few = cg::binary_partition(warp, warp.thread_rank() < 5);
    facts[7][rank] = (int)(warp.meta_group_rank() * 100 + warp.meta_group_size());
    facts[8][rank] = (int)(any.thread_rank() * 100 + any.size());
    facts[9][rank] = (int)(thirds.thread_rank() * 100 + thirds.size());
    facts[10][rank] = (int)few.size();
    facts[11][rank] = cg::reduce(thirds, rank, cg::plus<int>());
    facts[12][rank] = cg::inclusive_scan(warp, rank % 32);
    facts[13][rank] = cg::exclusive_scan(thirds, 1);
    facts[14][rank] = (int)(tile.match_any(rank % 2));
    const double2 pair = tile.shfl(make_double2(rank, rank + 0.5), 3);
    facts[15][rank] = (int)(pair.x + pair.y);
    facts[16][rank] = cg::invoke_one_broadcast(tile, [=] { return rank; });
    __shared__ int copied[FACTS];
    cg::memcpy_async(block, copied, facts[1], sizeof copied);
    cg::wait(block);
    facts[17][rank] = copied[rank % FACTS];
    facts[18][rank] = cg::reduce(tile, rank, cg::greater<>());
    facts[19][rank] = (int)cg::tiled_partition<4>(tile).meta_group_rank();
}

/* What each thread should have found. */
static int expected(int fact, int rank) {
    const int first = rank / 8 * 8;
    int ballot = 0;
    for (int i = 0; i < 8; i++)
        ballot |= ((first + i) % 3 == 0) << i;
    int thirds = 0, below_in_thirds = 0, sum_of_thirds = 0;
    for (int i = rank / 32 * 32; i < rank / 32 * 32 + 32; i++) {
        thirds += i % 3 == rank % 3;
        below_in_thirds += i % 3 == rank % 3 && i < rank;
        sum_of_thirds += i % 3 == rank % 3 ? i : 0;
    }
    const int all[FACTS] = {THREADS - 1 - rank,
                            8 * first + 28,
                            rank % 8 == 7 ? rank : rank + 1,
                            ballot,
                            first / 8 * 100 + rank % 8,
                            rank % 2 == 1 ? rank % 32 / 2 * 100 + 16 : 0,
                            rank % 2 == 1 ? rank / 32 * 32 + 5 : 0,
                            rank / 32 * 100 + 2,
                            rank % 16 * 100 + 16,
                            below_in_thirds * 100 + thirds,
                            rank % 32 < 5 ? 5 : 27,
                            sum_of_thirds,
                            rank % 32 * (rank % 32 + 1) / 2,
                            below_in_thirds,
                            rank % 2 == 1 ? 0xaa : 0x55,
                            2 * (first + 3),
                            first,
                            8 * (rank % FACTS / 8 * 8) + 28,
                            first + 7,
                            rank % 8 / 4};
    return all[fact];
}

int main() {
    static const char *const names[FACTS] = {"block.sync, thread_rank",
                                             "reduce over a tile",
                                             "shfl_down stays in its tile",
                                             "ballot of a tile",
                                             "rank of a tile",
                                             "coalesced threads",
                                             "shfl among them",
                                             "a tile that forgot its parent",
                                             "a group whose size is no constant",
                                             "a labeled partition",
                                             "a binary partition",
                                             "reduce over a partition",
                                             "inclusive scan",
                                             "exclusive scan of a partition",
                                             "match_any of a tile",
                                             "shfl of a struct",
                                             "invoke_one_broadcast",
                                             "memcpy_async",
                                             "reduce with greater<>",
                                             "a tile of a tile"};
    const std::shared_ptr<int> host(new int[FACTS * THREADS], std::default_delete<int[]>());
    int(*device)[THREADS];
    cudaMalloc(&device, sizeof *device * FACTS);
    cudaMemset(device, 0, sizeof *device * FACTS);
    groups<<<1, dim3(16, 4)>>>(device);
    cudaMemcpy(host.get(), device, sizeof *device * FACTS, cudaMemcpyDeviceToHost);
    int failed = 0;
    for (int fact = 0; fact < FACTS; fact++) {
        bool good = true;
        for (int rank = 0; rank < THREADS; rank++)
            good &= host.get()[fact * THREADS + rank] == expected(fact, rank);
        printf("%sok %d - %s\n", good ? "" : "not ", fact + 1, names[fact]);
        failed += !good;
    }
    cudaFree(device);
    printf("1..%d\n", FACTS);
    return failed != 0;
}
