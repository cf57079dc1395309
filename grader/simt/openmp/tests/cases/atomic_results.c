/* Atomic updates whose result nobody needs, and whose new value does not hang on the old one (or is
 * the old one): they stay updates, and order what they must. */
#include <stdatomic.h>
#include <stdio.h>

// clean
// expect: atom\.exch\.b64
// expect: atom\.exch\.b32
// expect: atom\.or\.b32
// expect: atom\.and\.b32
// expect: atom\.add\.u32
struct pair {
    int one, two;
};

int main(void) {
    struct pair pairs[4];
    struct pair *_Atomic current = NULL;
    atomic_uint all = 1, none = 1, same = 1, number = 1;
    int bad = 0;
#pragma omp parallel num_threads(3) reduction(+ : bad)
    {
#pragma omp for schedule(static, 1) nowait
        for (int i = 0; i < 4; i++) {
            pairs[i].one = i;
            pairs[i].two = 2 * i;
            atomic_exchange(&current, &pairs[i]);
        }
        struct pair *seen = atomic_load(&current);
        bad += seen != NULL && seen->two != 2 * seen->one;
        atomic_exchange(&number, 7);
        atomic_fetch_or(&all, ~0U);
        atomic_fetch_and(&none, 0);
        atomic_fetch_add(&same, 0);
    }
    printf("%d %u %u %u %u\n", bad, all, none, same, number);
    return bad;
}
