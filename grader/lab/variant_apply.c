/* What a variant makes of a file. */
#include "variants.h"

#include "../utf8.h"

#include <ctype.h>
#include <string.h>

static const char *no_place(const struct variant *variant, int line, struct error *error,
                            const char *message) {
    error_set(error, "%s:%d: '%s': %s", variant->path, line, variant->name, message);
    return NULL;
}

/* ---- edits ---- */

/* The text without its blanks. */
static const char *squeezed(struct arena *arena, const char *text) {
    char *copy = arena_strdup(arena, text), *end = copy;
    for (; *text != '\0'; text++) {
        *end = *text;
        end += !isspace((unsigned char)*text);
    }
    *end = '\0';
    return copy;
}

/* Where these whole lines stand behind `from`, the first byte of the text or of a match; or NULL.
 */
static const char *find_lines(const char *text, const char *from, const char *lines) {
    const char *place = strstr(from, lines);
    while (place != NULL && place != text && place[-1] != '\n') {
        place = strstr(place + 1, lines);
    }
    return place;
}

static const char *edited(const struct variant *variant, const struct variant_change *change,
                          const struct variant_edit *edit, const char *text, struct arena *arena,
                          struct error *error) {
    const char *place = *edit->find == '\0' ? NULL : find_lines(text, text, edit->find);
    const bool twice = place != NULL && find_lines(text, place + 1, edit->find) != NULL;
    if (strcmp(edit->find, edit->replace) == 0) {
        return no_place(variant, edit->line, error, "this edit changes nothing");
    }
    if (place == NULL || twice) {
        const char *line = edit->find + strspn(edit->find, " ");
        const bool blanks = !twice && *edit->find != '\0' &&
                            strstr(squeezed(arena, text), squeezed(arena, edit->find)) != NULL;
        return no_place(variant, edit->line, error,
                        arena_printf(arena, "'%s' occurs %s as whole lines in the solution's %s%s",
                                     utf8_line(arena, arena_printf(arena, "%.*s",
                                                                   (int)strcspn(line, "\n"), line)),
                                     twice ? "more than once" : "nowhere", change->file,
                                     twice    ? "; take more lines, so that it is one place"
                                     : blanks ? ", except with other blanks"
                                              : ""));
    }
    return arena_printf(arena, "%.*s%s%s", (int)(place - text), text, edit->replace,
                        place + strlen(edit->find));
}

/* ---- functions ---- */

/* Is a function of this name defined in a unit: does its name stand before the first brace, with a
 * parenthesis behind it? */
static bool defines(const char *unit, size_t size, const char *name, size_t length) {
    const char *brace = memchr(unit, '{', size);
    if (brace == NULL) {
        return false;
    }
    for (const char *at = unit; at + length < brace; at++) {
        if (strncmp(at, name, length) == 0 && at[length] == '(' &&
            (at == unit || strchr(" *\n", at[-1]) != NULL)) {
            return true;
        }
    }
    return false;
}

/* The bytes of the unit that begins here: a line that is no part of one, or all lines of a
 * function, a type or a declaration, which begin in the first column. */
static size_t unit_size(const char *text, bool *whole) {
    *whole = strchr(" \t#}*/\n", *text) == NULL;
    const char *at = text;
    bool brace = false;
    while (*at != '\0') {
        const size_t length = strcspn(at, "\n");
        const char *end = at + length;
        brace = brace || memchr(at, '{', length) != NULL;
        const bool ends = !*whole || *at == '}' || (!brace && length > 0 && end[-1] == ';');
        at = end + (*end == '\n');
        if (ends) {
            break;
        }
    }
    return (size_t)(at - text);
}

/* The names that a unit defines, removed from those that are still looked for. */
static bool takes_place(const char *unit, size_t size, char *names) {
    bool found = false;
    for (char *name = names; *name != '\0';) {
        name += strspn(name, " ");
        const size_t length = strcspn(name, " ");
        if (length > 0 && defines(unit, size, name, length)) {
            memset(name, ' ', length);
            found = true;
        }
        name += length;
    }
    return found;
}

static const char *with_functions(const struct variant *variant,
                                  const struct variant_change *change, const char *text,
                                  struct arena *arena, struct error *error) {
    char *names = arena_strdup(arena, change->functions);
    char *result = arena_alloc(arena, strlen(text) + strlen(change->text) + 1), *end = result;
    bool placed = false;
    while (*text != '\0') {
        bool whole;
        const size_t size = unit_size(text, &whole);
        if (!whole || !takes_place(text, size, names)) {
            end = mempcpy(end, text, size);
        } else if (!placed) {
            end = stpcpy(end, change->text);
            placed = true;
        }
        text += size;
    }
    const char *missing = names + strspn(names, " ");
    return *missing == '\0'
               ? result
               : no_place(variant, change->line, error,
                          arena_printf(arena, "the solution's %s has no function %.*s",
                                       change->file, (int)strcspn(missing, " "), missing));
}

const char *variant_apply(const struct variant *variant, const struct variant_change *change,
                          const char *text, struct arena *arena, struct error *error) {
    const char *result = change->functions == NULL && change->edits == NULL ? change->text : text;
    if (change->functions != NULL) {
        result = with_functions(variant, change, text, arena, error);
    }
    for (const struct variant_edit *edit = change->edits; result != NULL && edit != NULL;
         edit = edit->next) {
        result = edited(variant, change, edit, result, arena, error);
    }
    if (result != NULL && strcmp(result, text) == 0) {
        return no_place(variant, change->line, error, "this changes nothing");
    }
    return result;
}
