/* Says what messages have made in the other language. */
#include "../message_text.h"
#include "phrases.h"

#include <ctype.h>
#include <stdlib.h>

struct phrase_value {
    const char *at;   /* in English */
    const char *text; /* as it will be said */
};

/* Values that hold parts of sentences, or whole ones, by their names between commas. All others
 * stay as they are: a variable may be called "read". */
static const char spoken[] = ",access,array,check,clause,clauses,elsewhere,fact,finding,held,held "
                             "too,item,kind,list,lock,me,"
                             "message,mine,other,place,rest,result,said,sentence,state,team,theirs,"
                             "there,title,what,when,who,why,";

static bool is_spoken(const char *name, const char *value) {
    const size_t length = strlen(name);
    const char *at = strstr(spoken, name);
    while (at != NULL && (at == spoken || at[-1] != ',' || at[length] != ',')) {
        at = strstr(at + 1, name);
    }
    /* An array may be "the memory allocated", or a variable, whose name no language changes. */
    return at != NULL && (strcmp(name, "array") != 0 || strchr(value, ' ') != NULL);
}

const char *phrases_number(struct arena *arena, const char *points) {
    char *text = arena_strdup(arena, points);
    for (char *at = strchr(text, '.'); at != NULL; at = strchr(at + 1, '.')) {
        if (isdigit((unsigned char)at[1]) != 0) {
            *at = ',';
        }
    }
    return text;
}

static const struct phrase_value *value_named(const struct phrase *phrase,
                                              const struct phrase_value *values, const char *name,
                                              size_t length) {
    for (size_t i = 0; i < phrase->holes; i++) {
        if (strncmp(phrase->name[i], name, length) == 0 && phrase->name[i][length] == '\0') {
            return &values[i];
        }
    }
    return NULL;
}

/* French takes the plural from 2 on, and for a shape such as "(3, 2, 1)". */
static bool is_many(const struct phrase_value *value) {
    return value != NULL && (*value->at == '(' || strtoull(value->at, NULL, 10) >= 2);
}

static const char *compose(struct arena *arena, const struct phrase *phrase,
                           const struct phrase_value *values, const char *text, const char *end) {
    const char *out = "";
    while (text < end) {
        size_t plain = strcspn(text, "{");
        plain = plain < (size_t)(end - text) ? plain : (size_t)(end - text);
        out = arena_printf(arena, "%s%.*s", out, (int)plain, text);
        text += plain;
        if (text >= end) {
            break;
        }
        const char *name = ++text;
        const size_t length = strcspn(name, "|}");
        const struct phrase_value *value = value_named(phrase, values, name, length);
        if (name[length] == '}') {
            out = arena_printf(arena, "%s%s", out, value != NULL ? value->text : "");
            text = name + length + 1;
            continue;
        }
        const char *one = name + length + 1, *bar = phrase_bar(one, end), *close = bar + 1;
        for (int depth = 0; close < end && (depth > 0 || *close != '}'); close++) {
            depth += (*close == '{') - (*close == '}');
        }
        out = arena_printf(arena, "%s%s", out,
                           is_many(value) ? compose(arena, phrase, values, bar + 1, close)
                                          : compose(arena, phrase, values, one, bar));
        text = close + 1;
    }
    return out;
}

static const char *find_fixed(const struct phrases *phrases, const struct translations *plain,
                              const char *text) {
    const char *said = plain != NULL ? translations_find(plain, text) : NULL;
    for (size_t i = 0; said == NULL && i < phrases->count; i++) {
        const struct phrase *row = phrases->rows[i];
        said = row->holes == 0 && strcmp(row->piece[0], text) == 0 ? row->text : NULL;
    }
    return said;
}

/* How well the format fits: 0 where it has other words, or no value where the phrase has one; 2
 * where its values have these names, too. */
static int fit(const struct phrase *phrase, const char *format) {
    int fits = 2;
    for (size_t hole = 0;; hole++) {
        for (const char *c = phrase->piece[hole]; *c != '\0'; c++, format++) {
            if (*format != *c || (*format == '%' && *++format != '%')) {
                return 0;
            }
        }
        const char *behind = *format == '{' ? format + strcspn(format, "}") + 1
                             : *format == '%' && format[1] != '%' ? format_behind(format)
                                                                  : format;
        if (hole == phrase->holes || behind == format) {
            return hole == phrase->holes && *format == '\0' ? fits : 0;
        }
        const size_t length = strlen(phrase->name[hole]);
        if (strncmp(format + 1, phrase->name[hole], length) != 0 || format[length + 1] != '}') {
            fits = 1;
        }
        format = behind;
    }
}

static const char *print(const struct phrases *phrases, const struct translations *plain,
                         struct arena *arena, const struct phrase *phrase, const char *at) {
    struct phrase_value values[PHRASE_HOLES] = {0};
    for (size_t i = 0; i < phrase->holes; i++) {
        const char *name = phrase->name[i];
        const int length = (int)strcspn(at, (const char[]){VALUE_END, '\0'});
        values[i].at = values[i].text = arena_printf(arena, "%.*s", length, at);
        at += length + (at[length] != '\0');
        const char *said = strcmp(name, "verdict") == 0
                               ? translations_find_in(phrases->texts, "verdict", values[i].at)
                           : is_spoken(name, values[i].at)
                               ? phrases_say(phrases, plain, arena, values[i].at)
                           : strstr(name, "points") != NULL ? phrases_number(arena, values[i].at)
                                                            : NULL;
        values[i].text = said != NULL ? said : values[i].at;
    }
    return compose(arena, phrase, values, phrase->text, phrase->text + strlen(phrase->text));
}

const char *phrases_print(const struct phrases *phrases, const struct translations *plain,
                          struct arena *arena, const char *format, const char *values) {
    const struct phrase *best = NULL;
    int fits = 0;
    for (size_t i = 0; i < phrases->count && fits < 2; i++) {
        const int own = fit(phrases->rows[i], format);
        best = own > fits ? phrases->rows[i] : best;
        fits = own > fits ? own : fits;
    }
    return best != NULL ? print(phrases, plain, arena, best, values) : NULL;
}

const char *phrases_say(const struct phrases *phrases, const struct translations *plain,
                        struct arena *arena, const char *text) {
    struct message_made made;
    const char *said = find_fixed(phrases, plain, text);
    const size_t length = strcspn(text, "\n");
    if (said == NULL && message_find(text, &made)) {
        said = phrases_print(phrases, plain, arena, made.format, made.values);
    } else if (said == NULL && text[length] != '\0') { /* line by line */
        const char *line = arena_printf(arena, "%.*s", (int)length, text);
        const char *first = phrases_say(phrases, plain, arena, line),
                   *rest = phrases_say(phrases, plain, arena, text + length + 1);
        said = arena_printf(arena, "%s\n%s", first != NULL ? first : line,
                            rest != NULL ? rest : text + length + 1);
    }
    return said;
}
