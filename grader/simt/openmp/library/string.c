/* Strings and bytes: string.h without memcpy, memmove and memset, which the runtime answers. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + 'a' - 'A' : c; }

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length] != '\0') {
        length++;
    }
    return length;
}

size_t strnlen(const char *text, size_t most) {
    size_t length = 0;
    while (length < most && text[length] != '\0') {
        length++;
    }
    return length;
}

int strcmp(const char *a, const char *b) {
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t most) {
    for (size_t n = 0; n < most; n++) {
        if (a[n] != b[n] || a[n] == '\0') {
            return (unsigned char)a[n] - (unsigned char)b[n];
        }
    }
    return 0;
}

int strcasecmp(const char *a, const char *b) {
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower((unsigned char)*a) - lower((unsigned char)*b);
}

int memcmp(const void *a, const void *b, size_t size) {
    const unsigned char *x = a, *y = b;
    for (size_t n = 0; n < size; n++) {
        if (x[n] != y[n]) {
            return x[n] - y[n];
        }
    }
    return 0;
}

void *memchr(const void *bytes, int value, size_t size) {
    const unsigned char *at = bytes;
    for (size_t n = 0; n < size; n++) {
        if (at[n] == (unsigned char)value) {
            return (void *)(at + n);
        }
    }
    return NULL;
}

void *mempcpy(void *to, const void *from, size_t size) { return (char *)memcpy(to, from, size) + size; }

void bzero(void *bytes, size_t size) { memset(bytes, 0, size); }

char *stpcpy(char *to, const char *from) {
    while ((*to = *from) != '\0') {
        to++;
        from++;
    }
    return to;
}

char *strcpy(char *to, const char *from) {
    stpcpy(to, from);
    return to;
}

char *strncpy(char *to, const char *from, size_t size) {
    size_t n = 0;
    for (; n < size && from[n] != '\0'; n++) {
        to[n] = from[n];
    }
    for (; n < size; n++) {
        to[n] = '\0';
    }
    return to;
}

char *strcat(char *to, const char *from) {
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t most) {
    char *end = to + strlen(to);
    size_t n = 0;
    for (; n < most && from[n] != '\0'; n++) {
        end[n] = from[n];
    }
    end[n] = '\0';
    return to;
}

char *strchr(const char *text, int c) {
    for (;; text++) {
        if (*text == (char)c) {
            return (char *)text;
        }
        if (*text == '\0') {
            return NULL;
        }
    }
}

char *strrchr(const char *text, int c) {
    char *last = NULL;
    for (;; text++) {
        if (*text == (char)c) {
            last = (char *)text;
        }
        if (*text == '\0') {
            return last;
        }
    }
}

static int is_in(const char *set, char c) {
    for (; *set != '\0'; set++) {
        if (*set == c) {
            return 1;
        }
    }
    return 0;
}

size_t strspn(const char *text, const char *set) {
    size_t n = 0;
    while (text[n] != '\0' && is_in(set, text[n])) {
        n++;
    }
    return n;
}

size_t strcspn(const char *text, const char *set) {
    size_t n = 0;
    while (text[n] != '\0' && !is_in(set, text[n])) {
        n++;
    }
    return n;
}

char *strpbrk(const char *text, const char *set) {
    text += strcspn(text, set);
    return *text != '\0' ? (char *)text : NULL;
}

char *strstr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (;; text++) {
        if (strncmp(text, part, length) == 0) {
            return (char *)text;
        }
        if (*text == '\0') {
            return NULL;
        }
    }
}

char *strndup(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

char *strdup(const char *text) { return strndup(text, (size_t)-1); }

char *strtok_r(char *text, const char *marks, char **rest) {
    text = text != NULL ? text : *rest;
    text += strspn(text, marks);
    if (*text == '\0') {
        *rest = text;
        return NULL;
    }
    char *end = text + strcspn(text, marks);
    *rest = *end != '\0' ? end + 1 : end;
    *end = '\0';
    return text;
}

/* As everywhere, two threads that call this at once race: the place is one for all. */
char *strtok(char *text, const char *marks) {
    static char *place;
    return strtok_r(text, marks, &place);
}
