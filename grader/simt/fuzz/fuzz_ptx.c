/*
 * fuzz_ptx.c - any text whatever as PTX: it is refused with a message, or it loads and its kernels
 * run to an end on one small block, with every observer attached.
 */

#include "../observers/counters/count.h"
#include "../observers/detectors/detect.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run_kernels(struct simt_device *device, struct simt_module *module) {
    uint64_t memory = 0;
    simt_memory_allocate(device, 4096, &memory);
    simt_memory_fill(device, memory, 0, 4096);
    size_t count = simt_module_kernel_count(module);
    for (size_t i = 0; i < count && i < 4; i++) {
        const struct simt_kernel_info *info = simt_module_kernel_at(module, i);
        uint64_t parameters[512];
        for (size_t p = 0; p < 512; p++) {
            parameters[p] = p % 2 ? 64 : memory;
        }
        if (info->parameter_bytes > sizeof parameters) {
            continue;
        }
        struct simt_local_argument locals[8];
        uint32_t local_count = 0;
        for (uint32_t p = 0; p < info->parameter_count && local_count < 8; p++) {
            if (info->parameters[p].kind == SIMT_PARAMETER_LOCAL) {
                locals[local_count++] = (struct simt_local_argument){p, 64 + p};
            }
        }
        struct simt_launch launch = {.kernel = info->name,
                                     .grid = {2, 1, 1},
                                     .block = {40, 1, 1},
                                     .dynamic_shared = 256,
                                     .locals = locals,
                                     .local_count = local_count,
                                     .parameters = parameters,
                                     .parameter_bytes = info->parameter_bytes,
                                     .budget = 300,
                                     .schedule = (enum simt_schedule)(i % 3)};
        struct simt_result result;
        simt_launch(device, module, &launch, &result);
        simt_device_clear_error(device);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct detector *detector = detector_create();
    struct counters *counters = counters_create();
    struct simt_device *device = simt_device_create(8 << 20);
    if (device != NULL && detector != NULL && counters != NULL) {
        struct simt_module *module = NULL;
        struct simt_error error;
        simt_device_attach(device, detector_observer(detector));
        simt_device_attach(device, counters_observer(counters));
        if (simt_module_load(device, (const char *)data, size, &module, &error) == SIMT_OK) {
            run_kernels(device, module);
        }
    }
    simt_device_destroy(device);
    detector_destroy(detector);
    counters_destroy(counters);
    return 0;
}
