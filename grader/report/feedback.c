#include "feedback.h"
#include "formats/text.h"
#include "../utf8.h"

#include <inttypes.h>
#include <string.h>

enum { JSON_DIGITS = 15 }; /* so that 0.1 is written as 0.1 */

static const char *append(struct arena *arena, const char *text, const char *label,
                          const char *more) {
    return more == NULL || *more == '\0'
               ? text
               : arena_printf(arena, "%s%s%s%s", text, *text == '\0' ? "" : "\n", label,
                              utf8_clean(arena, more));
}

static const char *say(struct arena *arena, const struct report_options *options,
                       const char *text) {
    return language_say(options->language, arena, text);
}

static const char *label(struct arena *arena, const struct report_options *options,
                         const char *text) {
    return arena_printf(arena, "%s ", say(arena, options, text));
}

static const char *finding_text(struct arena *arena, const struct report_options *options,
                                const struct finding *finding) {
    const char *text =
        append(arena, "", "", language_say(options->language, arena, finding->message));
    text = append(arena, text, "", say(arena, options, finding->steps));
    text =
        append(arena, text, label(arena, options, "Input:"), say(arena, options, finding->input));
    if (finding->file != NULL) {
        const char *place = finding->line > 0
                                ? arena_printf(arena, "%s:%d", finding->file, finding->line)
                                : finding->file;
        text = append(arena, text, label(arena, options, "Where:"), place);
    }
    return append(arena, text, label(arena, options, "Next:"),
                  say(arena, options, finding->advice));
}

bool feedback_consequence(const struct check_result *check, const struct finding *finding) {
    return finding->verdict == VERDICT_WRONG_ANSWER && check->findings->verdict == VERDICT_RACE;
}

const char *feedback_check(struct arena *arena, const struct report_options *options,
                           const struct check_result *check) {
    if (report_conceals(options, check)) {
        return say(arena, options, "hidden");
    }
    if (check->verdict == VERDICT_PASS) {
        return "";
    }
    const char *loud = check->verdict == VERDICT_UNAVAILABLE ? "NOT JUDGED"
                       : check->verdict == VERDICT_REVIEW    ? "TO BE REVIEWED"
                                                             : "";
    const char *text =
        arena_printf(arena, "%s%s%s%s%s", say(arena, options, loud), *loud != '\0' ? ", " : "",
                     report_verdict(options, check->verdict), say(arena, options, ": "),
                     say(arena, options, verdict_explanation(check->verdict)));
    int shown = 0;
    for (const struct finding *finding = check->findings; finding != NULL;
         finding = finding->next) {
        if (!feedback_consequence(check, finding) && shown++ < FEEDBACK_FINDINGS) {
            text = arena_printf(arena, "%s\n\n%s", text, finding_text(arena, options, finding));
        }
    }
    return shown > FEEDBACK_FINDINGS
               ? arena_printf(arena, "%s\n\n%s", text,
                              language_print(options->language, arena, "(and %d more)",
                                             shown - FEEDBACK_FINDINGS))
               : text;
}

const char *feedback_title(struct arena *arena, const struct report_options *options,
                           const struct check_result *check) {
    bool named = check->title == NULL || report_conceals(options, check);
    return utf8_clean(arena, named ? check->name : say(arena, options, check->title));
}

/* "global_load_sectors" as people say it. */
static const char *in_words(struct arena *arena, const struct report_options *options,
                            const char *fact) {
    char *words = arena_strdup(arena, utf8_clean(arena, fact));
    for (char *gap = strchr(words, '_'); gap != NULL; gap = strchr(gap, '_')) {
        *gap = ' ';
    }
    return say(arena, options, words);
}

const char *feedback_counted(struct arena *arena, const struct report_options *options,
                             const struct check_result *check) {
    const char *text = "";
    if (report_conceals(options, check) || check->verdict != VERDICT_PASS) {
        return text;
    }
    for (const struct counted *counted = check->counted; counted != NULL; counted = counted->next) {
        text = arena_printf(arena, "%s%s%s %" PRIu64, text, *text == '\0' ? "" : ", ",
                            in_words(arena, options, counted->fact), counted->value);
        if (counted->has_least && counted->has_most && counted->least == counted->most) {
            text = arena_printf(arena, "%s %s", text, say(arena, options, "(as asked)"));
        } else if (counted->has_least && counted->has_most) {
            text = arena_printf(arena, "%s (%" PRIu64 " %s %" PRIu64 ")", text, counted->least,
                                say(arena, options, "to"), counted->most);
        } else if (counted->has_least) {
            text = arena_printf(arena, "%s (≥ %" PRIu64 ")", text, counted->least);
        } else if (counted->has_most) {
            text = arena_printf(arena, "%s (≤ %" PRIu64 ")", text, counted->most);
        }
    }
    return text;
}

