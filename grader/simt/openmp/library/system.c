/* What a program may ask of its surroundings. The runtime fills `environ` before it starts. */
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <fenv.h>
#include <locale.h>
#include <stdio.h>
#include <unistd.h>

char **environ;

static char **entry_of(const char *name) {
    const size_t length = strlen(name);
    for (char **at = environ; at != NULL && *at != NULL; at++) {
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=') {
            return at;
        }
    }
    return NULL;
}

char *getenv(const char *name) {
    char **entry = entry_of(name);
    return entry != NULL ? *entry + strlen(name) + 1 : NULL;
}

int unsetenv(const char *name) {
    for (char **at = entry_of(name); at != NULL && *at != NULL; at++) {
        at[0] = at[1];
    }
    return 0;
}

static int add_entry(char *text) {
    size_t count = 0;
    while (environ != NULL && environ[count] != NULL) {
        count++;
    }
    char **grown = malloc((count + 2) * sizeof *grown);
    if (grown == NULL) {
        free(text);
        errno = ENOMEM;
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        grown[i] = environ[i];
    }
    grown[count] = text;
    grown[count + 1] = NULL;
    environ = grown; /* the old text stays: somebody may still read it */
    return 0;
}

int setenv(const char *name, const char *value, int overwrite) {
    char **entry = entry_of(name);
    if (entry != NULL && !overwrite) {
        return 0;
    }
    const size_t size = strlen(name) + strlen(value) + 2;
    char *text = malloc(size);
    if (text == NULL) {
        errno = ENOMEM;
        return -1;
    }
    snprintf(text, size, "%s=%s", name, value);
    if (entry != NULL) {
        *entry = text;
        return 0;
    }
    return add_entry(text);
}

int *__errno_location(void) {
    static _Thread_local int value;
    return &value;
}

char *strerror(int number) {
    static const struct {
        int number;
        const char *text;
    } rows[] = {
        {0, "Success"},
        {EPERM, "Operation not permitted"},
        {ENOENT, "No such file or directory"},
        {EINTR, "Interrupted system call"},
        {EIO, "Input/output error"},
        {EBADF, "Bad file descriptor"},
        {EAGAIN, "Resource temporarily unavailable"},
        {ENOMEM, "Cannot allocate memory"},
        {EACCES, "Permission denied"},
        {EFAULT, "Bad address"},
        {EBUSY, "Device or resource busy"},
        {EEXIST, "File exists"},
        {EINVAL, "Invalid argument"},
        {ENOSPC, "No space left on device"},
        {EDOM, "Numerical argument out of domain"},
        {ERANGE, "Numerical result out of range"},
        {EDEADLK, "Resource deadlock avoided"},
        {ENOSYS, "Function not implemented"},
        {EOVERFLOW, "Value too large for defined data type"},
    };
    static _Thread_local char unknown[32];
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].number == number) {
            return (char *)rows[i].text;
        }
    }
    snprintf(unknown, sizeof unknown, "Unknown error %d", number);
    return unknown;
}

void perror(const char *text) {
    const char *what = strerror(errno);
    if (text != NULL && *text != '\0') {
        fprintf((FILE *)2, "%s: %s\n", text, what);
    } else {
        fprintf((FILE *)2, "%s\n", what);
    }
}

pid_t getpid(void) { return 1; }

/* There is the C locale, and no other. */
char *setlocale(int category, const char *name) {
    const int plain = name == NULL || *name == '\0' || strcmp(name, "C") == 0;
    return category >= LC_CTYPE && plain ? (char *)"C" : NULL;
}

/* Numbers are rounded to the nearest, always. */
int fegetround(void) { return FE_TONEAREST; }

int fesetround(int mode) { return mode != FE_TONEAREST; }
