/* The pages of a class: a part for each file of this folder. */
#pragma once

#include "../submissions/similarity.h"
#include "../tables/output.h"
#include "../teacher.h"

#include <stdint.h>
#include <stdio.h>

/* Tables of the teacher's page: cells that sort by what they show. */

struct page_column {
    const char *heading; /* "": a bar, of the number beside it */
    const char *kind;    /* "n": numbers; "x": left out on a phone; "n x": both */
};

/* Texts, a heading and a remark in the language that the class was asked in. */
void page_say(FILE *file, const struct book *book, const char *text);
void page_heading(FILE *file, const struct book *book, const char *text);
void page_remark(FILE *file, const struct book *book, const char *text);

void page_table_begin(FILE *file, const struct book *book, const struct page_column *columns,
                      size_t count);
void page_table_end(FILE *file);

/* A link to what the teacher sees of a student. */
void page_student_link(FILE *file, const char *key, const char *name);

/* Cells; `kind` as a column's. */
void page_text_cell(FILE *file, const char *text, const char *kind);
void page_points_cell(FILE *file, const struct book *book, int64_t points, const char *kind);
void page_count_cell(FILE *file, size_t count);

/* The title of an exercise of that name; a cell with it. */
const char *page_exercise(const struct book *book, const char *name);
void page_exercise_cell(FILE *file, const struct book *book, const char *name);

/* A percentage, and a bar of it. */
void page_meter_cell(FILE *file, size_t part, size_t whole);

/* The class's mistakes by their cause: how many made it, and an example (review.c). */
void page_mistakes(FILE *file, const struct book *book);

/* Who asks for a regrade, and what was answered (review.c). */
void page_requests(FILE *file, const struct book *book);

/*
 * Replays of a class's failed checks: pages in the folder `replay`, which `lockstep class show`
 * makes one by one, when somebody asks. The class's page links to those that are there.
 */

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

/* A link to the replay of that check, or the command that makes it in the class's folder. */
void page_replay(FILE *file, const struct book *book, const char *key, const char *exercise,
                 const char *check);

/* What a person should look at: what could not be read, what could not be judged, twins that
 * disagree, and who wrote alike. */

struct review {
    const char *key, *name; /* whose it is; of what is nobody's, "" and its name */
    const char *kind; /* "nobody's", "unreadable", "several copies", "left out", "to be judged",
                         "forbidden", "twins" */
    const char *what; /* a sentence */
    struct review *next;
};

/* By row; the arena's. */
const struct review *book_reviews(struct arena *arena, const struct book *book);

/* Groups of three rows or more, in which each is alike with some other. The arena's. */
struct similar_rows *book_rings(struct arena *arena, const struct book *book,
                                const struct similar *similar, size_t *count);
