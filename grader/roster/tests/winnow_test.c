/* What two programs share when names, spaces and comments do not count. */
#include "../winnow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const char program[] =
    "/* counts */ void f(const unsigned char *data, long n, long *bins) {\n"
    "  for (long i = 0; i < 256; i++) bins[i] = 0;\n"
    "#pragma omp parallel for\n"
    "  for (long i = 0; i < n; i++) {\n#pragma omp atomic\n    bins[data[i]]++;\n  }\n}\n";
static const char renamed[] =
    "void g(const unsigned char *input, long count, long *table)\n{\n"
    "  for (long k = 0x0; k < 0x100; k++)\n    table[k] = 0; // zero\n"
    "  #pragma omp parallel \\\n for\n"
    "  for (long k = 0; k < count; k++)\n  {\n#pragma omp atomic\n table[input[k]]++;\n }\n}\n";
static const char other[] =
    "static int helper(int a) { return a > 3 ? helper(a - 1) : 17; }\n"
    "void h(void) { int x = helper(3); while (x-- != 0) { switch (x) { case 1: break; } } }\n";

static void renaming_does_not_hide_a_copy(void **state) {
    (void)state;
    struct arena arena = {0};
    struct fingerprints a = winnow(&arena, (const char *const[]){program, NULL});
    struct fingerprints b = winnow(&arena, (const char *const[]){renamed, NULL});
    struct fingerprints c = winnow(&arena, (const char *const[]){other, NULL});
    assert_true(a.count > 5);
    assert_int_equal(winnow_shared(&a, &b), a.count);
    assert_int_equal(winnow_shared(&a, &c), 0);
    winnow_remove(&b, &a);
    assert_int_equal(b.count, 0);
    assert_int_equal(winnow(&arena, (const char *const[]){"", NULL}).count, 0);
    assert_int_equal(winnow(&arena, (const char *const[]){"int x; /* never closed", NULL}).count,
                     0);
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(renaming_does_not_hide_a_copy),
    };
    return cmocka_run_group_tests_name("winnow", tests, NULL, NULL);
}
