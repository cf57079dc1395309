/*
 * JUnit XML as continuous-integration services read it: an exercise is a suite, a check is a case.
 * Some of them refuse a whole report over one attribute that they do not know, so all is said with
 * what the strictest know: no place and no properties on a case, nothing on the root. JUnit knows
 * no points: they are properties of the suite. Without --timings nothing in it changes from run to
 * run; what JUnit demands to be measured is 0 then.
 */
#include "../feedback.h"
#include "../writers.h"
#include "../../utf8.h"

#include <inttypes.h>
#include <stdio.h>

enum junit_outcome { OUTCOME_FAILURE, OUTCOME_ERROR, OUTCOME_SKIPPED, OUTCOME_PASS, OUTCOME_COUNT };

static const char *const elements[OUTCOME_COUNT] = {"failure", "error", "skipped", NULL};

/* The program gave an answer that is not good enough: failure, as all that are not here. There was
 * no answer to judge: error. */
static const enum junit_outcome outcomes[VERDICT_COUNT] = {
    [VERDICT_PASS] = OUTCOME_PASS,          [VERDICT_BUILD_ERROR] = OUTCOME_ERROR,
    [VERDICT_CRASH] = OUTCOME_ERROR,        [VERDICT_TIMEOUT] = OUTCOME_ERROR,
    [VERDICT_MEMORY_LIMIT] = OUTCOME_ERROR, [VERDICT_OUTPUT_LIMIT] = OUTCOME_ERROR,
    [VERDICT_EARLY_EXIT] = OUTCOME_ERROR,   [VERDICT_SKIPPED] = OUTCOME_SKIPPED,
    [VERDICT_NOT_BEGUN] = OUTCOME_SKIPPED,  [VERDICT_UNAVAILABLE] = OUTCOME_ERROR,
    [VERDICT_REVIEW] = OUTCOME_ERROR,
};

struct junit_writer {
    FILE *file;
    struct arena arena;
    const struct report_options *options;
};

/* What may not stand as it is; newline and tab only in attributes, where parsers would make them
 * spaces. */
static const struct {
    char byte;
    bool in_text;
    const char *reference;
} references[] = {
    {'&', true, "&amp;"},  {'<', true, "&lt;"},    {'>', true, "&gt;"},
    {'"', true, "&quot;"}, {'\n', false, "&#10;"}, {'\t', false, "&#9;"},
};

static const char *reference_of(char byte, bool attribute) {
    for (size_t i = 0; i < sizeof references / sizeof *references; i++) {
        if (references[i].byte == byte && (attribute || references[i].in_text)) {
            return references[i].reference;
        }
    }
    return NULL;
}

static void escape(struct junit_writer *writer, const char *text, bool attribute) {
    for (const char *byte = utf8_clean(&writer->arena, text == NULL ? "" : text); *byte != '\0';
         byte++) {
        const char *reference = reference_of(*byte, attribute);
        if (reference != NULL) {
            fputs(reference, writer->file);
        } else {
            fputc(*byte, writer->file);
        }
    }
}

static void attribute(struct junit_writer *writer, const char *name, const char *value) {
    fprintf(writer->file, " %s=\"", name);
    escape(writer, value, true);
    fputc('"', writer->file);
}

static void property(struct junit_writer *writer, const char *name, const char *value) {
    fputs("      <property", writer->file);
    attribute(writer, "name", name);
    attribute(writer, "value", value);
    fputs("/>\n", writer->file);
}

/* `of` is "", or the check's name and a dot. */
static void points_properties(struct junit_writer *writer, const char *of, int64_t earned,
                              int64_t points) {
    char text[POINTS_TEXT_BYTES];
    property(writer, arena_printf(&writer->arena, "%spoints", of), report_points(earned, text));
    property(writer, arena_printf(&writer->arena, "%smax_points", of), report_points(points, text));
}

/* Students see of a hidden check whether it brought all its points, and nothing of one that is
 * worth none. */
static enum junit_outcome outcome_of(const struct junit_writer *writer,
                                     const struct check_result *check) {
    if (report_conceals(writer->options, check)) {
        if (check->points == 0) {
            return OUTCOME_SKIPPED;
        }
        return check->earned < check->points ? OUTCOME_FAILURE : OUTCOME_PASS;
    }
    return check->verdict < VERDICT_COUNT ? outcomes[check->verdict] : OUTCOME_ERROR;
}

static void write_findings(struct junit_writer *writer, const struct finding *findings) {
    for (const struct finding *finding = findings; finding != NULL; finding = finding->next) {
        const char *const lines[][2] = {{"", finding->message},
                                        {"", finding->steps},
                                        {"input: ", finding->input},
                                        {"next: ", finding->advice}};
        if (finding->file != NULL) {
            escape(writer, finding->file, false);
            fprintf(writer->file, finding->line > 0 ? ":%d: " : ": ", finding->line);
        }
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            if (lines[i][1] != NULL) {
                fputs(lines[i][0], writer->file);
                escape(writer, lines[i][1], false);
                fputc('\n', writer->file);
            }
        }
    }
}

