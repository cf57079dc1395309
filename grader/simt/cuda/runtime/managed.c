/*
 * __managed__ variables. The program's and the device's are two, which are kept equal where a
 * program may look: what the host changed goes to the device before a kernel runs, and what kernels
 * changed comes back when the program has waited.
 */
#include "managed.h"

#include <stdlib.h>
#include <string.h>

/* The host's halves lie in a section of their own, whose ends the linker knows. */
extern char __start_lockstep_managed[] __attribute__((weak, visibility("hidden")));
extern char __stop_lockstep_managed[] __attribute__((weak, visibility("hidden")));

struct managed {
    char *host;
    size_t bytes;
    char *known; /* what the device was last known to hold */
};

static struct managed *managed;
static size_t managed_count;

void managed_register(char *host, size_t bytes) {
    if (host < __start_lockstep_managed || host >= __stop_lockstep_managed) {
        return;
    }
    struct managed *larger = realloc(managed, (managed_count + 1) * sizeof *larger);
    char *known = calloc(1, bytes);
    if (larger == NULL || known == NULL) {
        abort();
    }
    managed = larger;
    managed[managed_count++] = (struct managed){host, bytes, known};
}

void managed_upload(void) {
    for (size_t i = 0; i < managed_count; i++) {
        const struct managed *item = &managed[i];
        if (memcmp(item->host, item->known, item->bytes) != 0 &&
            cudaMemcpyToSymbol(item->host, item->host, item->bytes, 0, cudaMemcpyHostToDevice) ==
                cudaSuccess) {
            memcpy(item->known, item->host, item->bytes);
        }
    }
}

void managed_download(void) {
    for (size_t i = 0; i < managed_count; i++) {
        const struct managed *item = &managed[i];
        if (memcmp(item->host, item->known, item->bytes) == 0 &&
            cudaMemcpyFromSymbol(item->known, item->host, item->bytes, 0, cudaMemcpyDeviceToHost) ==
                cudaSuccess) {
            memcpy(item->host, item->known, item->bytes);
        }
    }
}
