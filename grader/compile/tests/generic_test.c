#include "../source/source.h"
#include "../../tests/unit.h"

#include <string.h>

/* What a header may declare. */
static const char header[] = "struct iphdr { unsigned int ihl:4; unsigned int (version) : 4; };";

static const char *find(const char *program) {
    const struct generic_text texts = {program, header};
    return generic_find(&texts);
}

static void accepts_variables_elements_and_numbers(void **state) {
    static const char *const programs[] = {
        "q = _Generic((data[i]), uint32_t: square_u32, uint64_t: square_u64)(data[i]);",
        "ZERO: _Generic((p), uint32_t *: zero32, const uint64_t *: zero64)((p), (n));",
        "enum { TABLES = 4 }; x = _Generic((x) + 1, int: abs, long: labs)(x);",
        "m = _Generic(*p, float: 1.5F, default: (double)q[0]);",
        "a = _Generic(&(v), int *: 1, _Bool *: 2); b = _Generic((uint8_t)0, unsigned char: f(1, "
        "2));",
        "omp_lock_t lock; x = _Generic(&lock, omp_lock_t *: omp_set_lock)(&lock);",
        "x = _Generic(1.0f, float: _Generic(y, int: 1, default: 2), default: 3);",
        "struct bins { uint32_t of[4]; }; x = _Generic(bins->of, uint32_t *: 1)(a.b . c);",
        "int generic; int _GenericName; typeof(x) y;",
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        const char *found = find(programs[i]);
        assert_ptr_equal(found, NULL);
    }
}

/* Each of them chooses, or may choose, another value with gcc than with clang. */
static void finds_what_compilers_may_take_for_another_type(void **state) {
    static const char *const programs[] = {
        "struct { int few: 3; } bits; x = _Generic(bits.few, unsigned: 1, default: 0);",
        "struct { int (few)\n: 3; } *p; x = _Generic(p -> few, unsigned: 1, default: 0);",
        "struct iphdr h; x = _Generic(h.ihl, unsigned: 1, default: 0);",
        "struct iphdr h; x = _Generic((h).version + 0, unsigned: 1, default: 0);",
        "x = _Generic(v > w, int: 1, default: 0);",
        "x = _Generic((1 ? (void *)(n * 0l) : (int *)0), int *: 1, default: 0);",
        "x = _Generic(v < w, int: 1, default: 0);",
        "x = _Generic(9223372036854775808, __int128: 1, default: 0);",
        "enum { A = 1, B = 0x100000000 }; x = _Generic(A, int: 1, default: 0);",
        "enum e { C, D = 0x80000000 }; enum f { A = 1, B }; x = _Generic(D, int: 1, default: 0);",
        "x = _Generic(1.0f, _Float32: 1, default: 0);",
        "typedef _Float32 single; x = _Generic(1.0f, single: 1, default: 0);",
        "x = _Generic(f(y), int: 1, default: 0);",
        "x = _Generic(__builtin_inff(), float: 1, default: 0);",
        "x = _Generic((const int)1, const int: 1, default: 0);",
        "x = _Generic(omp_get_wtick, int: 1, default: 0);",
        "omp_sched_t s; x = _Generic(s, int: 1, default: 0);",
        "__auto_type y = bits.few; x = _Generic(y, int: 1, default: 0);",
        "typeof(bits.few + 0) y; x = _Generic(y, int: 1, default: 0);",
        "x = _Generic(\"a\", char *: 1, default: 0);",
        "x = _Generic(({ bits; }), int: 1, default: 0);",
        "x = _Generic(y",
        "x = _Generic",
    };
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        const char *found = find(programs[i]);
        assert_non_null(found);
        assert_ptr_equal(found, strstr(programs[i], "_Generic"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_variables_elements_and_numbers),
        cmocka_unit_test(finds_what_compilers_may_take_for_another_type),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
