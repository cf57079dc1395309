/*
 * kept_headers.h - CUDA's headers, precompiled: most of the time that `lockstep cc` takes for a
 * student's program goes into reading them. The first program has them made, and they are kept.
 */
#pragma once

#include "../../../arena.h"
#include "cuda_compile.h"

/* A folder for `request->headers`, which is made if need be; the arena's. NULL where the headers
 * must be read anew, with the request's own flags, or where nothing can be kept, or where
 * LOCKSTEP_HEADERS=no in the environment asks for that. */
const char *kept_headers(struct arena *arena, const struct compile_request *request);
