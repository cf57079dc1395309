/* What the writers for other systems share: one check's outcome, and the whole, in plain words. */
#pragma once

#include "report.h"

#include <jansson.h>

/* What a check found, for this reader: one finding a paragraph, at most FEEDBACK_FINDINGS of them.
 * "" for a pass; "hidden" for a check that this reader sees no more of than its points. Harmless
 * UTF-8, the arena's. */
enum { FEEDBACK_FINDINGS = 4 };
const char *feedback_check(struct arena *arena, const struct report_options *options,
                           const struct check_result *check);

/* Does the finding only follow from the check's first (a wrong answer from a race)? */
bool feedback_consequence(const struct check_result *check, const struct finding *finding);

/* The check's title, or its name where it has none or this reader may not see it. Harmless. */
const char *feedback_title(struct arena *arena, const struct report_options *options,
                           const struct check_result *check);

/* What a check that passed counted, each number beside its bound, as one line: "barriers 64 (≤ 80),
 * …". "" where nothing was counted, or this reader may not see it. Harmless. */
const char *feedback_counted(struct arena *arena, const struct report_options *options,
                             const struct check_result *check);

/* "exercise: title of the check". Harmless. */
const char *feedback_name(struct arena *arena, const struct report_options *options,
                          const struct exercise_result *exercise, const struct check_result *check);

/* Did the check bring all of its points by passing? What could not be judged did not. Of a hidden
 * check a student learns whether it brought all its points. */
bool feedback_passed(const struct report_options *options, const struct check_result *check);

/* "Score 82.5 / 100. 3 of 21 public checks failed. …": never calls the public checks all. */
const char *feedback_summary(struct arena *arena, const struct report_options *options,
                             const struct result *result);

/* What the class's rules did to the score, a line each; "" where there are none. The arena's. */
const char *feedback_rules(struct arena *arena, const struct report_options *options,
                           const struct result *result);

/* The same as text for people; nothing where there are none. */
void feedback_print_rules(FILE *file, const struct report_options *options,
                          const struct result *result);

/* The summary, and behind it the lines of feedback_rules. */
const char *feedback_outline(struct arena *arena, const struct report_options *options,
                             const struct result *result);

/* What was refused as a whole, in place of the same words beside each check: one exercise with one
 * check, the arena's. The result's own exercises where it was not. */
const struct exercise_result *feedback_exercises(struct arena *arena, const struct result *result);

/* A test of another system: one check of an exercise, as an object. */
typedef json_t *feedback_test(struct arena *arena, const struct report_options *options,
                              const struct exercise_result *exercise,
                              const struct check_result *check);

/* All checks of all exercises, in order, as an array of what `test` makes of each. */
json_t *feedback_tests(struct arena *arena, const struct report_options *options,
                       const struct result *result, feedback_test *test);

/* JSON numbers of points and texts; the text is cleaned, and null for NULL. */
json_t *feedback_points(int64_t hundredths);
json_t *feedback_text(struct arena *arena, const char *text);

/* Writes the object as one document, releases it, and ends the line. `flags` as for json_dumpf. */
void feedback_dump(FILE *file, json_t *root, size_t flags);
