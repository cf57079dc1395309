/* What <strings.h> and GNU add to the functions on text; there is one locale, "C". */
#define _GNU_SOURCE
#include <ctype.h>
#include <string.h>
#include <strings.h>

#undef strncasecmp

char *index(const char *text, int wanted) { return strchr(text, wanted); }

char *rindex(const char *text, int wanted) { return strrchr(text, wanted); }

int bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }

void bcopy(const void *from, void *to, size_t size) { memmove(to, from, size); }

int strncasecmp(const char *a, const char *b, size_t most) {
    for (; most > 0; most--, a++, b++) {
        int difference = tolower((unsigned char)*a) - tolower((unsigned char)*b);
        if (difference != 0 || *a == '\0') {
            return difference;
        }
    }
    return 0;
}

char *strcasestr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (; strncasecmp(text, part, length) != 0; text++) {
        if (*text == '\0') {
            return NULL;
        }
    }
    return (char *)text;
}

char *strchrnul(const char *text, int wanted) {
    while (*text != '\0' && *text != (char)wanted) {
        text++;
    }
    return (char *)text;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t size) {
    size_t length = strnlen(from, size);
    memcpy(to, from, length);
    memset(to + length, 0, size - length);
    return to + length;
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

size_t strxfrm(char *restrict to, const char *restrict from, size_t size) {
    size_t length = strlen(from);
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        memcpy(to, from, copied);
        to[copied] = '\0';
    }
    return length;
}

/* ---- names of files: GNU's basename(), POSIX's of <libgen.h>, which may write to its text ---- */

char *basename(const char *path) {
    const char *slash = strrchr(path, '/');
    return (char *)(slash != NULL ? slash + 1 : path);
}

static size_t without_slashes(const char *path) {
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') {
        length--;
    }
    return length;
}

char *__xpg_basename(char *path) {
    if (path == NULL || *path == '\0') {
        return (char *)".";
    }
    path[without_slashes(path)] = '\0';
    return path[1] == '\0' ? path : basename(path);
}

char *dirname(char *path) {
    char *slash = NULL;
    if (path != NULL && *path != '\0') {
        path[without_slashes(path)] = '\0';
        slash = strrchr(path, '/');
    }
    if (slash == NULL) {
        return (char *)".";
    }
    slash[slash == path] = '\0';
    path[without_slashes(path)] = '\0';
    return path;
}
