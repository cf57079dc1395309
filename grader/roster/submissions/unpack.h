/*
 * Reading a student's archive without trusting it: libarchive runs in a process that can do nothing
 * but read the archive and write to a pipe. An archive that holds a link, a device, a path out of
 * it, the same file twice, or more than fits is refused as a whole, with the name of what is wrong.
 */
#pragma once

#include "../../lab/lab.h"

#include <sys/types.h>

enum {
    ARCHIVE_MAX_ENTRIES = 5000,
    ARCHIVE_MAX_BYTES = 64 << 20, /* of all files together, unpacked, and of the archive */
    ARCHIVE_SECONDS = 20          /* of processor time */
};

/* One of the lab's files as it was found somewhere. */
struct found_file {
    const char *path;  /* in the archive or folder */
    size_t index;      /* in lab->files; file_count: another file: only its name is set */
    const void *bytes; /* the first `length` bytes: never more than the lab takes, and one */
    size_t length, size;
    int64_t changed; /* seconds since 1970 */
};

typedef void found_file_taker(void *context, const struct found_file *file);

/* Hands each file that is called like one of the lab's, and the names of the others, to `take`,
 * whose argument lives during the call only. False when the archive is refused or cannot be read:
 * `why` says so for the student; nothing of it should then be used. */
bool unpack_lab_files(const char *path, const struct lab *lab, found_file_taker *take,
                      void *context, struct error *why);
