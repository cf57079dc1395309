/* Arrays that are still allocated when the program ends. */
#include "detector.h"

#include <string.h>

static void find_leaks(struct detector *detector, const struct simt_device *device,
                       enum simt_dialect dialect) {
    if (detector->lost) {
        return;
    }
    for (uint32_t i = 0; i < simt_memory_region_count(device); i++) {
        const struct simt_region *region = simt_memory_region(device, i);
        if (region == NULL || region->freed ||
            (region->kind != SIMT_REGION_HEAP && region->kind != SIMT_REGION_MANAGED)) {
            continue;
        }
        struct simt_finding finding = {
            .kind = FINDING_LEAK, .dialect = dialect, .count = 1, .address = region->address};
        /* OpenCL keeps what the program has given back as long as a command needs it. */
        bool told = i < detector->region_count && detector->regions[i].left;
        if (dialect == SIMT_OPENCL && !told) {
            continue;
        }
        if (told) {
            finding.code = detector->regions[i].allocated_by;
            memcpy(finding.object, detector->program, sizeof finding.object);
        }
        if (region->of_kernel) { /* one note for all of them */
            finding_about(&finding, MESSAGE_KERNEL_ALLOCATION, NULL);
            finding.address = 0;
        } else {
            describe_region(finding.subject, sizeof finding.subject, dialect, detector, i);
        }
        const bool object = i < detector->region_count && detector->regions[i].object;
        finding_tell(&detector->findings, &finding, MESSAGE_LEAKED,
                     region->of_kernel ? MESSAGE_KERNEL_LEAKED_ADVICE
                     : object          ? MESSAGE_OBJECT_LEAKED_ADVICE
                                       : MESSAGE_LEAKED_ADVICE);
    }
}

const struct detection detect_leak = {.program_end = find_leaks};
