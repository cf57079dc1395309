/* mark.h - a mark of texts and files, 32 hexadecimal digits: where it is the same, so are they. */
#ifndef LOCKSTEP_MARK_H
#define LOCKSTEP_MARK_H

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { MARK = 32 };

static inline void mark_add(XXH3_state_t *state, const char *text) {
    XXH3_128bits_update(state, text, strlen(text) + 1);
}

/* A file's size and time of change; nothing where there is no such file. */
static inline void mark_add_stamp(XXH3_state_t *state, const char *path) {
    struct stat status = {0};
    if (stat(path, &status) == 0) {
        XXH3_128bits_update(state, &status.st_size, sizeof status.st_size);
        XXH3_128bits_update(state, &status.st_mtim, sizeof status.st_mtim);
    }
}

static inline void mark_finish(XXH3_state_t *state, char mark[MARK + 1]) {
    const XXH128_hash_t hash = XXH3_128bits_digest(state);
    snprintf(mark, MARK + 1, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
}

#endif
