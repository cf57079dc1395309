#include "quotes.h"

#include "../arena.h"
#include "../whole_file.h"
#include "table.h"
#include "tex.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_ARGUMENTS = 5 };

struct quote_question {
    struct arena arena;
    const char *folder, *common, *language;
    const char *argument[MAX_ARGUMENTS];
    const char *optional; /* the last file of \whenmeasured: it may be missing */
    struct csv_table table;
    FILE *out;
};

/* "column", "column*N" or "column/N", then "/column" for a rate, then ":digits" for a number. */
struct measure {
    char column[64], divisor[64]; /* divisor: "" without one */
    double factor;
    int digits; /* -1: as it is written */
};

/* Copies the name that `at` begins with; returns where it ends, NULL where there is none. */
static char *read_name(char *at, char name[64]) {
    const size_t length = strcspn(at, "*/:");
    if (length == 0 || length >= 64) {
        return NULL;
    }
    memcpy(name, at, length);
    return at + length;
}

static bool read_measure(const char *text, struct measure *measure, struct error *error) {
    *measure = (struct measure){.factor = 1, .digits = -1};
    char *at = read_name((char *)text, measure->column);
    if (at != NULL && (*at == '*' || (*at == '/' && !isalpha((unsigned char)at[1])))) {
        const char *sign = at;
        const double number = strtod(sign + 1, &at);
        measure->factor = *sign == '*' ? number : 1 / number;
        if (at == sign + 1) {
            return error_set(error, "'%s' has no number or column behind '%c'", text, *sign);
        }
        measure->digits = 0;
    }
    if (at != NULL && *at == '/') {
        at = read_name(at + 1, measure->divisor);
        measure->digits = 0;
    }
    if (at == NULL) {
        return error_set(error, "'%s' names no column", text);
    }
    if (*at == ':') {
        measure->digits = (int)strtol(at + 1, &at, 10);
    }
    return (*at == '\0' && measure->digits <= 9) ||
           error_set(error, "'%s' should be COLUMN, COLUMN/NUMBER, COLUMN/COLUMN or COLUMN:DIGITS",
                     text);
}

/* A number with the language's signs: 4,240.5 and 4 240,5. */
static void put_number(FILE *out, double number, int digits, const char *language) {
    const bool french = strcmp(language, "fr") == 0;
    char text[64];
    snprintf(text, sizeof text, "%.*f", digits, number);
    const size_t whole = strcspn(text, "."), sign = text[0] == '-';
    fputs("\\ensuremath{", out);
    for (size_t i = 0; i < whole; i++) {
        if (i > sign && (whole - i) % 3 == 0) {
            fputs(french ? "\\," : "{,}", out);
        }
        fputc(text[i], out);
    }
    if (text[whole] == '.') {
        fprintf(out, "%s%s", french ? "{,}" : ".", text + whole + 1);
    }
    fputc('}', out);
}

/* The only row for which the filter holds. */
static bool only_row(const struct csv_table *table, const char *filter, size_t *row,
                     struct error *error) {
    *row = table_next(table, filter, 0);
    if (*row == 0) {
        return error_set(error, "%s has no row with %s", table->path, filter);
    }
    return table_next(table, filter, *row) == 0 ||
           error_set(error, "%s has several rows with %s: say more", table->path, filter);
}

static bool read_cell(const struct csv_table *table, size_t row, const char *name, double *number,
                      struct error *error) {
    size_t column;
    if (!table_column(table, name, &column, error)) {
        return false;
    }
    const char *cell = table_cell(table, row, column);
    char *end;
    *number = strtod(cell, &end);
    return (end != cell && *end == '\0') ||
           error_set(error, "%s: '%s' in column '%s' is not a number", table->path, cell, name);
}

static bool read_number(const struct csv_table *table, size_t row, const struct measure *measure,
                        double *number, struct error *error) {
    double divisor = 1;
    if (!read_cell(table, row, measure->column, number, error) ||
        (measure->divisor[0] != '\0' &&
         !read_cell(table, row, measure->divisor, &divisor, error))) {
        return false;
    }
    *number *= measure->factor / divisor;
    return true;
}

static bool answer_datum(struct quote_question *question, struct error *error) {
    struct measure measure;
    size_t row, column;
    if (!only_row(&question->table, question->argument[1], &row, error) ||
        !read_measure(question->argument[2], &measure, error) ||
        !table_column(&question->table, measure.column, &column, error)) {
        return false;
    }
    if (table_cell(&question->table, row, column)[0] == '\0') {
        fputs("--", question->out); /* not measured */
        return true;
    }
    if (measure.digits < 0) {
        tex_plain(question->out, table_cell(&question->table, row, column));
        return true;
    }
    double number;
    if (!read_number(&question->table, row, &measure, &number, error)) {
        return false;
    }
    put_number(question->out, number, measure.digits, question->language);
    return true;
}

