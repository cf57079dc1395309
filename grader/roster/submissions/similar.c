#include "similarity.h"

#include "../../compile/files.h"

#define XXH_INLINE_ALL

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    LARGEST_FILE = 1 << 20,
    CLASS_THAT_COUNTS = 10,
    COMMON_SHARE = 3,
    LEAST_GROUP = 3,
    SOLUTION_PERCENT = 95
};

static const char *read_text(struct arena *arena, const char *folder, const char *name) {
    FILE *file = fopen(arena_printf(arena, "%s/%s", folder, name), "re");
    if (file == NULL) {
        return "";
    }
    char *text = arena_alloc(arena, LARGEST_FILE + 1);
    text[fread(text, 1, LARGEST_FILE, file)] = '\0';
    fclose(file);
    return text;
}

static struct fingerprints prints_of(struct arena *arena, const struct lab *lab,
                                     const char *folder) {
    struct arena scratch = {0};
    const char *texts[LAB_MAX_FILES + 1] = {NULL};
    for (size_t i = 0; i < lab->file_count; i++) {
        texts[i] = read_text(&scratch, folder, lab->files[i].name);
    }
    struct fingerprints prints = winnow(arena, texts);
    arena_free(&scratch);
    return prints;
}

/* Those that are the student's own; a whole class's are kept at once. */
static struct fingerprints own_prints(struct arena *arena, const struct lab *lab,
                                      const char *folder, const struct fingerprints *given) {
    struct arena scratch = {0};
    struct fingerprints all = prints_of(&scratch, lab, folder);
    winnow_remove(&all, given);
    const size_t size = all.count * sizeof *all.of;
    all.of = memcpy(arena_alloc(arena, size), all.of, size);
    arena_free(&scratch);
    return all;
}

/* Fingerprints that more than one in COMMON_SHARE of the class have. */
static struct fingerprints find_common(struct arena *arena, const struct fingerprints *of,
                                       size_t count) {
    size_t all = 0;
    struct arena scratch = {0};
    for (size_t i = 0; i < count; i++) {
        all += of[i].count;
    }
    uint64_t *pool = arena_alloc(&scratch, (all + 1) * sizeof *pool);
    struct fingerprints common = {.of = arena_alloc(arena, (all + 1) * sizeof *common.of)};
    all = 0;
    for (size_t i = 0; i < count; i++) {
        memcpy(pool + all, of[i].of, of[i].count * sizeof *pool);
        all += of[i].count;
    }
    qsort(pool, all, sizeof *pool, winnow_ascending);
    for (size_t i = 0; count >= CLASS_THAT_COUNTS && i < all;) {
        size_t end = i;
        while (end < all && pool[end] == pool[i]) {
            end++;
        }
        if ((end - i) * COMMON_SHARE > count) {
            common.of[common.count++] = pool[i];
        }
        i = end;
    }
    arena_free(&scratch);
    return common;
}

static int most_alike_first(const void *a, const void *b) {
    const struct similar_pair *x = a, *y = b;
    return x->percent != y->percent ? (x->percent > y->percent ? -1 : 1)
           : x->shared != y->shared ? (x->shared > y->shared ? -1 : 1)
           : x->a != y->a           ? (x->a < y->a ? -1 : 1)
                                    : (x->b < y->b ? -1 : x->b > y->b);
}

static void compare(struct similar *similar, size_t *capacity, const struct fingerprints *of,
                    size_t a, size_t b) {
    size_t smaller = of[a].count < of[b].count ? of[a].count : of[b].count;
    if (smaller < SIMILAR_LEAST) {
        return;
    }
    size_t shared = winnow_shared(&of[a], &of[b]);
    unsigned percent = (unsigned)((shared * 200 / smaller + 1) / 2);
    if (shared * 100 < smaller * SIMILAR_PERCENT) {
        return;
    }
    if (similar->count == *capacity) { /* keep the best half */
        qsort(similar->pairs, similar->count, sizeof *similar->pairs, most_alike_first);
        similar->count /= 2;
    }
    similar->pairs[similar->count++] = (struct similar_pair){
        .a = a, .b = b, .shared = shared, .smaller = smaller, .percent = percent};
}

/* ---- much of the class at once ---- */

static const char *whole_text(struct arena *arena, const struct lab *lab, const char *folder) {
    const char *whole = "";
    for (size_t i = 0; i < lab->file_count; i++) {
        whole = arena_printf(arena, "%s%s\f", whole, read_text(arena, folder, lab->files[i].name));
    }
    return whole;
}

static size_t count_same(const uint64_t *hashes, size_t count, uint64_t hash) {
    size_t same = 0;
    for (size_t i = 0; i < count; i++) {
        same += hashes[i] == hash;
    }
    return same;
}

