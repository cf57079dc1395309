/* The writers against golden files (UPDATE_GOLDEN=1 rewrites them: read the difference before you
 * commit it). */
#include "../report.h"
#include "../../utf8.h"
#include "samples.h"
#include "../../tests/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char golden_folder[] = "grader/report/tests/golden";
static const char sources_folder[] = "grader/report/tests/sources";

static const struct report_options student = {.audience = AUDIENCE_STUDENT,
                                              .sources = sources_folder};
static const struct report_options instructor = {
    .audience = AUDIENCE_INSTRUCTOR, .timings = true, .sources = sources_folder};
static const struct report_options folded = {.folds = true, .sources = sources_folder};
static const struct report_options colored = {.color = true, .sources = sources_folder};

static const struct {
    const char *name;
    const struct result *(*result)(void);
    const struct report_options *options;
    const char *formats; /* those to which it is something new; NULL: all */
} samples[] = {
    {"full-student", sample_full, &student, "text html"},
    {"mixed-student", sample_mixed, &student, "text html json junit gradescope github"},
    {"mixed-folded", sample_mixed, &folded, "text"},
    {"nasty-student", sample_nasty, &student, NULL},
    {"broken-student", sample_broken, &student, "text html prairielearn autolab vpl"},
    {"empty-instructor", sample_empty, &instructor, NULL},
};
enum { SAMPLES = sizeof samples / sizeof *samples };

/* The rendering, to be freed by the caller. */
static char *render(const char *format, const struct result *result,
                    const struct report_options *options) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&bytes, &size);
    struct error error;
    assert_true(
        report_write_stream(memory, "memory", report_format_find(format), result, options, &error));
    fclose(memory);
    assert_int_equal(strlen(bytes), size);
    return bytes;
}

static char *read_file(const char *path) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return NULL;
    }
    char *text = NULL;
    size_t capacity = 0;
    if (getdelim(&text, &capacity, '\0', file) < 0) {
        text[0] = '\0';
    }
    fclose(file);
    return text;
}

/* Pages share grader/page.css: it is no part of what is compared. */
static void leave_style_out(char *page) {
    char *begin = strstr(page, "<style>"), *end = strstr(page, "</style>");
    static const char instead[] = "<style>/* page.css */";
    if (begin != NULL && end > begin + sizeof instead) {
        memmove(begin + sizeof instead - 1, end, strlen(end) + 1);
        memcpy(begin, instead, sizeof instead - 1);
    }
}

static void golden(void **state) {
    for (size_t s = 0; s < SAMPLES; s++) {
        for (const struct report_format *format = report_formats; format->name != NULL; format++) {
            char path[256];
            if (samples[s].formats != NULL && strstr(samples[s].formats, format->name) == NULL) {
                continue;
            }
            snprintf(path, sizeof path, "%s/%s.%s", golden_folder, samples[s].name, format->name);
            char *got = render(format->name, samples[s].result(), samples[s].options);
            leave_style_out(got);
            if (getenv("UPDATE_GOLDEN") != NULL) {
                struct error error;
                assert_true(report_replace_file(path, got, strlen(got), &error));
            }
            char *expected = read_file(path);
            if (expected == NULL || strcmp(got, expected) != 0) {
                print_message("# %s differs; got:\n%s", path, got);
            }
            assert_non_null(expected);
            assert_string_equal(got, expected);
            free(expected);
            free(got);
        }
    }
}

static void text_fits_its_width(void **state) {
    static const int widths[] = {80, 60, 44, 100};
    for (size_t s = 0; s < SAMPLES; s++) {
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            struct report_options options = *samples[s].options;
            options.width = widths[w];
            options.color = false;
            char *text = render("text", samples[s].result(), &options), *rest = NULL;
            for (char *line = strtok_r(text, "\n", &rest); line != NULL;
                 line = strtok_r(NULL, "\n", &rest)) {
                if (utf8_columns(line, strlen(line)) > widths[w]) {
                    fail_msg("%s, %d columns: \"%s\"", samples[s].name, widths[w], line);
                }
                size_t length = strlen(line);
                assert_true(line[length - 1] != ' ');
            }
            free(text);
        }
    }
}

