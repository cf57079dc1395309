#include "messages.h"

#include "../../../message_text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define SAME NULL

static const char *const patterns[MESSAGE_COUNT][SIMT_DIALECT_COUNT] = {
#define WORD(name, cuda, opencl, openmp)
#define MESSAGE(id, cuda, opencl, openmp)                                                          \
    [MESSAGE_##id] = {[SIMT_CUDA] = (cuda), [SIMT_OPENCL] = (opencl), [SIMT_OPENMP] = (openmp)},
#include "messages.def"
};

static const struct {
    const char *name;
    const char *in[SIMT_DIALECT_COUNT];
} dictionary[] = {
#define WORD(name, cuda, opencl, openmp)                                                           \
    {name, {[SIMT_CUDA] = (cuda), [SIMT_OPENCL] = (opencl), [SIMT_OPENMP] = (openmp)}},
#define MESSAGE(id, cuda, opencl, openmp)
#include "messages.def"
};

const char *message_pattern(enum simt_dialect dialect, enum message message) {
    const char *own = patterns[message][dialect];
    own = own != NULL ? own : patterns[message][SIMT_CUDA];
    return own != NULL ? own : patterns[message][SIMT_OPENMP]; /* only OpenMP has words for it */
}

const char *message_name(enum message message) {
    static const char *const names[MESSAGE_COUNT] = {
#define WORD(name, cuda, opencl, openmp)
#define MESSAGE(id, cuda, opencl, openmp) [MESSAGE_##id] = #id,
#include "messages.def"
    };
    return names[message];
}

const char *message_word(enum simt_dialect dialect, const char *name, size_t length) {
    for (size_t i = 0; i < sizeof dictionary / sizeof *dictionary; i++) {
        if (strncmp(dictionary[i].name, name, length) == 0 && dictionary[i].name[length] == '\0') {
            return dictionary[i].in[dialect];
        }
    }
    return NULL;
}

/* ---- writing --------------------------------------------------------------------------------- */

struct writing {
    char *text;
    size_t size;
    size_t length; /* written, or that would have been */
    enum simt_dialect dialect;
    const struct message_value *values;
    struct writing *apart; /* takes the values; the text then has their names. Or NULL */
};

static void put(struct writing *writing, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++, writing->length++) {
        if (writing->length + 1 < writing->size) {
            writing->text[writing->length] = text[i];
        }
    }
}

static const struct message_value *value_of(const struct writing *writing, const char *name,
                                            size_t length) {
    for (const struct message_value *value = writing->values; value != NULL && value->name != NULL;
         value++) {
        if (strncmp(value->name, name, length) == 0 && value->name[length] == '\0') {
            return value;
        }
    }
    return NULL;
}

static void put_value(struct writing *writing, const struct message_value *value) {
    static const char end = VALUE_END;
    char number[24];
    const char *text = value->text != NULL ? value->text : number;
    snprintf(number, sizeof number, "%lld", value->number);
    if (writing->apart == NULL) {
        put(writing, text, strlen(text));
        return;
    }
    put(writing, "{", 1);
    put(writing, value->name, strlen(value->name));
    put(writing, "}", 1);
    put(writing->apart, text, strlen(text));
    put(writing->apart, &end, 1);
}

/* {name}: a value, or a word of the dictionary; {Name} is the same word that begins a sentence. */
static void put_name(struct writing *writing, const char *name, size_t length) {
    const struct message_value *value = value_of(writing, name, length);
    if (value != NULL) {
        put_value(writing, value);
        return;
    }
    char small[32], first;
    size_t kept = length < sizeof small ? length : sizeof small - 1;
    snprintf(small, sizeof small, "%.*s", (int)kept, name);
    small[0] = (char)tolower((unsigned char)small[0]);
    const char *word = message_word(writing->dialect, small, kept);
    if (word == NULL) {
        put(writing, name - 1, length + 2); /* with its braces, so that it is seen */
        return;
    }
    first = small[0] == name[0] ? word[0] : (char)toupper((unsigned char)word[0]);
    put(writing, &first, 1);
    put(writing, word + 1, strlen(word + 1));
}

/* The first `mark` in [text, end) that lies outside of braces; `end` if there is none. */
static const char *find_outside(const char *text, const char *end, char mark) {
    for (int depth = 0; text < end; text++) {
        if (depth == 0 && *text == mark) {
            return text;
        }
        depth += (*text == '{') - (*text == '}');
    }
    return end;
}

static void put_pattern(struct writing *writing, const char *text, const char *end);

/* {count|one|many} */
static void put_choice(struct writing *writing, const char *name, const char *one,
                       const char *end) {
    const char *many = find_outside(one + 1, end, '|');
    const struct message_value *value = value_of(writing, name, (size_t)(one - name));
    if (value != NULL && value->number == 1) {
        put_pattern(writing, one + 1, many);
    } else if (many < end) {
        put_pattern(writing, many + 1, end);
    }
}

static void put_pattern(struct writing *writing, const char *text, const char *end) {
    while (text < end) {
        const char *brace = find_outside(text, end, '{');
        put(writing, text, (size_t)(brace - text));
        if (brace == end) {
            return;
        }
        const char *name = brace + 1, *close = find_outside(name, end, '}');
        const char *bar = find_outside(name, close, '|');
        if (bar < close) {
            put_choice(writing, name, bar, close);
        } else {
            put_name(writing, name, (size_t)(close - name));
        }
        text = close < end ? close + 1 : end;
    }
}

size_t message_write(char *text, size_t size, enum simt_dialect dialect, enum message message,
                     const struct message_value *values) {
    return message_compose(text, size, dialect, message_pattern(dialect, message), values);
}

/* Keeps what the text was made of. */
static void keep(const struct writing *written, const char *pattern) {
    enum { MOST = 2048 };
    char format[MOST], values[MOST];
    struct writing apart = {.text = values, .size = sizeof values};
    struct writing writing = *written;
    writing.text = format;
    writing.size = sizeof format;
    writing.length = 0;
    writing.apart = &apart;
    put_pattern(&writing, pattern, pattern + strlen(pattern));
    if (writing.length < MOST && apart.length < MOST) {
        format[writing.length] = values[apart.length] = '\0';
        message_keep(written->text, format, values);
    }
}

size_t message_compose(char *text, size_t size, enum simt_dialect dialect, const char *pattern,
                       const struct message_value *values) {
    struct writing writing = {.text = text, .size = size, .dialect = dialect, .values = values};
    put_pattern(&writing, pattern, pattern + strlen(pattern));
    if (size > 0) {
        text[writing.length < size ? writing.length : size - 1] = '\0';
        keep(&writing, pattern);
    }
    return writing.length;
}