/* The largest group that hands in the same files. */
static struct similar_rows find_same(struct arena *arena, const struct book *book, size_t count) {
    const struct class_run *run = book->run;
    struct similar_rows found = {.rows = arena_alloc(arena, (count + 1) * sizeof *found.rows)};
    uint64_t *hashes = arena_alloc(arena, (count + 1) * sizeof *hashes), most = 0;
    size_t largest = 0;
    for (size_t i = 0; i <= count; i++) { /* behind all: the skeleton */
        struct arena scratch = {0};
        const char *text = whole_text(&scratch, &run->lab,
                                      i < count ? book->rows[i].job->task.folder : run->skeleton);
        const bool nothing = text[strspn(text, "\f")] == '\0';
        hashes[i] = nothing ? 0 : XXH3_64bits(text, strlen(text));
        arena_free(&scratch);
    }
    for (size_t i = 0; i < count; i++) {
        const size_t same = count_same(hashes, count, hashes[i]);
        if (same > largest && hashes[i] != hashes[count] && hashes[i] != 0) {
            largest = same;
            most = hashes[i];
        }
    }
    for (size_t i = 0; i < count && largest >= LEAST_GROUP && largest * COMMON_SHARE > count; i++) {
        if (hashes[i] == most) {
            found.rows[found.count++] = i;
        }
    }
    return found;
}

/* Those of whom nearly all is as in the solution; of the solution, beyond the skeleton. */
static struct similar_rows find_solution(struct arena *arena, const struct fingerprints *of,
                                         size_t count, const struct fingerprints *solution) {
    struct similar_rows found = {.rows = arena_alloc(arena, (count + 1) * sizeof *found.rows)};
    for (size_t i = 0; i < count && solution->count >= SIMILAR_LEAST; i++) {
        const size_t larger = of[i].count > solution->count ? of[i].count : solution->count;
        if (winnow_shared(&of[i], solution) * 100 >= larger * SOLUTION_PERCENT) {
            found.rows[found.count++] = i;
        }
    }
    return found;
}

/* ---- another year ---- */

static int by_row(const void *a, const void *b) {
    const struct similar_earlier *x = a, *y = b;
    return x->row != y->row ? (x->row < y->row ? -1 : 1) : strcmp(x->name, y->name);
}

/* Each folder of the other year's against all of this class, the first SIMILAR_MOST that are alike.
 */
static void find_earlier(struct similar *similar, struct arena *arena, const struct book *book,
                         const struct fingerprints *of, const struct fingerprints *left_out,
                         size_t left_out_count) {
    const char *folder = book->run->options.earlier;
    const char *const *name = folder != NULL ? folder_names(arena, folder) : NULL;
    similar->earlier = arena_alloc(arena, SIMILAR_MOST * sizeof *similar->earlier);
    for (; name != NULL && *name != NULL; name++) {
        struct arena scratch = {0};
        struct fingerprints other =
            prints_of(&scratch, &book->run->lab, arena_printf(&scratch, "%s/%s", folder, *name));
        for (size_t part = 0; part < left_out_count; part++) {
            winnow_remove(&other, &left_out[part]);
        }
        for (size_t row = 0; row < book->submitted; row++) {
            const size_t smaller = of[row].count < other.count ? of[row].count : other.count;
            const size_t shared = smaller >= SIMILAR_LEAST ? winnow_shared(&of[row], &other) : 0;
            if (smaller >= SIMILAR_LEAST && shared * 100 >= smaller * SIMILAR_PERCENT &&
                similar->earlier_count < SIMILAR_MOST) {
                similar->earlier[similar->earlier_count++] = (struct similar_earlier){
                    row, *name, shared, smaller, (unsigned)((shared * 200 / smaller + 1) / 2)};
            }
        }
        arena_free(&scratch);
    }
    qsort(similar->earlier, similar->earlier_count, sizeof *similar->earlier, by_row);
}

struct similar similar_find(struct arena *arena, const struct book *book) {
    const struct class_run *run = book->run;
    struct arena scratch = {0};
    size_t capacity = 4 * SIMILAR_MOST, submitted = 0;
    struct similar similar = {.pairs = arena_alloc(arena, capacity * sizeof *similar.pairs)};
    struct fingerprints *of = arena_alloc(&scratch, (book->count + 1) * sizeof *of);
    struct fingerprints given = prints_of(&scratch, &run->lab, run->skeleton);
    for (; submitted < book->submitted; submitted++) {
        of[submitted] =
            own_prints(&scratch, &run->lab, book->rows[submitted].job->task.folder, &given);
    }
    struct fingerprints solution = own_prints(&scratch, &run->lab, run->solution, &given);
    similar.solution = find_solution(arena, of, submitted, &solution);
    similar.same = find_same(arena, book, submitted);
    struct fingerprints common = find_common(&scratch, of, submitted);
    for (size_t i = 0; i < submitted; i++) {
        winnow_remove(&of[i], &common);
    }
    const struct fingerprints left_out[] = {given, common};
    find_earlier(&similar, arena, book, of, left_out, 2);
    for (size_t a = 0; a < submitted; a++) {
        for (size_t b = a + 1; b < submitted; b++) {
            const struct policy_group *group = book->rows[a].group;
            if (group == NULL || group != book->rows[b].group) { /* partners write the same */
                compare(&similar, &capacity, of, a, b);
            }
        }
    }
    qsort(similar.pairs, similar.count, sizeof *similar.pairs, most_alike_first);
    similar.count = similar.count < SIMILAR_MOST ? similar.count : SIMILAR_MOST;
    arena_free(&scratch);
    return similar;
}
