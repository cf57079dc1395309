#include "options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The first row whose text starts the option decides. `add`: what clang gets; NULL: the option
 * itself, "": nothing. */
static const struct option {
    const char *text;
    bool whole;  /* the option must equal the text */
    bool values; /* the next word belongs to it, if the option is no longer than the text */
    const char *add;
    const char *refusal;
} options_known[] = {
    {"-D", false, true, NULL, NULL},
    {"-I", false, true, NULL, NULL},
    {"-U", false, true, NULL, NULL},
    {"-w", true, false, NULL, NULL},
    {"-W", false, false, NULL, NULL},
    {"-cl-std=CL1.0", true, false, NULL, NULL},
    {"-cl-std=CL1.1", true, false, NULL, NULL},
    {"-cl-std=CL1.2", true, false, NULL, NULL},
    {"-cl-std=CL2.0", true, false, NULL, NULL},
    {"-cl-std=CL3.0", true, false, NULL, NULL},
    {"-cl-std=", false, false, "", "this device's languages are OpenCL C 1.0 to 3.0"},
    {"-cl-uniform-work-group-size", true, false, "", NULL},
    {"-cl-no-subgroup-ifp", true, false, "", NULL},
    {"-cl-single-precision-constant", true, false, NULL, NULL},
    {"-cl-fast-relaxed-math", true, false, "-D__FAST_RELAXED_MATH__=1", NULL},
    {"-cl-opt-disable", true, false, "", NULL},
    {"-cl-strict-aliasing", true, false, "", NULL},
    {"-cl-mad-enable", true, false, "", NULL},
    {"-cl-no-signed-zeros", true, false, "", NULL},
    {"-cl-unsafe-math-optimizations", true, false, "", NULL},
    {"-cl-finite-math-only", true, false, "", NULL},
    {"-cl-denorms-are-zero", true, false, "", NULL},
    {"-cl-fp32-correctly-rounded-divide-sqrt", true, false, "", NULL},
    {"-cl-kernel-arg-info", true, false, "", NULL},
    {"-cl-nv-", false, false, "", NULL},
    {"-g", true, false, "", NULL},
};

static const struct option *find(const char *word) {
    for (size_t i = 0; i < sizeof options_known / sizeof *options_known; i++) {
        const struct option *row = &options_known[i];
        if (row->whole ? !strcmp(word, row->text) : !strncmp(word, row->text, strlen(row->text))) {
            return row;
        }
    }
    return NULL;
}

/* Cuts the next word off the text: blanks part words, quotes (which vanish) keep them together.
 * NULL at the end, and without memory, which fails the words. */
static char *next_word(const char **text, struct words *words) {
    const char *at = *text;
    while (isspace((unsigned char)*at)) {
        at++;
    }
    if (!*at) {
        return NULL;
    }
    char *word = malloc(strlen(at) + 1);
    words->failed = words->failed || word == NULL;
    size_t length = 0;
    char quote = 0;
    for (; word != NULL && *at && (quote || !isspace((unsigned char)*at)); at++) {
        if (quote ? *at == quote : *at == '"' || *at == '\'') {
            quote = quote ? 0 : *at;
        } else if (*at == '\\' && at[1]) {
            word[length++] = *++at;
        } else {
            word[length++] = *at;
        }
    }
    if (word != NULL) {
        word[length] = 0;
    }
    *text = at;
    return word;
}

/* One option, and its value from the text where it stands apart. */
static bool take(const char *word, const char **text, struct words *words, struct error *error) {
    const struct option *row = find(word);
    if (row == NULL) {
        return error_set(error, "the build option %s is unknown", word);
    }
    if (row->refusal != NULL) {
        return error_set(error, "the build option %s is not supported: %s", word, row->refusal);
    }
    if (row->add == NULL) {
        words_add(words, "%s", word);
    } else if (*row->add) {
        words_add(words, "%s", row->add);
    }
    if (!row->values || strlen(word) > strlen(row->text)) {
        return true;
    }
    char *value = next_word(text, words);
    if (value == NULL) {
        return error_set(error, "the build option %s needs a value", word);
    }
    words_take(words, value);
    return true;
}

bool opencl_options_read(const char *options, struct words *words, struct error *error) {
    const char *text = options != NULL ? options : "";
    bool good = true;
    for (char *word; good && (word = next_word(&text, words)) != NULL;) {
        good = take(word, &text, words, error);
        free(word);
    }
    return good;
}
