/* Texts in another language, from files in the form of gettext (.po): msgid "…" msgstr "…", and
 * msgctxt "…" before them where the entry is no text but says something about texts. */
#pragma once

#include "../arena.h"
#include "../error.h"

#include <stdbool.h>
#include <stdio.h>

/* One entry; the context is NULL for plain texts. */
struct po_entry {
    const char *context, *original, *text;
    struct po_entry *next;
};

struct translations {
    struct arena arena;
    struct po_entry *known, *missing;
};

/* Adds what the file holds. False where it cannot be read, or is malformed (file and line). */
bool translations_load(struct translations *translations, const char *path, struct error *error);

/* The text in the other language, NULL where nobody has translated it. */
const char *translations_find(const struct translations *translations, const char *text);

/* The same, of the entries with that context; `first` is what was loaded last. */
const char *translations_find_in(const struct po_entry *first, const char *context,
                                 const char *text);

/* The text in the other language; itself, and noted as missing, where nobody has translated it. */
const char *translate(struct translations *translations, const char *text);

/* Writes an entry as such a file holds it. */
void translation_write(const struct po_entry *entry, FILE *out);

/* Writes the missing ones as a .po file; returns how many there are. */
size_t translations_missing(const struct translations *translations, FILE *out);

/* Gives back what translations_load took. */
void translations_free(struct translations *translations);