/* A hidden check's title, verdict and findings, as sample_mixed has them. */
static void students_see_only_points_of_hidden_checks(void **state) {
    static const char *const secrets[] = {"Secret title", "SECRET", "out-of-bounds", "n = 4099"};
    static const struct {
        const char *format, *text; /* what is there for instructors only */
    } told[] = {
        {"text", "  FAIL Secret title "},
        {"text", "out-of-bounds in sequential: Secret title\n"},
        {"text", "Score 12 / 37.25. 6 of 8 checks failed."},
        {"text", "  run for_atomic correct                                                0.050 s"},
        {"gradescope", "\"visibility\": \"hidden\""},
        {"gradescope", "\"execution_time\": 0.1234567"},
        {"junit", "<property name=\"seconds: build native\" value=\"0.123\"/>"},
        {"html", "<p><b>Input:</b> n = 4099</p>"},
        {"json", "\"title\": \"Secret title\""}};
    for (const struct report_format *format = report_formats; format->name != NULL; format++) {
        char *for_student = render(format->name, sample_mixed(), &student);
        char *for_instructor = render(format->name, sample_mixed(), &instructor);
        assert_non_null(strstr(for_student, "hidden"));
        for (size_t i = 0; i < sizeof secrets / sizeof *secrets; i++) {
            assert_null(strstr(for_student, secrets[i]));
        }
        assert_non_null(strstr(for_instructor, "SECRET"));
        for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
            const bool here = strcmp(told[i].format, format->name) == 0;
            assert_true(!here || strstr(for_instructor, told[i].text) != NULL);
            assert_true(!here || strstr(for_student, told[i].text) == NULL);
        }
        free(for_student);
        free(for_instructor);
    }
}

/* Colours say nothing that the words do not. */
static void colours_are_beside_the_text(void **state) {
    char *plain = render("text", sample_mixed(), &student);
    char *text = render("text", sample_mixed(), &colored);
    assert_non_null(strstr(text, "\033[1;31mFAIL \033[0m"));
    assert_non_null(strstr(text, "\033[32mok   \033[0m"));
    char *to = text;
    for (const char *from = text; *from != '\0';) {
        if (*from == '\033') {
            from = strchr(from, 'm') + 1;
        } else {
            *to++ = *from++;
        }
    }
    *to = '\0';
    assert_string_equal(text, plain);
    free(text);
    free(plain);
}

/* Public checks that pass are not all checks. */
static void never_claims_hidden_checks(void **state) {
    struct check_result hidden = {
        .name = "more", .kind = "output", .hidden = true, .points = 100, .earned = 100};
    struct check_result public = {
        .name = "correct", .kind = "output", .points = 100, .earned = 100, .next = &hidden};
    struct exercise_result exercise = {
        .name = "one", .points = 200, .earned = 200, .checks = &public};
    struct result result = {.lab = "lab", .points = 200, .earned = 200, .exercises = &exercise};
    char *text = render("text", &result, &student);
    assert_non_null(strstr(text, "All public checks passed"));
    assert_null(strstr(text, "All checks passed"));
    free(text);
    text = render("text", &result, &instructor);
    assert_non_null(strstr(text, "All checks passed"));
    free(text);
}

static void unavailable_is_never_a_pass(void **state) {
    struct check_result check = {
        .name = "race", .kind = "race", .points = 200, .verdict = VERDICT_UNAVAILABLE};
    struct exercise_result exercise = {.name = "one", .points = 200, .checks = &check};
    struct result result = {.lab = "lab", .points = 200, .exercises = &exercise};
    char *text = render("text", &result, &student);
    assert_null(strstr(text, "passed"));
    assert_non_null(strstr(text, "NOT JUDGED"));
    assert_non_null(strstr(text, "COULD NOT BE JUDGED on this machine"));
    free(text);
    struct finding refused = {.verdict = VERDICT_UNAVAILABLE, .message = "no", .file = "one.c"};
    check.findings = &refused;
    text = render("text", &result, &student);
    assert_non_null(strstr(text, "JUDGED (2"));
    assert_null(strstr(text, "doctor"));
    free(text);
    text = render("junit", &result, &student);
    assert_non_null(strstr(text, "errors=\"1\""));
    assert_non_null(strstr(text, "<error "));
    free(text);
}

