#include "message_text.h"
#include "arena.h"

#include <pthread.h>
#include <stdint.h>

enum { BUCKETS = 4096 };

static struct kept {
    struct message_made made;
    const char *text;
    struct kept *next;
} * buckets[BUCKETS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct arena arena; /* as long as the process */

static struct kept **place_of(const char *text) {
    uint32_t hash = 2166136261; /* FNV-1a */
    for (const char *c = text; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * 16777619;
    }
    struct kept **place = &buckets[hash % BUCKETS];
    while (*place != NULL && strcmp((*place)->text, text) != 0) {
        place = &(*place)->next;
    }
    return place;
}

/* What is made of itself alone says nothing new. */
static bool is_value(const char *text, const char *values) {
    const size_t length = strlen(text);
    for (const char *end; *values != '\0'; values = end + (*end != '\0')) {
        end = strchrnul(values, VALUE_END);
        if ((size_t)(end - values) == length && strncmp(values, text, length) == 0) {
            return true;
        }
    }
    return false;
}

void message_keep(const char *text, const char *format, const char *values) {
    if (*values == '\0' || is_value(text, values)) {
        return;
    }
    pthread_mutex_lock(&lock);
    struct kept **place = place_of(text);
    if (*place == NULL) {
        *place = arena_alloc(&arena, sizeof **place);
        (*place)->text = arena_strdup(&arena, text);
        (*place)->made =
            (struct message_made){arena_strdup(&arena, format), arena_strdup(&arena, values)};
    }
    pthread_mutex_unlock(&lock);
}

bool message_find(const char *text, struct message_made *made) {
    pthread_mutex_lock(&lock);
    const struct kept *kept = *place_of(text);
    *made = kept != NULL ? kept->made : (struct message_made){NULL, NULL};
    pthread_mutex_unlock(&lock);
    return kept != NULL;
}

/* Each line by itself, as whoever shows it takes them apart. */
static void keep_lines(struct arena *own, const char *text, const char *format,
                       const char *values) {
    const size_t length = strcspn(text, "\n"), words = strcspn(format, "\n");
    const char *line = arena_printf(own, "%.*s", (int)words, format), *rest = values;
    char conversions[CONVERSIONS_BYTES];
    format_conversions(conversions, line);
    for (const char *c = conversions; (c = strchr(c, VALUE_END)) != NULL; c++) {
        rest = strchr(rest, VALUE_END) + 1;
    }
    message_keep(arena_printf(own, "%.*s", (int)length, text), line,
                 arena_printf(own, "%.*s", (int)(rest - values), values));
    if (format[words] != '\0' && text[length] != '\0') {
        keep_lines(own, text + length + 1, format + words + 1, rest);
    }
}

char *message_vprint(struct arena *to, const char *format, va_list arguments) {
    char conversions[CONVERSIONS_BYTES];
    struct arena own = {0};
    va_list again;
    va_copy(again, arguments);
    format_conversions(conversions, format);
    char *text = arena_vprintf(to, format, arguments);
    keep_lines(&own, text, format, arena_vprintf(&own, conversions, again));
    va_end(again);
    arena_free(&own);
    return text;
}

char *message_print(struct arena *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = message_vprint(to, format, arguments);
    va_end(arguments);
    return text;
}

void message_vput(char *text, size_t size, const char *format, va_list arguments) {
    struct arena own = {0};
    snprintf(text, size, "%s", message_vprint(&own, format, arguments));
    arena_free(&own);
}

void message_put(char *text, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    message_vput(text, size, format, arguments);
    va_end(arguments);
}
