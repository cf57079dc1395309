/* Text that may come from a student, made safe to show: always UTF-8, nothing that steers a
 * terminal or a parser. */
#pragma once

#include "arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UTF8_REPLACEMENT = 0xfffd };

/* What to do with a file of other letters. Nothing in it says which: Windows has a table for each
 * region, and Latin-1 is a part of the first. */
#define UTF8_CONVERT                                                                               \
    "convert it: iconv -f WINDOWS-1252 -t UTF-8 OLD > NEW (WINDOWS-1250 for Polish or Czech)"

/* Reads one code point at *text and moves *text behind it. Bytes that are no UTF-8 (overlong forms,
 * surrogates, values above U+10FFFF) give UTF8_REPLACEMENT and move by one byte. Returns 0 at the
 * end. */
uint32_t utf8_next(const char **text);

/* What Windows editors begin UTF-8 with: U+FEFF. It belongs to no text. */
#define UTF8_MARK "\xef\xbb\xbf"

/* Is all of it UTF-8? */
bool utf8_valid(const char *text, size_t size);

/* A copy in UTF-8 of UTF-16 that begins with its mark (U+FEFF, of either byte order), without the
 * mark; NULL where `size` bytes are no such text, or have a NUL in it. */
char *utf8_from_utf16(struct arena *arena, const char *bytes, size_t size);

/* A copy that is valid UTF-8: wrong bytes become U+FFFD; control characters other than newline and
 * tab are dropped; marks that reorder what is displayed, characters that nobody sees, and code
 * points that XML 1.0 forbids become U+FFFD. NULL gives NULL. */
char *utf8_clean(struct arena *arena, const char *text);

/* The same in one line: newlines and tabs become spaces. For names. */
char *utf8_line(struct arena *arena, const char *text);

/* A copy with letters and their accents as one character where there is one (NFC), so that two
 * spellings of a name that look the same are the same; bytes that are no UTF-8 stay as they are. */
char *utf8_composed(struct arena *arena, const char *text);

/* Are two names the same for people? Without regard to case, to how an accent is encoded, to which
 * apostrophe or hyphen was typed, and to how many blanks stand where. Accents count: Zoe is not
 * Zoë. */
bool utf8_same_name(const char *a, const char *b);

/* What two names that are the same have in common: case folded, plain marks, single blanks; ""
 * where it is no UTF-8. The arena's. */
char *utf8_folded(struct arena *arena, const char *name);

/* Which of two names comes first for people: without regard to case and accents, and by their bytes
 * where these are the same. Below 0, 0 or above, as strcmp. */
int utf8_order(const char *a, const char *b);

/* Columns that clean text takes on a terminal: 0 for combining marks, 2 for wide characters. */
int utf8_columns(const char *text, size_t bytes);
