#include "similar.h"

#include "winnow.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 20, CLASS_THAT_COUNTS = 10, COMMON_SHARE = 3 };

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

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
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
    qsort(pool, all, sizeof *pool, ascending);
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
    unsigned percent = (unsigned)(shared * 100 / smaller);
    if (percent < SIMILAR_PERCENT) {
        return;
    }
    if (similar->count == *capacity) { /* keep the best half */
        qsort(similar->pairs, similar->count, sizeof *similar->pairs, most_alike_first);
        similar->count /= 2;
    }
    similar->pairs[similar->count++] = (struct similar_pair){
        .a = a, .b = b, .shared = shared, .smaller = smaller, .percent = percent};
}

struct similar similar_find(struct arena *arena, const struct book *book) {
    const struct class_run *run = book->run;
    struct arena scratch = {0};
    size_t capacity = 4 * SIMILAR_MOST, submitted = 0;
    struct similar similar = {.pairs = arena_alloc(arena, capacity * sizeof *similar.pairs)};
    struct fingerprints *of = arena_alloc(&scratch, (book->count + 1) * sizeof *of);
    struct fingerprints given = prints_of(&scratch, &run->lab, run->skeleton);
    while (submitted < book->count && book->rows[submitted].job != NULL) {
        of[submitted] = prints_of(&scratch, &run->lab, book->rows[submitted].job->task.folder);
        winnow_remove(&of[submitted++], &given);
    }
    struct fingerprints common = find_common(&scratch, of, submitted);
    for (size_t i = 0; i < submitted; i++) {
        winnow_remove(&of[i], &common);
    }
    for (size_t a = 0; a < submitted; a++) {
        for (size_t b = a + 1; b < submitted; b++) {
            compare(&similar, &capacity, of, a, b);
        }
    }
    qsort(similar.pairs, similar.count, sizeof *similar.pairs, most_alike_first);
    similar.count = similar.count < SIMILAR_MOST ? similar.count : SIMILAR_MOST;
    arena_free(&scratch);
    return similar;
}
