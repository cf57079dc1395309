#include "table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cuts the line into cells in place: "…" may hold commas, "" in it is a quote. Returns how many, at
 * most one more than TABLE_MAX_COLUMNS. */
static size_t cut(char *line, const char *cell[TABLE_MAX_COLUMNS]) {
    size_t count = 0;
    for (char *from = line;; count++) {
        if (count == TABLE_MAX_COLUMNS) {
            return count + 1;
        }
        char *to = from;
        cell[count] = from;
        bool quoted = *from == '"';
        for (from += quoted; *from != '\0' && (quoted || *from != ','); from++) {
            if (quoted && *from == '"' && from[1] != '"') {
                quoted = false;
                continue;
            }
            from += quoted && *from == '"';
            *to++ = *from;
        }
        const bool end = *from == '\0';
        *to = '\0';
        if (end) {
            return count + 1;
        }
        from++;
    }
}

static bool take_row(struct table *table, struct table_row ***end, char *line, size_t number,
                     struct arena *arena, struct error *error) {
    if (table->column_count == 0) {
        table->column_count = cut(line, table->column);
        return table->column_count <= TABLE_MAX_COLUMNS ||
               error_set(error, "%s:%zu: more than %d columns", table->path, number,
                         TABLE_MAX_COLUMNS);
    }
    struct table_row *row = arena_alloc(arena, sizeof *row);
    const size_t count = cut(line, row->cell);
    if (count != table->column_count) {
        return error_set(error, "%s:%zu: %zu cells, but %zu columns", table->path, number, count,
                         table->column_count);
    }
    **end = row;
    *end = &row->next;
    return true;
}

bool table_read(struct table *table, const char *path, struct arena *arena, struct error *error) {
    *table = (struct table){.path = arena_strdup(arena, path), .provenance = ""};
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    struct table_row **end = &table->rows;
    char *line = NULL;
    size_t size = 0, number = 0;
    bool good = true;
    while (good && getline(&line, &size, file) >= 0) {
        number++;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '#') {
            table->provenance = arena_printf(arena, "%s%s%s", table->provenance,
                                             table->provenance[0] == '\0' ? "" : "\n",
                                             line + 1 + strspn(line + 1, " "));
        } else if (line[0] != '\0') {
            good = take_row(table, &end, arena_strdup(arena, line), number, arena, error);
        }
    }
    free(line);
    fclose(file);
    return good;
}

bool table_column(const struct table *table, const char *name, size_t *column,
                  struct error *error) {
    char known[300] = "";
    for (size_t i = 0; i < table->column_count; i++) {
        if (strcmp(table->column[i], name) == 0) {
            *column = i;
            return true;
        }
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", i == 0 ? "" : ", ", table->column[i]);
    }
    return error_set(error, "%s has no column '%s' (it has %s)", table->path, name, known);
}

/* Whether one condition, `length` bytes of "column=value", holds. */
static bool holds(const struct table *table, const struct table_row *row, const char *condition,
                  size_t length) {
    const char *equals = memchr(condition, '=', length);
    if (equals == NULL) {
        return false;
    }
    const size_t name = (size_t)(equals - condition), value = length - name - 1;
    for (size_t i = 0; i < table->column_count; i++) {
        if (strlen(table->column[i]) == name && strncmp(table->column[i], condition, name) == 0) {
            return strlen(row->cell[i]) == value && strncmp(row->cell[i], equals + 1, value) == 0;
        }
    }
    return false;
}

const struct table_row *table_next(const struct table *table, const char *filter,
                                   const struct table_row *previous) {
    const struct table_row *row = previous == NULL ? table->rows : previous->next;
    for (; row != NULL; row = row->next) {
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
    return NULL;
}
