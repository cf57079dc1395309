#include "author.h"

#include "../compile/build.h"
#include "../compile/run_tool.h"
#include "../lab/oracle_load.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- made from the annotated source ---- */

/* Does the file hold just that text? */
static bool holds(const char *path, const char *text) {
    FILE *file = fopen(path, "re");
    bool same = file != NULL;
    for (int c; same && (c = getc(file)) != EOF; text++) {
        same = *text != '\0' && (unsigned char)*text == c;
    }
    if (file != NULL) {
        fclose(file);
    }
    return same && *text == '\0';
}

static bool is_annotated(const char *path) {
    char line[256];
    bool found = false;
    FILE *file = fopen(path, "re");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL) {
        found = strncmp(line, "#ifdef SOLUTION", 15) == 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

static bool is_made(const struct kit *kit, const struct lab *lab, const char *file,
                    const char *kind, const char *define, struct arena *arena,
                    struct error *error) {
    enum { TROUBLE = 2, LARGEST = 60 << 10 }; /* unifdef's status: 0 same, 1 changed */
    struct command_line line = {.arena = arena};
    struct error ignored;
    const char *output = "";
    int status = -1;
    command_add(&line, "unifdef");
    command_add(&line, "-B");
    command_add(&line, "%s", define);
    command_add(&line, "%s/%s", lab->directory, file);
    if (!is_annotated(line.words[3]) || !command_run(&line, &status, &output, &ignored) ||
        status > TROUBLE || strlen(output) > LARGEST) {
        return true;
    }
    if (status == TROUBLE) {
        return error_set(error, "%.*s", (int)strcspn(output, "\n"), output);
    }
    const char *made = arena_printf(arena, "%s/%s", kit_sibling(arena, kit, kind, lab->name), file);
    return holds(made, output) ||
           error_set(error, "%s differs from what %s makes: run `make generate`", made,
                     line.words[3]);
}

bool author_generated(const struct kit *kit, const struct lab *lab, struct error *error) {
    struct arena arena = {0};
    bool good = true;
    for (size_t i = 0; good && i < lab->file_count; i++) {
        const char *file = lab->files[i].name;
        good = is_made(kit, lab, file, "solutions", "-DSOLUTION", &arena, error) &&
               is_made(kit, lab, file, "skeletons", "-USOLUTION", &arena, error);
    }
    arena_free(&arena);
    return good;
}

/* ---- keys of cases ---- */

/* A copy of the case that notes which keys are asked for. */
static struct oracle_case *noting(struct arena *arena, const struct oracle_case *source) {
    struct oracle_case *copy = arena_alloc(arena, sizeof *copy);
    struct oracle_pair *first = NULL, **tail = &first;
    *copy = *source;
    for (const struct oracle_pair *pair = source->pairs; pair != NULL; pair = pair->next) {
        *tail = arena_alloc(arena, sizeof **tail);
        **tail = (struct oracle_pair){
            .key = pair->key, .value = pair->value, .asked = arena_alloc(arena, sizeof(bool))};
        tail = &(*tail)->next;
    }
    copy->pairs = first;
    return copy;
}

static void **make_buffers(const struct oracle_buffer *buffers, size_t count, struct arena *arena) {
    void **made = arena_alloc(arena, (count + 1) * sizeof *made);
    for (size_t i = 0; i < count; i++) {
        made[i] = arena_alloc(arena, buffers[i].count * element_size(buffers[i].element) + 1);
    }
    return made;
}

/* The first key that the oracle does not ask for; NULL where it asks for all, or refuses the case,
 * which grading will tell. */
static const char *unasked(const struct oracle *oracle, const struct lab_exercise *exercise,
                           const struct oracle_case *source) {
    struct arena arena = {0};
    const struct oracle_case *copy = noting(&arena, source);
    struct oracle_call call = {.exercise = exercise->name, .seed = 1, .source = copy};
    const char *key = NULL;
    if (oracle->shape(copy, &call) == NULL) {
        void **input = make_buffers(call.input, call.input_count, &arena);
        void **output = make_buffers(call.output, call.output_count, &arena);
        oracle->fill(&call, input);
        oracle->expect(&call, (const void *const *)input, output);
        for (const struct oracle_pair *pair = copy->pairs; key == NULL && pair != NULL;
             pair = pair->next) {
            key = *pair->asked ? NULL : pair->key;
        }
    }
    arena_free(&arena);
    return key;
}

bool author_keys(const struct kit *kit, const struct lab *lab, struct error *error) {
    char path[PATH_MAX];
    void *handle = NULL;
    const struct oracle *oracle =
        build_oracle(kit, lab, path, error) ? oracle_load(path, &handle, error) : NULL;
    const char *key = NULL;
    for (const struct lab_exercise *e = lab->exercises; oracle != NULL && e != NULL; e = e->next) {
        for (const struct lab_check *check = e->checks; key == NULL && check != NULL;
             check = check->next) {
            for (const struct oracle_case *c = check->cases; key == NULL && c != NULL;
                 c = c->next) {
                key = unasked(oracle, e, c);
                if (key != NULL) {
                    error_set(error, "%s/lab.yaml:%d: check '%s': the oracle never asks for '%s'",
                              lab->directory, c->line, check->name, key);
                }
            }
        }
    }
    if (handle != NULL) {
        oracle_unload(handle);
    }
    return oracle != NULL && key == NULL;
}
