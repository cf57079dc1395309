#include "sheet.h"

#include "utf8.h"

#include <csv.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 16 << 20, MOST_CELLS = 1 << 20 };

struct sheet_reader {
    struct sheet *table;
    const char *path;
    size_t line, in_row, capacity, cells, row_capacity;
    bool comments; /* lines that begin with # may still come */
    char named;    /* the separator, where the first line names one for Excel; or NUL */
    struct csv_parser parser;
    size_t uneven, uneven_cells; /* line and cells of the first row not as long as the header */
};

/* Room for one more of what takes `size` bytes, in an array that doubles when it is full. */
static void *grow(struct arena *arena, void *array, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) {
        return array;
    }
    *capacity = *capacity == 0 ? 256 : 2 * *capacity;
    void *more = arena_alloc(arena, *capacity * size);
    if (count > 0) {
        memcpy(more, array, count * size);
    }
    return more;
}

static void take_cell(void *text, size_t length, void *context) {
    struct sheet_reader *reader = context;
    struct sheet *table = reader->table;
    if (reader->cells == MOST_CELLS) {
        return;
    }
    table->cells =
        grow(&table->arena, table->cells, reader->cells, &reader->capacity, sizeof *table->cells);
    char *copy = arena_alloc(&table->arena, length + 1);
    memcpy(copy, text, length);
    table->cells[reader->cells++] = copy;
    reader->in_row++;
}

static void take_row(int end, void *context) {
    (void)end;
    struct sheet_reader *reader = context;
    struct sheet *table = reader->table;
    if (table->rows == 0) {
        table->columns = reader->in_row;
    }
    if (reader->uneven == 0 && reader->in_row != table->columns) {
        reader->uneven = reader->line;
        reader->uneven_cells = reader->in_row;
    }
    if (reader->uneven == 0) {
        table->lines = grow(&table->arena, table->lines, table->rows, &reader->row_capacity,
                            sizeof *table->lines);
        table->lines[table->rows++] = reader->line;
    }
    reader->in_row = 0;
}

/* The cells with anything in them, in a line of the text. */
static size_t filled_cells(const char *line) {
    size_t count = 0;
    for (bool was_filled = false; *line != '\0' && *line != '\n'; line++) {
        const bool separates = strchr(",;\t", *line) != NULL;
        const bool fills = !separates && strchr("\" \r", *line) == NULL;
        count += fills && !was_filled;
        was_filled = !separates && (was_filled || fills);
    }
    return count;
}

/* The lines before the header: Sakai's table begins with the title and the kind of grade, and an
 * empty line. 0 where the header is the first. */