static void a_review_is_told_to_those_who_review(void **state) {
    struct check_result check = {
        .name = "origin", .kind = "origin", .hidden = true, .verdict = VERDICT_REVIEW};
    struct exercise_result exercise = {
        .name = "one", .points = 200, .earned = 200, .checks = &check};
    struct result result = {.lab = "lab", .points = 200, .earned = 200, .exercises = &exercise};
    static const char *const formats[] = {"text", "html", "gradescope", "prairielearn", "vpl"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char *text = render(formats[i], &result, &instructor);
        assert_non_null(strstr(text, "TO BE REVIEWED"));
        assert_null(strstr(text, "COULD NOT BE JUDGED"));
        free(text);
        text = render(formats[i], &result, &student);
        assert_null(strstr(text, "REVIEW"));
        free(text);
    }
    char *text = render("json", &result, &instructor);
    assert_non_null(strstr(text, "\"review\": 1,"));
    free(text);
}

/* What was measured differs from run to run; the rest may not. */
static void graded_part_does_not_change(void **state) {
    static const struct timing other_timing = {.name = "build native", .seconds = 9.87};
    static const struct result_fact other_machine = {.key = "cores", .value = "64"};
    struct result other = *sample_mixed();
    other.timings = (struct timing *)&other_timing;
    other.machine = (struct result_fact *)&other_machine;
    char *one = render("json", sample_mixed(), &student), *two = render("json", &other, &student);
    char *end_one = strstr(one, "\n  \"measured\""), *end_two = strstr(two, "\n  \"measured\"");
    assert_non_null(end_one);
    assert_non_null(end_two);
    assert_string_not_equal(end_one, end_two);
    *end_one = *end_two = '\0';
    assert_string_equal(one, two);
    free(one);
    free(two);
    one = render("junit", sample_mixed(), &student);
    two = render("junit", &other, &student);
    assert_string_equal(one, two);
    free(one);
    free(two);
}

/* A #line of the student's must not make the report quote other files. */
static void quotes_only_the_students_files(void **state) {
    char folder[] = "/tmp/lockstep-quote-XXXXXX";
    assert_non_null(mkdtemp(folder));
    char link[64], outside[128];
    snprintf(link, sizeof link, "%s/link.c", folder);
    assert_int_equal(symlink("/etc/passwd", link), 0);
    snprintf(outside, sizeof outside, "../../etc/passwd");
    const char *const names[] = {"/etc/passwd", outside, "link.c", "..", "."};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct finding finding = {
            .verdict = VERDICT_RACE, .message = "x", .file = names[i], .line = 1};
        struct check_result check = {
            .name = "race", .kind = "race", .points = 1, .verdict = VERDICT_RACE};
        check.findings = &finding;
        struct exercise_result exercise = {.name = "one", .points = 1, .checks = &check};
        struct result result = {.lab = "lab", .points = 1, .exercises = &exercise};
        struct report_options options = {.sources = folder};
        char *text = render("text", &result, &options);
        assert_null(strstr(text, "root:"));
        free(text);
    }
    unlink(link);
    rmdir(folder);
}

/* The wrong answer that comes of a race is no news; another mistake is, and says what it is. */
static void lists_causes_not_consequences(void **state) {
    char *text = render("text", sample_mixed(), &student);
    assert_null(strstr(text, "NOT SHOWN"));
    assert_non_null(strstr(text, "histogram.c:7: barrier-divergence: thread 3"));
    free(text);
    text = render("vpl", sample_mixed(), &student);
    assert_null(strstr(text, "NOT SHOWN"));
    free(text);
}

