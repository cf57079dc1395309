/*
 * JUnit XML as continuous-integration services read it: an exercise is a suite, a check is a case.
 * JUnit knows no points, so they are properties. Without --timings nothing in it changes from run
 * to run.
 */
#include "writers.h"
#include "utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum outcome { OUTCOME_PASS, OUTCOME_FAILURE, OUTCOME_ERROR, OUTCOME_SKIPPED, OUTCOME_COUNT };

static const char *const elements[OUTCOME_COUNT] = {NULL, "failure", "error", "skipped"};

/* The program gave an answer that is not good enough: failure. There was no answer to judge: error.
 */
static const enum outcome outcomes[VERDICT_COUNT] = {
    [VERDICT_PASS] = OUTCOME_PASS,
    [VERDICT_BUILD_ERROR] = OUTCOME_ERROR,
    [VERDICT_WRONG_ANSWER] = OUTCOME_FAILURE,
    [VERDICT_RACE] = OUTCOME_FAILURE,
    [VERDICT_OUT_OF_BOUNDS] = OUTCOME_FAILURE,
    [VERDICT_UNINITIALISED_READ] = OUTCOME_FAILURE,
    [VERDICT_BARRIER_DIVERGENCE] = OUTCOME_FAILURE,
    [VERDICT_CRASH] = OUTCOME_ERROR,
    [VERDICT_TIMEOUT] = OUTCOME_ERROR,
    [VERDICT_MEMORY_LIMIT] = OUTCOME_ERROR,
    [VERDICT_OUTPUT_LIMIT] = OUTCOME_ERROR,
    [VERDICT_EARLY_EXIT] = OUTCOME_ERROR,
    [VERDICT_FORBIDDEN] = OUTCOME_FAILURE,
    [VERDICT_STRUCTURE] = OUTCOME_FAILURE,
    [VERDICT_INEFFICIENT] = OUTCOME_FAILURE,
    [VERDICT_INPUT_MODIFIED] = OUTCOME_FAILURE,
    [VERDICT_SKIPPED] = OUTCOME_SKIPPED,
    [VERDICT_UNAVAILABLE] = OUTCOME_ERROR,
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

static void property(struct junit_writer *writer, const char *indent, const char *name,
                     const char *value) {
    fprintf(writer->file, "%s<property", indent);
    attribute(writer, "name", name);
    attribute(writer, "value", value);
    fputs("/>\n", writer->file);
}

static void points_properties(struct junit_writer *writer, const char *indent, int64_t earned,
                              int64_t points) {
    char text[POINTS_TEXT_BYTES];
    property(writer, indent, "points", report_points(earned, text));
    property(writer, indent, "max_points", report_points(points, text));
}

/* Students see of a hidden check whether it brought all its points, and nothing of one that is
 * worth none. */
static enum outcome outcome_of(const struct junit_writer *writer,
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
        const char *const lines[][2] = {
            {"", finding->message}, {"input: ", finding->input}, {"next: ", finding->advice}};
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
                          enum outcome outcome) {
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
    bool concealed = report_conceals(writer->options, check);
    const struct finding *finding = concealed ? NULL : check->findings;
    enum outcome outcome = outcome_of(writer, check);
    fputs("    <testcase", writer->file);
    attribute(writer, "name", check->name);
    attribute(writer, "classname",
              arena_printf(&writer->arena, "%s.%s", result->lab, exercise->name));
    if (finding != NULL && finding->file != NULL) {
        attribute(writer, "file", finding->file);
        if (finding->line > 0) {
            fprintf(writer->file, " line=\"%d\"", finding->line);
        }
    }
    fputs(">\n      <properties>\n", writer->file);
    points_properties(writer, "        ", check->earned, check->points);
    if (concealed) {
        property(writer, "        ", "hidden", "true");
    } else {
        property(writer, "        ", "verdict", verdict_name(check->verdict));
    }
    fputs("      </properties>\n", writer->file);
    if (outcome != OUTCOME_PASS) {
        write_outcome(writer, check, outcome);
    }
    fputs("    </testcase>\n", writer->file);
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

static void write_counts(struct junit_writer *writer, const struct counts *counts) {
    const int *of = counts->of;
    fprintf(writer->file, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\"",
            of[OUTCOME_PASS] + of[OUTCOME_FAILURE] + of[OUTCOME_ERROR] + of[OUTCOME_SKIPPED],
            of[OUTCOME_FAILURE], of[OUTCOME_ERROR], of[OUTCOME_SKIPPED]);
}

static void write_suite(struct junit_writer *writer, const struct result *result,
                        const struct exercise_result *exercise) {
    struct counts counts = {0};
    count(writer, exercise, &counts);
    fputs("  <testsuite", writer->file);
    attribute(writer, "name", exercise->name);
    write_counts(writer, &counts);
    fputs(">\n    <properties>\n", writer->file);
    points_properties(writer, "      ", exercise->earned, exercise->points);
    property(writer, "      ", "device", exercise->device);
    for (const struct result_fact *fact = result->toolchain; fact != NULL; fact = fact->next) {
        property(writer, "      ", fact->key, fact->value);
    }
    fputs("    </properties>\n", writer->file);
    for (const struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        write_case(writer, result, exercise, check);
    }
    fputs("  </testsuite>\n", writer->file);
}

/* A suite without cases, at the end, so that nothing before it changes from run to run. */
static void write_measured(struct junit_writer *writer, const struct result *result) {
    fputs("  <testsuite name=\"measured\" tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\">\n "
          "   <properties>\n",
          writer->file);
    for (const struct result_fact *fact = result->machine; fact != NULL; fact = fact->next) {
        property(writer, "      ", fact->key, fact->value);
    }
    for (const struct timing *timing = result->timings; timing != NULL; timing = timing->next) {
        property(writer, "      ", arena_printf(&writer->arena, "seconds: %s", timing->name),
                 arena_printf(&writer->arena, "%.3f", timing->seconds));
    }
    fputs("    </properties>\n  </testsuite>\n", writer->file);
}

void report_junit(FILE *file, const struct result *result, const struct report_options *options) {
    struct junit_writer writer = {.file = file, .options = options};
    struct counts counts = {0};
    for (const struct exercise_result *exercise = result->exercises; exercise != NULL;
         exercise = exercise->next) {
        count(&writer, exercise, &counts);
    }
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", file);
    attribute(&writer, "name", result->lab);
    write_counts(&writer, &counts);
    fputs(">\n", file);
    for (const struct exercise_result *exercise = result->exercises; exercise != NULL;
         exercise = exercise->next) {
        write_suite(&writer, result, exercise);
    }
    if (options->timings) {
        write_measured(&writer, result);
    }
    fputs("</testsuites>\n", file);
    arena_free(&writer.arena);
}
