#include "../source/source.h"
#include "../../tests/unit.h"

#include <stdbool.h>
#include <string.h>

static struct arena arena;

static int release(void **state) {
    arena_free(&arena);
    return 0;
}

static void finds_words_on_the_students_lines_only(void **state) {
    const char *text = "# 0 \"histogram.c\"\n"
                       "# 1 \"/usr/include/stdlib.h\" 1 3 4\n"
                       "extern int f(void) __asm__ (\"\" \"g\");\n"
                       "# 2 \"histogram.c\" 2\n"
                       "int a;\n"
                       "\n"
                       "void f(void) { __asm__(\"\"); }\n";
    struct finding *finding = forbidden_text(&arena, text);
    assert_non_null(finding);
    assert_int_equal(finding->verdict, VERDICT_FORBIDDEN);
    assert_int_equal(finding->line, 4);
    assert_string_equal(finding->file, "histogram.c");
    assert_non_null(strstr(finding->message, "asm"));
}

static void accepts_what_only_looks_alike(void **state) {
    const char *text = "# 1 \"histogram.c\"\n"
                       "int plasma, asmx, my_asm;\n"
                       "const char *s = \"asm \\\" __asm__\"; char c = '\\'';\n"
                       "int has_feature;\n";
    assert_null(forbidden_text(&arena, text));
    assert_null(forbidden_text(&arena, ""));
    assert_null(forbidden_text(&arena, "# 1 \"/usr/include/other.h\"\nasm(\"\");\n"));
}

static void finds_every_word(void **state) {
    static const char *const lines[] = {"asm volatile(\"\");", "__asm__(\"\");",
                                        "x = __has_feature(a);", "int x = __clang_major__;"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *text = arena_printf(&arena, "# 7 \"a.c\"\n%s\n", lines[i]);
        struct finding *finding = forbidden_text(&arena, text);
        assert_non_null(finding);
        assert_int_equal(finding->line, 7);
    }
}

static void looks_where_files_really_lie(void **state) {
    static const struct {
        const char *path;
        bool own;
    } places[] = {{"histogram.c", true},
                  {"./other.c", true},
                  {"/box/histogram.c", true},
                  {"/usr/../box/histogram.c", true},
                  {"/proc/self/cwd/histogram.c", true},
                  {"/usr/include/string.h", false},
                  {"/usr/lib/gcc/x86_64-linux-gnu/12/../../../../include/x.h", false},
                  {"/kit/omp.h", false},
                  {"<built-in>", false}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *text = arena_printf(&arena, "# 3 \"%s\" 1\nasm(\"\");\n", places[i].path);
        assert_int_equal(forbidden_text(&arena, text) != NULL, places[i].own);
    }
}

static void finds_what_chooses_by_compiler(void **state) {
    assert_non_null(forbidden_text(
        &arena,
        "# 1 \"a.c\"\n#pragma omp declare variant(f) match(implementation={vendor(gnu)})\n"));
    assert_null(forbidden_text(&arena, "# 1 \"a.c\"\nint variant;\n"));
}

static void finds_lines_that_are_moved(void **state) {
    static const struct {
        const char *source;
        int line; /* 0: nothing is wrong */
    } cases[] = {
        {"int a;\n#line 5\n", 2},
        {"int a;\n  %: line 5\n", 2},
        {"# 7 \"/usr/include/x.h\"\n", 1},
        {"#li\\\nne 5\n", 1},
        {"#/* a\nb */line 5\n", 1},
        {"int a; /* b\n*/ # line 5\n", 0},
        {"char *a = R\"(\n# 1 \"/usr/x.h\"\n)\";\n", 2},
        {"char *a = R\"(\"/*)\";\n#line 1\n//*/\n", 2},
        {"/* \n#line 5\n # 1. the first step\n*/\n", 0},
        {"// a \\\n#line 5\n", 0},
        {"#define line 5\nint line;\n#include <line>\n", 0},
        {"char *a = \"#line 5\"; char b = '#';\n", 0},
        {"#\n#if 1\n#endif\n", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct finding *finding = forbidden_directives(&arena, "a.c", cases[i].source);
        assert_int_equal(finding != NULL ? finding->line : 0, cases[i].line);
    }
}

static void judges_symbols(void **state) {
    static const struct {
        const char *symbols;
        bool used, bad;
    } cases[] = {
        {"histogram_sequential T 0 10\nmalloc U\nGOMP_parallel U\n", true, false},
        {"omp_get_wtime T 0 10\n", true, true},
        {"omp_get_wtime U\n", true, false},
        {"memcmp T 0 10\n", false, true},
        {"memcmp_mine T 0 10\n", true, false},
        {"y1 B 0 8\nindex T 0 8\n", true, false}, /* in the C library too, but harmless */
        {"lockstep_missing_function T 0 8\n", false, true},
        {"lockstep_missing_function U\n", false, false}, /* the front door's own */
        {"lockstep_missing_function U\n", true, true},
        {"dlsym U\n", true, true},
        {"main T 0 8\n", true, true},
        {"clCreateBuffer U\n", true, false},
        {"clCreateBuffer T 0 8\n", true, true},
        {"clamp_all T 0 8\nclose_place T 0 8\n", true, false},
        {"__real_clGetDeviceInfo U\n", true, true},
        {"", true, false},
        /* what would reach outside, one by one: the jail holds it, too */
        {"dlopen U\n", true, true},
        {"syscall U\n", true, true},
        {"ptrace U\n", true, true},
        {"mmap U\n", true, true},
        {"open U\n", true, true},
        {"fopen U\n", true, true},
        {"kill U\n", true, true},
        {"process_vm_readv U\n", true, true},
        {"getpid U\n", true, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct finding *finding = forbidden_symbols(
            &arena, "a.c", cases[i].symbols, cases[i].used ? FORBID_KIT | FORBID_OUTSIDE : 0);
        assert_int_equal(finding != NULL, cases[i].bad);
    }
}

/* A student's own name may begin with a word that alone is forbidden. */
static void a_longer_name_is_another_name(void **state) {
    static const char *const words[] = {
        "remove", "rename", "read",    "write",  "close",    "exit",    "free",
        "malloc", "signal", "raise",   "pause",  "open",     "access",  "stat",
        "kill",   "poll",   "system",  "memcpy", "mprotect", "abort",   "fread",
        "printf", "strlen", "environ", "uname",  "syscall",  "clFinish"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *longer = arena_printf(&arena, "%s_bins T 0 8\n%s_bins U\n", words[i], words[i]);
        assert_null(forbidden_symbols(&arena, "a.c", longer, FORBID_KIT | FORBID_OUTSIDE));
        const char *alone = arena_printf(&arena, "%s T 0 8\n%s U\n", words[i], words[i]);
        assert_non_null(forbidden_symbols(&arena, "a.c", alone, FORBID_KIT | FORBID_OUTSIDE));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(finds_words_on_the_students_lines_only, release),
        cmocka_unit_test_teardown(accepts_what_only_looks_alike, release),
        cmocka_unit_test_teardown(finds_every_word, release),
        cmocka_unit_test_teardown(looks_where_files_really_lie, release),
        cmocka_unit_test_teardown(finds_what_chooses_by_compiler, release),
        cmocka_unit_test_teardown(finds_lines_that_are_moved, release),
        cmocka_unit_test_teardown(judges_symbols, release),
        cmocka_unit_test_teardown(a_longer_name_is_another_name, release),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("what is forbidden", tests, NULL, NULL);
}
