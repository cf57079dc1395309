#include "mutate.h"

#include "../folder.h"
#include "../whole_file.h"
#include "../compile/stage.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool write_file(const struct variant *variant, const char *file, const char *solution,
                       const struct mutated *mutated, struct error *error) {
    struct arena arena = {0};
    const char *from = arena_printf(&arena, "%s/%s", solution, file);
    const char *text = whole_file_in(&arena, from, NULL);
    if (text == NULL) {
        error_set(error, "%s: %s", from, strerror(errno));
    }
    for (const struct variant_change *change = variant->changes; text != NULL && change != NULL;
         change = change->next) {
        text = strcmp(change->file, file) == 0 ? variant_apply(variant, change, text, &arena, error)
                                               : text;
    }
    bool good = text != NULL;
    if (good) {
        const char *path = arena_printf(&arena, "%s/%s", mutated->directory, file);
        FILE *to = fopen(path, "we");
        good = to != NULL && fputs(text, to) >= 0;
        if ((to != NULL && fclose(to) != 0) || !good) {
            good = error_set(error, "%s: %s", path, strerror(errno));
        }
    }
    arena_free(&arena);
    return good;
}

bool mutate(const struct lab *lab, const struct variant *variant, const char *solution,
            struct mutated *mutated, struct error *error) {
    snprintf(mutated->directory, sizeof mutated->directory, "%s/lockstep-%d-XXXXXX",
             box_temporary_directory(), getpid());
    if (mkdtemp(mutated->directory) == NULL) {
        return error_set(error, "cannot make a folder in %s: %s", box_temporary_directory(),
                         strerror(errno));
    }
    bool good = true;
    for (size_t i = 0; good && i < lab->file_count; i++) {
        good = write_file(variant, lab->files[i].name, solution, mutated, error);
    }
    if (!good) {
        mutated_remove(mutated);
    }
    return good;
}

void mutated_remove(struct mutated *mutated) {
    folder_remove(mutated->directory);
}
