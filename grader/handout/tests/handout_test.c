/* The parts that read: functions of a source, tables, questions of a .tex, translations; and TeX's
 * escapes. */
#include "../functions.h"
#include "../quotes.h"
#include "../table.h"
#include "../tex.h"
#include "../../language/translations.h"
#include "../../tests/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/handout-test-XXXXXX";
static char *kept; /* what the last call wrote */

static const char *path_of(const char *name) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static const char *write_text(const char *name, const char *text) {
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    return path_of(name);
}

static const char *written(void (*write)(FILE *, const char *), const char *text) {
    size_t size;
    free(kept);
    FILE *out = open_memstream(&kept, &size);
    assert_non_null(out);
    write(out, text);
    fclose(out);
    return kept;
}

static void tex_escapes(void **state) {
    assert_string_equal(written(tex_plain, "50% of {a_b} & \\x"),
                        "50\\% of \\{a\\_b\\} \\& \\textbackslash{}x");
    assert_string_equal(written(tex_prose, "call `f(x)`, cudaMalloc or For_Atomic"),
                        "call \\lockstepcode{f(\\allowbreak{}x)}, \\lockstepcode{cudaMalloc} or "
                        "For\\_Atomic");
    assert_string_equal(written(tex_prose, "16 x 4: 2^20 of *result, *not* 2^n"),
                        "16 \\texttimes{} 4: 2\\textsuperscript{20} of "
                        "\\lockstepcode{*\\allowbreak{}result}, *not* "
                        "2\\textasciicircum{}n");
    assert_string_equal(written(tex_prose, "up to 2^32 - 1, so"),
                        "up to 2\\textsuperscript{32}~$-$~1, so");
    assert_string_equal(written(tex_prose, "n <= 2^32 - 1"),
                        "\\lockstepcode{n \\textless{}=\\allowbreak{} 2\\textasciicircum{}32 - 1}");
    assert_string_equal(written(tex_prose, "omp_get_num_threads() is 1"),
                        "\\lockstepcode{omp\\_\\allowbreak{}get\\_\\allowbreak{}num\\_\\allowbreak{"
                        "}threads()} is 1");
    assert_string_equal(written(tex_prose, "get_group_id(0) (and more)"),
                        "\\lockstepcode{get\\_\\allowbreak{}group\\_\\allowbreak{}id(\\"
                        "allowbreak{}0)} (and more)");
    assert_string_equal(written(tex_code, "__shared__ _x a_b"),
                        "\\lockstepcode{\\_\\_shared\\_\\_ \\_x a\\_\\allowbreak{}b}");
    assert_string_equal(written(tex_prose, "an odd ` is text"), "an odd ` is text");
    assert_string_equal(written(tex_plain, "make --all"), "make -{}-all");
    assert_string_equal(written(tex_prose, "cudaFree(it. And more)"),
                        "\\lockstepcode{cudaFree}(it. And more)");
    assert_string_equal(written(tex_plain, "<<<1>>>"),
                        "\\textless{}\\textless{}\\textless{}1\\textgreater{}\\textgreater{}\\"
                        "textgreater{}");
    assert_string_equal(
        written(tex_prose, "if t < v, sums[t] += sums[v - 1]. The value(s) and + 1"),
        "if \\lockstepcode{t \\textless{} v}, "
        "\\lockstepcode{sums[\\allowbreak{}t] +=\\allowbreak{} "
        "sums[\\allowbreak{}v - 1]}. The value(s) and + 1");
    assert_string_equal(written(tex_prose, "up: (n + b - 1) / b. (Not these) - and (b, too)"),
                        "up: \\lockstepcode{(\\allowbreak{}n + b - 1) /\\allowbreak{} b}. "
                        "(Not these) - and (b, too)");
    assert_string_equal(
        written(tex_prose, "by <<<b, 2 * t>>> and"),
        "by \\lockstepcode{\\textless{}\\textless{}\\textless{}b,\\allowbreak{} 2 *\\allowbreak{} "
        "t\\textgreater{}\\textgreater{}\\textgreater{}} and");
    assert_string_equal(written(tex_prose, "half is blockDim.x / 2. x is"),
                        "half is \\lockstepcode{blockDim.x /\\allowbreak{} 2}. x is");
}

