#include "merge.h"

#include <string.h>

static const char *sheet_name(struct arena *arena, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return arena_printf(arena, "%.*s", (int)(dot != NULL ? dot - name : (long)strlen(name)), name);
}

static bool is_known(const struct speedup_table *table, const char *name) {
    for (size_t i = 0; i < table->count; i++) {
        if (strcmp(table->rows[i].cell[COLUMN_SHEET], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Blank rows and rows that nobody has measured are no part of a class's results. */
static bool counts(const struct speedup_row *row) {
    return row_number(row, COLUMN_MEDIAN) > 0;
}

static bool add_sheet(struct speedup_table *table, const char *path, struct error *error) {
    struct speedup_table one;
    bool good = speedup_read(&one, path, error);
    const size_t before = table->count;
    const struct speedup_table seen = {.rows = table->rows, .count = before};
    for (size_t i = 0; good && i < one.count; i++) {
        const char *name = one.rows[i].cell[COLUMN_SHEET];
        name = name[0] != '\0' ? name : sheet_name(&table->arena, path);
        if (!counts(&one.rows[i])) {
            continue;
        }
        if (is_known(&seen, name)) {
            good = error_set(error, "%s: there is a sheet '%s' already: rename one of the two",
                             path, name);
            break;
        }
        struct speedup_row *row = speedup_add(table);
        for (int column = 0; column < COLUMN_COUNT; column++) {
            row->cell[column] = arena_strdup(&table->arena, one.rows[i].cell[column]);
        }
        row->cell[COLUMN_SHEET] = arena_strdup(&table->arena, name);
    }
    speedup_free(&one);
    return good;
}

bool merge_sheets(struct speedup_table *table, const char *const *paths, size_t count,
                  struct error *error) {
    *table = (struct speedup_table){0};
    for (size_t i = 0; i < count; i++) {
        if (!add_sheet(table, paths[i], error)) {
            return false;
        }
    }
    return table->count > 0 || error_set(error, "no row of these sheets has a time");
}
