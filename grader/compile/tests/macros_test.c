/* When a word is the same for two compilers. */
#include "../source/source.h"
#include "../../tests/unit.h"

static const char gcc[] =
    "#define A 1\n#define LONGER 1 + 1\n#define NUMBER 0x10L\n#define TYPED 16L\n"
    "#define TWICE(x) (x + x)\n#define __twice(x) (x + x)\n"
    "#define FLT_MAX 3.4e+38F\n#define ONE INNER\n#define INNER 1\n"
    "#define CHANGED 1\n#undef CHANGED\n#define ONLY 1\n#define GONE 1\n#undef GONE\n"
    "#define SELF SELF\n#define SPACED  a   b\n";
static const char clang[] = "#define A 1\n#define LONGER 1\n#define NUMBER 16l\n#define TYPED 16\n"
                            "#define TWICE(x) (2 * (x))\n#define __twice(x) (2 * (x))\n"
                            "#define FLT_MAX 0x1p+127f\n#define ONE INNER\n#define INNER 2\n"
                            "#define CHANGED 2\n#undef CHANGED\n"
                            "#define SELF SELF\n#define SPACED a b\n";

static bool agree(const char *word, enum macros_measure measure) {
    struct arena arena = {0};
    const struct macros *first = macros_of(&arena, gcc), *second = macros_of(&arena, clang);
    const bool same = macros_agree(&(struct views){first, second, measure}, code_word_at(word));
    assert_true(macros_agree(&(struct views){second, first, measure}, code_word_at(word)) == same);
    arena_free(&arena);
    return same;
}

static void what_is_the_same(void **state) {
    assert_true(agree("A", MACROS_SPELLING));
    assert_true(agree("neither", MACROS_SPELLING));
    assert_true(agree("CHANGED", MACROS_SPELLING)); /* not defined any more */
    assert_true(agree("GONE", MACROS_SPELLING));
    assert_true(agree("SELF", MACROS_SPELLING));
    assert_true(agree("SPACED", MACROS_SPELLING));
    assert_true(agree("NUMBER", MACROS_VALUE));
    assert_true(agree("TWICE", MACROS_VALUE)); /* as the standard's macros with arguments */
    assert_true(agree("FLT_MAX", MACROS_VALUE));
}

static void what_is_not(void **state) {
    assert_false(agree("LONGER", MACROS_VALUE)); /* one begins as the other */
    assert_false(agree("ONE", MACROS_VALUE));    /* what it stands for differs */
    assert_false(agree("ONLY", MACROS_VALUE));
    assert_false(agree("TYPED", MACROS_VALUE)); /* a long, and an int */
    assert_false(agree("__twice", MACROS_VALUE));
    assert_false(agree("NUMBER", MACROS_SPELLING));
    assert_false(agree("TWICE", MACROS_SPELLING));
    assert_false(agree("FLT_MAX", MACROS_SPELLING));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_the_same),
        cmocka_unit_test(what_is_not),
    };
    return cmocka_run_group_tests_name("macros", tests, NULL, NULL);
}
