/*
 * The speedup sheet: one row a measurement, columns that a student fills in, and columns that
 * follow from them. A cell is a text; an empty one was not measured. Times are seconds, bandwidths
 * 10^9 bytes a second.
 */
#pragma once

#include "../arena.h"
#include "../error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Before the device's name in COLUMN_MACHINE, where its time is modelled. */
#define COLUMN_MODELLED "modelled "

enum column {
    COLUMN_LAB,
    COLUMN_EXERCISE,
    COLUMN_DEVICE, /* where the time comes from: cpu, cuda, opencl, or simt:PROFILE, a modelled one
                    */
    COLUMN_COMPILER,
    COLUMN_FLAGS,
    COLUMN_OS,
    COLUMN_MACHINE, /* the device's name */
    COLUMN_N,       /* elements */
    COLUMN_BYTES,   /* that one run must read and write at least */
    COLUMN_THREADS, /* of OpenMP; empty on a GPU */
    COLUMN_LAUNCH,  /* "blocks x threads" or a work-group; on a CPU OpenMP's schedule, or empty */
    COLUMN_RUNS,
    COLUMN_MINIMUM,
    COLUMN_MEDIAN,
    COLUMN_MAXIMUM,
    COLUMN_CEILING,    /* what a copy reaches on that device with as many threads */
    COLUMN_NOISE,      /* derived: (maximum - minimum) / median */
    COLUMN_SPEEDUP,    /* derived: the baseline's median / this median */
    COLUMN_EFFICIENCY, /* derived: speedup / threads */
    COLUMN_SERIAL,     /* derived: the serial fraction of Karp and Flatt (CACM 33(5), 1990) */
    COLUMN_BANDWIDTH,  /* derived: bytes / median */
    COLUMN_OF_CEILING, /* derived: bandwidth / ceiling */
    COLUMN_NOTE,
    COLUMN_LOCKSTEP, /* the version that measured; empty by hand */
    COLUMN_COPIES,   /* median with the copies; of the kernels alone is the other one. GPUs only */
    COLUMN_COPIES_SPEEDUP, /* derived: the baseline's median / the median with the copies */
    COLUMN_MODEL_TIME,     /* of a sheet: the median, where it is modelled; see speedup_place */
    COLUMN_SHEET,          /* where the row is from; in merged sheets only */
    COLUMN_COUNT
};

struct speedup_row {
    const char *cell[COLUMN_COUNT]; /* never NULL */
    bool baseline;                  /* what the rows of its group are compared with */
};

struct speedup_table {
    struct arena arena;
    struct speedup_row *rows;
    size_t count;
};

/* Whether the row's time is the model's: then it is no measurement. */
bool speedup_is_modelled(const struct speedup_row *row);

/* The column of a sheet in which the row's cell of that column stands: a modelled time, which is in
 * COLUMN_MEDIAN here, has a column of its own there. */
enum column speedup_place(const struct speedup_row *row, enum column column);

/* The same, as spreadsheets name it: "A", "AA". The arena's. */
const char *speedup_letters(const struct speedup_row *row, enum column column, struct arena *arena);

/* The column's name in the first line of a sheet. */
const char *column_name(enum column column);

/* Whether the column follows from others. */
bool column_is_derived(enum column column);

/* The number in a cell; NaN when it is empty or no number. */
double row_number(const struct speedup_row *row, enum column column);

/* The row that this one is compared with: the first of the same lab, n, compiler and flags whose
 * exercise is its lab's baseline (marked `baseline`); on a GPU, where compilers differ, of the same
 * lab and n, and the best flags. NULL without one. */
const struct speedup_row *speedup_baseline(const struct speedup_table *table,
                                           const struct speedup_row *row);

/* What a derived column must hold, from the other cells; NaN where they do not say. */
double speedup_derive(const struct speedup_table *table, const struct speedup_row *row,
                      enum column column);

/* The formula of a derived cell, such as "=IF(N(N3)>0,…)", for a sheet that begins with a line of
 * names; the arena's. NULL for other columns, and without a baseline that it needs. */
const char *speedup_formula(const struct speedup_table *table, const struct speedup_row *row,
                            enum column column, struct arena *arena);

/* Adds an empty row to the table. Earlier pointers to rows are void. */
struct speedup_row *speedup_add(struct speedup_table *table);

/* Reads a sheet; columns may stand in any order, unknown ones are left out, derived ones may
 * hold formulas (then they are empty), numbers may be written as French spreadsheets do (cells.h).
 * The error names the file and the missing column. */
bool speedup_read(struct speedup_table *table, const char *path, struct error *error);

/* Derived cells: as formulas for a spreadsheet (template) or as numbers. */
void speedup_write(const struct speedup_table *table, bool formulas, FILE *file);

/* Writes the sheet with numbers to `path`, which is replaced whole or not at all. */
bool speedup_save(const struct speedup_table *table, const char *path, struct error *error);

/* Gives back all rows. */
void speedup_free(struct speedup_table *table);

/* Writes `path` (.xlsx), a workbook for Excel and LibreOffice, whose formulas are right in every
 * language, where a CSV's are not: the rows, with formulas where a number follows from others, and
 * a second sheet with the figures as charts, in which measured and modelled times are series of
 * their own. Where it cannot be written whole, what was there before stays. The baselines must be
 * marked. */
bool workbook_save(const struct speedup_table *table, const char *path, struct error *error);
