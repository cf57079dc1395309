/* Devices. */
#include "execute/execute.h"

#include <stdlib.h>
#include <sys/mman.h>

struct simt_device *simt_device_create(uint64_t global_bytes) {
    struct simt_device *device = calloc(1, sizeof *device);
    if (device == NULL) {
        return NULL;
    }
    device->limits =
        (struct simt_limits){.threads_per_block = 1024,
                             .block = {1024, 1024, 64},
                             .grid = {INT32_MAX, 65535, 65535},
                             .shared_per_block = 48 * 1024,
                             .shared_per_block_optin = 227 * 1024,
                             .constant_bytes = 64 * 1024,
                             .local_per_thread = 512 * 1024,
                             .global_bytes = global_bytes != 0 ? global_bytes : UINT64_C(4) << 30};
    device->kernel_heap = SIMT_KERNEL_HEAP;
    device->next_address = device->loaded.next_address = HEAP_BASE;
    return device;
}

static void drop_arenas(struct simt_device *device) {
    while (device->arenas != NULL) {
        struct heap_piece *next = device->arenas->next;
        munmap(device->arenas, device->arenas->bytes);
        device->arenas = next;
    }
}

void simt_device_rewind(struct simt_device *device) {
    const struct device_mark *mark = &device->loaded;
    regions_drop(device, mark->regions);
    drop_arenas(device);
    for (struct simt_module *module = device->modules; module != NULL; module = module->next) {
        module_rewind(module);
    }
    device->next_address = mark->next_address;
    device->used = mark->used;
    device->kernel_heap_used = 0; /* modules are loaded before kernels run */
    device->launches = mark->launches;
    device->sticky = (struct simt_result){0};
    device->observer_count = 0;
}

void simt_device_destroy(struct simt_device *device) {
    if (device == NULL) {
        return;
    }
    regions_placed(device);
    regions_drop(device, 0);
    while (device->modules != NULL) {
        struct simt_module *next = device->modules->next;
        pool_release(&device->modules->ptx.pool);
        free(device->modules);
        device->modules = next;
    }
    drop_arenas(device);
    free(device->regions);
    free(device->by_address);
    free(device->skips);
    free(device);
}

void simt_device_use_cores(struct simt_device *device, unsigned cores) {
    device->cores = cores;
}

struct simt_batches simt_device_batches(const struct simt_device *device) {
    return device->batches;
}

const struct simt_limits *simt_device_limits(const struct simt_device *device) {
    return &device->limits;
}

enum simt_status simt_device_attach(struct simt_device *device,
                                    const struct simt_observer *observer) {
    if (device->observer_count == MAX_OBSERVERS) {
        return SIMT_INVALID_VALUE;
    }
    device->observers[device->observer_count++] = observer;
    for (uint32_t r = 0; r < device->region_count && observer->region_new != NULL; r++) {
        if (!device->regions[r]->seen.freed) {
            observer->region_new(observer->self, &device->regions[r]->seen);
        }
    }
    return SIMT_OK;
}

void simt_device_on_print(struct simt_device *device,
                          void (*print)(void *context, const char *text, size_t length),
                          void *context) {
    device->print = print;
    device->print_context = context;
}

void simt_device_on_stop(struct simt_device *device, bool (*stop)(void *context), void *context) {
    device->stop = stop;
    device->stop_context = context;
}

void simt_device_in_company(struct simt_device *device, const struct simt_company *company) {
    device->company = company;
}

void simt_device_clear_error(struct simt_device *device) {
    device->sticky = (struct simt_result){0};
}
