#include "sheet.h"

#include "../report/utf8.h"

#include <csv.h>
#include <errno.h>
#include <string.h>

enum { LARGEST = 16 << 20, MOST_CELLS = 1 << 20 };

struct reader {
    struct sheet *table;
    size_t in_row, capacity, cells;
    bool uneven;
};

static void take_cell(void *text, size_t length, void *context) {
    struct reader *reader = context;
    struct sheet *table = reader->table;
    if (reader->cells == MOST_CELLS) {
        return;
    }
    if (reader->cells == reader->capacity) {
        size_t wanted = reader->capacity == 0 ? 256 : 2 * reader->capacity;
        const char **more = arena_alloc(&table->arena, wanted * sizeof *more);
        if (reader->cells > 0) {
            memcpy(more, table->cells, reader->cells * sizeof *more);
        }
        table->cells = more;
        reader->capacity = wanted;
    }
    char *copy = arena_alloc(&table->arena, length + 1);
    memcpy(copy, text, length);
    table->cells[reader->cells++] = copy;
    reader->in_row++;
}

static void take_row(int end, void *context) {
    (void)end;
    struct reader *reader = context;
    if (reader->table->rows == 0) {
        reader->table->columns = reader->in_row;
    }
    reader->uneven = reader->uneven || reader->in_row != reader->table->columns;
    reader->table->rows += reader->uneven ? 0 : 1;
    reader->in_row = 0;
}

/* The separator that is most frequent in the header. */
static unsigned char separator(const char *text) {
    static const char known[] = ",;\t";
    size_t counts[3] = {0}, best = 0;
    for (; *text != '\0' && *text != '\n'; text++) {
        const char *found = strchr(known, *text);
        if (found != NULL) {
            counts[found - known]++;
        }
    }
    for (size_t i = 1; i < sizeof counts / sizeof *counts; i++) {
        best = counts[i] > counts[best] ? i : best;
    }
    return (unsigned char)known[best];
}

static bool parse(struct sheet *table, const char *path, const char *text, size_t size,
                  struct error *error) {
    struct csv_parser parser;
    struct reader reader = {.table = table};
    if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0) {
        return error_set(error, "out of memory");
    }
    csv_set_delim(&parser, separator(text));
    bool good = csv_parse(&parser, text, size, take_cell, take_row, &reader) == size &&
                csv_fini(&parser, take_cell, take_row, &reader) == 0;
    const char *why = good ? NULL : csv_strerror(csv_error(&parser));
    csv_free(&parser);
    if (!good) {
        return error_set(error, "%s:%zu: %s", path, table->rows + 1, why);
    }
    if (reader.uneven) {
        return error_set(error, "%s:%zu: not as many cells as the header has (%zu)", path,
                         table->rows + 1, table->columns);
    }
    return table->rows > 0 || error_set(error, "%s is empty", path);
}

bool sheet_read(struct sheet *table, const char *path, struct error *error) {
    *table = (struct sheet){0};
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    char *text = arena_alloc(&table->arena, LARGEST + 1);
    size_t size = fread(text, 1, LARGEST + 1, file);
    bool good = !ferror(file) || error_set(error, "%s: %s", path, strerror(errno));
    fclose(file);
    good = good && (size <= LARGEST || error_set(error, "%s is too large for a roster", path));
    text[size <= LARGEST ? size : LARGEST] = '\0';
    size_t mark = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    good = good && parse(table, path, text + mark, strlen(text + mark), error);
    if (!good) {
        sheet_free(table);
    }
    return good;
}

const char *sheet_cell(const struct sheet *table, size_t row, size_t column) {
    return row < table->rows && column < table->columns
               ? table->cells[row * table->columns + column]
               : "";
}

void sheet_free(struct sheet *table) {
    arena_free(&table->arena);
    *table = (struct sheet){0};
}

void sheet_write_plain(FILE *file, const char *text, bool first) {
    fprintf(file, "%s%s", first ? "" : ",", text);
}

void sheet_write_text(FILE *file, const char *text, bool first) {
    struct arena arena = {0};
    const char *clean = utf8_clean(&arena, text);
    const char *start = clean + strspn(clean, " \t\n");
    bool formula = *start != '\0' && start[1] != '\0' && strchr("=+-@|%", *start) != NULL;
    bool quoted = formula || strpbrk(clean, ",;\"\n\t'") != NULL;
    fputs(first ? "" : ",", file);
    fputs(quoted ? "\"" : "", file);
    fputs(formula ? "'" : "", file);
    for (const char *c = clean; *c != '\0'; c++) {
        fputs(*c == '"' ? "\"" : "", file);
        fputc(*c, file);
    }
    fputs(quoted ? "\"" : "", file);
    arena_free(&arena);
}
