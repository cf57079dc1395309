/* What a program may ask of its surroundings. The runtime fills `environ` before it starts. */
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

char **environ;

char *getenv(const char *name) {
    size_t length = strlen(name);
    for (char **at = environ; at != NULL && *at != NULL; at++) {
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=') {
            return *at + length + 1;
        }
    }
    return NULL;
}

int *__errno_location(void) {
    static _Thread_local int value;
    return &value;
}

char *strerror(int number) {
    return number == 0        ? "Success"
           : number == ENOMEM ? "Cannot allocate memory"
           : number == EINVAL ? "Invalid argument"
           : number == EDOM   ? "Numerical argument out of domain"
           : number == ERANGE ? "Numerical result out of range"
           : number == ENOENT ? "No such file or directory"
                              : "Error";
}

void perror(const char *text) {
    const char *what = strerror(errno);
    if (text != NULL && *text != '\0') {
        fprintf((FILE *)2, "%s: %s\n", text, what);
    } else {
        fprintf((FILE *)2, "%s\n", what);
    }
}

pid_t getpid(void) {
    return 1;
}
