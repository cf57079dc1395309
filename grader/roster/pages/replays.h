/*
 * Replays of a class's failed checks: pages in the folder `replay`, which `lockstep class show`
 * makes one by one, when somebody asks. The class's page links to those that are there.
 */
#ifndef LOCKSTEP_REPLAYS_H
#define LOCKSTEP_REPLAYS_H

#include "../tables/output.h"
#include "../teacher.h"

/* What a replay of one submission is made from; the arena's texts. */
struct replay_source {
    struct arena arena;
    const char *lab, *labs; /* labs: a folder of labs, or NULL */
    const char *files;      /* what was handed in */
    const char *secret;     /* its file, or NULL: there is none */
    const char *page;       /* where it goes: below the class's folder */
    uint64_t seed;
};

/* How the student's check was graded. `student` is a name of files/ ("ada", or "ada#2" for an
 * attempt), or what person_find takes. False where nobody was graded who is called so. */
bool replay_find(struct replay_source *source, const struct class_order *order, const char *student,
                 const char *exercise, const char *check, struct error *error);
void replay_free(struct replay_source *source);

/* The page's name in the folder `replay`; the arena's. */
const char *replay_name(struct arena *arena, const char *key, const char *exercise,
                        const char *check);

/* Removes the replays of what the job handed in before. */
void replays_forget(const struct class_run *run, const struct job *job);

/* The part of the class's page: each failed check with its replay, or the command that makes it. */
void book_replays(FILE *file, const struct book *book);

#endif
