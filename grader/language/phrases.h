/*
 * Sentences with values in another language. What the grader says is English wherever it is kept,
 * so that a grade is the same bytes for everybody. What a person reads is said in that person's
 * language: by its pattern, and the values that went into it (message_text.h):
 *
 *     msgid "It has {elements} {elements|element|elements}."
 *     msgstr "Il a {elements} {elements|élément|éléments}."
 *
 * {name} is a value, {name|one|many} depends on one; French counts 0 and 1 alike. Values whose
 * names stand in phrase_say.c's list hold sentences, or parts of some, and are said in the other
 * language, too. Entries with a context:
 *
 *     msgctxt "{block}"   msgid "block|work-group|team"   msgstr "bloc|work-group|équipe"
 *     msgctxt "contract"  msgid "le équipe"                msgstr "l'équipe"
 *
 *     msgctxt "verdict"    msgid "race"                     msgstr "course"
 *
 * The first is a word that depends on what programs are written in (CUDA, OpenCL, OpenMP); the
 * second is put right wherever such words come together; the third is a verdict's word, which
 * stands for the value {verdict}.
 */
#pragma once

#include "translations.h"

enum { PHRASE_HOLES = 10 };

/* piece[0] name[0] piece[1] … name[holes-1] piece[holes] */
struct phrase {
    const char *piece[PHRASE_HOLES + 1], *name[PHRASE_HOLES];
    size_t holes;
    const char *text; /* in the other language */
};

/* The first '|' in [text, end) outside of braces; `end` where there is none. */
const char *phrase_bar(const char *text, const char *end);

struct phrases {
    struct arena arena;
    struct phrase **rows;
    size_t count;
    const struct po_entry *texts; /* what they were made of */
};

/* Makes phrases of what was loaded, which must live as long. False where one is malformed. */
bool phrases_make(struct phrases *phrases, const struct translations *texts, struct error *error);

/* The sentence whose pattern is printf's format, with these values (message_text.h), whatever the
 * pattern calls them; the arena's, or NULL. */
const char *phrases_print(const struct phrases *phrases, const struct translations *plain,
                          struct arena *arena, const char *format, const char *values);

/* What a message has made (message_text.h), or what is always the same words; the arena's, or NULL.
 */
const char *phrases_say(const struct phrases *phrases, const struct translations *plain,
                        struct arena *arena, const char *text);

/* "2.5" points are "2,5" points; "2.5 / 8" too. Other values, such as 0.5f, are the program's. */
const char *phrases_number(struct arena *arena, const char *points);

/* Gives back what phrases_make took. */
void phrases_free(struct phrases *phrases);
