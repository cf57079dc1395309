#include "oracle_load.h"

#include <dlfcn.h>
#include <unistd.h>

const struct oracle *oracle_load(const char *path, void **handle, struct error *error) {
    *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (*handle == NULL) {
        error_set(error, "oracle: %s", dlerror());
        return NULL;
    }
    const struct oracle *oracle = dlsym(*handle, "lockstep_oracle");
    if (oracle == NULL || oracle->shape == NULL || oracle->fill == NULL || oracle->expect == NULL) {
        error_set(error, "%s: oracle.c must define `const struct oracle lockstep_oracle`", path);
        dlclose(*handle);
        return NULL;
    }
    return oracle;
}

void oracle_unload(void *handle) {
    dlclose(handle);
}

static double bytes_of(const struct oracle_buffer *buffers, size_t count) {
    double bytes = 0;
    for (size_t i = 0; i < count && i < ORACLE_MAX_BUFFERS; i++) {
        bytes += (double)buffers[i].count * (double)element_size(buffers[i].element);
    }
    return bytes;
}

const char *oracle_too_large(const struct oracle_call *call, struct arena *arena) {
    const double gib = 1 << 30;
    const double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    /* The results are there twice, as they must be and as the program wrote them. */
    const double bytes =
        bytes_of(call->input, call->input_count) + 2 * bytes_of(call->output, call->output_count);
    return memory <= 0 || bytes <= memory
               ? NULL
               : arena_printf(arena,
                              "its arrays take %.0f GiB, and this machine has %.0f GiB of memory",
                              bytes / gib, memory / gib);
}
