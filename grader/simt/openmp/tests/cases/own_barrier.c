/* A barrier of one's own: orders reach the runtime. */
#include <stdatomic.h>
#include <stdio.h>

// expect: lockstep_atomic_order
// expect: atom\.add\.u32
// expect: lockstep_atomic_load_4
// expect: lockstep_atomic_store_4
// expect: __kmpc_flush
// expect: lockstep_fence
static atomic_int arrived, phase;
static int value[4];

static void barrier(int threads) {
    int now = atomic_load_explicit(&phase, memory_order_acquire);
    if (atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel) == threads - 1) {
        atomic_store_explicit(&arrived, 0, memory_order_relaxed);
        atomic_store_explicit(&phase, now + 1, memory_order_release);
    } else {
        while (atomic_load_explicit(&phase, memory_order_acquire) == now) {
        }
    }
}

int main(void) {
    int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
#pragma omp for nowait
        for (int i = 0; i < 4; i++) {
            value[i] = i; // 0 loads 1 stores
        }
        barrier(4);
        sum += value[0] + value[3]; // 2 loads 0 stores
#pragma omp flush
        atomic_thread_fence(memory_order_seq_cst);
    }
    printf("%d\n", sum);
    return sum == 12 ? 0 : 1;
}
