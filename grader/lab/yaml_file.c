#include "yaml_file.h"

#include "../utf8.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LARGEST_FILE = 1 << 20, LONGEST_NAME = 63 };

/* libyaml tells where bytes are no text by their number only. */
static size_t line_of(FILE *stream, size_t offset) {
    size_t line = 1;
    rewind(stream);
    for (int c; offset > 0 && (c = getc(stream)) != EOF; offset--) {
        line += c == '\n';
    }
    return line;
}

/* What libyaml's message most often means in a lab's file; "" where it says enough. */
static const char *remedy(const char *problem) {
    static const struct {
        const char *problem, *remedy;
    } rows[] = {
        {"mapping values are not allowed", ": a text with a colon in it must stand in quotes"},
        {"cannot start any token", ": a text that begins so needs quotes; write blanks for a tab"},
        {"did not find expected key", ": is this line indented as its neighbours are?"},
        {"did not find expected '-'", ": is this line indented as its neighbours are?"},
        {"<document start>", ": this follows '...', which ends a document"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strstr(problem, rows[i].problem) != NULL) {
            return rows[i].remedy;
        }
    }
    return "";
}

static bool complain_unreadable(const struct yaml_file *file, const yaml_parser_t *parser,
                                FILE *stream, struct error *error) {
    const char *problem = parser->problem != NULL ? parser->problem : "unreadable";
    if (parser->error == YAML_READER_ERROR && parser->problem_value != -1) {
        const size_t line = line_of(stream, parser->problem_offset);
        return strstr(problem, "control") != NULL
                   ? error_set(error, "%s:%zu: a control character (code %d): remove it",
                               file->path, line, parser->problem_value)
                   : error_set(error, "%s:%zu: not UTF-8; save it as UTF-8, or " UTF8_CONVERT,
                               file->path, line);
    }
    return error_set(error, "%s:%zu: not YAML: %s%s", file->path, parser->problem_mark.line + 1,
                     problem, remedy(problem));
}

/* Nobody would read what follows the first document. */
static bool refuse_second(const struct yaml_file *file, yaml_parser_t *parser, FILE *stream,
                          struct error *error) {
    yaml_document_t second;
    if (!yaml_parser_load(parser, &second)) {
        return complain_unreadable(file, parser, stream, error);
    }
    const bool good = yaml_document_get_root_node(&second) == NULL ||
                      error_set(error,
                                "%s:%zu: a second document begins here; only the first is read: "
                                "remove this line, or what follows",
                                file->path, second.start_mark.line + 1);
    yaml_document_delete(&second);
    return good;
}

/* Is the value read as the tag says? libyaml gives a tag to all nodes. */
static bool is_plain_tag(const char *tag) {
    static const char *const plain[] = {"str", "int", "float", "bool", "null", "seq", "map"};
    static const char begin[] = "tag:yaml.org,2002:";
    bool found = false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        found = found || (strncmp(tag, begin, sizeof begin - 1) == 0 &&
                          strcmp(tag + sizeof begin - 1, plain[i]) == 0);
    }
    return found;
}

/* What would be read otherwise than it is meant: the bytes of a !!binary, an own tag, and what
 * no terminal shows. */
static bool refuse_strange(struct yaml_file *file, struct error *error) {
    const yaml_document_t *document = &file->document;
    bool good = true;
    for (const yaml_node_t *node = document->nodes.start; good && node < document->nodes.top;
         node++) {
        const char *text = yaml_scalar(node);
        if (!is_plain_tag((const char *)node->tag)) {
            good = yaml_complain(file, node, error, "the tag <%s> is not read here: leave it out",
                                 (const char *)node->tag);
        }
        for (; good && text != NULL && *text != '\0'; text++) {
            if (iscntrl((unsigned char)*text) && *text != '\n' && *text != '\t') {
                good = yaml_complain(file, node, error,
                                     "a control character (code %d) in a text: remove it", *text);
            }
        }
    }
    return good;
}

/* libyaml's emitter releases a %YAML line that it was given, and so would yaml_document_delete. */
static void forget_version(yaml_document_t *document) {
    free(document->version_directive);
    document->version_directive = NULL;
}

static bool parse(struct yaml_file *file, FILE *stream, struct error *error) {
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) {
        return error_set(error, "%s: out of memory", file->path);
    }
    yaml_parser_set_input_file(&parser, stream);
    bool good = yaml_parser_load(&parser, &file->document) ||
                complain_unreadable(file, &parser, stream, error);
    if (good) {
        forget_version(&file->document);
        good = refuse_strange(file, error) && refuse_second(file, &parser, stream, error);
        if (!good) {
            yaml_document_delete(&file->document);
        }
    }
    yaml_parser_delete(&parser);
    return good;
}