static void functions_are_found(void **state) {
    struct arena arena = {NULL};
    struct source_function *functions;
    struct error error;
    const char *path = write_text("a.cu", "#include <x.h>\n"     /* 1 */
                                          "extern \"C\" {\n"     /* 2 */
                                          "/*\n"                 /* 3 */
                                          " * Adds.\n"           /* 4 */
                                          " *\n"                 /* 5 */
                                          " * a, b: numbers\n"   /* 6 */
                                          " */\n"                /* 7 */
                                          "int add(int a,\n"     /* 8 */
                                          "        int b);\n"    /* 9 */
                                          "enum { FOUR = 4 };\n" /* 10 */
                                          "__global__ void __launch_bounds__(64, 2)\n"
                                          "    walk(const int *data) {\n" /* 12 */
                                          "    if (data) {\n"             /* 13 */
                                          "    }\n"                       /* 14 */
                                          "}\n"                           /* 15 */
                                          "}\n");
    assert_true(source_functions(path, &arena, &functions, &error));
    assert_string_equal(functions->name, "add");
    assert_string_equal(functions->text, "Adds.\na, b: numbers");
    assert_int_equal(functions->comment, 3);
    assert_int_equal(functions->first, 8);
    assert_int_equal(functions->last, 9);
    const struct source_function *walk = functions->next;
    assert_string_equal(walk->name, "walk");
    assert_int_equal(walk->first, 11);
    assert_int_equal(walk->head, 12);
    assert_int_equal(walk->last, 15);
    assert_string_equal(walk->text, "");
    assert_null(walk->next);
    assert_false(source_functions("/nowhere", &arena, &functions, &error));
    arena_free(&arena);
}

static void tables_are_read(void **state) {
    struct arena arena = {NULL};
    struct csv_table table;
    struct error error;
    const char *path = write_text("t.csv", "# device: X\n# date: today\nway,n,us\n"
                                           "\"a, \"\"b\"\"\",1,2.5\nc,1,3\n");
    assert_true(table_read(&table, path, &arena, &error));
    assert_string_equal(table.sheet.comments, "device: X\ndate: today");
    const size_t row = table_next(&table, "n=1", 0);
    assert_string_equal(table_cell(&table, row, 0), "a, \"b\"");
    assert_string_equal(table_cell(&table, table_next(&table, "n=1", row), 0), "c");
    assert_int_equal(table_next(&table, "n=1;way=c", table_next(&table, "way=c", 0)), 0);
    assert_int_equal(table_next(&table, "m=1", 0), 0);
    path = write_text("t.csv", "# why\na,b\n1\n");
    assert_false(table_read(&table, path, &arena, &error));
    assert_non_null(strstr(error.message, "t.csv:3: 1 cells"));
    arena_free(&arena);
}

/* What quotes_write says of a .tex with that text; the error's message where it fails. */
static const char *answers(const char *text, const char *language) {
    static struct error error;
    size_t size;
    write_text("q.tex", text);
    free(kept);
    FILE *out = open_memstream(&kept, &size);
    assert_non_null(out);
    const struct handout handout = {
        .folder = folder, .common = path_of("kit"), .name = "q", .language = language};
    const bool good = quotes_write(&handout, out, &error);
    fclose(out);
    return good ? kept : error.message;
}

static void questions_are_answered(void **state) {
    mkdir(path_of("data"), 0755);
    write_text(
        "data/d.csv",
        "# command: ./bench\n# device: none\nway,n,us\nfast,1,1250.5\nslow,1,2501\nslow,2,9\n");
    mkdir(path_of("kit"), 0755);
    mkdir(path_of("kit/data"), 0755);
    write_text("kit/data/k.csv", "a\n7\n");
    write_text("kit/data/d.csv", "a\n8\n");
    assert_non_null(strstr(answers("\\datum{k.csv}{a=7}{a}", "en"), "{7}"));
    assert_string_equal(answers("% \\datum{}\n\\datum{d.csv}{way=fast}{us:1}", "en"),
                        "\\lockstepfact{datum|d.csv|way=fast|us:1}{\\ensuremath{1{,}250.5}}\n");
    assert_non_null(strstr(answers("\\datum{d.csv}{way=fast}{us/1000:2}", "fr"), "1{,}25}"));
    assert_non_null(strstr(answers("\\datum{d.csv}{way=fast}{us:0}", "fr"), "1\\,250}"));
    assert_non_null(strstr(answers("\\quotient{d.csv}{way=slow;n=1}{way=fast}{us:1}", "en"),
                           "{\\ensuremath{2.0}}"));
    assert_non_null(
        strstr(answers("\\plotseries[x]{d.csv}{way=slow}{n}{us}", "en"), "{(1,2501)(2,9)}"));
    assert_non_null(
        strstr(answers("\\plotseries{d.csv}{way=slow}{n}{us/2/n}", "en"), "{(1,1250.5)(2,2.25)}"));
    assert_non_null(strstr(answers("\\datum{d.csv}{way=slow;n=2}{us/n:1}", "en"), "{4.5}"));
    assert_non_null(strstr(answers("\\provenance{d.csv}", "en"), "\\provenanceline{command: "));
    assert_non_null(strstr(answers("\\provenance{d.csv}", "fr"), "{périphérique : aucun}"));
}

