#include "table.h"

#include <stdio.h>
#include <string.h>

bool table_read(struct csv_table *table, const char *path, struct arena *arena,
                struct error *error) {
    *table = (struct csv_table){.path = arena_strdup(arena, path)};
    if (!sheet_read(&table->sheet, path, true, error)) {
        return false;
    }
    arena_adopt(arena, &table->sheet.arena);
    return true;
}

bool table_column(const struct csv_table *table, const char *name, size_t *column,
                  struct error *error) {
    char known[300] = "";
    for (size_t i = 0; i < table->sheet.columns; i++) {
        if (strcmp(sheet_cell(&table->sheet, 0, i), name) == 0) {
            *column = i;
            return true;
        }
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i == 0 ? "" : ", ",
                 sheet_cell(&table->sheet, 0, i));
    }
    return error_set(error, "%s has no column '%s' (it has %s)", table->path, name, known);
}

/* Whether one condition, `length` bytes of "column=value", holds. */
static bool holds(const struct csv_table *table, size_t row, const char *condition, size_t length) {
    for (size_t i = 0; i < table->sheet.columns; i++) {
        const char *column = sheet_cell(&table->sheet, 0, i), *cell = table_cell(table, row, i);
        const size_t name = strlen(column);
        if (name < length && strncmp(column, condition, name) == 0 && condition[name] == '=') {
            const size_t value = length - name - 1;
            return strlen(cell) == value && strncmp(cell, condition + name + 1, value) == 0;
        }
    }
    return false;
}

const char *table_cell(const struct csv_table *table, size_t row, size_t column) {
    return sheet_cell(&table->sheet, row, column);
}

size_t table_next(const struct csv_table *table, const char *filter, size_t previous) {
    for (size_t row = previous + 1; row < table->sheet.rows; row++) {
        bool all = true;
        for (const char *from = filter; all && *from != '\0';) {
            const size_t length = strcspn(from, ";");
            all = holds(table, row, from, length);
            from += length + (from[length] == ';');
        }
        if (all) {
            return row;
        }
    }
    return 0;
}
