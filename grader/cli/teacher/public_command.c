/* `lockstep public`: what students may see of a lab.yaml, and its French. */
#include "../../lab/public.h"

#include "../../compile/kit.h"
#include "../../language/translations.h"
#include "../commands.h"
#include "../options.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A text of lab.yaml; public: students may see it. */
struct said {
    const char *text;
    bool public;
    struct said *next;
};

struct said_list {
    struct arena arena;
    struct said *first;
};

static struct said *find_said(const struct said_list *list, const char *text) {
    struct said *said = list->first;
    while (said != NULL && strcmp(said->text, text) != 0) {
        said = said->next;
    }
    return said;
}

static void take(void *self, const char *text, bool public) {
    struct said_list *list = self;
    struct said *said = find_said(list, text);
    if (said == NULL) {
        said = arena_alloc(&list->arena, sizeof *said);
        *said = (struct said){.text = arena_strdup(&list->arena, text), .next = list->first};
        list->first = said;
    }
    said->public = said->public || public;
}

/* The entries of handouts/fr/`name`.po in `folder` that are public texts; of those that lab.yaml
 * does not have, none or `others`. Nothing where there is no such file. */
static bool write_french(const char *folder, const char *name, const struct said_list *list,
                         bool others, struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/handouts/fr/%s.po", folder, name);
    struct translations french = {.known = NULL};
    const bool good = access(path, F_OK) != 0 || translations_load(&french, path, error);
    for (const struct po_entry *entry = french.known; good && entry != NULL; entry = entry->next) {
        const struct said *said = find_said(list, entry->original);
        if (said != NULL ? said->public : others) {
            translation_write(entry, stdout);
        }
    }
    translations_free(&french);
    return good;
}

/* What labs share, without what this lab hides; then this lab's. */
static bool write_all_french(const struct kit *kit, const char *directory, struct error *error) {
    struct said_list list = {.first = NULL};
    const char *lab = strrchr(directory, '/') + 1;
    char beside[PATH_MAX];
    snprintf(beside, sizeof beside, "%s/..", kit->labs);
    const bool good = lab_each_text(directory, take, &list, error) &&
                      write_french(kit->root, "common", &list, true, error) &&
                      write_french(beside, lab, &list, false, error);
    arena_free(&list.arena);
    return good;
}

int public_main(int argc, char **argv) {
    const char *labs = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    bool french = false;
    const struct option_row rows[] = {
        {"--french", OPTION_FLAG, &french, NULL, "print its French instead, as a .po file"},
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"}};
    const struct usage usage = {"lockstep public LAB [--french] [--labs DIR]",
                                "Prints the lab's lab.yaml as students may see it: a hidden check\n"
                                "shows only its name and its points.",
                                OPTIONS_AND_ARGUMENTS(rows, 1, 1)};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    struct kit kit;
    struct error error = {0};
    if (!kit_open(&kit, labs, &error)) {
        return command_failed(&error);
    }
    const char *directory = kit_lab_directory(&kit, arguments[0], &error);
    bool good = directory != NULL && (french ? write_all_french(&kit, directory, &error)
                                             : lab_write_public(directory, stdout, &error));
    kit_close(&kit);
    return good ? 0 : command_failed(&error);
}
