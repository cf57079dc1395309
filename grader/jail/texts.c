#include "launch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void texts_add(struct texts *texts, const char *format, ...) {
    char **items = realloc(texts->items, (texts->count + 2) * sizeof *items);
    if (items == NULL) {
        texts->failed = true;
        return;
    }
    texts->items = items;
    va_list values;
    va_start(values, format);
    if (vasprintf(&items[texts->count], format, values) < 0) {
        items[texts->count] = NULL;
        texts->failed = true;
    } else {
        items[++texts->count] = NULL;
    }
    va_end(values);
}

void texts_free(struct texts *texts) {
    for (size_t i = 0; i < texts->count; i++) {
        free(texts->items[i]);
    }
    free(texts->items);
}