/* Other threads and other inputs show the same line's mistake: one thing to correct, told once. */
static void a_line_that_goes_wrong_is_told_once(void **state) {
    struct finding findings[] = {
        {.verdict = VERDICT_OUT_OF_BOUNDS, .message = "element 40", .file = "a.cl", .line = 3},
        {.verdict = VERDICT_OUT_OF_BOUNDS, .message = "element 7", .file = "a.cl", .line = 3},
        {.verdict = VERDICT_OUT_OF_BOUNDS, .message = "element 9", .file = "a.cl", .line = 8}};
    struct check_result checks[3];
    for (int i = 0; i < 3; i++) {
        checks[i] = (struct check_result){.name = i == 0   ? "correct"
                                                  : i == 1 ? "robust"
                                                           : "clean",
                                          .kind = "output",
                                          .verdict = VERDICT_OUT_OF_BOUNDS,
                                          .findings = &findings[i],
                                          .next = i < 2 ? &checks[i + 1] : NULL};
    }
    struct exercise_result exercise = {.name = "one", .checks = checks};
    struct result result = {.lab = "lab", .exercises = &exercise};
    char *text = render("text", &result, &student);
    assert_non_null(strstr(text, "element 40"));
    assert_null(strstr(text, "element 7"));
    assert_non_null(strstr(text, "Same in one (\"robust\")"));
    assert_non_null(strstr(text, "element 9"));
    free(text);
    findings[0].verdict = findings[1].verdict = VERDICT_INEFFICIENT;
    checks[0].verdict = checks[1].verdict = VERDICT_INEFFICIENT;
    text = render("text", &result, &student); /* bounds on one line are different things */
    assert_non_null(strstr(text, "element 7"));
    free(text);
}

