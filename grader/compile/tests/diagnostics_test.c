#include "../source/source.h"
#include "../../tests/unit.h"

static struct arena arena;
static const struct lab lab = {.files = {{.name = "histogram.cu"}}, .file_count = 1};

static int release(void **state) {
    arena_free(&arena);
    return 0;
}

#define TYPE_ERROR "error: cannot combine with previous 'int' declaration specifier\n"
#define MISSING                                                                                    \
    "Only the files that the lab names are compiled: put what you need into one of them."

/* What compilers print, and what the report says about it. NULL allows any message or advice; the
 * advice "" is none. */
static const struct told {
    const char *output, *message;
    int line; /* 0: none of the student's */
    const char *advice;
} all_told[] = {
    {"/box/histogram.cu:7:1: warning: odd\n/box/histogram.cu:12:5: error: no such name\n"
     "/box/histogram.cu:13:5: error: another\n",
     "no such name", 12, ""},
    {"/box/histogram.cu:9:1: error: function definition is not allowed here\n", NULL, 9,
     "Is a closing brace missing above?"},
    {"histogram.cu:1:10: fatal error: 'thrust/sort.h' file not found\n", NULL, 1,
     "The grader has no Thrust: write this part yourself."},
    {"histogram.cu:1:10: fatal error: 'cub/cub.cuh' file not found\n", NULL, 1,
     "The grader has no CUB: write this part yourself."},
    {"histogram.cu:1:10: fatal error: 'mine.h' file not found\n", NULL, 1, MISSING},
    {"histogram.cu:1:10: fatal error: mine.h: No such file or directory\n", NULL, 1, MISSING},
    /* A type's name, as clang 14 and 19 quote the line; and a column that the line does not have.
     */
    {"/box/histogram.cu:9:9: " TYPE_ERROR "    int half = 2;\n", NULL, 9,
     "half is the name of a type here: choose another one."},
    {"/box/histogram.cu:9:9: " TYPE_ERROR "    9 |     int half = 2;\n", NULL, 9,
     "half is the name of a type here: choose another one."},
    {"/box/histogram.cu:9:20: " TYPE_ERROR "    int half;\nsomething else\n", NULL, 9, ""},
    /* A list that never ends is the cause of what was told before. */
    {"histogram.cu:95:2: error: embedding a #pragma directive within macro arguments is not "
     "supported\n#pragma unroll\n ^\n"
     "histogram.cu:20:5: error: unterminated function-like macro invocation\n"
     "histogram.cu:99:1: error: expected '}'\n",
     "unterminated function-like macro invocation", 20, "Is a closing parenthesis missing?"},
    /* An error in a header has the line that included it, one in a template that which asked for
       it. */
    {"In file included from /box/histogram.cu:3:\n/kit/cublas_v2.h:2:2: error: no cublas\n",
     "no cublas", 3, NULL},
    {"In file included from /usr/include/b.h:9,\n                 from histogram.cu:4:\n"
     "/usr/include/c.h:1:1: error: no c\n",
     "no c", 4, NULL},
    {"In file included from /box/histogram.cu:5:\n"
     "/usr/include/c++/12/bits/stl_algo.h:44:9: error: not a function\n"
     "/usr/include/c++/12/bits/stl_algo.h:99:9: note: in instantiation of function\n"
     "/box/histogram.cu:78:60: note: in instantiation of function\n",
     "not a function", 78, NULL},
    {"clang: error: no such option\n", "no such option", 0, NULL},
    {"/usr/bin/ld: /out/native-histogram.cu.o: in function `count':\n"
     "/box/histogram.cu:45: undefined reference to `ghost'\ncollect2: error: ld returned 1\n",
     "ghost is used, but it is not defined anywhere", 45, NULL},
    {"/usr/bin/ld: /kit/runner.o:/box/runner.c:9: multiple definition of `main'; a.o: first\n",
     "main is defined twice", 0, NULL},
    {"/tmp/ccX1b2Zz.s: Assembler messages:\n/tmp/ccX1b2Zz.s:12: Error: no such instruction: `a'\n",
     "no such instruction: `a'", 0, NULL},
};

