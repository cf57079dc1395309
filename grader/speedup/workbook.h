/* A sheet as a workbook for Excel and LibreOffice: its formulas are right in every language, where
 * a CSV's are not. */
#pragma once

#include "columns.h"

/* Writes `path` (.xlsx): the rows, with formulas where a number follows from others, and a second
 * sheet with the figures as charts, in which measured and modelled times are series of their own.
 * Where it cannot be written whole, what was there before stays.
 * The baselines must be marked. */
bool workbook_save(const struct speedup_table *table, const char *path, struct error *error);
