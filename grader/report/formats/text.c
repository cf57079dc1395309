/*
 * The report that a student reads in a terminal: a table of all checks, then what went wrong, one
 * block a failure, then what judged it, and last the score and the next step, where the eye is when
 * the command ends.
 */
#include "text.h"
#include "../feedback.h"
#include "../../utf8.h"
#include "../wrap.h"
#include "../writers.h"

#include <inttypes.h>
#include <string.h>

enum { POINTS_COLUMNS = 13, VERDICT_COLUMNS = 18, MARK_COLUMNS = 5 };
enum { WARNING_LINES = 16, MESSAGE_LINES = 3, FACT_LINES = 4 };

static const struct {
    const char *mark;
    enum style style;
} standings[STANDING_COUNT] = {
    [STANDS_PASSED] = {"ok", STYLE_GOOD},        [STANDS_FAILED] = {"FAIL", STYLE_BAD},
    [STANDS_SKIPPED] = {"-", STYLE_FAINT},       [STANDS_NOT_BEGUN] = {"-", STYLE_FAINT},
    [STANDS_UNAVAILABLE] = {"????", STYLE_LOUD}, [STANDS_HIDDEN] = {"", STYLE_FAINT},
    [STANDS_REVIEW] = {"LOOK", STYLE_LOUD},
};

static int points_columns(const char *points) {
    int columns = (int)strlen(points);
    return columns > POINTS_COLUMNS ? columns : POINTS_COLUMNS;
}

/* `title` is in the reader's language. */
static void row(struct text_writer *writer, enum standing standing, const char *title,
                const char *verdict, const char *points) {
    int title_columns =
        writer->width - 2 - MARK_COLUMNS - VERDICT_COLUMNS - points_columns(points) - 2;
    fputs("  ", writer->file);
    style_begin(writer, standings[standing].style);
    wrap_field(writer->file, text_say(writer, standings[standing].mark), MARK_COLUMNS);
    style_end(writer);
    if (*verdict == '\0' && utf8_columns(title, strlen(title)) > title_columns) {
        /* A long title takes the room of the word that is not there. */
        wrap_field(writer->file, title, title_columns + 1 + VERDICT_COLUMNS);
        fprintf(writer->file, "%*s\n", points_columns(points), points);
        return;
    }
    wrap_field(writer->file, title, title_columns);
    fputc(' ', writer->file);
    style_begin(writer, standings[standing].style);
    wrap_field(writer->file, verdict, VERDICT_COLUMNS);
    style_end(writer);
    fprintf(writer->file, "%*s\n", points_columns(points), points);
}

static void check_row(struct text_writer *writer, const struct check_result *check) {
    enum standing standing = standing_of(writer, check);
    if (!report_has_row(check)) {
        return;
    }
    const char *title =
        check->title != NULL && standing != STANDS_HIDDEN ? check->title : check->name;
    const char *verdict = standing == STANDS_PASSED ? ""
                          : standing == STANDS_HIDDEN
                              ? text_say(writer, "hidden")
                              : report_verdict(writer->options, check->verdict);
    row(writer, standing, text_say(writer, title), verdict,
        text_points(writer, check->earned, check->points));
}

/* What does not compile, is forbidden or not begun is so for every check: one thing to say, not
 * six. False when there is something else to say of a check, or only one of them. */
static bool row_of_all(struct text_writer *writer, const struct exercise_result *exercise) {
    enum verdict verdict = VERDICT_PASS;
    int count = 0;
    int64_t points = 0;
    for (const struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        if (standing_of(writer, check) == STANDS_HIDDEN || !report_has_row(check)) {
            continue;
        }
        if ((check->verdict != VERDICT_BUILD_ERROR && check->verdict != VERDICT_FORBIDDEN &&
             check->verdict != VERDICT_NOT_BEGUN) ||
            (count > 0 && check->verdict != verdict)) {
            return false;
        }
        verdict = check->verdict;
        count++;
        points += check->points;
    }
    if (count < 2) {
        return false;
    }
    row(writer, verdict == VERDICT_NOT_BEGUN ? STANDS_NOT_BEGUN : STANDS_FAILED,
        text_print(writer, "all %d checks", count), report_verdict(writer->options, verdict),
        text_points(writer, 0, points));
    return true;
}

