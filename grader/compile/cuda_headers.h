/*
 * The kit's part of a CUDA build, ready to be bound into the jail: what cuda_bring_kit brings, and
 * the headers precompiled, since most of what clang does with a student's .cu file is to read them.
 * It is made from the kit's files alone (the precompiled headers in the jail), once for a compiler
 * and a build of the kit, and kept in the kit's cache. Compilers see it read-only: nothing of a
 * student's ever comes near it.
 */
#pragma once

#include "kit.h"
#include "stage.h"

/* Where the jail sees its precompiled headers. */
#define CUDA_HEADERS CUDA_HOME "/headers"

/* Puts it where the jail sees it as CUDA_HOME: *host gets the folder to be bound there, the
 * arena's. NULL where the jail could not reach it, this machine's clang makes no such headers, or
 * LOCKSTEP_HEADERS=no in the environment asks for none: then the kit's files are copied into the
 * folder CUDA_HOME_NAME of `target`, the box's folder that is bound above, and headers are read
 * anew each time. */
bool cuda_home_bring(struct arena *arena, const struct kit *kit, const struct box *box,
                     const char *target, const char **host, struct error *error);
