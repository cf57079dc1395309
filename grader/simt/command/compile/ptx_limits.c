#include "ptx_limits.h"

#include <stdlib.h>

#include "../../../whole_file.h"
#include "../../simt.h"

bool ptx_fits(const char *path, const char *source, struct error *error) {
    static const char *const advice[] = {
        [SIMT_CAUSE_SHARED] = "make its __shared__ arrays smaller, or give the size at the launch "
                              "(extern __shared__)",
        [SIMT_CAUSE_CONSTANT] =
            "make its __constant__ arrays smaller, or put the data into an array from cudaMalloc"};
    size_t length;
    struct simt_module *module;
    struct simt_error refused = {.cause = SIMT_CAUSE_TEXT};
    char *text = whole_file(path, &length);
    struct simt_device *device = text != NULL ? simt_device_create(0) : NULL;
    const bool fits = device == NULL ||
                      simt_module_load(device, text, length, &module, &refused) == SIMT_OK ||
                      (refused.cause != SIMT_CAUSE_SHARED && refused.cause != SIMT_CAUSE_CONSTANT);
    simt_device_destroy(device);
    free(text);
    return fits ||
           error_set(error, "%s: %s, so %s", source, refused.message, advice[refused.cause]);
}
