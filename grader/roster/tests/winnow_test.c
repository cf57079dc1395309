/* What two programs share when names, spaces and comments do not count. */
#include "../submissions/similarity.h"
#include "../../tests/unit.h"

#include <stdbool.h>

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

/* Is all of `text` in `changed`, as its fingerprints say? */
static bool is_in(const char *text, const char *changed) {
    struct arena arena = {0};
    struct fingerprints a = winnow(&arena, (const char *const[]){text, NULL});
    struct fingerprints b = winnow(&arena, (const char *const[]){changed, NULL});
    const bool all = winnow_shared(&a, &b) == a.count;
    assert_true(a.count > 0);
    arena_free(&arena);
    return all;
}

static void words_of_directives_and_ends_of_strings_count(void **state) {
    static const char directive[] =
        "#pragma omp parallel for collapse(2) schedule(dynamic, 4) nowait ordered\n"
        "#pragma omp taskloop grainsize(8) untied mergeable nogroup shared(x) priority(none)\n";
    static const char another[] =
        "#pragma omp sections for collapse(2) schedule(guided, 4) nowait ordered\n"
        "#pragma omp taskloop grainsize(8) final mergeable nogroup shared(x) priority(none)\n";
    static const char quoted[] = "void f(void) { g(\"a\\\"b, c\", 1); h(2, 'x', \"y\"); i(3); }";
    static const char plain[] = "void f(void) { g(\"ab\", 1); h(2, '\\'', \"\\\\\"); i(3); }";
    assert_false(is_in(directive, another));
    assert_true(is_in(quoted, plain));
}

static void each_fingerprint_is_there_once(void **state) {
    struct arena arena = {0};
    struct fingerprints a = winnow(&arena, (const char *const[]){program, program, other, NULL});
    for (size_t i = 1; i < a.count; i++) {
        assert_true(a.of[i - 1] < a.of[i]);
    }
    arena_free(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_directives_and_ends_of_strings_count),
        cmocka_unit_test(each_fingerprint_is_there_once),
        cmocka_unit_test(renaming_does_not_hide_a_copy),
    };
    return cmocka_run_group_tests_name("winnow", tests, NULL, NULL);
}
