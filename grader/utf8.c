#include "utf8.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>
#include <unistr.h>
#include <uniwidth.h>

uint32_t utf8_next(const char **text) {
    enum { LONGEST = 4 };
    ucs4_t value;
    if (**text == '\0') {
        return 0;
    }
    int bytes = u8_mbtoucr(&value, (const uint8_t *)*text, strnlen(*text, LONGEST));
    *text += bytes > 0 ? bytes : 1;
    return bytes > 0 ? value : UTF8_REPLACEMENT;
}

bool utf8_valid(const char *text, size_t size) {
    return u8_check((const uint8_t *)text, size) == NULL;
}

char *utf8_from_utf16(struct arena *arena, const char *bytes, size_t size) {
    enum { LONGEST = 3 }; /* bytes of UTF-8 that a unit of UTF-16 becomes */
    const size_t units = size / 2;
    uint16_t *text = arena_alloc(arena, size + 2);
    const bool big = size >= 2 && (unsigned char)bytes[0] == 0xfe;
    bool no_nul = true;
    for (size_t i = 0; i < units; i++) {
        const unsigned char first = (unsigned char)bytes[2 * i],
                            second = (unsigned char)bytes[2 * i + 1];
        text[i] = (uint16_t)(big ? first << 8 | second : second << 8 | first);
        no_nul = no_nul && text[i] != 0;
    }
    if (units == 0 || size % 2 != 0 || text[0] != 0xfeff || !no_nul ||
        u16_check(text, units) != NULL) {
        return NULL;
    }
    size_t length = LONGEST * units;
    char *copy = arena_alloc(arena, length + 1);
    u16_to_u8(text + 1, units - 1, (uint8_t *)copy, &length);
    copy[length] = '\0';
    return copy;
}

static bool is_control(uint32_t c) {
    return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0);
}

/* Line and paragraph separators and bidirectional controls make a source line read differently from
 * what it says. */
