#include "command_line.h"

#include <errno.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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

void words_add_text(struct words *words, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    while (*(format += strspn(format, " ")) != '\0') {
        char *word = NULL;
        size_t length = 0;
        FILE *out = open_memstream(&word, &length);
        for (; out != NULL && *format != '\0' && *format != ' '; format++) {
            if (*format == '%') {
                fputs(va_arg(arguments, const char *), out);
                format++;
            } else {
                fputc(*format, out);
            }
        }
        if (out == NULL || fclose(out) != 0) {
            free(word);
            words->failed = true;
            break;
        }
        words_take(words, word);
    }
    va_end(arguments);
}

void words_add_preset(struct words *words, bool source) {
    words_add_text(words, "-fno-vectorize -fno-slp-vectorize");
    /* What a pass moved has no line, and says so (ptx/body.c). */
    words_add_text(words, "-mllvm -use-unknown-locations=Enable");
    /* A vector that is loaded keeps its line, and is not taken apart. */
    words_add_text(words, "-mllvm -disable-vector-combine");
    if (source) {
        words_add_text(words, "-fno-unroll-loops");
        /* Two loads in the two sides of a branch stay two loads. */
        words_add_text(words, "-mllvm -simplifycfg-sink-common=false");
    }
}

bool words_run(const struct words *words, bool verbose, const char *what, struct error *error) {
    enum { CRASHED = 126 }; /* clang ends so, or above, when a part of it is killed or missing */
    pid_t child, ended;
    int status = 0;
    if (words->failed) {
        return error_set(error, "out of memory");
    }
    for (size_t i = 0; verbose && i < words->count; i++) {
        fprintf(stderr, "%s%s", words->items[i], i + 1 < words->count ? " " : "\n");
    }
    int failed = posix_spawnp(&child, words->items[0], NULL, NULL, words->items, environ);
    if (failed != 0) {
        return error_set(error, "cannot run %s: %s", words->items[0], strerror(failed));
    }
    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR) {
        ;
    }
    if (ended > 0 && (WIFSIGNALED(status) || WEXITSTATUS(status) >= CRASHED)) {
        return error_set(
            error, "%s could not be built: %s itself failed, which is not a mistake of the program",
            what, words->items[0]);
    }
    return status == 0 || error_set(error, "%s could not be built (see above)", what);
}

void words_clear(struct words *words) {
    for (size_t i = 0; i < words->count; i++) {
        free(words->items[i]);
    }
    free(words->items);
    *words = (struct words){0};
}
