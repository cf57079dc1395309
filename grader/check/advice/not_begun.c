/* Exercises whose functions are still as the skeleton has them. */
#include "advice.h"

#include "../../compile/files.h"
#include "../../compile/source/function_text.h"
#include "../grade.h"

#include <stdio.h>
#include <string.h>

/* A text with its functions: the student's file, or the skeleton's. */
struct code_page {
    const char *text; /* NULL: not there, or not to be read */
    struct function_text *functions;
};

struct pages {
    struct code_page mine[LAB_MAX_FILES], given[LAB_MAX_FILES];
    size_t count;
};

/* An exercise that nobody has begun. */
struct not_begun {
    const struct lab_exercise *exercise;
    const struct not_begun *next;
};

static struct code_page read_page(struct grading *grading, const char *folder, const char *name,
                                  size_t most) {
    const char *path = arena_printf(grading->arena, "%s/%s", folder, name);
    struct code_page page = {.text = file_read(grading->arena, path, most)};
    if (page.text != NULL && !functions_find(grading->arena, page.text, &page.functions)) {
        page.text = NULL;
    }
    return page;
}

static const struct function_text *find(const struct code_page *pages, size_t count,
                                        const char *name, const char **text) {
    for (size_t i = 0; i < count; i++) {
        const struct function_text *function = pages[i].functions;
        for (; function != NULL && strcmp(function->name, name) != 0;) {
            function = function->next;
        }
        if (function != NULL) {
            *text = pages[i].text;
            return function;
        }
    }
    return NULL;
}

/* Macros of the student's own may change what an unchanged function means. */
static bool is_redefined(const struct pages *pages, const char *text,
                         const struct function_text *function) {
    for (size_t i = 0; i < pages->count; i++) {
        const char *given = pages->given[i].text;
        for (const char *line = pages->mine[i].text; line != NULL && *line != '\0';) {
            char name[128];
            const char *word = line + strspn(line, " \t");
            const bool defines = sscanf(word, "# define %127[A-Za-z0-9_]", name) == 1 ||
                                 sscanf(word, "# undef %127[A-Za-z0-9_]", name) == 1;
            if (defines && functions_mention(text, function->begin, function->end, name) &&
                memmem(given, strlen(given), line, strcspn(line, "\n")) == NULL) {
                return true;
            }
            line += strcspn(line, "\n");
            line += *line == '\n';
        }
    }
    return false;
}

/* The function and those of the student's files that it uses, each as the skeleton has it. `depth`
 * ends a circle of calls: those on it have been compared by then. */
static bool is_as_given(const struct pages *pages, const char *name, int depth) {
    const char *text = "", *given_text = "";
    const struct function_text *function = find(pages->mine, pages->count, name, &text);
    const struct function_text *given = find(pages->given, pages->count, name, &given_text);
    if (function == NULL || given == NULL ||
        !functions_same_code(text, function, given_text, given) ||
        is_redefined(pages, text, function)) {
        return false;
    }
    bool same = true;
    for (size_t i = 0; i < pages->count && depth > 0 && same; i++) {
        const struct function_text *other = pages->mine[i].functions;
        for (; other != NULL && same; other = other->next) {
            if (strcmp(other->name, name) != 0 &&
                functions_mention(text, function->begin, function->end, other->name)) {
                same = is_as_given(pages, other->name, depth - 1);
            }
        }
    }
    return same;
}

static bool is_whole_file_given(const struct code_page *mine, const struct code_page *given) {
    const struct function_text all = {.end = strlen(mine->text)};
    const struct function_text all_given = {.end = strlen(given->text)};
    return functions_same_code(mine->text, &all, given->text, &all_given);
}

static bool is_all_given(const struct pages *pages) {
    bool same = true;
    for (size_t i = 0; i < pages->count; i++) {
        same = same && is_whole_file_given(&pages->mine[i], &pages->given[i]);
    }
    return same;
}

static bool has_all_functions(const struct pages *pages) {
    const char *text;
    bool all = true;
    for (size_t i = 0; i < pages->count; i++) {
        const struct function_text *given = pages->given[i].functions;
        for (; given != NULL; given = given->next) {
            all = all && find(pages->mine, pages->count, given->name, &text) != NULL;
        }
    }
    return all;
}

void not_begun_find(struct grading *grading) {
    enum { DEEPEST = 4 };
    const struct lab *lab = grading->lab;
    const char *skeleton = kit_sibling(grading->arena, grading->kit, "skeletons", lab->name);
    struct pages pages = {.count = lab->file_count};
    if (lab->floor != 0) {
        return;
    }
    for (size_t i = 0; i < lab->file_count; i++) {
        const struct lab_file *file = &lab->files[i];
        pages.mine[i] = read_page(grading, grading->box->source, file->name, file->max_bytes);
        pages.given[i] = read_page(grading, skeleton, file->name, file->max_bytes);
        if (pages.mine[i].text == NULL || pages.given[i].text == NULL) {
            return; /* nothing is known of it: everything is judged */
        }
    }
    const struct not_begun *all = NULL;
    bool begun = false;
    for (const struct lab_exercise *exercise = lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        if (!is_as_given(&pages, exercise->function, DEEPEST)) {
            begun = true;
            continue;
        }
        if (exercise->judges_given) {
            continue;
        }
        struct not_begun *made = arena_alloc(grading->arena, sizeof *made);
        *made = (struct not_begun){exercise, all};
        all = made;
    }
    /* Somebody works on the skeleton, or has not begun. A file that was written in some other way
     * is judged, whatever it leaves out. */
    if (begun ? has_all_functions(&pages) : is_all_given(&pages)) {
        grading->not_begun = all;
    }
}

bool not_begun_is_given(const struct grading *grading, const struct lab_exercise *exercise) {
    const struct not_begun *not_begun = grading->not_begun;
    while (not_begun != NULL && not_begun->exercise != exercise) {
        not_begun = not_begun->next;
    }
    return not_begun != NULL;
}

bool not_begun_is(const struct grading *grading, const struct lab_exercise *exercise) {
    return !grading->options->judges_not_begun && not_begun_is_given(grading, exercise);
}

bool not_begun_passes(const struct result *result, struct error *error) {
    const struct exercise_result *exercise = result->exercises;
    while (exercise != NULL && exercise->not_begun) {
        exercise = exercise->next;
    }
    const struct exercise_result *first = result->exercises;
    return exercise != NULL || first == NULL ||
           error_set(error, "%s is not begun: write %s first (make hint says how to begin)",
                     first->name, first->function);
}
