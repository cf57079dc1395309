/* Which names a mistyped one may stand for. */
#include "../rules/nearest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static const char *nearest(const char *wanted, const char *first, const char *second) {
    struct nearest search = nearest_to(wanted);
    nearest_offer(&search, first);
    nearest_offer(&search, second);
    return search.name;
}

static void the_nearest_is_taken(void **state) {
    (void)state;
    assert_string_equal(nearest("histogran", "histograms", "histogram"), "histogram");
    assert_string_equal(nearest("Sum", "max", "sum"), "sum");   /* case does not count */
    assert_string_equal(nearest("usm", "max", "sum"), "sum");   /* a swap is one edit */
    assert_string_equal(nearest("sums", "sum", "sumt"), "sum"); /* of two, the first */
}

/* A third of the name's bytes, or one byte of a short one. */
static void what_is_too_far_is_not(void **state) {
    (void)state;
    assert_string_equal(nearest("ab", "abc", NULL), "abc");
    assert_null(nearest("ab", "xy", ""));
    assert_null(nearest("abcde", "abxye", NULL));
    assert_string_equal(nearest("abcdef", "abxyef", NULL), "abxyef");
    assert_null(nearest("abcdef", "axyzef", NULL));
}

static void long_names_are_left_alone(void **state) {
    (void)state;
    char name[66];
    memset(name, 'a', sizeof name);
    name[65] = '\0';
    assert_null(nearest(name, name, "a"));
    assert_null(nearest("aaa", name, NULL));
    name[64] = '\0';
    assert_string_equal(nearest(name, name, NULL), name);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_is_taken),
        cmocka_unit_test(what_is_too_far_is_not),
        cmocka_unit_test(long_names_are_left_alone),
    };
    return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
