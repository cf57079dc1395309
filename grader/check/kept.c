#include "kept.h"

#include "../compile/files.h"
#include "../compile/function_text.h"
#include "../compile/mark.h"
#include "../version.h"
#include "grade.h"
#include "kept_counted.h"
#include "untouched.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_MARKS = 64, LARGEST_INPUT = 1 << 20, LARGEST_FILE = 1 << 18 };

/* A student's file and its functions; NULL where nothing is known of them. */
struct page {
    const char *name, *text;
    struct function_text *functions;
    bool known;
};

struct kept {
    struct page pages[LAB_MAX_FILES];
    size_t count;
    char around[MARK + 1]; /* of all that is no student's */
    char whole[MARK + 1];  /* of that and all files as they are */
    const char *marks;     /* what passed, a line each: its mark, and what was counted */
    bool tells;            /* the text tells what reaches what */
};

static int is_plain(const struct dirent *entry) {
    return entry->d_name[0] != '.';
}

/* The plain files of a folder of the lab's, in order of their names. */
static void add_folder(struct grading *grading, XXH3_state_t *state, const char *folder) {
    struct dirent **entries;
    const int count = scandir(folder, &entries, is_plain, alphasort);
    for (int i = 0; i < count; i++) {
        const char *path = arena_printf(grading->arena, "%s/%s", folder, entries[i]->d_name);
        const char *text = file_read(grading->arena, path, LARGEST_INPUT);
        mark_add(state, entries[i]->d_name);
        mark_add(state, text != NULL ? text : "");
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
}

/* What the kit brings into the box beside the grader itself, below the build folder. */
static const char *const brought[] = {
    "openmp/translate",     "openmp/library.bc",     "openmp/omp.h",
    "liblockstep_cudart.a", "liblockstep_opencl.so", "opencl/builtins.bc",
    "opencl/libclc.bc",     "cuda/libdevice.bc",     "cuda/include/cuda_runtime.h",
    "cuda/undefined.flags", "opencl/language.flags"};

static const char *const tools[] = {"/proc/self/exe",   "/usr/bin/gcc", "/usr/bin/clang",
                                    "/usr/bin/clang++", "/usr/bin/ld",  "/usr/bin/bwrap"};

static void mark_around(struct grading *grading, struct kept *kept, XXH3_state_t *state) {
    const struct grade_options *options = grading->options;
    const char *device = options->device != NULL ? options->device : "";
    const bool given = options->secret != NULL && options->secret->given;
    XXH3_128bits_reset(state);
    mark_add(state, LOCKSTEP_VERSION);
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        mark_add_stamp(state, tools[i]);
    }
    for (size_t i = 0; i < sizeof brought / sizeof *brought; i++) {
        const char *path = arena_printf(grading->arena, "%s/%s", options->kit->build, brought[i]);
        mark_add_stamp(state, path);
    }
    mark_add(state, grading->lab->name);
    add_folder(grading, state, grading->lab->directory);
    add_folder(grading, state, arena_printf(grading->arena, "%s/shared", options->kit->labs));
    mark_add(state, arena_printf(grading->arena, "%s %llx %d %llx %llx %s", device,
                                 (unsigned long long)options->seed, given,
                                 given ? (unsigned long long)options->secret->key[0] : 0,
                                 given ? (unsigned long long)options->secret->key[1] : 0,
                                 jail_level_name(jail_level())));
    mark_finish(state, kept->around);
}

/* Words by which text may mean more than it shows: made names, code outside of functions, numbers
 * that count uses or lines, what a function does to others. */
static const char *const puzzles[] = {"##",     "_Pragma",        "__COUNTER__", "asm",
                                      "[[",     "setjmp",         "dlsym",       "__LINE__",
                                      "_LINE(", "source_location"};