static bool answer_quotient(struct quote_question *question, struct error *error) {
    const struct csv_table *table = &question->table;
    size_t one, other;
    struct measure measure;
    double dividend, divisor;
    if (!only_row(table, question->argument[1], &one, error) ||
        !only_row(table, question->argument[2], &other, error) ||
        !read_measure(question->argument[3], &measure, error) ||
        !read_number(table, one, &measure, &dividend, error) ||
        !read_number(table, other, &measure, &divisor, error)) {
        return false;
    }
    put_number(question->out, dividend * measure.factor / divisor,
               measure.digits < 0 ? 1 : measure.digits, question->language);
    return true;
}

/* Whether the row has nothing in this column: not measured. */
static bool is_empty(const struct csv_table *table, size_t row, const struct measure *measure) {
    struct error ignored;
    size_t column;
    return table_column(table, measure->column, &column, &ignored) &&
           table_cell(table, row, column)[0] == '\0';
}

static bool answer_series(struct quote_question *question, struct error *error) {
    const struct csv_table *table = &question->table;
    struct measure x, y;
    size_t points = 0;
    if (!read_measure(question->argument[2], &x, error) ||
        !read_measure(question->argument[3], &y, error)) {
        return false;
    }
    for (size_t row = 0; (row = table_next(table, question->argument[1], row)) != 0; points++) {
        double across, up;
        if (is_empty(table, row, &x) || is_empty(table, row, &y)) {
            continue;
        }
        if (!read_number(table, row, &x, &across, error) ||
            !read_number(table, row, &y, &up, error)) {
            return false;
        }
        fprintf(question->out, "(%.10g,%.10g)", across, up);
    }
    return points > 0 ||
           error_set(error, "%s has no row with %s", table->path, question->argument[1]);
}

/* {the points of one}{those of the other}. */
static bool answer_ranges(struct quote_question *question, struct error *error) {
    fputs("{", question->out);
    bool good = answer_series(question, error);
    question->argument[3] = question->argument[4];
    fputs("}{", question->out);
    good = good && answer_series(question, error);
    fputs("}", question->out);
    return good;
}

/* A speedup sheet says in its columns where it comes from. */
static bool put_machine(struct quote_question *question) {
    const struct csv_table *table = &question->table;
    static const char *const said[] = {"machine", "os"};
    bool any = false;
    for (size_t row = 1; !any && row < table->sheet.rows; row++) {
        for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
            struct error ignored;
            size_t column;
            if (table_column(table, said[i], &column, &ignored) &&
                table_cell(table, row, column)[0] != '\0') {
                fprintf(question->out, "\\provenanceline{%s: ", said[i]);
                tex_plain(question->out,
                          arena_strdup(&question->arena, table_cell(table, row, column)));
                fputs("}", question->out);
                any = true;
            }
        }
    }
    return any;
}

/* What a line of the provenance begins with, in French. */
static const struct {
    const char *english, *french;
} keys[] = {
    {"device: none", "périphérique : aucun"},
    {"device: the processor of a machine with an NVIDIA H200",
     "périphérique : le processeur d'une machine qui a un NVIDIA H200"},
    {"device: ", "périphérique : "},
    {"os: ", "système : "},
    {"driver: ", "pilote : "},
    {"command: ", "commande : "},
    {"compiler: ", "compilateur : "},
    {"host: ", "hôte : "},
    {"platform: ", "plateforme : "},
    {"build options: ", "options de compilation : "},
    {"load when it began: ", "charge au début : "},
    {"runs: ", "mesures : "},
    {"processes: ", "processus : "},
    {"200 steps, 16 threads; one thread on the CPU alone: ",
     "200 pas, 16 threads ; un thread du CPU seul : "},
    {"total: with the device's rows there and back; steps: without",
     "total : lignes du périphérique aller et retour comprises ; steps : sans elles"},
};

/* The line, its key in the handout's language. */
static const char *provenance_text(struct quote_question *question, const char *line) {
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const size_t length = strlen(keys[i].english);
        if (strcmp(question->language, "fr") == 0 && strncmp(line, keys[i].english, length) == 0) {
            return arena_printf(&question->arena, "%s%s", keys[i].french, line + length);
        }
    }
    return line;
}