bool yaml_file_open(struct yaml_file *file, const char *path, struct arena *arena,
                    struct error *error) {
    file->path = arena_strdup(arena, path);
    file->arena = arena;
    FILE *stream = fopen(path, "rbe");
    struct stat status;
    if (stream == NULL || fstat(fileno(stream), &status) != 0) {
        error_set(error, "%s: %s", path, strerror(errno));
        if (stream != NULL) {
            fclose(stream);
        }
        return false;
    }
    bool good = S_ISREG(status.st_mode) && status.st_size <= LARGEST_FILE;
    if (!good) {
        error_set(error, "%s: not a plain file of at most 1 MiB", path);
    } else {
        good = parse(file, stream, error);
    }
    fclose(stream);
    if (good && yaml_file_root(file) == NULL) {
        yaml_document_delete(&file->document);
        return error_set(error, "%s:1: %s", path,
                         status.st_size == 0 ? "the file is empty"
                                             : "the file holds nothing, or comments only");
    }
    return good;
}

void yaml_file_close(struct yaml_file *file) {
    yaml_document_delete(&file->document);
}

yaml_node_t *yaml_file_root(struct yaml_file *file) {
    return yaml_document_get_root_node(&file->document);
}

int yaml_line(const yaml_node_t *node) {
    return (int)node->start_mark.line + 1;
}

bool yaml_complain(const struct yaml_file *file, const yaml_node_t *node, struct error *error,
                   const char *format, ...) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *c = text; *c != '\0'; c++) {
        *c = *c == '\n' || *c == '\r' ? ' ' : *c; /* what is quoted may have several lines */
    }
    return error_set(error, "%s:%d: %s", file->path, yaml_line(node), text);
}

bool yaml_is_name(const char *name) {
    static const char characters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-";
    return strspn(name, characters) == strlen(name) && strchr(".-", name[0]) == NULL;
}

const char *yaml_scalar(const yaml_node_t *node) {
    return node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

yaml_node_t *yaml_item(struct yaml_file *file, yaml_node_t *list, size_t index) {
    size_t count = (size_t)(list->data.sequence.items.top - list->data.sequence.items.start);
    return index < count
               ? yaml_document_get_node(&file->document, list->data.sequence.items.start[index])
               : NULL;
}

bool yaml_pair(struct yaml_file *file, yaml_node_t *map, size_t index, yaml_node_t **key,
               yaml_node_t **value) {
    size_t count = (size_t)(map->data.mapping.pairs.top - map->data.mapping.pairs.start);
    if (index >= count) {
        return false;
    }
    *key = yaml_document_get_node(&file->document, map->data.mapping.pairs.start[index].key);
    *value = yaml_document_get_node(&file->document, map->data.mapping.pairs.start[index].value);
    return true;
}

yaml_node_t *yaml_value(struct yaml_file *file, yaml_node_t *map, const char *key) {
    yaml_node_t *name, *value;
    for (size_t i = 0; yaml_pair(file, map, i, &name, &value); i++) {
        if (yaml_scalar(name) != NULL && strcmp(yaml_scalar(name), key) == 0) {
            return value;
        }
    }
    return NULL;
}

/* Decimal number with at most two places, in hundredths. */
static bool parse_points(const char *text, int64_t *points) {
    char *end;
    errno = 0;
    if (!isdigit((unsigned char)text[0])) {
        return false;
    }
    long long whole = strtoll(text, &end, 10);
    int64_t hundredths = 0;
    if (*end == '.') {
        const char *places = end + 1;
        size_t count = strspn(places, "0123456789");
        if (count < 1 || count > 2 || places[count] != '\0') {
            return false;
        }
        hundredths = (places[0] - '0') * 10 + (count == 2 ? places[1] - '0' : 0);
    } else if (*end != '\0') {
        return false;
    }
    if (errno != 0 || whole > 1000000) {
        return false;
    }
    *points = whole * 100 + hundredths;
    return true;
}

static bool parse_number(const char *text, size_t *number) {
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 10);
    return isdigit((unsigned char)text[0]) && *end == '\0' && errno == 0;
}