/* Is a later check of the exercise skipped for the same reason? */
static bool is_skipped_again(struct text_writer *writer, const struct check_result *check) {
    const struct check_result *later = check->next;
    while (later != NULL && (standing_of(writer, later) != STANDS_SKIPPED || later->points == 0 ||
                             later->findings == NULL ||
                             strcmp(later->findings->message, check->findings->message) != 0)) {
        later = later->next;
    }
    return later != NULL;
}

/* Why checks were skipped, below the last one of the exercise for which that is the reason. */
static void skip_reason(struct text_writer *writer, const struct check_result *check) {
    if (standing_of(writer, check) != STANDS_SKIPPED || check->points == 0 ||
        check->findings == NULL || is_skipped_again(writer, check)) {
        return;
    }
    style_begin(writer, STYLE_FAINT);
    wrap_text(writer->file,
              arena_printf(&writer->arena, "%*s%s", 2 + MARK_COLUMNS, "",
                           text_print(writer, "skipped: %s",
                                      language_say(writer->options->language, &writer->arena,
                                                   check->findings->message))),
              0, 2 + MARK_COLUMNS, writer->width, 2);
    style_end(writer);
}

/* What a check that passed counted, as far as a line holds it. */
static void counted_line(struct text_writer *writer, const struct check_result *check) {
    const char *counted = feedback_counted(&writer->arena, writer->options, check);
    if (*counted == '\0') {
        return;
    }
    style_begin(writer, STYLE_FAINT);
    fprintf(writer->file, "%*s", 2 + MARK_COLUMNS, "");
    wrap_line(writer->file,
              arena_printf(&writer->arena, "%s %s", text_say(writer, "counted:"), counted),
              writer->width - 2 - MARK_COLUMNS - 1);
    style_end(writer);
    fputc('\n', writer->file);
}

static void exercise_rows(struct text_writer *writer, const struct exercise_result *exercise) {
    const char *heading = text_clean(writer, exercise->name);
    if (exercise->title != NULL) {
        heading = arena_printf(&writer->arena, "%s%s%s", heading, text_say(writer, ": "),
                               text_say(writer, exercise->title));
    }
    const char *points = text_points(writer, exercise->earned, exercise->points);
    fputc('\n', writer->file);
    style_begin(writer, STYLE_STRONG);
    wrap_field(writer->file, heading, writer->width - points_columns(points) - 2);
    fprintf(writer->file, " %*s", points_columns(points), points);
    style_end(writer);
    fputc('\n', writer->file);
    bool folded = row_of_all(writer, exercise);
    for (const struct check_result *check = exercise->checks; check != NULL; check = check->next) {
        if (!folded || standing_of(writer, check) == STANDS_HIDDEN) {
            check_row(writer, check);
            skip_reason(writer, check);
            counted_line(writer, check);
        }
    }
}

/* The exercises but the one that is shown in full, a line each. */
static void other_rows(struct text_writer *writer, const struct exercise_result *shown) {
    fputc('\n', writer->file);
    style_begin(writer, STYLE_STRONG);
    const char *title = text_say(writer, shown != NULL ? "The other exercises" : "The exercises");
    const int columns = wrap_line(writer->file, title, writer->width);
    style_end(writer);
    wrap_text(writer->file,
              arena_printf(&writer->arena, " %s",
                           text_say(writer, "(in full: make grade ALL=1, or --all)")),
              columns, 2, writer->width, 2);
    for (const struct exercise_result *exercise = writer->result->exercises; exercise != NULL;
         exercise = exercise->next) {
        enum verdict verdict;
        const enum standing standing = exercise_standing(writer, exercise, &verdict);
        if (exercise != shown) {
            row(writer, standing,
                exercise->title == NULL
                    ? text_clean(writer, exercise->name)
                    : arena_printf(&writer->arena, "%s%s%s", exercise->name, text_say(writer, ": "),
                                   text_say(writer, exercise->title)),
                standing == STANDS_PASSED      ? ""
                : standing == STANDS_NOT_BEGUN ? text_say(writer, "not begun")
                                               : report_verdict(writer->options, verdict),
                text_points(writer, exercise->earned, exercise->points));
        }
    }
}

