/*
 * lockstep handout NAME [--language en|fr] [--strict] [--out FILE] [--labs DIR]
 *
 * Writes the facts that handouts/NAME.tex quotes, as TeX. NAME is a lab, or a sheet that belongs to
 * none.
 */
#include "../../compile/kit.h"
#include "../../handout/handout.h"
#include "../../lab/lab.h"
#include "../../report/report.h"
#include "../commands.h"
#include "../options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes to a file that is put in place only when it is whole. */
static bool write_file(const struct handout *handout, const char *path, struct error *error) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    bool good = handout_write(handout, out, stderr, error);
    if (fclose(out) != 0 && good) {
        good = error_set(error, "%s: %s", path, strerror(errno));
    }
    good = good && report_replace_file(path, text, size, error);
    free(text);
    return good;
}

static bool write_handout(struct kit *kit, const char *name, const char *language, bool strict,
                          const char *path, struct error *error) {
    struct lab lab = {0};
    const char *common = arena_printf(&kit->arena, "%s/handouts", kit->root);
    const char *own = arena_printf(&kit->arena, "%s/../handouts", kit->labs);
    /* beside a folder of labs of one's own, as skeletons/ and solutions/ are */
    const bool has_own = access(arena_printf(&kit->arena, "%s/%s.tex", own, name), F_OK) == 0;
    const char *yaml = arena_printf(&kit->arena, "%s/%s/lab.yaml", kit->labs, name);
    struct handout handout = {.folder = has_own ? own : common,
                              .common = common,
                              .name = name,
                              .language = language,
                              .strict = strict};
    if (access(yaml, F_OK) == 0) {
        const char *directory = kit_lab_directory(kit, name, error);
        if (directory == NULL || !lab_load(&lab, directory, error)) {
            return false;
        }
        handout.lab = &lab;
        handout.skeleton = kit_sibling(&kit->arena, kit, "skeletons", name);
        handout.solution = kit_sibling(&kit->arena, kit, "solutions", name);
    }
    const bool good = path != NULL ? write_file(&handout, path, error)
                                   : handout_write(&handout, stdout, stderr, error);
    lab_free(&lab);
    return good;
}

int handout_main(int argc, char **argv) {
    const char *out = NULL, *labs = NULL, *language = "en", *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    bool strict = false;
    const struct option_row rows[] = {
        {"--language", OPTION_TEXT, &language, "en|fr", "the handout's language"},
        {"--strict", OPTION_FLAG, &strict, NULL, "fail where a text has no French yet"},
        {"--out", OPTION_TEXT, &out, "FILE", "the file to write (default: standard output)"},
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"},
    };
    const struct usage usage = {"lockstep handout NAME [options]",
                                "Writes what handouts/NAME.tex quotes from a lab, as TeX (see make "
                                "handouts).",
                                OPTIONS_AND_ARGUMENTS(rows, 1, 1)};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    struct kit kit;
    struct error error = {0};
    bool good = (strcmp(language, "en") == 0 || strcmp(language, "fr") == 0) ||
                error_set(&error, "handouts are written in en and fr, not in '%s'", language);
    if (good && strchr(arguments[0], '/') != NULL) {
        good = error_set(&error, "'%s' is neither a lab nor a sheet: give its name alone",
                         arguments[0]);
    }
    if (good && (good = kit_open(&kit, labs, &error))) {
        good = write_handout(&kit, arguments[0], language, strict, out, &error);
        kit_close(&kit);
    }
    return good ? 0 : command_failed(&error);
}
