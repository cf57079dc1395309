/* What the parts of the text report share: the page that they write on, and how each check stands.
 */
#pragma once

#include "../report.h"

struct text_writer {
    FILE *file;
    struct arena arena; /* for what is put together while writing */
    const struct report_options *options;
    const struct result *result;
    int width;
};

enum style { STYLE_GOOD, STYLE_BAD, STYLE_LOUD, STYLE_FAINT, STYLE_STRONG, STYLE_COUNT };

/* Colours, where they are wanted. */
void style_begin(struct text_writer *writer, enum style style);
void style_end(struct text_writer *writer);

/* How a check stands, for this reader. */
enum standing {
    STANDS_PASSED,
    STANDS_FAILED,
    STANDS_SKIPPED,
    STANDS_NOT_BEGUN,
    STANDS_UNAVAILABLE,
    STANDS_REVIEW,
    STANDS_HIDDEN,
    STANDING_COUNT
};

/* How the check stands before this reader, who may not see all of it. */
enum standing standing_of(const struct text_writer *writer, const struct check_result *check);

/* The text, harmless; "" for NULL. */
const char *text_clean(struct text_writer *writer, const char *text);

/* The same, in the reader's language. */
const char *text_say(struct text_writer *writer, const char *text);

/* printf, harmless, in the reader's language. */
#define text_print(writer, ...)                                                                    \
    text_clean(writer, language_print((writer)->options->language, &(writer)->arena, __VA_ARGS__))

/* "  Label   text", the text, in the reader's language, wrapped beside the label. Nothing when
 * there is none. */
enum { LABEL_COLUMNS = 10 };
void text_labelled(struct text_writer *writer, const char *label, const char *text, int lines);

/* What the checks of a report came to. */
struct text_counts {
    int of[STANDING_COUNT];
    int64_t unjudged; /* hundredths of a point that no check could give here */
    int refused;      /* unavailable checks that a line of the program is the reason for */
    int64_t refused_points;
    int64_t hidden_points, hidden_earned;
    int64_t withheld; /* points of hidden checks that are judged elsewhere */
};
struct text_counts text_count(struct text_writer *writer);

/* In words, after the score. Hidden checks are counted apart: whoever passes the public ones has
 * not passed all. */
const char *text_summary(struct text_writer *writer, const struct text_counts *counts);

/* "7 / 10", hundredths as points; the arena's. */
const char *text_points(struct text_writer *writer, int64_t earned, int64_t points);

/* "Score 7 / 10. 1 of 4 public checks failed. …", one line; the arena's. Uses no file. */
const char *text_score(struct text_writer *writer);

/* A block for everything that failed or could not be judged; of this exercise, or (NULL) of all
 * (failures.c). */
void text_failures(struct text_writer *writer, const struct exercise_result *only);

/* The exercise to go on with: the first that failed, else the first that could not be judged, or
 * NULL (standing.c). */
const struct exercise_result *text_next(const struct text_writer *writer);

/* What comes next, in one line; nothing where there are no exercises. */
void text_next_step(struct text_writer *writer);

/* How the exercise stands as a whole, and the verdict that says so. */
enum standing exercise_standing(const struct text_writer *writer,
                                const struct exercise_result *exercise, enum verdict *verdict);