static size_t title_lines(const char *text) {
    const char *second = strchr(text, '\n');
    const char *third = second != NULL ? strchr(second + 1, '\n') : NULL;
    return third != NULL && filled_cells(second + 1) == 0 &&
                   filled_cells(third + 1) > filled_cells(text)
               ? 2
               : 0;
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

/* The separator that the line names for Excel, as in "sep=;"; NUL where it is another line. */
static char named_separator(const char *line, size_t size) {
    const bool is_named = size > 4 && strncasecmp(line, "sep=", 4) == 0;
    return is_named && 5 + strspn(line + 5, "\r\n") >= size ? line[4] : '\0';
}

static bool parse_failed(struct sheet_reader *reader, struct error *error) {
    /* libcsv names its own rule where the reader's mistake is always the same. */
    const int why = csv_error(&reader->parser);
    return error_set(error, "%s:%zu: %s", reader->path, reader->line,
                     why == CSV_EPARSE
                         ? "a '\"' opens a cell or stands in one: in a cell with quotes "
                           "around it each '\"' is written twice, and the last one ends it"
                         : csv_strerror(why));
}

/* What spreadsheets offer beside text. */
static bool refuse_document(const struct sheet_reader *reader, const char *text,
                            struct error *error) {
    static const char zip[] = "PK\x03\x04", old[] = "\xd0\xcf\x11\xe0"; /* .xlsx or .ods; .xls */
    const bool is_document =
        strncmp(text, zip, strlen(zip)) == 0 || strncmp(text, old, strlen(old)) == 0;
    return !is_document ||
           error_set(error, "%s is a spreadsheet document: save it as CSV, in UTF-8", reader->path);
}

/* Old spreadsheets write letters with accents as a byte each: such names would fit nobody. */
static bool refuse_other_letters(const struct sheet_reader *reader, const char *line, size_t size,
                                 struct error *error) {
    return utf8_valid(line, size) ||
           error_set(error, "%s:%zu: not UTF-8; save it as \"CSV UTF-8\", or " UTF8_CONVERT,
                     reader->path, reader->line);
}

static bool parse_line(struct sheet_reader *reader, const char *line, size_t size,
                       struct error *error) {
    struct sheet *table = reader->table;
    reader->line++;
    if (!refuse_other_letters(reader, line, size, error)) {
        return false;
    }
    if (reader->line == 1 && strncmp(line, UTF8_MARK, sizeof UTF8_MARK - 1) == 0) {
        line += 3, size -= 3;
    }
    if (reader->line == 1 && (reader->named = named_separator(line, size)) != '\0') {
        return true;
    }
    if (reader->comments && line[0] == '#') {
        const char *text = line + 1 + strspn(line + 1, " ");
        table->comments =
            arena_printf(&table->arena, "%s%s%.*s", table->comments,
                         table->comments[0] == '\0' ? "" : "\n", (int)strcspn(text, "\r\n"), text);
        return true;
    }
    reader->comments = false;
    if (table->rows == 0) {
        csv_set_delim(&reader->parser,
                      reader->named != '\0' ? (unsigned char)reader->named : separator(line));
    }
    if (csv_parse(&reader->parser, line, size, take_cell, take_row, reader) != size) {
        return parse_failed(reader, error);
    }
    return true;
}

/* All of the file and a NUL, for free(); NULL with an error where it is larger than a table can be,
 * or a device that never ends. */
static char *read_text(const struct sheet_reader *reader, FILE *file, size_t *size,
                       struct error *error) {
    char *text = malloc(LARGEST + 2);
    if (text == NULL) {
        error_set(error, "out of memory");
        return NULL;
    }
    *size = fread(text, 1, LARGEST + 1, file);
    text[*size] = '\0';
    if (!ferror(file) && *size <= LARGEST) {
        return text;
    }
    if (ferror(file)) {
        error_set(error, "%s: %s", reader->path, strerror(errno));
    } else {
        error_set(error, "%s is larger than %d MiB", reader->path, LARGEST >> 20);
    }
    free(text);
    return NULL;
}

/* The text as UTF-8: as it is, or from UTF-16, which Excel calls "Unicode Text", and in which
 * Blackboard exports its grades; then it is the table's. NULL with an error where it is neither. */
static const char *decode(const struct sheet_reader *reader, const char *text, size_t *size,
                          struct error *error) {
    const unsigned char *mark = (const unsigned char *)text;
    if (*size < 2 || (mark[0] & mark[1]) != 0xfe || (mark[0] ^ mark[1]) != 1) {
        if (memchr(text, '\0', *size) == NULL) {
            return text;
        }
        error_set(error, "%s is not a text: save the table as CSV, in UTF-8", reader->path);
        return NULL;
    }
    const char *decoded = utf8_from_utf16(&reader->table->arena, text, *size);
    if (decoded == NULL) {
        error_set(error, "%s is damaged UTF-16: save the table as CSV, in UTF-8", reader->path);
        return NULL;
    }
    *size = strlen(decoded);
    return decoded;
}

/* All lines; the rows are counted when this returns. */
static bool parse_file(struct sheet_reader *reader, FILE *file, struct error *error) {
    size_t size;
    char *bytes = read_text(reader, file, &size, error);
    const char *text = bytes != NULL && refuse_document(reader, bytes, error)
                           ? decode(reader, bytes, &size, error)
                           : NULL;
    bool good = text != NULL;
    const size_t title = good ? title_lines(text) : 0;
    reader->table->titled = title > 0;
    for (size_t at = 0; good && at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        const size_t length = end != NULL ? (size_t)(end - text) + 1 - at : size - at;
        if (reader->line < title) {
            reader->line++;
        } else {
            good = parse_line(reader, text + at, length, error);
        }
        at += length;
    }
    free(bytes);
    if (good && csv_fini(&reader->parser, take_cell, take_row, reader) != 0) {
        return parse_failed(reader, error);
    }
    return good;
}

bool sheet_read(struct sheet *table, const char *path, bool comments, struct error *error) {
    *table = (struct sheet){.comments = ""};
    struct sheet_reader reader = {.table = table, .path = path, .comments = comments};
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    bool good = csv_init(&reader.parser, CSV_STRICT | CSV_STRICT_FINI) == 0 ||
                error_set(error, "out of memory");
    good = good && parse_file(&reader, file, error);
    csv_free(&reader.parser);
    fclose(file);
    if (good && reader.uneven > 0) {
        good =
            error_set(error,
                      "%s:%zu: %zu cells, but the first line has %zu (one with a '%c' in it must "
                      "stand in double quotes)",
                      path, reader.uneven, reader.uneven_cells, table->columns,
                      csv_get_delim(&reader.parser));
    }
    good = good && (table->rows > 0 || error_set(error, "%s is empty", path));
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
        /* PHP, and so Moodle, takes \" for no end of a cell, and half the table for its text. */
        fputs(quoted && *c == '\\' && (c[1] == '"' || c[1] == '\0') ? " " : "", file);
    }
    fputs(quoted ? "\"" : "", file);
    arena_free(&arena);
}