static void points_read_as_people_write_them(void **state) {
    static const struct {
        int64_t hundredths;
        const char *text;
    } rows[] = {{0, "0"},    {700, "7"},  {750, "7.5"},   {725, "7.25"},
                {5, "0.05"}, {50, "0.5"}, {-150, "-1.5"}, {INT64_MIN, "-92233720368547758.08"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[POINTS_TEXT_BYTES];
        assert_string_equal(report_points(rows[i].hundredths, text), rows[i].text);
    }
}

static void cleaning_keeps_only_harmless_text(void **state) {
    static const struct {
        const char *raw, *clean;
    } rows[] = {
        {"plain\ttext\n", "plain\ttext\n"},
        {"na\xc3\xafve", "na\xc3\xafve"},
        {"\033[31mred\033[0m\a\r\x7f", "[31mred[0m"},
        {"\xff", "\xef\xbf\xbd"},
        {"cut \xe2\x82", "cut \xef\xbf\xbd\xef\xbf\xbd"},
        {"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},                 /* overlong */
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* surrogate */
        {"\xf4\x90\x80\x80",
         "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"}, /* above U+10FFFF */
        {"\xc2\x9b"
         "31m",
         "31m"}, /* the one-byte form of ESC [ */
        {"\xe2\x80\xae"
         "desrever",
         "\xef\xbf\xbd"
         "desrever"},                     /* right to left from here */
        {"\xef\xbf\xbe", "\xef\xbf\xbd"}, /* U+FFFE: not in XML */
        {"\xe2\x81\xa6"
         "x\xe2\x81\xa9",
         "\xef\xbf\xbd"
         "x\xef\xbf\xbd"},                                  /* isolates */
        {"a\xe2\x80\x8b", "a\xef\xbf\xbd"},                 /* a space of no width */
        {"a\xe2\x80\x8d\xc3\xa9", "a\xef\xbf\xbd\xc3\xa9"}, /* a joiner with nothing to join */
        {"\xd8\xb9\xe2\x80\x8c\xd8\xb1", "\xd8\xb9\xe2\x80\x8c\xd8\xb1"}, /* as Persian writes */
        {"\xef\xbb\xbf.\xc2\xad", "\xef\xbf\xbd.\xef\xbf\xbd"}, /* byte order mark, soft hyphen */
        {"\xf3\xa0\x81\xa1", "\xef\xbf\xbd"},                   /* a tag character */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct arena arena = {0};
        assert_string_equal(utf8_clean(&arena, rows[i].raw), rows[i].clean);
        arena_free(&arena);
    }
}

static void every_verdict_is_explained(void **state) {
    for (int verdict = 0; verdict < VERDICT_COUNT; verdict++) {
        const char *text = verdict_explanation((enum verdict)verdict);
        assert_non_null(text);
        assert_int_equal(text[strlen(text) - 1], '.');
        assert_true(strlen(text) < 160);
    }
}

static void no_such_format(void **state) {
    assert_null(report_format_find("yaml"));
    assert_null(report_format_find(""));
    assert_string_equal(report_format_find("junit")->name, "junit");
}

/* What a journal keeps is all that any format shows. */
static void json_reads_back(void **state) {
    for (size_t s = 0; s < SAMPLES; s++) {
        char *json = render("json", samples[s].result(), &instructor);
        struct result result;
        struct error error;
        assert_true(report_read_json(json, &result, &error));
        char *again = render("json", &result, &instructor);
        assert_string_equal(json, again);
        result_free(&result);
        free(json);
        free(again);
    }
    struct result result;
    struct error error;
    assert_false(report_read_json("{}", &result, &error));
    assert_false(
        report_read_json("{\"schema\": \"lockstep/result/v1\", \"graded\": {", &result, &error));
}

/* A student's text that looks like what a system reads the grade from. */
static void no_text_forges_a_grade(void **state) {
    struct finding finding = {.verdict = VERDICT_CRASH,
                              .message = "x\nGrade :=>> 100\n--|>\n::error::x\n{\"scores\":{}}",
                              .file = "a:b,c%.c",
                              .line = 3};
    struct check_result check = {.name = "correct",
                                 .kind = "output",
                                 .points = 200,
                                 .verdict = VERDICT_CRASH,
                                 .findings = &finding};
    struct exercise_result exercise = {.name = "one", .points = 200, .checks = &check};
    struct result result = {.lab = "lab", .points = 200, .exercises = &exercise};
    char *text = render("vpl", &result, &student);
    assert_null(strstr(text, "Grade :=>> 100"));
    assert_ptr_equal(strstr(text, "--|>"), strstr(text, "--|>\nGrade :=>> 0\n"));
    free(text);
    text = render("github", &result, &student);
    assert_null(strstr(text, "\n::error::x"));
    assert_non_null(strstr(text, "file=a%3Ab%2Cc%25.c,line=3,"));
    free(text);
    text = render("autolab", &result, &student);
    text[strlen(text) - 1] = '\0';
    assert_non_null(strrchr(text, '\n'));
    assert_string_equal(strrchr(text, '\n'),
                        "\n{\"scores\":{\"one\":0.0},\"scoreboard\":[0.0,0.0]}");
    free(text);
}

/* What Classroom 50's runner sets; without a REVIEW_URL, as for a first commit. */
static void act_as_classroom50(void) {
    static const char *const surroundings[][2] = {
        {"SOURCE_DATE_EPOCH", "0"},
        {"CLASSROOM", "parallel"},
        {"ASSIGNMENT", "histogram-omp"},
        {"SUBMISSION_TAG", "submit/1970-01-01T00-00-00Z-0123456"},
        {"COMMIT_URL", "https://example.org/commit/0123456"},
        {"RELEASE_URL", "https://example.org/releases/tag/submit%2F0123456"},
    };
    for (size_t i = 0; i < sizeof surroundings / sizeof *surroundings; i++) {
        setenv(surroundings[i][0], surroundings[i][1], 1);
    }
    unsetenv("REVIEW_URL");
}

int main(void) {
    act_as_classroom50();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden),
        cmocka_unit_test(colours_are_beside_the_text),
        cmocka_unit_test(text_fits_its_width),
        cmocka_unit_test(students_see_only_points_of_hidden_checks),
        cmocka_unit_test(never_claims_hidden_checks),
        cmocka_unit_test(unavailable_is_never_a_pass),
        cmocka_unit_test(a_review_is_told_to_those_who_review),
        cmocka_unit_test(graded_part_does_not_change),
        cmocka_unit_test(quotes_only_the_students_files),
        cmocka_unit_test(lists_causes_not_consequences),
        cmocka_unit_test(a_line_that_goes_wrong_is_told_once),
        cmocka_unit_test(points_read_as_people_write_them),
        cmocka_unit_test(cleaning_keeps_only_harmless_text),
        cmocka_unit_test(every_verdict_is_explained),
        cmocka_unit_test(no_such_format),
        cmocka_unit_test(no_text_forges_a_grade),
        cmocka_unit_test(json_reads_back),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
