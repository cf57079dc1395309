#include "command_line.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void words_take(struct words *words, char *text) {
    char **larger = realloc(words->items, (words->count + 2) * sizeof *larger);
    if (larger != NULL) {
        words->items = larger;
    }
    if (larger == NULL || text == NULL) {
        free(text);
        words->failed = true;
        return;
    }
    words->items[words->count++] = text;
    words->items[words->count] = NULL;
}

void words_add(struct words *words, const char *format, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0) {
        text = NULL;
    }
    va_end(arguments);
    words_take(words, text);
}

void words_add_all(struct words *words, const char *const *texts, size_t count) {
    for (size_t i = 0; i < count; i++) {
        words_add(words, "%s", texts[i]);
    }
}

void words_add_preset(struct words *words, bool source) {
    static const char *const flags[] = {
        "-fno-vectorize",
        "-fno-slp-vectorize",
        /* From here on for `source` only. */
        "-fno-unroll-loops",
        /* Two loads in the two sides of a branch stay two loads. */
        "-mllvm",
        "-simplifycfg-sink-common=false",
    };
    words_add_all(words, flags, source ? sizeof flags / sizeof *flags : 2);
}

void words_clear(struct words *words) {
    for (size_t i = 0; i < words->count; i++) {
        free(words->items[i]);
    }
    free(words->items);
    *words = (struct words){0};
}
