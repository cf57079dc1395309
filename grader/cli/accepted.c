#include "accepted.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* A submission's folder beside the README. */
static int is_submission(const struct dirent *entry) {
    return strchr(entry->d_name, '.') == NULL;
}

static bool each_folder(const struct lab *lab, const char *solution, struct arena *arena,
                        accepted_visit *visit, void *context, struct error *error) {
    const char *folder = arena_printf(arena, "%s/accepted", lab->directory);
    struct dirent **entries;
    struct mutated mutated;
    int count = scandir(folder, &entries, is_submission, alphasort);
    bool good = true;
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name, *from = arena_printf(arena, "%s/%s", folder, name);
        good = good && mutate_complete(lab, from, solution, &mutated, error) &&
               visit(context, name, NULL, &mutated, error);
        free(entries[i]);
    }
    if (count >= 0) {
        free(entries);
    }
    return good;
}

bool accepted_each(const struct lab *lab, const char *solution, accepted_visit *visit,
                   void *context, struct error *error) {
    struct arena arena = {0};
    struct mutant *rows = NULL;
    struct mutated mutated;
    bool good = each_folder(lab, solution, &arena, visit, context, error) &&
                mutants_load_accepted(lab, &arena, &rows, error);
    for (; good && rows != NULL; rows = rows->next) {
        good = mutate(lab, rows, solution, &mutated, error) &&
               visit(context, rows->name, rows->exercise, &mutated, error);
    }
    arena_free(&arena);
    return good;
}