static void heading(struct text_writer *writer) {
    const struct result *result = writer->result;
    const char *title = text_say(writer, result->title != NULL ? result->title : result->lab);
    const char *submission = text_clean(writer, result->submission);
    style_begin(writer, STYLE_STRONG);
    wrap_line(writer->file, title, writer->width - 1);
    style_end(writer);
    fputc('\n', writer->file);
    wrap_text(writer->file,
              *submission == '\0'
                  ? text_print(writer, "%s, seed %" PRIu64, result->lab, result->seed)
                  : text_print(writer, "%s, submission %s, seed %" PRIu64, result->lab, submission,
                               result->seed),
              0, 2, writer->width, 8); /* a folder's path may be long */
    if (writer->options->note != NULL && *writer->options->note != '\0') {
        wrap_text(writer->file, text_say(writer, writer->options->note), 0, 2, writer->width, 4);
    }
}

/* What the compiler says is wrapped. What it quotes is cut, so that the mark below still points to
 * its place; a mark beyond the cut points to nothing. */
static void compiler_line(struct text_writer *writer, const char *line) {
    static const char *const spoken[] = {": warning: ", ": error: ", ": note: ", ": In function "};
    const int columns = writer->width - 3;
    bool message = false;
    for (size_t i = 0; i < sizeof spoken / sizeof *spoken; i++) {
        message = message || strstr(line, spoken[i]) != NULL;
    }
    if (!message && strcspn(line, "^~") >= (size_t)columns) {
        if (line[strspn(line, " |")] == '^' || line[strspn(line, " |")] == '~') {
            return;
        }
    }
    fputs("  ", writer->file);
    if (message) {
        wrap_text(writer->file, line, 2, 2, writer->width, MESSAGE_LINES);
        return;
    }
    wrap_line(writer->file, line, columns);
    fputc('\n', writer->file);
}

static void warnings(struct text_writer *writer) {
    if (writer->result->warnings == NULL || *writer->result->warnings == '\0') {
        return;
    }
    fputc('\n', writer->file);
    style_begin(writer, STYLE_STRONG);
    wrap_text(writer->file,
              text_say(writer, "Compiler warnings (they cost no points, but they are often right)"),
              0, 2, writer->width, 2);
    style_end(writer);
    const char *line = text_clean(writer, writer->result->warnings);
    for (int lines = 0; *line != '\0'; lines++) {
        size_t length = strcspn(line, "\n");
        if (lines == WARNING_LINES) {
            fputs("  …\n", writer->file);
            break;
        }
        compiler_line(writer, arena_printf(&writer->arena, "%.*s", (int)length, line));
        line += length + (line[length] == '\n');
    }
}

static void timings(struct text_writer *writer) {
    if (!writer->options->timings || writer->result->timings == NULL) {
        return;
    }
    fputc('\n', writer->file);
    style_begin(writer, STYLE_STRONG);
    wrap_text(writer->file,
              text_say(writer, "Where the time went (wall clock; steps may run side by side)"), 0,
              2, writer->width, 2);
    style_end(writer);
    for (const struct timing *timing = writer->result->timings; timing != NULL;
         timing = timing->next) {
        fputs("  ", writer->file);
        wrap_field(writer->file, text_clean(writer, timing->name),
                   writer->width - 2 - POINTS_COLUMNS - 2);
        fprintf(writer->file, " %*.3f s\n", POINTS_COLUMNS - 2, timing->seconds);
    }
}