static bool misleads(uint32_t c) {
    return (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e ||
           c == 0x200f || c == 0x061c || (c & 0xfffe) == 0xfffe;
}

/* Takes no room on a screen, so that two names can look the same and be different. Spaces of no
 * width, invisible operators, fillers, and tags, which spell whole texts that nobody sees. */
static bool is_invisible(uint32_t c) {
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x00ad, 0x00ad},   {0x034f, 0x034f},   {0x115f, 0x1160}, {0x17b4, 0x17b5},
        {0x180b, 0x180f},   {0x200b, 0x200b},   {0x2060, 0x2065}, {0x206a, 0x206f},
        {0x3164, 0x3164},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0}, {0xfff0, 0xfffb},
        {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (c >= ranges[i].first && c <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

/* Joiners are letters' business in many scripts, but never between ASCII characters. */
static bool is_stray_joiner(uint32_t c, uint32_t before, const char *after) {
    return (c == 0x200c || c == 0x200d) && (before < 0x80 || utf8_next(&after) < 0x80);
}

char *utf8_clean(struct arena *arena, const char *text) {
    if (text == NULL) {
        return NULL;
    }
    char *clean =
        arena_alloc(arena, 3 * strlen(text) + 1); /* a wrong byte grows to the three of U+FFFD */
    char *end = clean;
    uint32_t before = 0;
    for (;;) {
        const char *start = text;
        uint32_t c = utf8_next(&text);
        if (c == 0) {
            return clean;
        }
        if (is_control(c)) {
            continue;
        }
        if (c == UTF8_REPLACEMENT || misleads(c) || is_invisible(c) ||
            is_stray_joiner(c, before, text)) {
            end = mempcpy(end, "\xef\xbf\xbd", 3);
        } else {
            end = mempcpy(end, start, (size_t)(text - start));
        }
        before = c;
    }
}

char *utf8_line(struct arena *arena, const char *text) {
    char *line = utf8_clean(arena, text);
    for (char *c = line; c != NULL && *c != '\0'; c++) {
        *c = *c == '\n' || *c == '\t' ? ' ' : *c;
    }
    return line;
}

int utf8_columns(const char *text, size_t bytes) {
    const char *end = text + bytes;
    int columns = 0;
    while (text < end) {
        uint32_t c = utf8_next(&text);
        if (c == 0) {
            break;
        }
        int wide = c < 0x80 ? 1 : uc_width(c, "UTF-8");
        columns += wide < 0 ? 1 : wide;
    }
    return columns;
}

char *utf8_composed(struct arena *arena, const char *text) {
    size_t length = 0;
    const bool good = u8_check((const uint8_t *)text, strlen(text)) == NULL;
    uint8_t *made =
        good ? u8_normalize(UNINORM_NFC, (const uint8_t *)text, strlen(text), NULL, &length) : NULL;
    char *copy = made != NULL ? arena_printf(arena, "%.*s", (int)length, (const char *)made)
                              : arena_strdup(arena, text);
    free(made);
    return copy;
}

/* What keyboards and word processors write for one and the same character. */
static ucs4_t plain_mark(ucs4_t c) {
    static const struct {
        ucs4_t typed, plain;
    } marks[] = {{0x2019, '\''}, {0x2018, '\''}, {0x02bc, '\''}, {0x02b9, '\''}, {0x2032, '\''},
                 {0x00b4, '\''}, {'`', '\''},    {0x201b, '\''}, {0x2010, '-'},  {0x2011, '-'},
                 {0x2012, '-'},  {0x2013, '-'},  {0x2212, '-'}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (marks[i].typed == c) {
            return marks[i].plain;
        }
    }
    return c < 0x80                        ? (strchr(" \t\r\n", (int)c) != NULL ? ' ' : c)
           : uc_is_property_white_space(c) ? ' '
                                           : c;
}

/* A name without its case, with plain marks, and one blank between words; to be freed. NULL where
 * it is no UTF-8. */
static char *name_key(const char *name) {
    size_t length = 0;
    uint8_t *folded =
        u8_casefold((const uint8_t *)name, strlen(name) + 1, NULL, UNINORM_NFC, NULL, &length);
    uint8_t *key = folded != NULL ? malloc(length + 1) : NULL;
    size_t end = 0;
    bool blank = false;
    for (const char *at = (const char *)folded; key != NULL && *at != '\0';) {
        const ucs4_t c = plain_mark(utf8_next(&at));
        if (c != ' ') {
            end += blank && end > 0 ? (key[end] = ' ', 1) : 0;
            end += (size_t)u8_uctomb(key + end, c, (ptrdiff_t)(length - end));
        }
        blank = c == ' ';
    }
    if (key != NULL) {
        key[end] = '\0';
    }
    free(folded);
    return (char *)key;
}

char *utf8_folded(struct arena *arena, const char *name) {
    char *key = name_key(name), *copy = arena_strdup(arena, key != NULL ? key : "");
    free(key);
    return copy;
}

/* Names that begin with other letters are most pairs that are compared. */
static bool begin_apart(const char *a, const char *b) {
    return isascii(*a) && isascii(*b) && isalnum((unsigned char)*a) && isalnum((unsigned char)*b) &&
           tolower((unsigned char)*a) != tolower((unsigned char)*b);
}

bool utf8_same_name(const char *a, const char *b) {
    if (strcasecmp(a, b) == 0 || begin_apart(a, b)) {
        return strcasecmp(a, b) == 0;
    }
    char *x = name_key(a), *y = name_key(b);
    const bool same = x != NULL && y != NULL && strcmp(x, y) == 0;
    free(x);
    free(y);
    return same;
}

/* The next letter without its case and its accents; 0 at the end. */
static ucs4_t plain_letter(const char **text) {
    ucs4_t parts[UC_DECOMPOSITION_MAX_LENGTH];
    ucs4_t letter = utf8_next(text);
    while (letter != 0 && uc_combining_class(letter) != UC_CCC_NR) {
        letter = utf8_next(text);
    }
    while (letter != 0 && uc_canonical_decomposition(letter, parts) > 0) {
        letter = parts[0];
    }
    return uc_tolower(letter);
}

int utf8_order(const char *a, const char *b) {
    const char *x = a, *y = b;
    ucs4_t left, right;
    do {
        left = plain_letter(&x);
        right = plain_letter(&y);
    } while (left == right && left != 0);
    return left == right ? strcmp(a, b) : left < right ? -1 : 1;
}
