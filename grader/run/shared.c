#include "shared.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Linux 5.1; older headers lack it. */
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

static bool prepare(struct shared *shared, enum shared_access access) {
    if (ftruncate(shared->descriptor, (off_t)shared->size) != 0) {
        return false;
    }
    void *bytes =
        mmap(NULL, shared->size, PROT_READ | PROT_WRITE, MAP_SHARED, shared->descriptor, 0);
    if (bytes == MAP_FAILED) {
        return false;
    }
    shared->bytes = bytes;
    int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
    /* Sealed after the parent's own mapping, which may go on writing. */
    if (access == SHARED_READ_ONLY) {
        seals |= F_SEAL_FUTURE_WRITE;
    }
    return fcntl(shared->descriptor, F_ADD_SEALS, seals) == 0;
}

bool shared_create(struct shared *shared, const char *name, size_t size, enum shared_access access,
                   struct error *error) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    *shared = (struct shared){.descriptor = -1, .size = size > page ? size : page};
    shared->descriptor = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (shared->descriptor < 0 || !prepare(shared, access)) {
        int cause = errno;
        shared_release(shared);
        return error_set(error, "cannot share %zu bytes of memory for the %s: %s", size, name,
                         strerror(cause));
    }
    return true;
}

void shared_release(struct shared *shared) {
    if (shared->bytes != NULL) {
        munmap(shared->bytes, shared->size);
    }
    if (shared->descriptor >= 0) {
        close(shared->descriptor);
    }
    *shared = (struct shared){.descriptor = -1};
}
