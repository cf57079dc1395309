#include "variants.h"

#include "../whole_file.h"

#include <dirent.h>
#include <errno.h>
#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One file while it is read, line by line. */
struct variants_reader {
    const struct lab *lab;
    struct arena *arena;
    struct error *error;
    const char *path;
    int line;         /* number of the current one */
    const char *text; /* where the text of the change begins, which is a slice of the file */
    const char *exercise;
    struct variant *first, **tail, *variant; /* all of the lab; the one that is being read */
    struct variant_change **change_tail, *change;
    struct variant_edit **edit_tail, *edit;
};

__attribute__((format(printf, 2, 3))) static bool complain(struct variants_reader *reader,
                                                           const char *format, ...) {
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return error_set(reader->error, "%s:%d: %s", reader->path, reader->line, message);
}

bool variant_is_right(const struct variant *variant) {
    return variant->verdict == VERDICT_PASS;
}

/* Appends a line to a text of the arena. */
static void append(struct variants_reader *reader, const char **text, const char *line) {
    *text = arena_printf(reader->arena, "%s%s\n", *text, line);
}

/* ---- what stands behind === ---- */

static bool begin_exercise(struct variants_reader *reader, const char *name) {
    const char *names = "";
    for (const struct lab_exercise *e = reader->lab->exercises; e != NULL; e = e->next) {
        names = arena_printf(reader->arena, "%s%s%s", names, *names == '\0' ? "" : ", ", e->name);
    }
    reader->exercise = name;
    reader->variant = NULL;
    return lab_find_exercise(reader->lab, name) != NULL ||
           complain(reader, "lab.yaml has no exercise '%s' (it has: %s)", name, names);
}

static bool begin_variant(struct variants_reader *reader, const char *name, bool right) {
    for (const struct variant *other = reader->first; other != NULL; other = other->next) {
        if (strcmp(other->name, name) == 0) {
            return complain(reader, "the name '%s' stands in %s:%d, too", name, other->path,
                            other->line);
        }
    }
    if (!right && reader->exercise == NULL) {
        return complain(reader, "'%s' is wrong in which exercise? Write `=== exercise NAME` above",
                        name);
    }
    struct variant *variant = arena_alloc(reader->arena, sizeof *variant);
    *variant = (struct variant){.name = name,
                                .exercise = reader->exercise,
                                .verdict = right ? VERDICT_PASS : VERDICT_COUNT,
                                .path = reader->path,
                                .line = reader->line};
    *reader->tail = reader->variant = variant;
    reader->tail = &variant->next;
    reader->change_tail = &variant->changes;
    return true;
}

/* The text of a change goes to the line that begins here. */
static void end_change(struct variants_reader *reader, const char *line) {
    if (reader->change != NULL && reader->change->text != NULL) {
        reader->change->text =
            arena_printf(reader->arena, "%.*s", (int)(line - reader->text), reader->text);
    }
    reader->change = NULL;
}

/* All that a variant must have has been read. */
static bool end_variant(struct variants_reader *reader) {
    const struct variant *variant = reader->variant;
    if (variant == NULL) {
        return true;
    }
    const char *lacks =
        variant->changes == NULL            ? "`--- FILE …` with what it changes"
        : variant->verdict == VERDICT_COUNT ? "`verdict: CHECK VERDICT`"
        : variant->why == NULL && variant->says == NULL && !variant_is_right(variant)
            ? "`why:` or `says:`"
            : NULL;
    for (const struct variant_change *change = variant->changes; lacks == NULL && change != NULL;
         change = change->next) {
        lacks = change->edits == NULL && change->text == NULL ? "lines with - and +" : NULL;
    }
    return lacks == NULL || error_set(reader->error, "%s:%d: '%s' lacks %s", variant->path,
                                      variant->line, variant->name, lacks);
}

