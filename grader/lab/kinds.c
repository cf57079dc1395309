#include "kinds.h"

#include "facts.h"
#include "gpu_facts.h"

#include <stdio.h>
#include <string.h>

static bool fact_known(const char *name) {
#define FACT_COMPARE(enumerator, text, meaning)                                                    \
    if (strcmp(name, text) == 0) {                                                                 \
        return true;                                                                               \
    }
    FACT_TABLE(FACT_COMPARE)
#undef FACT_COMPARE
    return false;
}

static const struct check_kind_row rows[CHECK_KIND_COUNT] = {
#define CHECK_KIND_ROW(enumerator, ...) [CHECK_##enumerator] = {__VA_ARGS__},
    CHECK_KINDS(CHECK_KIND_ROW)
#undef CHECK_KIND_ROW
};

const struct check_kind_row *check_kind_row(enum check_kind kind) {
    static const struct check_kind_row none = {.name = "unknown"};
    return kind < CHECK_KIND_COUNT ? &rows[kind] : &none;
}

enum check_kind check_kind_find(const char *name) {
    int kind = 0;
    while (kind < CHECK_KIND_COUNT && strcmp(rows[kind].name, name) != 0) {
        kind++;
    }
    return (enum check_kind)kind;
}

const char *check_kind_names(bool bounded, const char *between, char *text, size_t size) {
    text[0] = '\0';
    for (int kind = 0; kind < CHECK_KIND_COUNT; kind++) {
        if (!bounded || rows[kind].bounds != NULL) {
            size_t length = strlen(text);
            snprintf(text + length, size - length, "%s%s", length > 0 ? between : "",
                     rows[kind].name);
        }
    }
    return text;
}