static bool answer_provenance(struct quote_question *question, struct error *error) {
    const bool machine = put_machine(question);
    if (question->table.sheet.comments[0] == '\0' && !machine) {
        return error_set(error, "%s does not say where it comes from: lines that begin with # do",
                         question->table.path);
    }
    for (const char *line = question->table.sheet.comments; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        fputs("\\provenanceline{", question->out);
        char *copy = arena_printf(&question->arena, "%.*s", (int)length, line);
        tex_plain(question->out, provenance_text(question, copy));
        fputs("}", question->out);
        line += length + (line[length] == '\n');
    }
    return true;
}

/* Reads nothing: whether the file is there was seen before. */
static bool answer_when_measured(struct quote_question *question, struct error *error) {
    (void)error;
    fputs("yes", question->out);
    return true;
}

static const struct quote_row {
    const char *name;
    size_t arguments;
    bool (*answer)(struct quote_question *question, struct error *error);
} commands[] = {
    {"\\datum", 3, answer_datum},           {"\\quotient", 4, answer_quotient},
    {"\\plotseries", 4, answer_series},     {"\\ranges", 5, answer_ranges},
    {"\\provenance", 1, answer_provenance}, {"\\whenmeasured", 1, answer_when_measured},
};

/* Reads {…}{…} at `at`, behind an optional […]. */
static bool read_arguments(struct quote_question *question, const char *at, size_t count) {
    if (*at == '[') {
        at += strcspn(at, "]");
        at += *at == ']';
    }
    for (size_t i = 0; i < count; i++) {
        at += strspn(at, " \n%");
        const size_t length = *at == '{' ? strcspn(at + 1, "{}") : 0;
        if (*at != '{' || at[1 + length] != '}') {
            return false;
        }
        question->argument[i] = arena_printf(&question->arena, "%.*s", (int)length, at + 1);
        at += length + 2;
    }
    return true;
}

/* A file of data/ beside the handout, or where there is none, the kit's. */
static const char *data_path(struct quote_question *question, const char *file) {
    const char *own = arena_printf(&question->arena, "%s/data/%s", question->folder, file);
    const char *kit = arena_printf(&question->arena, "%s/data/%s", question->common, file);
    return access(own, F_OK) != 0 && access(kit, F_OK) == 0 ? kit : own;
}

static bool answer(struct quote_question *question, const struct quote_row *row, const char *at,
                   struct error *error) {
    if (!read_arguments(question, at, row->arguments)) {
        return error_set(error, "%s needs %zu arguments in braces", row->name, row->arguments);
    }
    const char *path = data_path(question, question->argument[0]);
    if (row->answer == answer_when_measured) {
        question->optional = question->argument[0];
    }
    if (question->optional != NULL && strcmp(question->optional, question->argument[0]) == 0 &&
        access(path, F_OK) != 0) {
        return true; /* TeX leaves it out */
    }
    if (!table_read(&question->table, path, &question->arena, error)) {
        return false;
    }
    fprintf(question->out, "\\lockstepfact{%s", row->name + 1);
    for (size_t i = 0; i < row->arguments; i++) {
        fprintf(question->out, "|%s", question->argument[i]);
    }
    fputs("}{", question->out);
    const bool good = row->answer(question, error);
    fputs("}\n", question->out);
    return good;
}

/* The row of the command that begins at `at`, which is a backslash. */
static const struct quote_row *command_at(const char *at) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const size_t length = strlen(commands[i].name);
        if (strncmp(at, commands[i].name, length) == 0 &&
            (at[length] == '{' || at[length] == '[')) {
            return &commands[i];
        }
    }
    return NULL;
}

static bool answer_all(struct quote_question *question, const char *text, struct error *error) {
    size_t line = 1;
    for (const char *at = text; *at != '\0'; at++) {
        line += *at == '\n';
        if (*at == '%' && (at == text || at[-1] != '\\')) {
            at += strcspn(at, "\n") - 1;
            continue;
        }
        const struct quote_row *row = *at == '\\' ? command_at(at) : NULL;
        struct error cause;
        if (row != NULL && !answer(question, row, at + strlen(row->name), &cause)) {
            return error_set(error, "line %zu: %s", line, cause.message);
        }
    }
    return true;
}

bool quotes_write(const struct handout *handout, FILE *out, struct error *error) {
    struct quote_question question = {.folder = handout->folder,
                                      .common = handout->common,
                                      .language = handout->language,
                                      .out = out};
    const char *path = arena_printf(&question.arena, "%s/%s.tex", handout->folder, handout->name);
    const char *text = whole_file_in(&question.arena, path, NULL);
    bool good = text != NULL || error_set(error, "%s: %s", path, strerror(errno));
    if (good) {
        struct error cause;
        good =
            answer_all(&question, text, &cause) || error_set(error, "%s: %s", path, cause.message);
    }
    arena_free(&question.arena);
    return good;
}
