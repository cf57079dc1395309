/* Folders: made with those above them, removed with all that is in them. */
#pragma once

#include <stdbool.h>

#include "error.h"

/* Makes the folder, and those above it that are missing; everybody may read them. One that is there
 * stays as it is. */
bool folder_make(const char *path, struct error *error);

/* Removes a file, or a folder with all that is in it; follows no links. What cannot be removed, or
 * is not there, stays without a word. */
void folder_remove(const char *path);
