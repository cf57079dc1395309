/* Where the kit's own files are on this machine, and its labs by their names. */
#pragma once

#include "../arena.h"
#include "../error.h"
#include "../lab/lab.h"

#include <stdbool.h>

struct kit {
    struct arena arena;
    const char *root;  /* holds labs/, skeletons/, solutions/, grader/ */
    const char *build; /* the folder of the executable: what `make` built lies there */
    const char *cache; /* where the kit's own objects are kept: build, or, where this user may not
                          write there (an installed kit), below XDG_CACHE_HOME or ~/.cache */
    const char *labs;  /* folder of lab folders: root/labs, or what --labs or LOCKSTEP_LABS names */
    const char *added; /* what LOCKSTEP_LABS names beside the kit's own labs; or NULL */
    const char *objects; /* where what is built of these labs goes: below cache, one place for each
                            folder of labs */
};

/* Finds the kit from the executable's place (LOCKSTEP_ROOT in the environment overrides it). `labs`
 * may be NULL. */
bool kit_open(struct kit *kit, const char *labs, struct error *error);

/* The folder of labs that kit_open takes for `labs`: NULL for the kit's own. */
const char *kit_labs_wanted(const char *labs);

/* Turns to the kit's own labs. */
void kit_take_own(struct kit *kit);

/* Gives back what kit_open took; harmless on an empty one. */
void kit_close(struct kit *kit);

/* The names of the labs in order of the alphabet, NULL behind the last; the kit's. NULL when the
 * folder of labs cannot be read. */
const char *const *kit_lab_names(struct kit *kit, struct error *error);

/* Why there is no lab: where was looked, and what may be meant. */
const char *kit_without_labs(struct kit *kit);

/* "…/labs/<lab>"; an error names the labs that there are. The text belongs to the kit. Where
 * LOCKSTEP_LABS adds labs, kit->labs becomes the folder that holds this one. */
const char *kit_lab_directory(struct kit *kit, const char *lab, struct error *error);

/* "…/skeletons/<lab>" or "…/solutions/<lab>": the folder `kind` beside the folder of labs; the
 * arena's. */
const char *kit_sibling(struct arena *arena, const struct kit *kit, const char *kind,
                        const char *lab);

/* Finds the kit and loads its lab `name`, as every command begins that works on one; `labs` as for
 * kit_open. Where it fails, both are empty, and closing them is harmless. */
bool lab_open(struct kit *kit, struct lab *lab, const char *labs, const char *name,
              struct error *error);

/* Gives both back. */
void lab_close(struct kit *kit, struct lab *lab);
