/* link_texts.h - PTX of several files, put together into one text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Whether one of the texts asks for a function or variable that only another one defines. */
bool link_texts_needed(const char *const *texts, size_t count);

/* One text of them all, for the caller to free. What a file has for itself, and what it has as
 * others do (templates), keeps apart by other names; what two define for all stays defined twice,
 * which the device refuses. NULL: no memory. */
char *link_texts(const char *const *texts, size_t count);

/* Is it by its name a file's own (`static`, or of a namespace without a name), though clang exports
 * it for the host? */
bool link_texts_own(const char *name, size_t length);
/* What such a name may have become in text number `text`, if an earlier one has it, too. */
#define LINK_TEXTS_OTHER "%s__file%zu"