const char *feedback_name(struct arena *arena, const struct report_options *options,
                          const struct exercise_result *exercise,
                          const struct check_result *check) {
    return arena_printf(arena, "%s%s%s", utf8_clean(arena, exercise->name),
                        say(arena, options, ": "), feedback_title(arena, options, check));
}

bool feedback_passed(const struct report_options *options, const struct check_result *check) {
    return report_conceals(options, check) ? check->points > 0 && check->earned >= check->points
                                           : check->verdict == VERDICT_PASS;
}

const char *feedback_summary(struct arena *arena, const struct report_options *options,
                             const struct result *result) {
    struct text_writer writer = {.options = options, .result = result};
    const char *summary = text_score(&writer);
    const char *copy = arena_strdup(arena, summary);
    arena_free(&writer.arena);
    return copy;
}

/* ": -2.5 points"; nothing where a rule says something only. */
static const char *effect_text(struct arena *arena, const struct report_options *options,
                               int64_t hundredths) {
    char text[POINTS_TEXT_BYTES];
    const int64_t size = hundredths < 0 ? -hundredths : hundredths;
    const bool one = options->language != NULL ? size < 200 : size == 100; /* French: 1,5 point */
    return hundredths == 0
               ? ""
               : arena_printf(
                     arena, "%s%s%s point%s", say(arena, options, ": "), hundredths > 0 ? "+" : "",
                     language_number(options->language, arena, report_points(hundredths, text)),
                     one ? "" : "s");
}

const char *feedback_rules(struct arena *arena, const struct report_options *options,
                           const struct result *result) {
    const char *text = "";
    for (const struct result_rule *rule = result->rules; rule != NULL; rule = rule->next) {
        text = arena_printf(arena, "%s%s%s%s.", text, *text == '\0' ? "" : "\n",
                            say(arena, options, utf8_line(arena, rule->text)),
                            effect_text(arena, options, rule->points));
    }
    return text;
}

void feedback_print_rules(FILE *file, const struct report_options *options,
                          const struct result *result) {
    struct arena arena = {0};
    const char *text = feedback_rules(&arena, options, result);
    if (*text != '\0') {
        fprintf(file, "\n%s\n%s\n", say(&arena, options, "The rules of the class:"), text);
    }
    arena_free(&arena);
}

const char *feedback_outline(struct arena *arena, const struct report_options *options,
                             const struct result *result) {
    return append(arena, feedback_summary(arena, options, result), "",
                  feedback_rules(arena, options, result));
}

/* Why nothing was taken, where every check says the same, of no line; or NULL. */
static const struct finding *refused_whole(const struct result *result) {
    const struct finding *why = NULL;
    EACH_CHECK (result, e, check) {
        const struct finding *finding = check->findings;
        if (check->verdict != VERDICT_BUILD_ERROR || finding == NULL || finding->line > 0 ||
            (why != NULL && strcmp(why->message, finding->message) != 0)) {
            return NULL;
        }
        why = finding;
    }
    return why;
}

const struct exercise_result *feedback_exercises(struct arena *arena, const struct result *result) {
    const struct finding *why = refused_whole(result);
    if (why == NULL) {
        return result->exercises;
    }
    struct exercise_result *whole = arena_alloc(arena, sizeof *whole);
    struct check_result *check = arena_alloc(arena, sizeof *check);
    struct finding *finding = arena_alloc(arena, sizeof *finding);
    *finding = *why;
    finding->next = NULL;
    *check = (struct check_result){.name = "submission",
                                   .kind = "submission",
                                   .title = result->title,
                                   .how = "",
                                   .points = result->points,
                                   .verdict = VERDICT_BUILD_ERROR,
                                   .findings = finding};
    *whole = (struct exercise_result){.name = "submission",
                                      .title = result->title,
                                      .function = "",
                                      .device = "",
                                      .points = result->points,
                                      .checks = check};
    return whole;
}

json_t *feedback_tests(struct arena *arena, const struct report_options *options,
                       const struct result *result, feedback_test *test) {
    json_t *tests = json_array();
    EACH_CHECK (result, exercise, check) {
        json_array_append_new(tests, test(arena, options, exercise, check));
    }
    return tests;
}

json_t *feedback_points(int64_t hundredths) {
    return json_real((double)hundredths / 100);
}

json_t *feedback_text(struct arena *arena, const char *text) {
    return text == NULL ? json_null() : json_string(utf8_clean(arena, text));
}

void feedback_dump(FILE *file, json_t *root, size_t flags) {
    json_dumpf(root, file, flags | JSON_REAL_PRECISION(JSON_DIGITS));
    fputc('\n', file);
    json_decref(root);
}
