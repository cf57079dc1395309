#include "translations.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* What is being read: the texts of one entry so far, NULL before their keyword came. */
struct entry {
    char *context, *original, *text;
};

static void keep(struct translations *translations, struct entry *entry) {
    if (entry->original != NULL && entry->text != NULL && entry->text[0] != '\0' &&
        entry->original[0] != '\0') {
        struct po_entry *row = arena_alloc(&translations->arena, sizeof *row);
        *row = (struct po_entry){entry->context, entry->original, entry->text, translations->known};
        translations->known = row;
    }
    *entry = (struct entry){NULL, NULL, NULL};
}

/* The text between the quotes of a line, without its escapes; NULL when there is no such thing. */
static char *unquote(struct arena *arena, const char *line) {
    const char *from = strchr(line, '"'), *last = strrchr(line, '"');
    if (from == NULL || last == from) {
        return NULL;
    }
    char *text = arena_alloc(arena, (size_t)(last - from)), *to = text;
    for (from++; from < last; from++) {
        if (*from == '\\' && from + 1 < last) {
            from++;
            *to++ = *from == 'n' ? '\n' : *from;
        } else {
            *to++ = *from;
        }
    }
    return text;
}

/* Takes one line of the file; false when it is none of a .po file. */
static bool take_line(struct translations *translations, struct entry *entry, const char *line) {
    if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0') {
        return true;
    }
    char *text = unquote(&translations->arena, line);
    if (text == NULL) {
        return false;
    }
    const bool begun = entry->context != NULL && entry->original == NULL;
    if (strncmp(line, "msgctxt ", 8) == 0) {
        keep(translations, entry);
        entry->context = text;
    } else if (strncmp(line, "msgid ", 6) == 0) {
        if (!begun) {
            keep(translations, entry);
        }
        entry->original = text;
    } else if (strncmp(line, "msgstr ", 7) == 0 && entry->original != NULL) {
        entry->text = text;
    } else if (line[0] == '"' && entry->original != NULL) {
        char **part = entry->text != NULL ? &entry->text : &entry->original;
        *part = arena_printf(&translations->arena, "%s%s", *part, text);
    } else {
        return false;
    }
    return true;
}

bool translations_load(struct translations *translations, const char *path, struct error *error) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    struct entry entry = {NULL, NULL, NULL};
    char *line = NULL;
    size_t size = 0, number = 0;
    bool good = true;
    while (good && getline(&line, &size, file) >= 0) {
        number++;
        good = take_line(translations, &entry, line);
    }
    keep(translations, &entry);
    free(line);
    fclose(file);
    return good || error_set(error, "%s:%zu: expected msgid \"…\", msgstr \"…\" or a comment", path,
                             number);
}

/* `context`: "" for plain texts. */
static const struct po_entry *find(const struct po_entry *row, const char *context,
                                   const char *text) {
    while (row != NULL && (strcmp(row->context != NULL ? row->context : "", context) != 0 ||
                           strcmp(row->original, text) != 0)) {
        row = row->next;
    }
    return row;
}

const char *translations_find(const struct translations *translations, const char *text) {
    return translations_find_in(translations->known, "", text);
}

const char *translations_find_in(const struct po_entry *first, const char *context,
                                 const char *text) {
    const struct po_entry *row = find(first, context, text);
    return row != NULL ? row->text : NULL;
}

const char *translate(struct translations *translations, const char *text) {
    const char *said = translations_find(translations, text);
    if (said != NULL) {
        return said;
    }
    if (find(translations->missing, "", text) == NULL) {
        struct po_entry **end = &translations->missing;
        while (*end != NULL) {
            end = &(*end)->next;
        }
        *end = arena_alloc(&translations->arena, sizeof **end);
        **end = (struct po_entry){NULL, arena_strdup(&translations->arena, text), NULL, NULL};
    }
    return text;
}

static void write_quoted(const char *keyword, const char *text, FILE *out) {
    fprintf(out, "%s \"", keyword);
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\' || *at == '\n') {
            fputc('\\', out);
        }
        fputc(*at == '\n' ? 'n' : *at, out);
    }
    fputs("\"\n", out);
}

void translation_write(const struct po_entry *entry, FILE *out) {
    if (entry->context != NULL) {
        write_quoted("msgctxt", entry->context, out);
    }
    write_quoted("msgid", entry->original, out);
    write_quoted("msgstr", entry->text, out);
    fputc('\n', out);
}

size_t translations_missing(const struct translations *translations, FILE *out) {
    size_t count = 0;
    for (const struct po_entry *row = translations->missing; row != NULL; row = row->next) {
        translation_write(&(struct po_entry){.original = row->original, .text = ""}, out);
        count++;
    }
    return count;
}

void translations_free(struct translations *translations) {
    arena_free(&translations->arena);
    translations->known = translations->missing = NULL;
}
