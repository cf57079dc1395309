/*
 * __managed__ variables where the device has none at the same place: the two are kept equal where a
 * program may look. What the host changed goes to the device before a kernel runs, and what kernels
 * changed comes back when the program has waited.
 */
#include "managed_memory.h"

#include <string.h>

void managed_upload(void) {
    struct managed *item;
    for (size_t left = managed_apart(&item); left > 0; left--, item++) {
        if (memcmp(item->host, item->known, item->bytes) != 0 &&
            cudaMemcpyToSymbol(item->host, item->host, item->bytes, 0, cudaMemcpyHostToDevice) ==
                cudaSuccess) {
            memcpy(item->known, item->host, item->bytes);
        }
    }
}

void managed_download(void) {
    struct managed *item;
    for (size_t left = managed_apart(&item); left > 0; left--, item++) {
        if (memcmp(item->host, item->known, item->bytes) == 0 &&
            cudaMemcpyFromSymbol(item->known, item->host, item->bytes, 0, cudaMemcpyDeviceToHost) ==
                cudaSuccess) {
            memcpy(item->host, item->known, item->bytes);
        }
    }
}

/* All is registered. Variables may have a first value that the host asks for: it loads their
 * modules. */
void __cudaRegisterFatBinaryEnd(void **module);
void __cudaRegisterFatBinaryEnd(void **module) {
    struct managed *item;
    uint64_t address, bytes;
    (void)module;
    for (size_t left = managed_variables(&item); left > 0; left--, item++) {
        client_find_symbol(item->host, &address, &bytes);
    }
    managed_download();
}
