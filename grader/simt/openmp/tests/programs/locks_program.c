// prints: lock 400 nested 800 tested 4 critical 400 300
// prints: atomics 400 -400 400 10 20 1
// prints: phases 40
// prints: spun 1
#include <omp.h>
#include <stdatomic.h>
#include <stdio.h>

static omp_lock_t lock;
static omp_nest_lock_t nest;
static int nested;

static void twice(int depth) {
    omp_set_nest_lock(&nest);
    nested++;
    if (depth > 0) {
        twice(depth - 1);
    }
    omp_unset_nest_lock(&nest);
}

static atomic_int arrived, generation;

static void own_barrier(int threads) {
    int now = atomic_load(&generation);
    if (atomic_fetch_add(&arrived, 1) == threads - 1) {
        atomic_store(&arrived, 0);
        atomic_fetch_add(&generation, 1);
    } else {
        while (atomic_load(&generation) == now) {
        }
    }
}

int main(void) {
    int locked = 0, tested = 0, even = 0, odd = 0;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(4)
    {
        for (int i = 0; i < 100; i++) {
            omp_set_lock(&lock);
            locked++;
            omp_unset_lock(&lock);
            twice(1);
        }
        while (!omp_test_lock(&lock)) {
        }
        tested++;
        omp_unset_lock(&lock);
        for (int i = 0; i < 100; i++) {
#pragma omp critical(even)
            even++;
            if (i % 4 != 0) {
#pragma omp critical(odd)
                odd++;
            }
        }
    }
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
    printf("lock %d nested %d tested %d critical %d %d\n", locked, nested, tested, even, odd);
    int up = 0, down = 0, most = 0;
    double real = 0;
    short little = 0;
    unsigned char bits = 0;
    int captured[400] = {0};
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 400; i++) {
        int old;
#pragma omp atomic capture
        old = up++;
        captured[old]++;
#pragma omp atomic
        down -= 1;
        if (i < 20) {
#pragma omp atomic
            real += 0.5;
#pragma omp atomic
            little++;
#pragma omp atomic
            bits |= 1;
        }
    }
    for (int i = 0; i < 400; i++) {
        most += captured[i];
    }
    printf("atomics %d %d %d %g %d %d\n", up, down, most, real, little, bits);
    int cells[4] = {0}, agree = 0;
#pragma omp parallel num_threads(4) reduction(+ : agree)
    for (int phase = 1; phase <= 10; phase++) {
        cells[omp_get_thread_num()] = phase;
        own_barrier(4);
        agree += cells[(omp_get_thread_num() + 1) % 4] == phase;
        own_barrier(4);
    }
    printf("phases %d\n", agree);
    int flag = 0, data = 0, spun = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read acquire
                seen = flag;
            }
            spun = data;
        }
#pragma omp section
        {
            data = 1;
#pragma omp atomic write release
            flag = 1;
        }
    }
    printf("spun %d\n", spun);
    return 0;
}
