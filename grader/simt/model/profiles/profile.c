/* Profiles: a table of the constants' names. */
#include "profile.h"
#include "constants.h"

#include <stdio.h>
#include <string.h>

#define ROW(kind, member)                                                                          \
    { #member, offsetof(struct profile, member), CONSTANT_##kind }
#define PIPE(word, pipe)                                                                           \
    {word "_interval", offsetof(struct profile, interval) + (pipe) * sizeof(double),               \
     CONSTANT_ANY},                                                                                \
    {                                                                                              \
        word "_latency", offsetof(struct profile, latency) + (pipe) * sizeof(double), CONSTANT_ANY \
    }

static const struct constant constants[] = {
#define CONSTANT(kind, name) ROW(kind, name),
#include "profile.def"
    PIPE("fp32", PIPE_FP32),       PIPE("integer", PIPE_INTEGER), PIPE("multiply", PIPE_MULTIPLY),
    PIPE("fp64", PIPE_FP64),       PIPE("half", PIPE_HALF),       PIPE("special", PIPE_SPECIAL),
    PIPE("convert", PIPE_CONVERT), PIPE("control", PIPE_CONTROL), PIPE("shuffle", PIPE_SHUFFLE),
};
enum { CONSTANTS = sizeof constants / sizeof *constants };

bool profile_read(const char *path, struct profile *profile, struct error *error) {
    const char *name = basename(path);
    memset(profile, 0, sizeof *profile);
    snprintf(profile->name, sizeof profile->name, "%.*s", (int)strcspn(name, "."), name);
    return constants_read(path, ".profile", constants, CONSTANTS, profile, error);
}

bool profile_find(const char *folder, const char *name, struct profile *profile,
                  struct error *error) {
    char path[512];
    return constants_find(folder, name, ".profile", path, sizeof path, error) &&
           profile_read(path, profile, error);
}