static bool read_heading(struct variants_reader *reader, const char *words) {
    char kind[16] = "", name[80] = "";
    int length = 0;
    if (sscanf(words, "%15s %79s %n", kind, name, &length) == 2 && words[length] == '\0') {
        if (!end_variant(reader)) {
            return false;
        }
        const char *own = arena_strdup(reader->arena, name);
        if (strcmp(kind, "exercise") == 0) {
            return begin_exercise(reader, own);
        }
        if (strcmp(kind, "right") == 0 || strcmp(kind, "wrong") == 0) {
            return begin_variant(reader, own, kind[0] == 'r');
        }
    }
    return complain(reader,
                    "'=== %s' is none of `=== exercise NAME`, `=== right NAME` and "
                    "`=== wrong NAME`",
                    words);
}

/* ---- what stands behind --- ---- */

static bool begin_change(struct variants_reader *reader, const char *words) {
    char file[80] = "";
    int length = 0;
    if (reader->variant == NULL || sscanf(words, "%79s %n", file, &length) < 1) {
        return complain(reader,
                        "'--- %s': a file of the lab goes here, below `=== right NAME` or "
                        "`=== wrong NAME`",
                        words);
    }
    if (!lab_names_file(reader->lab, file, strlen(file))) {
        return complain(reader, "'%s' changes '%s', which is not a file of the lab",
                        reader->variant->name, file);
    }
    const char *what = words + length;
    const bool edits = strcmp(what, "edit") == 0;
    struct variant_change *change = arena_alloc(reader->arena, sizeof *change);
    *change = (struct variant_change){
        .file = arena_strdup(reader->arena, file),
        .functions = edits || *what == '\0' ? NULL : arena_strdup(reader->arena, what),
        .text = edits ? NULL : "",
        .line = reader->line};
    *reader->change_tail = reader->change = change;
    reader->change_tail = &change->next;
    reader->edit_tail = &change->edits;
    reader->edit = NULL;
    return true;
}

static bool read_edit(struct variants_reader *reader, const char *line) {
    if (*line == '\0') {
        reader->edit = NULL;
        return true;
    }
    if (strchr("-+ ", *line) == NULL) {
        return complain(reader,
                        "'%s': a line of an edit begins with -, + or a blank, and an empty line "
                        "ends it",
                        reader->variant->name);
    }
    if (reader->edit == NULL) {
        struct variant_edit *edit = arena_alloc(reader->arena, sizeof *edit);
        *edit = (struct variant_edit){.find = "", .replace = "", .line = reader->line};
        *reader->edit_tail = reader->edit = edit;
        reader->edit_tail = &edit->next;
    }
    if (*line != '+') {
        append(reader, &reader->edit->find, line + 1);
    }
    if (*line != '-') {
        append(reader, &reader->edit->replace, line + 1);
    }
    return true;
}

/* ---- the keys ---- */

/* "race, timeout, …": the verdicts that a wrong program can get. */
static const char *wrong_verdicts(struct arena *arena) {
    const char *names = "";
    for (int v = VERDICT_PASS + 1; v < VERDICT_SKIPPED; v++) {
        names = arena_printf(arena, "%s%s%s", names, *names == '\0' ? "" : ", ",
                             verdict_name((enum verdict)v));
    }
    return names;
}

static bool read_verdict(struct variants_reader *reader, const char *value) {
    struct variant *variant = reader->variant;
    char check[80] = "", verdict[40] = "";
    int length = 0;
    if (variant_is_right(variant)) {
        return complain(reader, "'%s' is right: its verdict is pass", variant->name);
    }
    if (sscanf(value, "%79s %39s %n", check, verdict, &length) != 2 || value[length] != '\0') {
        return complain(reader, "'%s': `verdict:` needs a check and its verdict", variant->name);
    }
    variant->verdict = verdict_from_name(verdict);
    if (variant->verdict == VERDICT_COUNT || variant->verdict == VERDICT_PASS) {
        return complain(reader, "'%s': '%s' is not a verdict of a wrong program (these are: %s)",
                        variant->name, verdict, wrong_verdicts(reader->arena));
    }
    const struct lab_exercise *exercise = lab_find_exercise(reader->lab, variant->exercise);
    const char *names = "";
    for (const struct lab_check *c = exercise->checks; c != NULL; c = c->next) {
        names = arena_printf(reader->arena, "%s%s%s", names, *names == '\0' ? "" : ", ", c->name);
    }
    variant->check = arena_strdup(reader->arena, check);
    return lab_find_check(exercise, check) != NULL ||
           complain(reader, "'%s': exercise '%s' has no check '%s' (it has: %s)", variant->name,
                    variant->exercise, check, names);
}