/* Writes the value to where the field wants it; false where it is of another type. */
static bool take_value(struct yaml_file *file, yaml_node_t *value, const struct yaml_field *field) {
    static const yaml_node_type_t nodes[] = {[YAML_SCALAR] = YAML_SCALAR_NODE,
                                             [YAML_LIST] = YAML_SEQUENCE_NODE,
                                             [YAML_MAP] = YAML_MAPPING_NODE};
    const char *text = yaml_scalar(value);
    bool good = text != NULL && text[0] != '\0';
    switch (field->type) {
    case YAML_SCALAR:
    case YAML_LIST:
    case YAML_MAP:
        *(yaml_node_t **)field->target = value;
        return value->type == nodes[field->type];
    case YAML_POINTS:
        return good && parse_points(text, field->target);
    case YAML_NUMBER:
        return good && parse_number(text, field->target);
    case YAML_FLAG:
        good = good && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0);
        *(bool *)field->target = good && text[0] == 't';
        return good;
    case YAML_NAME:
        good = good && yaml_is_name(text) && strlen(text) <= LONGEST_NAME;
        break;
    case YAML_LINE:
        good = good && text[strspn(text, " ")] != '\0' && strpbrk(text, "\n\r\t") == NULL;
        break;
    case YAML_TEXT:
        break;
    }
    good = good && strlen(text) == value->data.scalar.length; /* a NUL would cut it */
    *(const char **)field->target = good ? arena_strdup(file->arena, text) : NULL;
    return good;
}

static bool read_value(struct yaml_file *file, yaml_node_t *value, const struct yaml_field *field,
                       const char *what, struct error *error) {
    static const char *const must_be[] = {
        [YAML_TEXT] = "a text",
        [YAML_LINE] = "a text in one line",
        [YAML_NUMBER] = "a whole number",
        [YAML_POINTS] = "a number from 0 with at most two decimals, such as 7.5",
        [YAML_FLAG] = "true or false",
        [YAML_SCALAR] = "a text",
        [YAML_LIST] = "a list",
        [YAML_MAP] = "a mapping"};
    const char *text = yaml_scalar(value);
    if (take_value(file, value, field)) {
        return true;
    }
    if (field->type == YAML_NAME) {
        return yaml_complain(file, value, error,
                             "%s '%s': a name of letters, digits, '_', '-' and '.', of at most %d "
                             "characters",
                             what, text != NULL ? text : "", LONGEST_NAME);
    }
    return yaml_complain(file, value, error, "%s: key '%s' must be %s", what, field->key,
                         must_be[field->type]);
}

static const struct yaml_field *find_field(const struct yaml_field *fields, size_t count,
                                           const char *key) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(fields[i].key, key) == 0) {
            return &fields[i];
        }
    }
    return NULL;
}

static bool complain_unknown(struct yaml_file *file, yaml_node_t *key, const char *what,
                             const struct yaml_field *fields, size_t count, struct error *error) {
    char known[256] = "";
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(known);
        snprintf(known + length, sizeof known - length, "%s%s", i == 0 ? "" : ", ", fields[i].key);
    }
    const char *text = yaml_scalar(key);
    return yaml_complain(file, key, error, "%s: unknown key '%s' (known here: %s)", what,
                         text != NULL ? text : "?", known);
}

/* Names the keys that such a mapping needs: "{name: …, from: …}". */
static bool complain_no_map(struct yaml_file *file, yaml_node_t *node, const char *what,
                            const struct yaml_field *fields, size_t count, struct error *error) {
    char needed[256] = "";
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(needed);
        if (fields[i].required) {
            snprintf(needed + length, sizeof needed - length, "%s%s: …", length == 0 ? "" : ", ",
                     fields[i].key);
        }
    }
    return yaml_complain(file, node, error, "%s must be a mapping such as {%s}", what,
                         *needed != '\0' ? needed : "key: value");
}

bool yaml_read_map(struct yaml_file *file, yaml_node_t *node, const char *what,
                   const struct yaml_field *fields, size_t count, struct error *error) {
    if (node->type != YAML_MAPPING_NODE) {
        return complain_no_map(file, node, what, fields, count, error);
    }
    uint64_t seen = 0;
    yaml_node_t *key, *value;
    for (size_t i = 0; yaml_pair(file, node, i, &key, &value); i++) {
        const char *name = yaml_scalar(key);
        const struct yaml_field *field = name != NULL ? find_field(fields, count, name) : NULL;
        if (field == NULL) {
            return complain_unknown(file, key, what, fields, count, error);
        }
        if (seen & (UINT64_C(1) << (field - fields))) {
            return yaml_complain(file, key, error, "%s: key '%s' is there twice", what, name);
        }
        seen |= UINT64_C(1) << (field - fields);
        if (!read_value(file, value, field, what, error)) {
            return false;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (fields[i].required && !(seen & (UINT64_C(1) << i))) {
            return yaml_complain(file, node, error, "%s: key '%s' is missing", what, fields[i].key);
        }
    }
    return true;
}
