/* Phrases of the entries of a .po file: a row for each way in which their words can be put. */
#include "phrases.h"

#include <ctype.h>
#include <string.h>

enum { DIALECTS = 3, MOST_CHOICES = 3, LONGEST_NAME = 32 };

struct making {
    struct phrases *phrases;
    const struct translations *texts;
    struct error *error;
    int dialect;    /* the column of words that depend on it */
    unsigned many;  /* a bit for each choice: take its second half */
    int choices;    /* met so far */
    bool has_words; /* one that depends on the dialect was met */
};

/* The `column`th part of "a|b|c"; the last where there are fewer. */
static const char *part(struct arena *arena, const char *text, int column) {
    while (column-- > 0 && strchr(text, '|') != NULL) {
        text = strchr(text, '|') + 1;
    }
    return arena_printf(arena, "%.*s", (int)strcspn(text, "|"), text);
}

/* The word for {name} in the dialect, or NULL where it is a value's name; {Name} is the word at a
 * sentence's beginning. */
static const char *word_for(struct making *making, const char *name, size_t length, bool other) {
    struct arena *arena = &making->phrases->arena;
    char *key = arena_printf(arena, "{%.*s}", (int)length, name);
    key[1] = (char)tolower((unsigned char)key[1]);
    for (const struct po_entry *row = making->texts->known; row != NULL; row = row->next) {
        if (row->context != NULL && strcmp(row->context, key) == 0) {
            char *word = arena_strdup(
                arena, part(arena, other ? row->text : row->original, making->dialect));
            if (isupper((unsigned char)name[0])) {
                word[0] = (char)toupper((unsigned char)word[0]);
            }
            making->has_words = true;
            return word;
        }
    }
    return NULL;
}

/* The brace that closes the one before `text`; NULL where there is none. */
static const char *closing(const char *text) {
    for (int depth = 0; *text != '\0'; text++) {
        if (*text == '}' && depth-- == 0) {
            return text;
        }
        depth += *text == '{';
    }
    return NULL;
}

const char *phrase_bar(const char *text, const char *end) {
    int depth = 0;
    while (text < end && (depth > 0 || *text != '|')) {
        depth += (*text == '{') - (*text == '}');
        text++;
    }
    return text;
}

/* The text with its words put in, and of each {name|one|many} one half. */
static const char *expand(struct making *making, const char *text, const char *end) {
    struct arena *arena = &making->phrases->arena;
    const char *out = "";
    while (text < end) {
        const size_t plain = strcspn(text, "{");
        if (plain > 0) {
            const size_t length = plain < (size_t)(end - text) ? plain : (size_t)(end - text);
            out = arena_printf(arena, "%s%.*s", out, (int)length, text);
            text += length;
            continue;
        }
        const char *close = closing(text + 1), *bar = phrase_bar(text + 1, close);
        const size_t length = (size_t)(close - text - 1);
        const char *word = bar == close ? word_for(making, text + 1, length, false) : NULL;
        if (bar < close) {
            const char *second = phrase_bar(bar + 1, close);
            const bool many = making->many >> making->choices++ & 1;
            out = arena_printf(arena, "%s%s", out,
                               many ? expand(making, second + 1, close)
                                    : expand(making, bar + 1, second));
        } else if (word != NULL) {
            out = arena_printf(arena, "%s%s", out, word);
        } else {
            out = arena_printf(arena, "%s{%.*s}", out, (int)length, text + 1);
        }
        text = close + 1;
    }
    return out;
}