static bool read_why(struct variants_reader *reader, const char *value) {
    reader->variant->why = arena_strdup(reader->arena, value);
    return true;
}

static bool read_says(struct variants_reader *reader, const char *value) {
    regex_t pattern;
    if (*value == '\0' || regcomp(&pattern, value, REG_EXTENDED | REG_NOSUB) != 0) {
        return complain(reader, "'%s': `says:` is no regular expression: %s", reader->variant->name,
                        value);
    }
    regfree(&pattern);
    reader->variant->says = arena_strdup(reader->arena, value);
    return true;
}

static bool read_key(struct variants_reader *reader, const char *line) {
    static const struct {
        const char *key;
        bool (*read)(struct variants_reader *reader, const char *value);
    } keys[] = {{"verdict: ", read_verdict}, {"why: ", read_why}, {"says: ", read_says}};
    if (*line == '\0' || *line == '#') {
        return true;
    }
    for (size_t i = 0; reader->variant != NULL && i < sizeof keys / sizeof *keys; i++) {
        if (strncmp(line, keys[i].key, strlen(keys[i].key)) == 0) {
            return keys[i].read(reader, line + strlen(keys[i].key));
        }
    }
    return complain(reader, "'%.40s' is none of `verdict:`, `why:` and `says:` of a program", line);
}

/* `bytes` is the line in the file, `line` a copy of it alone, the arena's. */
static bool read_line(struct variants_reader *reader, const char *bytes, const char *line) {
    const bool heading = strncmp(line, "=== ", 4) == 0, change = strncmp(line, "--- ", 4) == 0;
    if (heading || change) {
        end_change(reader, bytes);
        reader->text = bytes + strlen(line) + 1;
        return (heading ? read_heading : begin_change)(reader, line + 4);
    }
    if (reader->change == NULL) {
        return read_key(reader, line);
    }
    return reader->change->text != NULL || read_edit(reader, line);
}

/* ---- the files ---- */

static bool read_file(struct variants_reader *reader) {
    enum { LARGEST = 1 << 20 };
    size_t size;
    char *text = whole_file_in(reader->arena, reader->path, &size);
    if (text == NULL) {
        return error_set(reader->error, "%s: %s", reader->path, strerror(errno));
    }
    if (size >= LARGEST || (size > 0 && text[size - 1] != '\n')) {
        return error_set(reader->error, "%s: %s", reader->path,
                         size >= LARGEST ? "more than a MiB: split it"
                                         : "its last line is not ended");
    }
    bool good = true;
    reader->line = 0;
    reader->exercise = NULL;
    reader->variant = NULL;
    while (good && *text != '\0') {
        const size_t length = strcspn(text, "\n");
        reader->line++;
        good = read_line(reader, text, arena_printf(reader->arena, "%.*s", (int)length, text));
        text += length + 1;
    }
    end_change(reader, text);
    return good && end_variant(reader);
}

static int is_variants(const struct dirent *entry) {
    const char *ending = strrchr(entry->d_name, '.');
    return ending != NULL && ending != entry->d_name && strcmp(ending, ".variants") == 0;
}

bool variants_load(const struct lab *lab, struct arena *arena, struct variant **variants,
                   struct error *error) {
    struct variants_reader reader = {
        .lab = lab, .arena = arena, .error = error, .tail = &reader.first};
    const char *folder = arena_printf(arena, "%s/variants", lab->directory);
    struct dirent **entries;
    const int count = scandir(folder, &entries, is_variants, alphasort);
    *variants = NULL;
    if (count < 0) {
        return error_set(error, "%s: %s (make the folder; it may be empty if the lab has none yet)",
                         folder, strerror(errno));
    }
    bool good = true;
    for (int i = 0; i < count; i++) {
        reader.path = arena_printf(arena, "%s/%s", folder, entries[i]->d_name);
        good = good && read_file(&reader);
        free(entries[i]);
    }
    free(entries);
    *variants = good ? reader.first : NULL;
    return good;
}
