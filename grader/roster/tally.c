#include "tables/output.h"

#include <string.h>

static struct tally *find(struct tally *tallies, size_t *count, const char *exercise,
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

static void add(struct tally *tally, enum verdict verdict) {
    tally->verdicts[verdict]++;
    tally->unavailable += verdict == VERDICT_UNAVAILABLE;
    tally->skipped += verdict == VERDICT_SKIPPED;
    tally->judged += verdict < VERDICT_SKIPPED;
    tally->failed += verdict < VERDICT_SKIPPED && verdict != VERDICT_PASS;
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
                add(find(tallies, count, e->name, c), c->verdict);
            }
        }
    }
    return tallies;
}
