#include "language.h"

#include "../message_text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool asks_french(const char *option, bool *french, struct error *error) {
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    *french = false;
    if (option != NULL) {
        *french = strcmp(option, "fr") == 0;
        return *french || strcmp(option, "en") == 0 ||
               error_set(error, "--language %s: there are en and fr", option);
    }
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != '\0') {
            *french = strncmp(value, "fr", 2) == 0;
            return true;
        }
    }
    return true;
}

static bool load_lab(struct translations *texts, const char *root, const char *name,
                     struct error *error) {
    char path[PATH_MAX + NAME_MAX + 32];
    snprintf(path, sizeof path, "%s/handouts/fr/%s.po", root, name);
    return access(path, F_OK) != 0 || translations_load(texts, path, error);
}

/* Beside the labs, which may lie elsewhere; else the kit's. */
static bool load_labs_own(struct translations *texts, const char *root, const char *labs,
                          const char *name, struct error *error) {
    char beside[PATH_MAX], path[PATH_MAX + NAME_MAX + 32];
    snprintf(beside, sizeof beside, "%s/..", labs != NULL ? labs : root);
    snprintf(path, sizeof path, "%s/handouts/fr/%s.po", beside, name);
    return load_lab(texts, access(path, F_OK) == 0 ? beside : root, name, error);
}

bool language_load_french(struct language *language, const char *root, const char *labs,
                          const char *lab, struct error *error) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/grader/language/fr.po", root);
    *language = (struct language){.code = "fr"};
    return translations_load(&language->own, path, error) &&
           phrases_make(&language->phrases, &language->own, error) &&
           load_lab(&language->labs, root, "common", error) &&
           (lab == NULL || load_labs_own(&language->labs, root, labs, lab, error));
}

bool language_choose(struct language *french, const struct language **chosen, const char *option,
                     const char *root, const char *labs, const char *lab, struct error *error) {
    char path[PATH_MAX];
    bool asked = false;
    *chosen = NULL;
    if (!asks_french(option, &asked, error)) {
        return false;
    }
    /* Where the kit has no French, only --language fr is an error. */
    snprintf(path, sizeof path, "%s/grader/language/fr.po", root);
    asked = asked && (option != NULL || access(path, F_OK) == 0);
    if (asked && !language_load_french(french, root, labs, lab, error)) {
        return false;
    }
    *chosen = asked ? french : NULL;
    return true;
}

const char *language_say(const struct language *language, struct arena *arena, const char *text) {
    const char *said = language == NULL || text == NULL
                           ? NULL
                           : phrases_say(&language->phrases, &language->labs, arena, text);
    return said != NULL ? said : text;
}

const char *language_print(const struct language *language, struct arena *arena, const char *format,
                           ...) {
    char conversions[CONVERSIONS_BYTES];
    const char *said = NULL;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    if (language != NULL) {
        format_conversions(conversions, format);
        said = phrases_print(&language->phrases, &language->labs, arena, format,
                             arena_vprintf(arena, conversions, again));
    }
    said = said != NULL ? said : arena_vprintf(arena, format, arguments);
    va_end(again);
    va_end(arguments);
    return said;
}

const char *language_error(const struct language *language, struct arena *arena,
                           const struct error *error) {
    const char *said = language != NULL && error->format != NULL
                           ? phrases_print(&language->phrases, &language->labs, arena,
                                           error->format, error->values)
                           : NULL;
    return said != NULL ? said : error->message;
}

const char *language_verdict(const struct language *language, const char *name) {
    const char *said =
        language != NULL ? translations_find_in(language->own.known, "verdict", name) : NULL;
    return said != NULL ? said : name;
}

const char *language_number(const struct language *language, struct arena *arena,
                            const char *number) {
    return language != NULL ? phrases_number(arena, number) : number;
}

const char *language_code(const struct language *language) {
    return language != NULL ? language->code : "en";
}

void language_free(struct language *language) {
    translations_free(&language->own);
    translations_free(&language->labs);
    phrases_free(&language->phrases);
}
