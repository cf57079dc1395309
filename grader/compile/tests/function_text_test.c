#include "../source/function_text.h"
#include "../../tests/unit.h"

#include <string.h>

static struct arena arena;

static int release(void **state) {
    arena_free(&arena);
    return 0;
}

/* The names in order, each with its lines: "f:1-3 g:4-4 ". */
static const char *read(const char *text) {
    struct function_text *functions;
    const char *all = "";
    if (!functions_find(&arena, text, &functions)) {
        return "unknown";
    }
    for (; functions != NULL; functions = functions->next) {
        all = arena_printf(&arena, "%s%s:%d-%d ", all, functions->name, functions->line,
                           functions->last_line);
    }
    return all;
}

static void functions_have_lines(void **state) {
    assert_string_equal(read("int f(void);\nstatic int f(void)\n{\n    return '}';\n}\n"),
                        "f:2-5 ");
    assert_string_equal(read("/* { */\n// {\nint g(int a) { return \"{\"[a]; }\nvoid h() {}\n"),
                        "g:3-3 h:4-4 ");
    assert_string_equal(read("#define A {\nstruct s { int a; };\nint t[] = {1, 2};\nint f() {\n"
                             "    if (t[0]) {\n    }\n}\n"),
                        "f:4-7 ");
    assert_string_equal(read("int f() {\n    return \"a\\\"}\"[0];\n}\n"), "f:1-3 ");
    assert_string_equal(read("#define A(x) \\\n    { x\nint f() {\n}\n"), "f:3-4 ");
}

static void attributes_and_namespaces_are_read_over(void **state) {
    assert_string_equal(
        read("__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void\nk(int a) {\n}\n"),
        "k:1-3 ");
    assert_string_equal(
        read("namespace {\n__global__ void __launch_bounds__(256) k(int a) {\n}\n}\n"
             "extern \"C\" {\nint f() { return 0; }\n}\n"),
        "k:2-3 f:6-6 ");
    assert_string_equal(
        read("template <typename T, int N = 4>\nT twice(T a) {\n    return a;\n}\n"), "twice:1-4 ");
    assert_string_equal(read("extern \"C\" int f(int a) { return a; }\n"), "f:1-1 ");
}

static void what_does_not_match_is_unknown(void **state) {
    assert_string_equal(read("int f() {\n"), "unknown");
    assert_string_equal(read("int f() {\n}\n}\n"), "unknown");
    assert_string_equal(read("int f(\nint g() {\n}\n"), "unknown");
    assert_string_equal(read("bool operator==(S a, S b) { return true; }\n"), "unknown");
}

static void names_count_outside_of_comments(void **state) {
    const char *text = "f(); /* g */ \"h\" // i\nfg; 1f";
    const size_t end = strlen(text);
    assert_true(functions_mention(text, 0, end, "f"));
    assert_true(functions_mention(text, 0, end, "h"));
    assert_true(functions_mention(text, 0, end, "fg"));
    assert_false(functions_mention(text, 0, end, "g"));
    assert_false(functions_mention(text, 0, end, "i"));
}

static void blanks_keep_lines_and_directives(void **state) {
    char text[] = "f {\n#define A 1\n#pragma omp\n x }\ng";
    functions_blank(text, 0, strlen(text) - 1);
    assert_string_equal(text, "   \n#define A 1\n           \n    \ng");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(functions_have_lines, release),
        cmocka_unit_test_teardown(attributes_and_namespaces_are_read_over, release),
        cmocka_unit_test_teardown(what_does_not_match_is_unknown, release),
        cmocka_unit_test_teardown(names_count_outside_of_comments, release),
        cmocka_unit_test_teardown(blanks_keep_lines_and_directives, release),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