static void the_first_error_with_its_line(void **state) {
    for (const struct told *told = all_told; told < all_told + sizeof all_told / sizeof *all_told;
         told++) {
        const struct finding *finding = diagnostics_first_error(&arena, &lab, told->output);
        assert_non_null(finding);
        assert_string_equal(finding->message,
                            told->message != NULL ? told->message : finding->message);
        assert_int_equal(finding->line, told->line);
        assert_true((told->line == 0) == (finding->file == NULL));
        if (told->advice != NULL) {
            assert_string_equal(finding->advice != NULL ? finding->advice : "", told->advice);
        }
    }
}

static void trouble_of_a_compiler_is_its_own(void **state) {
    static const char *const troubles[] = {
        "clang: error: unknown argument: '-no-enable-noundef-analysis'",
        "error: unknown argument '-no-enable-noundef-analysis'",
        "clang++: error: clang frontend command failed with exit code 139 (use -v)",
        "histogram.cu:12:5: internal compiler error: Segmentation fault",
        "gcc: error: unrecognized command-line option '-ftrivial-auto-var-init=pattern'",
        "fatal error: error in backend: Cannot select",
        "/bin/sh: 1: /opt/llvm/bin/clang++: not found",
        "Segmentation fault (core dumped)"};
    for (size_t i = 0; i < sizeof troubles / sizeof *troubles; i++) {
        const char *output = arena_printf(&arena, "warning: odd\n%s\n", troubles[i]);
        assert_string_equal(diagnostics_own_trouble(&arena, output), troubles[i]);
    }
    static const char *const students[] = {
        "histogram.cu:3:2: error: #error internal compiler error: Segmentation fault",
        "histogram.cu:3:2: error: 1: internal compiler error: no", "histogram.cu:3:2: error: x"};
    for (size_t i = 0; i < sizeof students / sizeof *students; i++) {
        assert_null(diagnostics_own_trouble(&arena, students[i]));
    }
}

static void what_clang_counts_is_left_out(void **state) {
    assert_string_equal(diagnostics_clean(&arena,
                                          "/box/sum.cl:7:1: warning: odd\n1 warning generated.\n"
                                          "sum.cl:9:1: warning: 2 warnings generated.\n"
                                          "3 warnings and 1 error generated."),
                        "sum.cl:7:1: warning: odd\nsum.cl:9:1: warning: 2 warnings generated.\n");
}

static void no_name_of_a_temporary_file_is_shown(void **state) {
    assert_string_equal(diagnostics_clean(&arena, "/tmp/histogram-9f3a1c.o: odd, /tmp/x y\n"),
                        "(temporary file): odd, /tmp/x y\n");
    assert_string_equal(diagnostics_clean(&arena, "/tmp/square-1a2b3c.cu: odd\n"),
                        "(temporary file): odd\n");
}

/* As `nm -g -P` prints them: name, letter, and an address where there is one. */
static void only_what_is_defined_is_found(void **state) {
    const char *defined =
        diagnostics_defined(&arena, "\nkernel\n",
                            "count T 0 1f\ntable D 0 400\nmalloc U\nhook w\nobject v\n"
                            "weak W 20 1f\nspare V 0 4\nobject.o:\nlast T 40 1f");
    static const char *const there[] = {"kernel", "count", "table", "weak", "spare", "last"};
    static const char *const missing[] = {"malloc", "hook", "object", "object.o:", "coun", "ount"};
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) {
        assert_true(diagnostics_is_defined(defined, there[i]));
    }
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
        assert_false(diagnostics_is_defined(defined, missing[i]));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_error_with_its_line),
        cmocka_unit_test(trouble_of_a_compiler_is_its_own),
        cmocka_unit_test(what_clang_counts_is_left_out),
        cmocka_unit_test(no_name_of_a_temporary_file_is_shown),
        cmocka_unit_test(only_what_is_defined_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, release);
}
