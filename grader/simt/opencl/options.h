/* options.h - what clBuildProgram's options become on clang's command line. */
#ifndef LOCKSTEP_OPENCL_OPTIONS_H
#define LOCKSTEP_OPENCL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "../../error.h"

/* A list of owned strings that ends in NULL; `failed` says that memory ran out. */
struct opencl_words {
    char **items;
    size_t count;
    bool failed;
};

__attribute__((format(printf, 2, 3))) void opencl_words_add(struct opencl_words *words,
                                                            const char *format, ...);
void opencl_words_clear(struct opencl_words *words);

/* Appends clang's flags for the options (NULL: none). false if one of them is unknown, lacks its
 * value or asks for what the device has not, with a message that names it. Options that only allow
 * faster, less exact arithmetic are taken and change nothing. */
bool opencl_options_read(const char *options, struct opencl_words *words, struct error *error);

#endif
