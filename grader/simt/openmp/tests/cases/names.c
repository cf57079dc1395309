/* Names that PTX does not take, and the same name twice. */
#include <stdio.h>

// expect: _gomp_critical_user_even\$var
// expect: _gomp_critical_user_odd\$var
// expect: \.global .* first\$calls
// expect: \.global .* second\$calls
static int first(void) {
    static int calls;
    return ++calls;
}
static int second(void) {
    static int calls;
    return ++calls;
}

int main(void) {
    int even = 0, odd = 0;
#pragma omp parallel for
    for (int i = 0; i < 100; i++) {
        if (i % 2 == 0) {
#pragma omp critical(even)
            even = first();
        } else {
#pragma omp critical(odd)
            odd = second();
        }
    }
    printf("%d %d\n", even, odd);
    return even == 50 && odd == 50 ? 0 : 1;
}