/* The other language's text with its words put in; what depends on values stays. */
static const char *put_words(struct making *making, const char *text) {
    struct arena *arena = &making->phrases->arena;
    const char *out = "";
    while (*text != '\0') {
        const size_t plain = strcspn(text, "{");
        const size_t name = text[plain] == '{' ? strcspn(text + plain + 1, "{}|") : 0;
        const char *after = text + plain + 1 + name;
        const char *word = text[plain] == '{' && *after == '}'
                               ? word_for(making, text + plain + 1, name, true)
                               : NULL;
        out = word != NULL ? arena_printf(arena, "%s%.*s%s", out, (int)plain, text, word)
                           : arena_printf(arena, "%s%.*s%s", out, (int)plain, text,
                                          text[plain] == '{' ? "{" : "");
        text = word != NULL ? after + 1 : text + plain + (text[plain] == '{');
    }
    for (const struct po_entry *row = making->texts->known; row != NULL; row = row->next) {
        const bool contract = row->context != NULL && strcmp(row->context, "contract") == 0;
        size_t done = 0; /* what stands there now may hold the same words again */
        for (const char *at; contract && (at = strstr(out + done, row->original)) != NULL;) {
            const size_t before = (size_t)(at - out);
            done = before + strlen(row->text);
            out = arena_printf(arena, "%.*s%s%s", (int)before, out, row->text,
                               at + strlen(row->original));
        }
    }
    return out;
}

/* Cuts the pattern at its values. */
static bool cut(struct making *making, struct phrase *phrase, const char *pattern) {
    struct arena *arena = &making->phrases->arena;
    while (*pattern != '\0') {
        const size_t length = strcspn(pattern, "{");
        phrase->piece[phrase->holes] = arena_printf(arena, "%.*s", (int)length, pattern);
        pattern += length;
        if (*pattern == '\0') {
            return true;
        }
        const size_t name = strcspn(++pattern, "}");
        phrase->name[phrase->holes++] = arena_printf(arena, "%.*s", (int)name, pattern);
        phrase->piece[phrase->holes] = "";
        pattern += name + 1;
        if (phrase->holes == PHRASE_HOLES) {
            return error_set(making->error, "a phrase with more than %d values: %s", PHRASE_HOLES,
                             pattern);
        }
    }
    return true;
}

static bool braces_close(const char *text) {
    for (; (text = strchr(text, '{')) != NULL; text++) {
        if (closing(text + 1) == NULL) {
            return false;
        }
    }
    return true;
}

static bool add_rows(struct making *making, const struct po_entry *entry) {
    struct phrases *phrases = making->phrases;
    if (!braces_close(entry->original) || !braces_close(entry->text)) {
        return error_set(making->error, "a brace is not closed: \"%s\"", entry->original);
    }
    for (making->dialect = 0; making->dialect < DIALECTS; making->dialect++) {
        making->choices = making->has_words = 0;
        for (making->many = 0; making->many == 0 || making->many >> making->choices == 0;
             making->many++) {
            making->choices = 0;
            struct phrase *phrase = arena_alloc(&phrases->arena, sizeof *phrase);
            *phrase = (struct phrase){.piece = {""}};
            const char *pattern =
                expand(making, entry->original, entry->original + strlen(entry->original));
            phrase->text = put_words(making, entry->text);
            if (making->choices > MOST_CHOICES || !cut(making, phrase, pattern)) {
                return error_set(making->error, "too much in one phrase: \"%s\"", entry->original);
            }
            phrases->rows[phrases->count++] = phrase;
        }
        if (!making->has_words) {
            break;
        }
    }
    return true;
}

bool phrases_make(struct phrases *phrases, const struct translations *texts, struct error *error) {
    phrases->texts = texts->known;
    struct making making = {.phrases = phrases, .texts = texts, .error = error};
    size_t entries = 0;
    for (const struct po_entry *row = texts->known; row != NULL; row = row->next) {
        entries++;
    }
    phrases->rows = arena_alloc(&phrases->arena,
                                // NOLINTNEXTLINE(bugprone-sizeof-expression): a pointer is meant
                                entries * DIALECTS * (1U << MOST_CHOICES) * sizeof *phrases->rows);
    for (const struct po_entry *row = texts->known; row != NULL; row = row->next) {
        if (row->context == NULL && !add_rows(&making, row)) {
            return false;
        }
    }
    return true;
}

void phrases_free(struct phrases *phrases) {
    arena_free(&phrases->arena);
    *phrases = (struct phrases){.rows = NULL};
}
