/* What the compiler warned of, where an exercise fails. */
#include "../../message_text.h"
#include "advice.h"

#include <stdlib.h>
#include <string.h>

static const char open_quote[] = "\u2018", close_quote[] = "\u2019";

/* What stands in gcc's quotes behind `mark`, up to a dot; "" where there is none on the line. */
static const char *quoted(struct arena *arena, const char *line, const char *end,
                          const char *mark) {
    const char *at = memmem(line, (size_t)(end - line), mark, strlen(mark));
    at = at != NULL ? memmem(at, (size_t)(end - at), open_quote, strlen(open_quote)) : NULL;
    const char *stop =
        at != NULL ? memmem(at, (size_t)(end - at), close_quote, strlen(close_quote)) : NULL;
    if (stop == NULL) {
        return "";
    }
    at += strlen(open_quote);
    const char *dot = memchr(at, '.', (size_t)(stop - at));
    return arena_printf(arena, "%.*s", (int)((dot != NULL ? dot : stop) - at), at);
}

/* Is it the function of another exercise? */
static bool is_of_another(const struct lab *lab, const char *function, const char *exercise) {
    const struct lab_exercise *other = lab->exercises;
    while (other != NULL &&
           (strcmp(other->function, function) != 0 || strcmp(other->name, exercise) == 0)) {
        other = other->next;
    }
    return other != NULL;
}

const char *warnings_of(const struct grading *grading) {
    static const enum flavour flavours[] = {FLAVOUR_NATIVE, FLAVOUR_SIMT_OPENCL, FLAVOUR_OPENCL};
    const char *warnings = NULL;
    for (size_t i = 0; i < sizeof flavours / sizeof *flavours && warnings == NULL; i++) {
        warnings = grading->built[flavours[i]].warnings;
    }
    return warnings;
}

/* A line of the compiler's about the exercise's function or a helper: FILE:LINE: warning: … */
struct warning {
    const char *line, *end;
    int file_length;
    long number;
};

/* The next such line that holds `words`; false at the end. `*at` and `*function` move on. */
static bool next_warning(struct grading *grading, const char *exercise, const char *words,
                         const char **at, const char **function, struct warning *warning) {
    while (*at != NULL && **at != '\0') {
        const char *line = *at, *end = strchrnul(line, '\n');
        const char *named = quoted(grading->arena, line, end, ": In function ");
        const char *colon = memchr(line, ':', (size_t)(end - line));
        *function = *named != '\0' ? named : *function;
        *at = *end == '\n' ? end + 1 : end;
        if (colon != NULL && memmem(line, (size_t)(end - line), words, strlen(words)) != NULL &&
            memmem(line, (size_t)(end - line), ": warning: ", 11) != NULL &&
            !is_of_another(grading->lab, *function, exercise)) {
            *warning =
                (struct warning){line, end, (int)(colon - line), strtol(colon + 1, NULL, 10)};
            return true;
        }
    }
    return false;
}

const char *warned_of_unset(struct grading *grading, const char *exercise) {
    const char *at = warnings_of(grading), *function = "";
    struct warning warning;
    while (next_warning(grading, exercise, "used uninitialized", &at, &function, &warning)) {
        const char *unset = quoted(grading->arena, warning.line, warning.end, ": warning: ");
        if (*unset != '\0') {
            return message_print(grading->arena,
                                 "The compiler warns at %.*s:%ld: %s may be used before it has a "
                                 "value. Give it one where it is declared.",
                                 warning.file_length, warning.line, warning.number, unset);
        }
    }
    return NULL;
}

const char *warned_of_pointer(struct grading *grading, const char *exercise) {
    const char *unset = warned_of_unset(grading, exercise);
    const char *at = warnings_of(grading), *function = "";
    struct warning warning;
    if (unset != NULL) {
        return unset;
    }
    if (next_warning(grading, exercise, "pointer from integer", &at, &function, &warning)) {
        return message_print(grading->arena,
                             "The compiler warns at %.*s:%ld: a number is taken for a pointer. Is "
                             "an & missing there?",
                             warning.file_length, warning.line, warning.number);
    }
    at = warnings_of(grading);
    if (next_warning(grading, exercise, "incompatible pointer", &at, &function, &warning)) {
        return message_print(grading->arena,
                             "The compiler warns at %.*s:%ld: a pointer to another type is due "
                             "there.",
                             warning.file_length, warning.line, warning.number);
    }
    return NULL;
}