static const char *facts(struct text_writer *writer, const struct result_fact *fact, const char *is,
                         const char *between) {
    const char *text = "";
    for (; fact != NULL; fact = fact->next) {
        text = arena_printf(&writer->arena, "%s%s%s%s%s", text, *text == '\0' ? "" : between,
                            text_say(writer, fact->key), is, text_say(writer, fact->value));
    }
    return text;
}

/* Each kind of check once, with what judged it. */
static const char *judges(struct text_writer *writer) {
    const char *text = "";
    EACH_CHECK (writer->result, exercise, check) {
        if (check->how == NULL || check->kind == NULL || report_conceals(writer->options, check)) {
            continue;
        }
        const char *one = text_print(writer, "%s by %s", check->kind, check->how);
        if (strstr(text, one) == NULL) {
            text = arena_printf(&writer->arena, "%s%s%s", text,
                                *text == '\0' ? "" : text_say(writer, "; "), one);
        }
    }
    return text;
}

/* Did a device of this machine judge, not the simulated one? */
static bool names_device(const struct result *result) {
    const struct result_fact *fact = result->toolchain;
    while (fact != NULL && strcmp(fact->key, "OpenCL") != 0) {
        fact = fact->next;
    }
    return fact != NULL;
}

static void foot(struct text_writer *writer) {
    const struct result *result = writer->result;
    const char *judged = judges(writer), *tools = facts(writer, result->toolchain, " ", ", ");
    const char *machine =
        facts(writer, result->machine, text_say(writer, ": "), text_say(writer, "; "));
    if (*judged != '\0' || *tools != '\0' || *machine != '\0') {
        fputc('\n', writer->file);
    }
    text_labelled(writer, "Judged", judged, FACT_LINES);
    text_labelled(writer, "Tools", tools, FACT_LINES);
    text_labelled(writer, "Machine", machine, FACT_LINES);
}

static void score(struct text_writer *writer) {
    const struct result *result = writer->result;
    struct text_counts counts = text_count(writer);
    bool full =
        result->earned >= result->points &&
        counts.of[STANDS_FAILED] + counts.of[STANDS_UNAVAILABLE] + counts.of[STANDS_REVIEW] == 0;
    const char *points =
        text_print(writer, "Score %s.", text_points(writer, result->earned, result->points));
    fputc('\n', writer->file);
    style_begin(writer, full ? STYLE_GOOD : STYLE_STRONG);
    fputs(points, writer->file);
    style_end(writer);
    fputc(' ', writer->file);
    wrap_text(writer->file, text_summary(writer, &counts), (int)strlen(points) + 1, 2,
              writer->width, 6);
    text_next_step(writer);
}

void report_text(FILE *file, const struct result *result, const struct report_options *options) {
    struct text_writer writer = {.file = file, .options = options, .result = result};
    writer.width = options->width > 0 ? options->width : REPORT_COLUMNS;
    heading(&writer);
    const bool folds =
        options->folds && result->exercises != NULL && result->exercises->next != NULL;
    const struct exercise_result *next = folds ? text_next(&writer) : NULL;
    for (const struct exercise_result *exercise = result->exercises; exercise != NULL;
         exercise = exercise->next) {
        if (!folds || exercise == next) {
            exercise_rows(&writer, exercise);
        }
    }
    if (!folds || next != NULL) {
        text_failures(&writer, next);
    }
    if (folds) {
        other_rows(&writer, next);
    }
    warnings(&writer);
    timings(&writer);
    /* What the reader of all wants to know, and who asked for another device. */
    if (!options->folds || names_device(result)) {
        foot(&writer);
    }
    score(&writer);
    arena_free(&writer.arena);
}