static void write_outcome(struct junit_writer *writer, const struct check_result *check,
                          enum junit_outcome outcome) {
    bool concealed = report_conceals(writer->options, check);
    const struct finding *finding = concealed ? NULL : check->findings;
    const char *message = finding != NULL && finding->message != NULL ? finding->message
                          : concealed                                 ? "hidden"
                                      : verdict_explanation(check->verdict);
    fprintf(writer->file, "      <%s", elements[outcome]);
    attribute(writer, "message", message);
    if (outcome == OUTCOME_SKIPPED) {
        fputs("/>\n", writer->file);
        return;
    }
    attribute(writer, "type", concealed ? "hidden" : verdict_name(check->verdict));
    fputc('>', writer->file);
    write_findings(writer, finding);
    fprintf(writer->file, "</%s>\n", elements[outcome]);
}

static void write_case(struct junit_writer *writer, const struct result *result,
                       const struct exercise_result *exercise, const struct check_result *check) {
    enum junit_outcome outcome = outcome_of(writer, check);
    fputs("    <testcase", writer->file);
    attribute(writer, "name", check->name);
    attribute(writer, "classname",
              arena_printf(&writer->arena, "%s.%s", result->lab, exercise->name));
    fputs(outcome == OUTCOME_PASS ? " time=\"0\"/>\n" : " time=\"0\">\n", writer->file);
    if (outcome != OUTCOME_PASS) {
        write_outcome(writer, check, outcome);
        fputs("    </testcase>\n", writer->file);
    }
}

static void check_properties(struct junit_writer *writer, const struct check_result *check) {
    bool concealed = report_conceals(writer->options, check);
    const char *of = arena_printf(&writer->arena, "%s.", check->name);
    points_properties(writer, of, check->earned, check->points);
    property(writer, arena_printf(&writer->arena, "%s%s", of, concealed ? "hidden" : "verdict"),
             concealed ? "true" : verdict_name(check->verdict));
}

struct counts {
    int of[OUTCOME_COUNT];
};

static void count(const struct junit_writer *writer, const struct exercise_result *exercise,
                  struct counts *counts) {
    for (const struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        counts->of[outcome_of(writer, check)]++;
    }
}

/* The host and the time are of no run: a report is the same wherever and whenever it is made. */
static void suite_begin(struct junit_writer *writer, const char *package, const char *name, int id,
                        const struct counts *counts) {
    const int *of = counts->of;
    fputs("  <testsuite", writer->file);
    attribute(writer, "name", name);
    attribute(writer, "package", package);
    fprintf(writer->file,
            " id=\"%d\" timestamp=\"1970-01-01T00:00:00\" hostname=\"localhost\" tests=\"%d\" "
            "failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"0\">\n    <properties>\n",
            id, of[OUTCOME_PASS] + of[OUTCOME_FAILURE] + of[OUTCOME_ERROR] + of[OUTCOME_SKIPPED],
            of[OUTCOME_FAILURE], of[OUTCOME_ERROR], of[OUTCOME_SKIPPED]);
}

static void suite_end(struct junit_writer *writer) {
    fputs("    <system-out/>\n    <system-err/>\n  </testsuite>\n", writer->file);
}

static void write_suite(struct junit_writer *writer, const struct result *result,
                        const struct exercise_result *exercise, int id) {
    struct counts counts = {0};
    count(writer, exercise, &counts);
    suite_begin(writer, result->lab, exercise->name, id, &counts);
    points_properties(writer, "", exercise->earned, exercise->points);
    property(writer, "device", exercise->device);
    for (const struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        check_properties(writer, check);
    }
    for (const struct result_fact *fact = result->toolchain; fact != NULL; fact = fact->next) {
        property(writer, fact->key, fact->value);
    }
    fputs("    </properties>\n", writer->file);
    for (const struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        write_case(writer, result, exercise, check);
    }
    suite_end(writer);
}

/* A suite without cases: what the class's rules did to the score. */
static void write_rules(struct junit_writer *writer, const struct result *result, int id) {
    suite_begin(writer, result->lab, "rules", id, &(const struct counts){0});
    points_properties(writer, "", result->earned, result->points);
    for (const struct result_rule *rule = result->rules; rule != NULL; rule = rule->next) {
        char points[POINTS_TEXT_BYTES];
        property(writer, arena_printf(&writer->arena, "%s: %s", rule->kind, rule->text),
                 report_points(rule->points, points));
    }
    fputs("    </properties>\n", writer->file);
    suite_end(writer);
}

/* A suite without cases, at the end, so that nothing before it changes from run to run. */
static void write_measured(struct junit_writer *writer, const struct result *result, int id) {
    suite_begin(writer, result->lab, "measured", id, &(const struct counts){0});
    for (const struct result_fact *fact = result->machine; fact != NULL; fact = fact->next) {
        property(writer, fact->key, fact->value);
    }
    for (const struct timing *timing = result->timings; timing != NULL; timing = timing->next) {
        property(writer, arena_printf(&writer->arena, "seconds: %s", timing->name),
                 arena_printf(&writer->arena, "%.3f", timing->seconds));
    }
    fputs("    </properties>\n", writer->file);
    suite_end(writer);
}

void report_junit(FILE *file, const struct result *result, const struct report_options *options) {
    struct junit_writer writer = {.file = file, .options = options};
    int suites = 0;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
    for (const struct exercise_result *exercise = feedback_exercises(&writer.arena, result);
         exercise != NULL; exercise = exercise->next) {
        write_suite(&writer, result, exercise, suites++);
    }
    if (result->rules != NULL) {
        write_rules(&writer, result, suites++);
    }
    if (options->timings) {
        write_measured(&writer, result, suites);
    }
    fputs("</testsuites>\n", file);
    arena_free(&writer.arena);
}
