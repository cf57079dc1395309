/* A weak function that nobody defines is a null pointer. */
#include <stdio.h>

// never: __tsan_init
extern void __tsan_init(void) __attribute__((weak));

int main(void) {
    printf("%s\n", __tsan_init != NULL ? "watched" : "alone");
    return __tsan_init == NULL ? 0 : 1;
}
