/* How a class stands, for the table and for the page. */
#include "output.h"

#include <stdlib.h>
#include <string.h>

enum { TENTHS = 10 };

/* The list under way, and room for the scores of one row. */
struct statistics {
    struct arena *arena;
    const struct book *book;
    int64_t *scores;
    struct class_standing **tail;
};

static int ascending(const void *a, const void *b) {
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* What a result has for all (no exercise), for an exercise, or for one of its checks. */
struct score {
    int64_t earned, of;
    bool full;
};

/* A check that was skipped or could not be judged counts in nothing, nor does one of a file that
 * does not compile: that is one mistake, not one in each check. */
static bool score_of(const struct result *result, const char *exercise, const char *check,
                     struct score *score) {
    if (result == NULL || *exercise == '\0') {
        *score = result != NULL ? (struct score){result->earned, result->points,
                                                 result->earned >= result->points}
                                : (struct score){0};
        return result != NULL;
    }
    const struct exercise_result *e = result_find_exercise(result, exercise);
    const struct check_result *c = e != NULL ? e->checks : NULL;
    while (check != NULL && c != NULL && strcmp(c->name, check) != 0) {
        c = c->next;
    }
    if (e == NULL || (check != NULL && (c == NULL || c->verdict >= VERDICT_SKIPPED ||
                                        c->verdict == VERDICT_BUILD_ERROR))) {
        return false;
    }
    *score = check != NULL ? (struct score){c->earned, c->points, c->verdict == VERDICT_PASS}
                           : (struct score){e->earned, e->points, e->earned >= e->points};
    return true;
}

static struct class_standing *add(struct statistics *all, const struct class_standing *standing) {
    struct class_standing *one = *all->tail = arena_alloc(all->arena, sizeof *one);
    *one = *standing;
    all->tail = &one->next;
    return one;
}

/* A row of what counts (attempt 0) or of an attempt, from 1; of an exercise (or ""), of a check (or
 * NULL). */
static void measure(struct statistics *all, const char *what, size_t attempt, const char *exercise,
                    const char *check, int64_t of) {
    int64_t sum = 0, *scores = all->scores;
    size_t count = 0, full = 0;
    for (size_t i = 0; i < all->book->count; i++) {
        const struct row *row = &all->book->rows[i];
        const struct result *result =
            attempt == 0 ? book_counted(row) : book_attempt_counted(row, attempt - 1);
        struct score score;
        if (score_of(result, exercise, check, &score)) {
            scores[count++] = score.earned;
            sum += score.earned;
            full += score.full;
            of = *exercise != '\0' ? score.of : of;
        }
    }
    qsort(scores, count, sizeof *scores, ascending);
    struct class_standing *one =
        add(all, &(struct class_standing){.what = what,
                                          .exercise = exercise,
                                          .name = check != NULL ? check : "",
                                          .count = count,
                                          .full = full,
                                          .of = of});
    if (attempt > 0) {
        one->name = arena_printf(all->arena, "%zu", attempt);
    }
    if (count > 0) {
        one->mean = rules_part(sum, 1, (int64_t)count);
        one->median = (scores[(count - 1) / 2] + scores[count / 2]) / 2;
        one->least = scores[0];
        one->most = scores[count - 1];
    }
}

/* How many earned from 0 to under 10 percent, and so on. */
static void distribution(struct statistics *all) {
    size_t bins[TENTHS] = {0};
    for (size_t i = 0; i < all->book->count; i++) {
        const struct result *result = book_counted(&all->book->rows[i]);
        if (result != NULL) {
            const int64_t tenth = result->points > 0 ? result->earned * TENTHS / result->points : 0;
            bins[tenth < 0 ? 0 : tenth >= TENTHS ? TENTHS - 1 : tenth]++;
        }
    }
    for (int i = 0; i < TENTHS; i++) {
        const int last = i == TENTHS - 1 ? 100 : (i + 1) * TENTHS - 1;
        add(all, &(struct class_standing){
                     .what = "distribution",
                     .exercise = "",
                     .name = arena_printf(all->arena, "%d to %d %%", i * TENTHS, last),
                     .count = bins[i],
                     .of = -1});
    }
}

const struct class_standing *book_standings(struct arena *arena, const struct book *book) {
    struct class_standing *first = NULL;
    size_t most = 0;
    struct statistics all = {arena, book,
                             arena_alloc(arena, (book->count + 1) * sizeof *all.scores), &first};
    const struct lab_exercise *exercises = book->run->lab.exercises;
    measure(&all, "class", 0, "", NULL, book->points);
    for (const struct lab_exercise *e = exercises; e != NULL; e = e->next) {
        measure(&all, "exercise", 0, e->name, NULL, e->points);
        for (const struct lab_check *check = e->checks; check != NULL; check = check->next) {
            measure(&all, "check", 0, e->name, check->name, check->points);
        }
    }
    distribution(&all);
    for (size_t i = 0; i < book->count; i++) {
        most = book->rows[i].attempt_count > most ? book->rows[i].attempt_count : most;
    }
    for (size_t a = 1; most > 1 && a <= most; a++) {
        measure(&all, "attempt", a, "", NULL, book->points);
        for (const struct lab_exercise *e = exercises; e != NULL; e = e->next) {
            measure(&all, "attempt", a, e->name, NULL, e->points);
        }
    }
    return first;
}

void book_statistics(FILE *file, const struct book *book) {
    struct arena arena = {0};
    fputs("what,exercise,name,submissions,full marks,of points,mean,median,least,most\n", file);
    for (const struct class_standing *s = book_standings(&arena, book); s != NULL; s = s->next) {
        const int64_t points[] = {s->of, s->mean, s->median, s->least, s->most};
        sheet_write_plain(file, s->what, true);
        sheet_write_text(file, s->exercise, false);
        sheet_write_text(file, s->name, false);
        fprintf(file, s->of < 0 ? ",%zu," : ",%zu,%zu", s->count, s->full);
        for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
            const bool known = s->of >= 0 && (i == 0 || s->count > 0);
            known ? book_points(file, points[i], false) : (void)fputc(',', file);
        }
        fputc('\n', file);
    }
    arena_free(&arena);
}
