/* The devices that labs can run on, and whether this machine has them. */
#pragma once

#include "../arena.h"
#include "../language/language.h"

#include <stdbool.h>

/* What a probe found; texts are the arena's or static, and those with values in the language. */
struct device_state {
    bool present;
    const char
        *detail; /* what is there, or why there is nothing: a line for each device or platform */
    const char *fix; /* how to get it, "" where nothing helps */
};

struct device_row {
    const char *name;    /* as in lab.yaml */
    const char *purpose; /* what it runs */
    struct device_state (*probe)(struct arena *arena, const struct language *language);
};

/* The devices; the last row's name is NULL. */
extern const struct device_row device_rows[];