static bool is_puzzling(const char *text) {
    for (size_t i = 0; i < sizeof puzzles / sizeof *puzzles; i++) {
        if (strstr(text, puzzles[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* Pragmas of a function's own: OpenMP's and what clang does to the loop that follows. Others reach
 * what stands behind. */
static bool has_far_pragma(const char *text, const struct function_text *function) {
    static const char *const near[] = {"omp", "unroll"};
    const char *at = text + function->begin;
    while ((at = strstr(at, "pragma")) != NULL && at < text + function->end) {
        at += strlen("pragma");
        at += strspn(at, " \t");
        bool stays = false;
        for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
            stays = stays || strncmp(at, near[i], strlen(near[i])) == 0;
        }
        if (!stays) {
            return true;
        }
    }
    return false;
}

/* Does text outside of all functions name it? */
static bool is_named_outside(const struct kept *kept, const char *name) {
    for (size_t i = 0; i < kept->count; i++) {
        const struct page *page = &kept->pages[i];
        size_t from = 0;
        for (const struct function_text *function = page->functions; function != NULL;
             function = function->next) {
            if (functions_mention(page->text, from, function->begin, name)) {
                return true;
            }
            from = function->end;
        }
        if (functions_mention(page->text, from, strlen(page->text), name)) {
            return true;
        }
    }
    return false;
}

static const struct lab_exercise *exercise_of(const struct lab *lab, const char *function) {
    const struct lab_exercise *exercise = lab->exercises;
    while (exercise != NULL && strcmp(exercise->function, function) != 0) {
        exercise = exercise->next;
    }
    return exercise;
}

/* Nobody but who names it can come upon it: no other file's function of that name goes to it, and
 * nothing runs it by itself. */
static bool is_private(const struct kept *kept, const struct lab *lab, const struct page *page,
                       const struct function_text *function) {
    static const char *const words[] = {"static", "__global__", "__device__", "__kernel", "kernel"};
    const char *body = strchr(page->text + function->begin, '{');
    const size_t head = body == NULL ? function->end : (size_t)(body - page->text);
    bool own = exercise_of(lab, function->name) != NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        own = own || functions_mention(page->text, function->begin, head, words[i]);
    }
    return own && !functions_mention(page->text, function->begin, head, "__attribute__") &&
           !has_far_pragma(page->text, function) && !is_named_outside(kept, function->name);
}

enum { MOST_FUNCTIONS = 256 };

/* All functions of all files, and which of them the exercise at hand reaches. */
struct reach {
    const struct page *page[MOST_FUNCTIONS];
    const struct function_text *function[MOST_FUNCTIONS];
    bool reached[MOST_FUNCTIONS];
    size_t count;
};

static bool list_functions(const struct kept *kept, struct reach *reach) {
    for (size_t i = 0; i < kept->count; i++) {
        for (const struct function_text *function = kept->pages[i].functions; function != NULL;
             function = function->next) {
            if (reach->count == MOST_FUNCTIONS) {
                return false;
            }
            reach->page[reach->count] = &kept->pages[i];
            reach->function[reach->count++] = function;
        }
    }
    return true;
}

static bool mentions(const struct reach *reach, size_t user, size_t used) {
    return functions_mention(reach->page[user]->text, reach->function[user]->begin,
                             reach->function[user]->end, reach->function[used]->name);
}

/* Marks all that a marked function names, and what that names. */
static void spread(struct reach *reach) {
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < reach->count; i++) {
            for (size_t j = 0; reach->reached[i] && j < reach->count; j++) {
                if (!reach->reached[j] && mentions(reach, i, j)) {
                    reach->reached[j] = more = true;
                }
            }
        }
    }
}

/* From `name`, or from all exercises (NULL). */
static void reach_from(const struct lab *lab, struct reach *reach, const char *name) {
    for (size_t i = 0; i < reach->count; i++) {
        const char *function = reach->function[i]->name;
        reach->reached[i] =
            name != NULL ? strcmp(function, name) == 0 : exercise_of(lab, function) != NULL;
    }
    spread(reach);
}

/* What no exercise reaches may run by itself, and what is not private may take the place of
 * something else: both belong to all. */
static void find_common(const struct kept *kept, const struct lab *lab, struct reach *reach,
                        bool *common) {
    reach_from(lab, reach, NULL);
    for (size_t i = 0; i < reach->count; i++) {
        common[i] =
            !reach->reached[i] || !is_private(kept, lab, reach->page[i], reach->function[i]);
    }
}

/* How many functions name it: a compiler puts into its only user what it does not into two. */
static size_t count_users(const struct reach *reach, size_t used) {
    size_t users = 0;
    for (size_t i = 0; i < reach->count; i++) {
        users += i != used && mentions(reach, i, used);
    }
    return users;
}

/* The files without the functions that were not reached. */
static void add_reached(const struct kept *kept, const struct reach *reach, XXH3_state_t *state) {
    for (size_t page = 0; page < kept->count; page++) {
        const char *text = kept->pages[page].text;
        size_t from = 0;
        mark_add(state, kept->pages[page].name);
        for (size_t i = 0; i < reach->count; i++) {
            if (reach->page[i] != &kept->pages[page]) {
                continue;
            }
            const size_t to =
                reach->reached[i] ? reach->function[i]->end : reach->function[i]->begin;
            const size_t users = reach->reached[i] ? count_users(reach, i) : 0;
            XXH3_128bits_update(state, text + from, to - from);
            XXH3_128bits_update(state, &users, sizeof users);
            from = reach->function[i]->end;
        }
        mark_add(state, text + from);
    }
}

/* Directives stay where their function goes: they reach what stands behind. */
static void add_directives(const struct reach *reach, XXH3_state_t *state) {
    for (size_t i = 0; i < reach->count; i++) {
        const char *text = reach->page[i]->text, *end = text + reach->function[i]->end;
        for (const char *line = text + reach->function[i]->begin; line < end;
             line = strchrnul(line, '\n') + 1) {
            const size_t blanks = strspn(line, " \t");
            if (line[blanks] == '#' && !reach->reached[i] &&
                strncmp(line + blanks + 1 + strspn(line + blanks + 1, " \t"), "pragma", 6) != 0) {
                XXH3_128bits_update(state, line, strcspn(line, "\n"));
            }
        }
    }
}

static void mark_exercise(const struct grading *grading, const struct lab_exercise *exercise,
                          char mark[MARK + 1]) {
    const struct kept *kept = grading->kept;
    XXH3_state_t *state = XXH3_createState();
    struct reach reach = {0};
    bool common[MOST_FUNCTIONS] = {false};
    XXH3_128bits_reset(state);
    mark_add(state, kept->around);
    mark_add(state, exercise->name);
    if (kept->tells && list_functions(kept, &reach)) {
        find_common(kept, grading->lab, &reach, common);
        reach_from(grading->lab, &reach, exercise->function);
        for (size_t i = 0; i < reach.count; i++) {
            reach.reached[i] = reach.reached[i] || common[i];
        }
        spread(&reach);
        add_reached(kept, &reach, state);
        add_directives(&reach, state);
    } else {
        mark_add(state, kept->whole);
    }
    mark_finish(state, mark);
    XXH3_freeState(state);
}

/* What passes names no line: a comment more or less changes nothing. */
static void drop_comments(struct grading *grading, struct kept *kept) {
    for (size_t i = 0; i < kept->count && kept->tells; i++) {
        struct page *page = &kept->pages[i];
        const char *text = functions_uncommented(grading->arena, page->text);
        struct function_text *functions;
        if (text != NULL && functions_find(grading->arena, text, &functions)) {
            page->text = text;
            page->functions = functions;
        }
    }
}

static void read_pages(struct grading *grading, struct kept *kept) {
    const struct lab *lab = grading->lab;
    kept->tells = true;
    for (size_t i = 0; i < lab->file_count; i++) {
        const struct lab_file *file = &lab->files[i];
        const char *path = arena_printf(grading->arena, "%s/%s", grading->box->source, file->name);
        struct page *page = &kept->pages[kept->count++];
        const char *text = file_read(grading->arena, path, file->max_bytes);
        *page = (struct page){.name = file->name, .text = text != NULL ? text : ""};
        kept->tells = kept->tells && text != NULL && !is_puzzling(text) &&
                      functions_find(grading->arena, text, &page->functions);
    }
    drop_comments(grading, kept);
}

void kept_find(struct grading *grading) {
    const struct grade_options *options = grading->options;
    XXH3_state_t *state;
    if (options->kept == NULL || options->check != NULL || options->witness != NULL ||
        options->refused != NULL || (state = XXH3_createState()) == NULL) {
        return;
    }
    struct kept *kept = arena_alloc(grading->arena, sizeof *kept);
    *kept = (struct kept){0};
    mark_around(grading, kept, state);
    read_pages(grading, kept);
    XXH3_128bits_reset(state);
    mark_add(state, kept->around);
    mark_add(state, options->exercise != NULL ? options->exercise : "");
    for (size_t i = 0; i < kept->count; i++) {
        mark_add(state, kept->pages[i].name);
        mark_add(state, kept->pages[i].text);
    }
    mark_finish(state, kept->whole);
    XXH3_freeState(state);
    const char *marks = file_read(grading->arena, options->kept, LARGEST_FILE);
    kept->marks = marks != NULL ? marks : "";
    grading->kept = kept;
}

/* Nothing of the exercise's was left out of a build. */
bool kept_is(const struct grading *grading, const struct lab_exercise *exercise) {
    char mark[MARK + 1];
    if (grading->kept == NULL) {
        return false;
    }
    mark_exercise(grading, exercise, mark);
    return strstr(grading->kept->marks, mark) != NULL;
}

void kept_restore(struct grading *grading, const struct lab_exercise *exercise,
                  struct exercise_result *out) {
    char mark[MARK + 1];
    mark_exercise(grading, exercise, mark);
    const char *line = strstr(grading->kept->marks, mark);
    if (line != NULL) {
        line += MARK;
        kept_counted_read(grading, line, strcspn(line, "\n"), out);
    }
}

bool kept_is_all(const struct grading *grading) {
    return grading->kept != NULL && strstr(grading->kept->marks, grading->kept->whole) != NULL;
}

void kept_pieces(const struct grading *grading, struct pieces *pieces) {
    if (grading->kept != NULL) {
        pieces->folder = arena_printf(grading->arena, "%s.pieces", grading->options->kept);
        pieces->mark = grading->kept->around;
    }
}

const char *kept_mark_of_kernels(const struct grading *grading) {
    const struct kept *kept = grading->kept;
    char *mark = arena_alloc(grading->arena, MARK + 1);
    bool has_kernels = false, unread = false;
    XXH3_state_t *state = kept != NULL ? XXH3_createState() : NULL;
    if (state == NULL) {
        return NULL;
    }
    XXH3_128bits_reset(state);
    mark_add(state, kept->around);
    for (size_t i = 0; i < kept->count; i++) {
        if (!lab_file_is(kept->pages[i].name, ".c")) {
            mark_add(state, kept->pages[i].name);
            mark_add(state, kept->pages[i].text);
            has_kernels = has_kernels || lab_file_is(kept->pages[i].name, ".cl");
            unread = unread || kept->pages[i].text[0] == '\0';
        }
    }
    mark_finish(state, mark);
    XXH3_freeState(state);
    return has_kernels && !unread ? mark : NULL;
}

static bool passes(const struct exercise_result *result) {
    bool all = result->checks != NULL;
    for (const struct check_result *check = result->checks; check != NULL; check = check->next) {
        all = all && check->verdict == VERDICT_PASS && check->findings == NULL;
    }
    return all;
}

/* New marks come first; the oldest ones go. */
void kept_write(struct grading *grading) {
    const struct kept *kept = grading->kept;
    const struct result *result = grading->result;
    if (kept == NULL || kept_is_all(grading)) {
        return;
    }
    const char *text = "";
    bool clean = result->warnings == NULL && grading->platform == NULL && result->exercises != NULL;
    for (const struct exercise_result *out = result->exercises; out != NULL; out = out->next) {
        const struct lab_exercise *exercise = lab_find_exercise(grading->lab, out->name);
        char mark[MARK + 1];
        if (passes(out)) {
            mark_exercise(grading, exercise, mark);
            text = arena_printf(grading->arena, "%s%s%s\n", text, mark,
                                kept_counted_write(grading, out));
        }
        clean = clean && (passes(out) || untouched_is(grading, exercise));
    }
    if (clean) {
        text = arena_printf(grading->arena, "%s%s\n", text, kept->whole);
    }
    size_t count = 0;
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        count++;
    }
    for (const char *line = kept->marks; count < MOST_MARKS && strchr(line, '\n') != NULL;
         line = strchr(line, '\n') + 1) {
        const char *mark = arena_printf(grading->arena, "%.*s", MARK, line);
        if (strstr(text, mark) == NULL) {
            text = arena_printf(grading->arena, "%s%.*s\n", text, (int)strcspn(line, "\n"), line);
            count++;
        }
    }
    struct error error;
    const char *part = arena_printf(grading->arena, "%s.%d", grading->options->kept, getpid());
    if (file_write(part, text, &error) && rename(part, grading->options->kept) != 0) {
        unlink(part);
    }
}
