/* options.h - what clBuildProgram's options become on clang's command line. */
#pragma once

#include <stdbool.h>

#include "../../error.h"
#include "../../command_line.h"

/* Appends clang's flags for the options (NULL: none). false if one of them is unknown, lacks its
 * value or asks for what the device has not, with a message that names it. Options that only allow
 * faster, less exact arithmetic are taken and change nothing. */
bool opencl_options_read(const char *options, struct words *words, struct error *error);
