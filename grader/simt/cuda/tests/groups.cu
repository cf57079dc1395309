// Cooperative groups of a block and of a warp, and <memory> beside CUDA's macros. Prints TAP lines.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <memory>

namespace cg = cooperative_groups;
enum { THREADS = 64, FACTS = 7 };

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
}

/* What each thread should have found. */
static int expected(int fact, int rank) {
    const int first = rank / 8 * 8;
    int ballot = 0;
    for (int i = 0; i < 8; i++)
        ballot |= ((first + i) % 3 == 0) << i;
    const int all[FACTS] = {THREADS - 1 - rank,
                            8 * first + 28,
                            rank % 8 == 7 ? rank : rank + 1,
                            ballot,
                            first / 8 * 100 + rank % 8,
                            rank % 2 == 1 ? rank % 32 / 2 * 100 + 16 : 0,
                            rank % 2 == 1 ? rank / 32 * 32 + 5 : 0};
    return all[fact];
}

int main() {
    static const char *const names[FACTS] = {
        "block.sync, thread_rank", "reduce over a tile", "shfl_down stays in its tile",
        "ballot of a tile",        "rank of a tile",     "coalesced threads",
        "shfl among them"};
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
