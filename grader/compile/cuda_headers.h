/*
 * The CUDA headers of the kit, precompiled: most of what clang does with a student's .cu file is to
 * read them. They are made in the jail from the kit's files alone, once for a compiler and a build
 * of the kit, and kept in the kit's cache; nothing of a student's ever comes near them.
 */
#ifndef LOCKSTEP_CUDA_HEADERS_H
#define LOCKSTEP_CUDA_HEADERS_H

#include "kit.h"
#include "stage.h"

/* Where the jail sees them. */
#define CUDA_HEADERS "/kit/headers"

/* Makes them where they are missing or old, and copies them into the folder headers of `target`, a
 * folder of the box that holds what cuda_bring_kit brings. False where this machine's clang makes
 * none: then the headers are read anew each time. LOCKSTEP_HEADERS=no in the environment asks for
 * that. */
bool cuda_bring_headers(const struct kit *kit, const struct box *box, const char *target);

#endif
