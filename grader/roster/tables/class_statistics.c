/* How a class stands, as a table: each exercise, each check, the distribution, each attempt. What
 * could not be read at all counts in nothing. */
#include "../../report/report.h"
#include "output.h"

#include <stdlib.h>
#include <string.h>

enum { TENTHS = 10 };

static int ascending(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static const char *points(struct arena *arena, int64_t hundredths) {
    char text[POINTS_TEXT_BYTES];
    return arena_strdup(arena, report_points(hundredths, text));
}

/* One line: what was earned by whom, of `of` points. */
static void line(FILE *file, const char *kind, const char *exercise, const char *name,
                 int64_t *scores, size_t count, int64_t of) {
    struct arena arena = {0};
    int64_t sum = 0;
    size_t full = 0;
    qsort(scores, count, sizeof *scores, ascending);
    for (size_t i = 0; i < count; i++) {
        sum += scores[i];
        full += scores[i] >= of;
    }
    sheet_write_plain(file, kind, true);
    sheet_write_text(file, exercise, false);
    sheet_write_text(file, name, false);
    fprintf(file, ",%zu,%zu,%s", count, full, points(&arena, of));
    if (count > 0) {
        fprintf(file, ",%s,%s,%s,%s\n", points(&arena, rules_part(sum, 1, (int64_t)count)),
                points(&arena, (scores[(count - 1) / 2] + scores[count / 2]) / 2),
                points(&arena, scores[0]), points(&arena, scores[count - 1]));
    } else {
        fputs(",,,,\n", file);
    }
    arena_free(&arena);
}

static void check_lines(FILE *file, const struct book *book, const struct lab_exercise *lab,
                        int64_t *scores) {
    for (const struct lab_check *check = lab->checks; check != NULL; check = check->next) {
        size_t count = 0;
        int64_t of = check->points;
        for (size_t i = 0; i < book->count; i++) {
            const struct exercise_result *e =
                result_find_exercise(book_counted(&book->rows[i]), lab->name);
            for (const struct check_result *c = e != NULL ? e->checks : NULL; c != NULL;
                 c = c->next) {
                if (strcmp(c->name, check->name) == 0 && c->verdict < VERDICT_UNAVAILABLE) {
                    of = c->points;
                    scores[count++] = c->earned;
                }
            }
        }
        line(file, "check", lab->name, check->name, scores, count, of);
    }
}

static void exercise_lines(FILE *file, const struct book *book, int64_t *scores) {
    for (const struct lab_exercise *lab = book->run->lab.exercises; lab != NULL; lab = lab->next) {
        size_t count = 0;
        int64_t of = lab->points;
        for (size_t i = 0; i < book->count; i++) {
            const struct exercise_result *e =
                result_find_exercise(book_counted(&book->rows[i]), lab->name);
            if (e != NULL) {
                of = e->points;
                scores[count++] = e->earned;
            }
        }
        line(file, "exercise", lab->name, "", scores, count, of);
        check_lines(file, book, lab, scores);
    }
}

/* How many earned from 0 to under 10 percent, and so on. */
static void distribution(FILE *file, const struct book *book) {
    size_t bins[TENTHS] = {0};
    for (size_t i = 0; i < book->count; i++) {
        const struct result *result = book_counted(&book->rows[i]);
        if (result != NULL) {
            const int64_t tenth = result->points > 0 ? result->earned * TENTHS / result->points : 0;
            bins[tenth < 0 ? 0 : tenth >= TENTHS ? TENTHS - 1 : tenth]++;
        }
    }
    for (int i = 0; i < TENTHS; i++) {
        fprintf(file, "distribution,,%d to %d %%,%zu,,,,,,\n", i * TENTHS,
                i == TENTHS - 1 ? 100 : (i + 1) * TENTHS - 1, bins[i]);
    }
}

/* One attempt of all students: the whole, or (not NULL) one exercise. */
static void attempt_line(FILE *file, const struct book *book, size_t attempt,
                         const struct lab_exercise *exercise, int64_t *scores) {
    struct arena arena = {0};
    size_t count = 0;
    int64_t of = exercise != NULL ? exercise->points : book->points;
    for (size_t i = 0; i < book->count; i++) {
        const struct result *result = book_attempt_counted(&book->rows[i], attempt);
        const struct exercise_result *one = result != NULL && exercise != NULL
                                                ? result_find_exercise(result, exercise->name)
                                                : NULL;
        if (one != NULL) {
            of = one->points;
            scores[count++] = one->earned;
        } else if (result != NULL && exercise == NULL) {
            scores[count++] = result->earned;
        }
    }
    line(file, "attempt", exercise != NULL ? exercise->name : "",
         arena_printf(&arena, "%zu", attempt + 1), scores, count, of);
    arena_free(&arena);
}

static void attempt_lines(FILE *file, const struct book *book, int64_t *scores) {
    size_t most = 0;
    for (size_t i = 0; i < book->count; i++) {
        most = book->rows[i].attempt_count > most ? book->rows[i].attempt_count : most;
    }
    for (size_t a = 0; most > 1 && a < most; a++) {
        attempt_line(file, book, a, NULL, scores);
        for (const struct lab_exercise *exercise = book->run->lab.exercises; exercise != NULL;
             exercise = exercise->next) {
            attempt_line(file, book, a, exercise, scores);
        }
    }
}

void book_statistics(FILE *file, const struct book *book) {
    struct arena arena = {0};
    size_t count = 0;
    int64_t *scores = arena_alloc(&arena, (book->count + 1) * sizeof *scores);
    fputs("what,exercise,name,submissions,full marks,of points,mean,median,least,most\n", file);
    for (size_t i = 0; i < book->count; i++) {
        if (book_counted(&book->rows[i]) != NULL) {
            scores[count++] = book_counted(&book->rows[i])->earned;
        }
    }
    line(file, "class", "", "", scores, count, book->points);
    exercise_lines(file, book, scores);
    distribution(file, book);
    attempt_lines(file, book, scores);
    arena_free(&arena);
}

/* ---- how often each check had each verdict ---- */

static struct tally *tally_of(struct tally *tallies, size_t *count, const char *exercise,
                              const struct check_result *check) {
    for (size_t i = 0; i < *count; i++) {
        if (strcmp(tallies[i].exercise, exercise) == 0 &&
            strcmp(tallies[i].check, check->name) == 0) {
            return &tallies[i];
        }
    }
    tallies[*count] =
        (struct tally){.exercise = exercise, .check = check->name, .hidden = check->hidden};
    return &tallies[(*count)++];
}

static void count_verdict(struct tally *tally, enum verdict verdict) {
    tally->verdicts[verdict]++;
    tally->unavailable += verdict == VERDICT_UNAVAILABLE;
    tally->skipped += verdict == VERDICT_SKIPPED;
    /* What does not compile would fail every check: it is one of the mistakes, once. */
    const bool judged = verdict < VERDICT_SKIPPED && verdict != VERDICT_BUILD_ERROR;
    tally->judged += judged;
    tally->failed += judged && verdict != VERDICT_PASS;
}

struct tally *book_tally(struct arena *arena, const struct book *book, size_t *count) {
    size_t checks = 0;
    *count = 0;
    for (const struct lab_exercise *e = book->run->lab.exercises; e != NULL; e = e->next) {
        for (const struct lab_check *c = e->checks; c != NULL; c = c->next) {
            checks++;
        }
    }
    struct tally *tallies = arena_alloc(arena, (checks + 1) * sizeof *tallies);
    for (size_t i = 0; i < book->count; i++) {
        const struct result *result = book_counted(&book->rows[i]);
        for (const struct exercise_result *e = result != NULL ? result->exercises : NULL; e != NULL;
             e = e->next) {
            for (const struct check_result *c = e->checks; c != NULL; c = c->next) {
                count_verdict(tally_of(tallies, count, e->name, c), c->verdict);
            }
        }
    }
    return tallies;
}
