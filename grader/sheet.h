/* Tables as text: read as spreadsheets and Moodle write them, written so that no cell is a formula.
 */
#pragma once

#include "arena.h"
#include "error.h"

#include <stddef.h>
#include <stdio.h>

struct sheet {
    struct arena arena;
    size_t columns, rows; /* the header is row 0 */
    const char **cells;   /* rows × columns; UTF-8, never NULL */
    size_t *lines;        /* of the file, in which each row ends; from 1 */
    bool titled;          /* a title and an empty line stand before the header, as in Sakai's */
    const char *comments; /* the lines before the header that begin with #, without it; or "" */
};

/* Reads `path` (UTF-8 with or without a mark, or UTF-16 with one; comma, semicolon or tab, or what
 * a first line "sep=;" names; at most 16 MiB). A title before the header, with an empty line
 * between them and fewer cells than the header, is passed over. Every row must have as many cells
 * as the header; bytes that are no UTF-8 are an error. With `comments`, lines before the header
 * that begin with # are kept apart; without, such a line is the header. sheet_free is due on
 * success. */
bool sheet_read(struct sheet *table, const char *path, bool comments, struct error *error);

/* The text of a cell, owned by the sheet; "" outside of it. */
const char *sheet_cell(const struct sheet *table, size_t row, size_t column);

/* Gives back what sheet_read took. */
void sheet_free(struct sheet *table);

/* Writes one cell: quoted where needed, no control characters but newlines, and with an apostrophe
 * before a text that a spreadsheet would take for a formula (= + - @ and more behind it). `first`
 * tells whether it begins a row. */
void sheet_write_text(FILE *file, const char *text, bool first);

/* A number, or anything else that is known to be harmless. */
void sheet_write_plain(FILE *file, const char *text, bool first);
