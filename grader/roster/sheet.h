/* Tables as text: read as spreadsheets and Moodle write them, written so that no cell is a formula.
 */
#ifndef LOCKSTEP_SHEET_H
#define LOCKSTEP_SHEET_H

#include "../arena.h"
#include "../error.h"

#include <stddef.h>
#include <stdio.h>

struct sheet {
    struct arena arena;
    size_t columns, rows; /* the header is row 0 */
    const char **cells;   /* rows × columns; UTF-8, never NULL */
};

/* Reads `path` (UTF-8 with or without a mark; comma, semicolon or tab). Every row must have as many
 * cells as the header. sheet_free is due on success. */
bool sheet_read(struct sheet *table, const char *path, struct error *error);

const char *sheet_cell(const struct sheet *table, size_t row, size_t column);

void sheet_free(struct sheet *table);

/* Writes one cell: quoted where needed, no control characters but newlines, and with an apostrophe
 * before a text that a spreadsheet would take for a formula (= + - @ and more behind it). `first`
 * tells whether it begins a row. */
void sheet_write_text(FILE *file, const char *text, bool first);

/* A number, or anything else that is known to be harmless. */
void sheet_write_plain(FILE *file, const char *text, bool first);

#endif
