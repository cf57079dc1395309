#include "cells.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What stands between digits to part thousands: blanks (plain, no-break U+00A0, thin U+2009, narrow
 * no-break U+202F), and in Switzerland an apostrophe, straight or round (U+2019). */
static size_t blank_length(const char *at) {
    static const char *const blanks[] = {
        " ", "\t", "\xc2\xa0", "\xe2\x80\x89", "\xe2\x80\xaf", "'", "\xe2\x80\x99"};
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        if (strncmp(at, blanks[i], strlen(blanks[i])) == 0) {
            return strlen(blanks[i]);
        }
    }
    return 0;
}

static char *trimmed(struct arena *arena, const char *text) {
    for (size_t length; (length = blank_length(text)) > 0; text += length) {
    }
    size_t end = 0;
    for (size_t at = 0, length; text[at] != '\0'; at += length > 0 ? length : 1) {
        length = blank_length(text + at);
        end = length > 0 ? end : at + 1;
    }
    return arena_printf(arena, "%.*s", (int)end, text);
}

/* How often `mark` parts thousands, as in 1,048,576; 0 where it does not. */
static size_t thousands(const char *text, char mark) {
    size_t marks = 0, digits = strspn(text, "0123456789");
    const char *at = text + digits;
    for (; digits >= 1 && digits <= 3 && *at == mark && strspn(at + 1, "0123456789") == 3;
         at += 4) {
        marks++;
    }
    return *at == '\0' ? marks : 0;
}

/* A point may be one before decimals, unless there are several. */
static bool parts_thousands(const char *text, char mark) {
    return thousands(text, mark) > (mark == '.' ? 1 : 0);
}

static bool is_number(const char *text) {
    char *end;
    (void)!strtod(text, &end);
    return end != text && *end == '\0';
}

const char *cell_number(struct arena *arena, const char *text, bool whole) {
    const char *plain = trimmed(arena, text);
    char *number = arena_alloc(arena, strlen(plain) + 1), *to = number;
    const char part = !whole                        ? '\0'
                      : parts_thousands(plain, ',') ? ','
                      : parts_thousands(plain, '.') ? '.'
                                                    : '\0';
    for (const char *at = plain; *at != '\0';) {
        const size_t blank = blank_length(at);
        const bool between = to > number && isdigit((unsigned char)to[-1]) &&
                             (isdigit((unsigned char)at[blank]) || at[blank] == '%');
        if (blank > 0 && between) {
            at += blank;
        } else if (*at == part) {
            at++;
        } else {
            *to++ = *at == ',' ? '.' : *at;
            at++;
        }
    }
    *to = '\0';
    if (to > number && to[-1] == '%') {
        to[-1] = '\0';
        return is_number(number) ? arena_printf(arena, "%.10g", strtod(number, NULL) / 100) : plain;
    }
    return is_number(number) ? number : plain;
}
