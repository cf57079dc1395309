/* The shell's words that build a submission for a lab in one flavour, for bare.sh; with "missing"
 * in the flavour's place the linker script that they name.
 *
 *   build_script LAB FLAVOUR
 */
#include "../../compile/script.h"
#include "../../compile/kit.h"

#include <stdio.h>
#include <string.h>

static const char *find(struct arena *arena, const struct lab *lab, const char *name,
                        struct error *error) {
    if (strcmp(name, "missing") == 0) {
        return script_missing(arena, lab);
    }
    for (int i = 0; i < FLAVOUR_COUNT; i++) {
        if (strcmp(name, flavour_row((enum flavour)i)->name) == 0) {
            const struct script_given nothing = {.native_ready = false};
            return script_build(arena, lab, (enum flavour)i, &nothing, error);
        }
    }
    error_set(error, "%s: no such flavour", name);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: build_script LAB FLAVOUR\n", stderr);
        return 2;
    }
    struct kit kit = {0};
    struct lab lab = {0};
    struct arena arena = {0};
    struct error error;
    const char *text = NULL;
    if (lab_open(&kit, &lab, NULL, argv[1], &error)) {
        text = find(&arena, &lab, argv[2], &error);
    }
    if (text != NULL) {
        puts(text);
    } else {
        fprintf(stderr, "build_script: %s\n", error.message);
    }
    arena_free(&arena);
    lab_close(&kit, &lab);
    return text != NULL ? 0 : 2;
}
