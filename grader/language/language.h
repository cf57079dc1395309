/* The language in which a reader is spoken to. What is graded and kept is English (phrases.h). */
#pragma once

#include "phrases.h"

/* NULL stands for English wherever a pointer to one is asked for. */
struct language {
    struct translations own;  /* what the program says */
    struct translations labs; /* what a lab says: titles, hints, why, advice */
    struct phrases phrases;
    const char *code; /* "fr" */
};

/* French, from the kit in folder `root`, with the texts of that lab (NULL: of none), which lie in
 * handouts/fr beside the folder `labs` that it is one of, else in the kit's. A lab that has no
 * French stays English. */
bool language_load_french(struct language *language, const char *root, const char *labs,
                          const char *lab, struct error *error);

/* Sets *chosen to the language that is asked for: by `option` ("en", "fr", or NULL where nothing
 * was said), else by LC_ALL, LC_MESSAGES or LANG. French is loaded into `french`, which
 * language_free gives back in any case; English is NULL. False where the option is another word, or
 * as above. */
bool language_choose(struct language *french, const struct language **chosen, const char *option,
                     const char *root, const char *labs, const char *lab, struct error *error);

/* The text in the language; itself where it is English, or nobody has translated it. Never NULL but
 * for NULL. The arena's, the language's, or `text`. */
const char *language_say(const struct language *language, struct arena *arena, const char *text);

/* printf in the language: the format is what is looked up. The arena's. */
__attribute__((format(printf, 3, 4))) const char *
language_print(const struct language *language, struct arena *arena, const char *format, ...);

/* An error's message in the language; as it is where error_set has not made it. */
const char *language_error(const struct language *language, struct arena *arena,
                           const struct error *error);

/* A verdict's word, such as "race", as people read it in the language: "course"; itself where there
 * is none. The one table is fr.po's entries of the context "verdict". The language's, or `name`. */
const char *language_verdict(const struct language *language, const char *name);

/* A number as the language writes it: "2.5" is "2,5" in French. The arena's, or `number`. */
const char *language_number(const struct language *language, struct arena *arena,
                            const char *number);

/* "en" or "fr". */
const char *language_code(const struct language *language);

/* Gives back what language_load_french took. */
void language_free(struct language *language);
