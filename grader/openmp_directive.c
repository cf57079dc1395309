#include "openmp_directive.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The next word of the line, behind blanks; its length, 0 at anything else. */
static size_t next_word(const char **at) {
    *at += strspn(*at, " \t\f");
    size_t length = 0;
    while (isalpha((unsigned char)(*at)[length])) {
        length++;
    }
    return length;
}

static bool is_word(const char *at, size_t length, const char *word) {
    return strlen(word) == length && strncmp(at, word, length) == 0;
}

/* Words that a directive's name may be made of. Others are clauses. */
static bool is_of_name(const char *at, size_t length) {
    static const char *const words[] = {"parallel", "for",        "sections", "simd",
                                        "loop",     "masked",     "master",   "taskloop",
                                        "teams",    "distribute", "target",   "scope"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (is_word(at, length, words[i])) {
            return true;
        }
    }
    return false;
}

bool openmp_is_unlike(const char *line, struct openmp_unlike *found) {
    const char *at = line + strspn(line, " \t\f");
    if (*at != '#') {
        return false;
    }
    at++;
    size_t length = next_word(&at);
    if (!is_word(at, length, "pragma")) {
        return false;
    }
    at += length;
    length = next_word(&at);
    if (!is_word(at, length, "omp")) {
        return false;
    }
    bool loop = false, masked = false, scope = false;
    size_t words = 0, used = 0;
    used += (size_t)snprintf(found->directive, sizeof found->directive, "omp");
    for (at += length; (length = next_word(&at)) > 0 && is_of_name(at, length); at += length) {
        loop = loop || is_word(at, length, "loop");
        masked = masked || is_word(at, length, "masked");
        scope = scope || is_word(at, length, "scope");
        words++;
        if (used + length + 2 < sizeof found->directive) {
            used += (size_t)snprintf(found->directive + used, sizeof found->directive - used,
                                     " %.*s", (int)length, at);
        }
    }
    found->instead = loop    ? "write omp for"
                     : scope ? "give its reduction to omp parallel or omp for"
                             : "write omp masked on a line of its own, inside of omp parallel";
    return loop || scope || (masked && words > 1);
}

const char *openmp_find_unlike(const char *text, struct openmp_unlike *found) {
    for (const char *line = text; *line != '\0';) {
        if (openmp_is_unlike(line, found)) {
            return line;
        }
        line = strchrnul(line, '\n');
        line += *line == '\n';
    }
    return NULL;
}
