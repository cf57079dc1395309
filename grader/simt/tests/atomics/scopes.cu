/* cuda::atomic, cuda::atomic_ref, latches and semaphores: results, and no finding where a flag hands over. */
#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/atomic>
#include <stdio.h>

#define THREADS 96
#define BLOCKS  3

struct pair {
    float least;
    int where;
};

struct results {
    cuda::atomic<int, cuda::thread_scope_device> bins[4];
    cuda::atomic<pair, cuda::thread_scope_device> best;
    cuda::atomic<short, cuda::thread_scope_device> narrow;
    cuda::atomic<int *> place;
    cuda::latch<cuda::thread_scope_device> filled;
    cuda::binary_semaphore<cuda::thread_scope_device> lock;
    unsigned int low, high, bits;
    double sum;
    float most;
    int payload, received, guarded, left[BLOCKS];
};

__device__ cuda::atomic<int> ready{0};
__device__ cuda::atomic_flag once{false};

__global__ void use(results *all) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> left;
    __shared__ cuda::std::atomic<bool> seen;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        left.store(THREADS);
        seen = false;
    }
    __syncthreads();
    all->bins[i % 4].fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_ref<unsigned int, cuda::thread_scope_device> low(all->low), high(all->high), bits(all->bits);
    low.fetch_min(1000u - i);
    high.fetch_max(i, cuda::std::memory_order_relaxed);
    bits |= 1u << i % 8;
    bits.fetch_xor(256u);
    cuda::atomic_ref<double, cuda::thread_scope_device>(all->sum) += 0.5;
    cuda::atomic_ref<float>(all->most).fetch_max((i * 7) % 31 - 40.0f);
    all->narrow -= 2;
    all->place++;
    pair old = all->best.load(cuda::memory_order_relaxed), mine = {(float)((i * 37) % 101), i};
    while (mine.least < old.least && !all->best.compare_exchange_weak(old, mine)) {
    }
    left--;
    seen.store(true, cuda::std::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x == 0) {
        all->left[blockIdx.x] = seen ? (int)left : -1;
        all->lock.acquire();
        all->guarded++; /* plain: the semaphore orders it */
        all->lock.release();
        all->filled.count_down();
    }
    if (i == 0) {
        all->payload = 42;
        ready.store(1, cuda::memory_order_release);
        ready.notify_all();
    }
    if (i == BLOCKS * THREADS - 1) {
        ready.wait(0, cuda::memory_order_acquire);
        all->received = all->payload;
        all->filled.wait();
        all->received += all->guarded;
    }
    if (!once.test_and_set())
        printf("one thread was first\n");
}

__global__ void hand_over_too_early(results *all) {
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        all->payload = 43;
        ready.store(2, cuda::memory_order_relaxed); /* orders nothing */
    }
    if (threadIdx.x == 0 && blockIdx.x == 1) {
        while (ready.load(cuda::memory_order_relaxed) != 2) {
        }
        all->received = all->payload;
    }
}

int main() {
    results *all;
    cudaMallocManaged(&all, sizeof *all);
    memset((void *)all, 0, sizeof *all);
    all->low = 5000;
    all->most = -1000;
    all->best.store(pair{1000, -1});
    new (&all->filled) cuda::latch<cuda::thread_scope_device>(BLOCKS);
    all->lock.release();
    use<<<BLOCKS, THREADS>>>(all);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    printf("bins %d %d %d %d\n", all->bins[0].load(), all->bins[1].load(), (int)all->bins[2], (int)all->bins[3]++);
    printf("low %u high %u bits %u\n", all->low, all->high, all->bits);
    printf("sum %g most %g narrow %d place %ld\n", all->sum, all->most, all->narrow.load(), (long)all->place.load());
    printf("best %g at %d\n", all->best.load().least, all->best.load().where);
    printf("received %d, guarded %d, left %d %d %d\n", all->received, all->guarded, all->left[0], all->left[1], all->left[2]);
    hand_over_too_early<<<2, 32>>>(all);
    cudaDeviceSynchronize();
    cudaFree(all);
}

/* simt --quiet --
one thread was first
no error
bins 72 72 72 72
low 713 high 287 bits 255
sum 144 most -10 narrow -576 place 1152
best 0 at 0
received 45, guarded 3, left 0 0 0
--
race in kernel hand_over_too_early
  array in argument 1 (allocated at scopes.cu:93), element 0
    write   scopes.cu:81             block 0, thread 0
    read    scopes.cu:87             block 1, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
