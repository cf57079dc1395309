/* Which reductions are the ones that clang gets wrong. */
#include "../miscompiled.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* A function with a reduction over `table`; line 1 is what stands before it. */
#define FUNCTION(clause)                                                                           \
    "void count(unsigned *table, int n) {\n" /* line 2 */                                          \
    "#pragma omp parallel for " clause "\n"  /* line 3 */                                          \
    "    for (int i = 0; i < n; i++)\n"                                                            \
    "        table[i]++;\n" /* line 5 */                                                           \
    "}\n"                                                                                          \
    "void other(void) {}\n" /* line 7 */

static const struct {
    const char *what, *source;
    int line;
    const char *variable; /* NULL: none */
} cases[] = {
    {"array", "static unsigned table[256];\n" FUNCTION("reduction(+ : table[:256])"), 5, "table"},
    {"pointer", "unsigned *table;\n" FUNCTION("reduction(+:table[0:n])"), 5, "table"},
    {"the clause itself", "int table[9];\n" FUNCTION("reduction(+:table[:9])"), 3, "table"},
    {"second item", "int table[9];\n" FUNCTION("reduction(+:sum, table [:9])"), 5, "table"},
    {"second clause", "int table[9];\n" FUNCTION("reduction(+:n) reduction(+:table[:9])"), 5,
     "table"},
    {"initialised", "int table[2] = {0, 1};\n" FUNCTION("reduction(+:table[:2])"), 5, "table"},
    {"spliced", "int table[2];\n" FUNCTION("private(n) \\\n reduction(+:table[:2])"), 6, "table"},
    {"above the clause", "int table[9];\n" FUNCTION("reduction(+:table[:9])"), 2, NULL},
    {"another function", "int table[9];\n" FUNCTION("reduction(+:table[:9])"), 7, NULL},
    {"whole array", "int table[9];\n" FUNCTION("reduction(+:table)"), 5, NULL},
    {"parameter", "int tables[9];\n" FUNCTION("reduction(+:table[:9])"), 5, NULL},
    {"in a comment", "/* int table; */\n" FUNCTION("reduction(+:table[:9])"), 5, NULL},
    {"in a literal", "char *t = \"; int table\";\n" FUNCTION("reduction(+:table[:9])"), 5, NULL},
    {"as a macro", "#define table other\n" FUNCTION("reduction(+:table[:9])"), 5, NULL},
    {"of a prototype", "void f(int table[]);\n" FUNCTION("reduction(+:table[:9])"), 5, NULL},
    {"no reduction", "int table[9];\n" FUNCTION("shared(table)"), 5, NULL},
    {"a commented clause", "int table[9];\n" FUNCTION("// reduction(+:table[:9])"), 5, NULL},
    {"cut off", "int table[9];\n#pragma omp parallel for reduction(+:table[", 2, "table"},
    {"cut off before", "int table[9];\n#pragma omp parallel for reduction(", 2, NULL},
    {"unclosed literal", "char *s = \"abc\\", 1, NULL},
    {"unclosed comment", "int a; /* ", 1, NULL},
    {"empty", "", 1, NULL},
};

static void finds_what_clang_gets_wrong(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena arena = {0};
        const char *found = miscompiled_reduction(&arena, cases[i].source, cases[i].line);
        const char *expected = cases[i].variable;
        if ((found == NULL) != (expected == NULL) ||
            (found != NULL && strcmp(found, expected) != 0)) {
            fail_msg("%s: found %s", cases[i].what, found != NULL ? found : "nothing");
        }
        arena_free(&arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_what_clang_gets_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
