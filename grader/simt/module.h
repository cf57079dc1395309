/* module.h - inside the loading of a module: what its files share. */
#pragma once

#include "machine.h"

struct loader {
    struct simt_device *device;
    struct simt_module *module;
    struct ptx_failure failure;
    struct region **made; /* told to observers once all is well */
    uint32_t made_count;
};

/* Zeroed memory that lives as long as the module; gives the loading up if there is none. */
static inline void *module_take(struct loader *loader, size_t size) {
    return ptx_take(&loader->failure, &loader->module->ptx.pool, size);
}

/* module_shared.c: the places of variables in shared memory, for each kernel. */
void module_place_shared(struct loader *loader);
