/* What went wrong, one block a failure: what it means, what was seen, where, and what to look at
 * next. */
#include "source_quote.h"
#include "formats/text.h"
#include "wrap.h"

#include <string.h>

enum { MESSAGE_LINES = 12, PLACE_LINES = 2, OTHERS_SHOWN = 3, NAMES_SHOWN = 4 };

static const char *text_finding(struct text_writer *writer, const struct finding *finding) {
    return text_clean(writer,
                      language_say(writer->options->language, &writer->arena, finding->message));
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* One line of code that goes wrong in one way is one mistake, whichever thread or input showed it.
 * Bounds are many, and each says something else. */
static bool same_finding(const struct finding *a, const struct finding *b) {
    bool bound = a->verdict == VERDICT_INEFFICIENT || a->verdict == VERDICT_STRUCTURE;
    return a->verdict == b->verdict && a->line == b->line && same_text(a->file, b->file) &&
           same_text(a->advice, b->advice) &&
           ((a->line > 0 && !bound) ||
            (same_text(a->message, b->message) && same_text(a->input, b->input)));
}

static bool same_failure(const struct check_result *a, const struct check_result *b) {
    return a->verdict == b->verdict && a->findings != NULL && b->findings != NULL &&
           same_finding(a->findings, b->findings);
}

/* One mistake often fails several checks: it is told once, for the first of them. */
static bool told_before(const struct text_writer *writer, const struct check_result *check) {
    EACH_CHECK (writer->result, exercise, other) {
        if (other == check ||
            (!report_conceals(writer->options, other) && same_failure(other, check))) {
            return other != check;
        }
    }
    return false;
}

/* How many checks of the exercise, all that this reader sees, failed by the same finding. */
static int count_same(const struct text_writer *writer, const struct exercise_result *exercise,
                      const struct check_result *check, int *of) {
    int same = 0;
    *of = 0;
    for (const struct check_result *other = exercise->checks; other != NULL; other = other->next) {
        if (!report_conceals(writer->options, other)) {
            ++*of;
            same += other == check || same_failure(other, check);
        }
    }
    return same;
}

/* What else the same finding failed, 'for_atomic ("free of races"), any_m': whole exercises by
 * name, else their checks by title. `all` is set when it failed all there is; `own` when it failed
 * all of its own exercise. */
static const char *same_elsewhere(struct text_writer *writer,
                                  const struct exercise_result *exercise,
                                  const struct check_result *check, bool *own, bool *all) {
    const char *names = "";
    int listed = 0, of;
    *all = true;
    for (const struct exercise_result *e = writer->result->exercises; e != NULL; e = e->next) {
        bool whole = count_same(writer, e, check, &of) == of;
        *all = *all && whole;
        if (e == exercise && whole) {
            *own = true;
            continue;
        }
        for (const struct check_result *other = e->checks; other != NULL; other = other->next) {
            if (other == check || report_conceals(writer->options, other) ||
                !same_failure(other, check) || ++listed > NAMES_SHOWN) {
                continue;
            }
            names =
                arena_printf(&writer->arena, "%s%s%s", names, *names == '\0' ? "" : ", ", e->name);
            if (whole) {
                break;
            }
            names = text_print(writer, "%s (\"%s\")", names,
                               other->title != NULL ? other->title : other->name);
        }
    }
    return listed > NAMES_SHOWN ? text_print(writer, "%s and %d more", names, listed - NAMES_SHOWN)
                                : names;
}

/* "histogram.c:14: ", as compilers begin a line, so that editors find the place; "" where it is not
 * known. */
static const char *place(struct text_writer *writer, const struct finding *finding) {
    if (finding == NULL || finding->file == NULL) {
        return "";
    }
    return finding->line > 0 ? arena_printf(&writer->arena, "%s:%d: ", finding->file, finding->line)
                             : arena_printf(&writer->arena, "%s: ", finding->file);
}

static void quote(struct text_writer *writer, const struct finding *finding) {
    const char *line =
        source_line(&writer->arena, writer->options->sources, finding->file, finding->line);
    if (line == NULL || line[strspn(line, " ")] == '\0') {
        return;
    }
    const char *number = arena_printf(&writer->arena, "%*s%d | ", LABEL_COLUMNS, "", finding->line);
    style_begin(writer, STYLE_FAINT);
    fputs(number, writer->file);
    style_end(writer);
    wrap_line(writer->file, line, writer->width - (int)strlen(number));
    fputc('\n', writer->file);
}

/* What another finding adds to the first: where, or on which input, and what was seen where that
 * differs. */
static const char *in_a_line(struct text_writer *writer, const struct finding *finding,
                             const struct finding *first) {
    const char *where = finding->file == NULL ? finding->input
                        : finding->line > 0
                            ? arena_printf(&writer->arena, "%s:%d", finding->file, finding->line)
                            : finding->file;
    const char *context = text_clean(writer, where);
    const char *message = text_finding(writer, finding);
    if (finding->verdict != first->verdict) {
        message = arena_printf(&writer->arena, "%s%s%s",
                               report_verdict(writer->options, finding->verdict),
                               text_say(writer, ": "), message);
    }
    if (*context == '\0') {
        return message;
    }
    return same_text(finding->message, first->message)
               ? arena_printf(&writer->arena, "%s %s",
                              text_say(writer, finding->file != NULL ? "at" : "with"), context)
               : arena_printf(&writer->arena, "%s: %s", context, message);
}

/* Further findings, a line each: often the same mistake elsewhere. A wrong answer beside another
 * mistake is what comes of it, and says nothing new. */
static void others(struct text_writer *writer, const struct finding *first) {
    int count = 0;
    for (const struct finding *finding = first->next; finding != NULL; finding = finding->next) {
        if ((finding->verdict == VERDICT_WRONG_ANSWER && first->verdict != VERDICT_WRONG_ANSWER) ||
            ++count > OTHERS_SHOWN) {
            continue;
        }
        style_begin(writer, STYLE_FAINT);
        fputs("  ", writer->file);
        wrap_field(writer->file, text_say(writer, "Also"), LABEL_COLUMNS - 2);
        style_end(writer);
        wrap_line(writer->file, in_a_line(writer, finding, first),
                  writer->width - LABEL_COLUMNS - 1);
        fputc('\n', writer->file);
    }
    if (count > OTHERS_SHOWN) {
        const char *more =
            text_print(writer, "… and %d more: --format json shows them all", count - OTHERS_SHOWN);
        fprintf(writer->file, "%*s", LABEL_COLUMNS, "");
        wrap_text(writer->file, more, LABEL_COLUMNS, LABEL_COLUMNS, writer->width, 2);
    }
}

/* "histogram.c:14: race in for_atomic: No two threads collide", less where it is more than this one
 * check. */
static void heading(struct text_writer *writer, const struct exercise_result *exercise,
                    const struct check_result *check, bool own, bool all) {
    bool review = check->verdict == VERDICT_REVIEW;
    bool unavailable = check->verdict == VERDICT_UNAVAILABLE;
    const char *verdict =
        review        ? text_say(writer, "TO BE REVIEWED")
        : unavailable ? text_say(writer, "NOT JUDGED")
                      : language_verdict(writer->options->language, verdict_name(check->verdict));
    const char *where = exercise->name;
    if (all && writer->result->exercises->next != NULL) {
        where = text_say(writer, "all exercises");
    } else if (!own) {
        where = arena_printf(&writer->arena, "%s%s%s", exercise->name, text_say(writer, ": "),
                             text_say(writer, check->title != NULL ? check->title : check->name));
    }
    fputc('\n', writer->file);
    style_begin(writer, unavailable || review ? STYLE_LOUD : STYLE_BAD);
    wrap_text(writer->file,
              text_clean(writer,
                         arena_printf(&writer->arena, "%s%s %s %s", place(writer, check->findings),
                                      verdict, text_say(writer, "in"), where)),
              0, 2, writer->width, 2);
    style_end(writer);
    fputs("  ", writer->file);
    wrap_text(writer->file, text_say(writer, verdict_explanation(check->verdict)), 2, 2,
              writer->width, MESSAGE_LINES);
}

static void failure(struct text_writer *writer, const struct exercise_result *exercise,
                    const struct check_result *check) {
    const struct finding *finding = check->findings;
    bool own = false, all = false;
    const char *same = finding == NULL ? "" : same_elsewhere(writer, exercise, check, &own, &all);
    heading(writer, exercise, check, own, all);
    if (finding == NULL) {
        return;
    }
    text_labelled(writer, check->verdict == VERDICT_UNAVAILABLE ? "Why" : "Seen",
                  text_finding(writer, finding), MESSAGE_LINES);
    text_labelled(writer, "Steps", text_say(writer, finding->steps), MESSAGE_LINES);
    text_labelled(writer, "Input", text_say(writer, finding->input), PLACE_LINES);
    text_labelled(
        writer, "Where",
        finding->function != NULL
            ? arena_printf(&writer->arena, "%s %s", text_say(writer, "in"), finding->function)
            : NULL,
        PLACE_LINES);
    quote(writer, finding);
    text_labelled(writer, "Next", text_say(writer, finding->advice), MESSAGE_LINES);
    others(writer, finding);
    text_labelled(writer, "Same in", all ? "" : same, MESSAGE_LINES);
}

void text_failures(struct text_writer *writer, const struct exercise_result *only) {
    EACH_CHECK (writer->result, exercise, check) {
        enum standing standing = standing_of(writer, check);
        if ((only == NULL || only == exercise) &&
            (standing == STANDS_FAILED || standing == STANDS_UNAVAILABLE ||
             standing == STANDS_REVIEW) &&
            !told_before(writer, check)) {
            failure(writer, exercise, check);
        }
    }
}
