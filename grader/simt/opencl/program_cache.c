#include "program_cache.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "options.h"

char *opencl_cache_path(const struct words *words, const struct opencl_source *source) {
    const char *folder = getenv("LOCKSTEP_CACHE");
    char *path = NULL;
    /* What the folders of #include hold is not part of the name. */
    if (folder == NULL || words->failed || source->folder_count > 0 || source->headers != NULL) {
        return NULL;
    }
    uint64_t key = XXH3_64bits(source->text, source->length);
    for (size_t i = 0; i < words->count; i++) {
        key = XXH3_64bits_withSeed(words->items[i], strlen(words->items[i]), key);
    }
    if (source->name != NULL) {
        key = XXH3_64bits_withSeed(source->name, strlen(source->name), key);
    }
    return asprintf(&path, "%s/%016" PRIx64 ".ptx", folder, key) < 0 ? NULL : path;
}

/* The file: the compiler's messages, which may be none, a NUL, and the PTX. */
static bool take_apart(const char *text, size_t bytes, struct opencl_program *program) {
    const size_t log = strlen(text) + 1;
    if (log >= bytes) {
        return false;
    }
    char *ptx = malloc(bytes - log + 1), *said = strdup(text);
    if (ptx == NULL || said == NULL) {
        free(ptx);
        free(said);
        return false;
    }
    memcpy(ptx, text + log, bytes - log);
    ptx[bytes - log] = 0;
    program->outcome = OPENCL_BUILT;
    program->ptx = ptx;
    program->ptx_bytes = bytes - log;
    program->log = said;
    return true;
}

static bool write_whole(int file, const char *bytes, size_t count) {
    return write(file, bytes, count) == (ssize_t)count;
}

bool opencl_cache_find(const char *path, struct opencl_program *program) {
    enum { LARGEST = 64 << 20 };
    struct stat status;
    int file = path != NULL ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    bool good = file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                status.st_size > 0 && status.st_size < LARGEST;
    char *text = good ? malloc((size_t)status.st_size + 1) : NULL;
    good = text != NULL && read(file, text, (size_t)status.st_size) == status.st_size;
    if (file >= 0) {
        close(file);
    }
    if (good) {
        text[status.st_size] = 0;
        good = take_apart(text, (size_t)status.st_size, program);
    }
    free(text);
    return good;
}

void opencl_cache_keep(const char *path, const struct opencl_program *program) {
    char *temporary = NULL;
    if (path == NULL || program->outcome != OPENCL_BUILT || program->ptx == NULL ||
        program->log == NULL || asprintf(&temporary, "%s.%d", path, (int)getpid()) < 0) {
        return;
    }
    int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    bool good = file >= 0 && write_whole(file, program->log, strlen(program->log) + 1) &&
                write_whole(file, program->ptx, program->ptx_bytes);
    if (file >= 0 && (close(file) != 0 || !good || rename(temporary, path) != 0)) {
        unlink(temporary);
    }
    free(temporary);
}
