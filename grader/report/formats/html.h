/* What the kit's pages share: a head that needs no network, and text made harmless. A page is HTML
 * and well-formed XML at once, so that a strict reader can prove it. */
#pragma once

#include "../../language/language.h"

#include <stdio.h>

/* Everything up to <body>, and the main heading. `more_style` is CSS behind the pages' own, or "".
 * A page that is not in English says so (`language`, or NULL). */
void html_begin(FILE *file, const struct language *language, const char *title,
                const char *more_style);

/* Writes the end of the page. */
void html_end(FILE *file);

/* The text with its markup taken away; NULL writes nothing. For content and for attributes in
 * double quotes. */
void html_text(FILE *file, const char *text);

/* The same between two pieces of markup. */
void html_between(FILE *file, const char *before, const char *text, const char *after);

/* A part of a path in a link: all but letters, digits and a few as %xx. */
void html_path(FILE *file, const char *text);
