#include "oracle_load.h"

#include <dlfcn.h>

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