static void drift_is_told(void **state) {
    assert_non_null(strstr(answers("a\n\\datum{d.csv}{way=gone}{us}", "en"), "q.tex: line 2: "));
    assert_non_null(strstr(answers("\\datum{d.csv}{way=gone}{us}", "en"), "no row with way=gone"));
    assert_non_null(strstr(answers("\\datum{d.csv}{way=slow}{us}", "en"), "several rows"));
    assert_non_null(strstr(answers("\\datum{d.csv}{way=fast}{ms}", "en"), "no column 'ms'"));
    assert_non_null(strstr(answers("\\datum{d.csv}{way=fast}{way:1}", "en"), "is not a number"));
    assert_non_null(strstr(answers("\\datum{d.csv}{way=fast}{us:x}", "en"), "should be COLUMN"));
    assert_non_null(strstr(answers("\\datum{d.csv}{way=fast}{us/ms}", "en"), "no column 'ms'"));
    assert_non_null(strstr(answers("\\datum{d.csv}{way=fast}{us/}", "en"), "no number or column"));
    assert_non_null(strstr(answers("\\datum{none.csv}{way=fast}{us}", "en"), "none.csv: No such"));
    assert_non_null(strstr(answers("\\datum{d.csv}{way=fast}", "en"), "needs 3 arguments"));
    assert_non_null(strstr(answers("\\plotseries{d.csv}{n=7}{n}{us}", "en"), "no row with n=7"));
    write_text("data/bare.csv", "a\n1\n");
    assert_non_null(strstr(answers("\\provenance{bare.csv}", "en"), "where it comes from"));
}

static void translations_are_read(void **state) {
    struct translations french = {{NULL}, NULL, NULL};
    struct error error;
    assert_true(translations_load(
        &french,
        write_text("a.po", "# comment\n\nmsgid \"one \"\n\"more\"\nmsgstr \"un de plus\"\n\n"
                           "msgid \"say \\\"x\\\"\"\nmsgstr \"dire \\\"x\\\"\"\n"
                           "msgid \"later\"\nmsgstr \"\"\n"),
        &error));
    assert_string_equal(translate(&french, "one more"), "un de plus");
    assert_string_equal(translate(&french, "say \"x\""), "dire \"x\"");
    assert_string_equal(translate(&french, "later"), "later");
    assert_string_equal(translate(&french, "later"), "later");
    size_t size;
    free(kept);
    FILE *out = open_memstream(&kept, &size);
    assert_int_equal(translations_missing(&french, out), 1);
    fclose(out);
    assert_string_equal(kept, "msgid \"later\"\nmsgstr \"\"\n\n");
    assert_false(translations_load(&french, write_text("b.po", "msgid \"a\"\nnonsense\n"), &error));
    assert_non_null(strstr(error.message, "b.po:2: expected"));
    assert_false(translations_load(&french, "/nowhere.po", &error));
    translations_free(&french);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tex_escapes),     cmocka_unit_test(functions_are_found),
        cmocka_unit_test(tables_are_read), cmocka_unit_test(questions_are_answered),
        cmocka_unit_test(drift_is_told),   cmocka_unit_test(translations_are_read),
    };
    if (mkdtemp(folder) == NULL) {
        return 2;
    }
    cmocka_set_message_output(CM_OUTPUT_TAP);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(kept);
    const char *const left[] = {"a.cu",          "t.csv", "q.tex", "data/d.csv",
                                "data/bare.csv", "a.po",  "b.po"};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        unlink(path_of(left[i]));
    }
    rmdir(path_of("data"));
    rmdir(folder);
    return failed;
}
