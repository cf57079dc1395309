/* Words for the faults that end a kernel. */
#include "detector.h"
#include "fault_words.h"

#include <stdio.h>
#include <string.h>

static enum message verb(enum simt_access_kind kind) {
    return kind == SIMT_LOAD    ? MESSAGE_ACCESS_READ
           : kind == SIMT_STORE ? MESSAGE_ACCESS_WRITE
                                : MESSAGE_ACCESS_ATOMIC;
}

/* The live region nearest to the address, by the gap between them; the count if there is none. */
static uint32_t nearest(const struct detector *detector, uint64_t address) {
    uint32_t best = detector->region_count;
    uint64_t best_gap = 1 << 16;
    for (uint32_t i = 0; i < detector->region_count; i++) {
        const struct watched_region *region = &detector->regions[i];
        if (region->freed || region->size == 0) {
            continue;
        }
        uint64_t end = region->address + region->size;
        uint64_t gap = address < region->address ? region->address - address
                       : address >= end          ? address - end
                                                 : 0;
        if (gap < best_gap) {
            best_gap = gap;
            best = i;
        }
    }
    return best;
}

enum test { ANY_TEST, SMALLER_OR_LARGER /* setp.lt, .ge, .hi…, not .eq */ };

/* Does the function compare something before it comes to the access? Then "test the index" is no
 * help: the test is there, and wrong. */
static bool tests_before(const struct simt_fault *event, enum test test) {
    const struct simt_launch_event *launch = event->place.launch;
    const char *function = launch->sites[event->place.site].source.function;
    bool tests = false;
    for (uint32_t site = 0; site < event->place.site && site < launch->site_count; site++) {
        const char *opcode = launch->sites[site].opcode;
        tests = tests || (strncmp(opcode, "setp.", 5) == 0 &&
                          strcmp(launch->sites[site].source.function, function) == 0 &&
                          (test == ANY_TEST || strchr("lgh", opcode[5]) != NULL));
    }
    return tests;
}

/* Does the index come from data? Then its values are to be looked at, no test of another index. */
static bool is_gathered(const struct simt_fault *event) {
    return event->place.site < event->place.launch->site_count &&
           event->place.launch->sites[event->place.site].gathered;
}

/* Smaller numbers are equal by chance. */
enum { BY_CHANCE = 64 };

/* The kernel's argument, from 1, that is this whole number; 0 where there is none. */
static uint32_t argument_of(const struct simt_launch_event *launch, uint64_t number) {
    const struct simt_kernel_info *kernel = launch->kernel;
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const struct simt_parameter *parameter = &kernel->parameters[i];
        uint64_t value = 0;
        if (parameter->kind == SIMT_PARAMETER_VALUE &&
            (parameter->size == sizeof(uint32_t) || parameter->size == sizeof value) &&
            parameter->offset + parameter->size <= launch->launch->parameter_bytes) {
            memcpy(&value, (const char *)launch->launch->parameters + parameter->offset,
                   parameter->size);
            if (value == number) {
                return i + 1;
            }
        }
    }
    return 0;
}

/* Does one lane of the warp go too far behind a test, and none beyond it? */
static bool is_alone_beyond(const struct simt_fault *event) {
    return tests_before(event, SMALLER_OR_LARGER) && event->active >> event->lane == 1;
}

/* The element is a multiple of `number`. Is that no accident, as `number` is read from data, or the
 * thread's own? */
static bool is_meant(const struct simt_fault *event, uint64_t number) {
    return is_gathered(event) || number == event->place.block * event->place.launch->threads +
                                               (uint64_t)event->place.warp * SIMT_WARP_SIZE +
                                               event->lane;
}

/* Advice on the element of an array that an access goes to, behind the array's end. */
static void advise_on_index(struct simt_finding *finding, const struct simt_fault *event,
                            const struct watched_region *meant, unsigned width) {
    const uint64_t elements = meant->size / width;
    const uint64_t element = (event->address - meant->address) / width;
    const uint64_t blocks = simt_launch_blocks(event->place.launch->launch);
    if (element == event->place.block && blocks > elements && event->place.launch->threads > 1) {
        finding_advises(finding, MESSAGE_MORE_BLOCKS_THAN_ELEMENTS_ADVICE,
                        MESSAGE_VALUES(message_number("element", (long long)element),
                                       message_number("elements", (long long)elements),
                                       message_number("blocks count", (long long)blocks)));
    } else if (element == elements && !is_gathered(event) && is_alone_beyond(event)) {
        finding_advises(finding, MESSAGE_ONE_PAST_ADVICE, NULL);
    } else if (width >= sizeof(uint32_t) && element % width == 0 && element / width < elements &&
               element - elements > elements / width && is_meant(event, element / width)) {
        finding_advises(finding, MESSAGE_SCALED_INDEX_ADVICE,
                        MESSAGE_VALUES(message_number("element", (long long)element),
                                       message_number("bytes", width),
                                       message_number("part", (long long)(element / width)),
                                       message_number("elements", (long long)elements)));
    } else if (is_gathered(event)) {
        finding_advises(finding, MESSAGE_GATHERED_INDEX_ADVICE, NULL);
    }
}

static void outside_global(struct simt_finding *finding, const struct detector *detector,
                           const struct simt_fault *event, uint32_t region) {
    unsigned width = event->size ? event->size : 1;
    describe_global(finding, detector, region, event->address, event->place.site, width);
    if (region >= detector->region_count) {
        return;
    }
    const unsigned unit = describe_width(event->place.launch, event->place.site, width);
    const struct watched_region *meant = &detector->regions[region];
    if (describe_outside_image(finding, detector, region)) {
        return;
    }
    /* So is the block's size; and where another argument is the number of its elements, the array
     * is as long as it should be. */
    enum { POINTER = 8 };
    const bool as_a_pointer = meant->size == POINTER && width < sizeof(float) &&
                              argument_of(event->place.launch, POINTER / width) == 0;
    const uint32_t argument = meant->size > BY_CHANCE &&
                                      meant->size != event->place.launch->threads &&
                                      argument_of(event->place.launch, meant->size / width) == 0
                                  ? argument_of(event->place.launch, meant->size)
                                  : 0;
    if (event->address < meant->address) {
        finding_says(finding, MESSAGE_BEFORE_THE_ARRAY, NULL);
        finding_advises(finding, MESSAGE_NEGATIVE_INDEX_ADVICE, NULL);
    } else if (width > 1 && argument != 0) {
        finding_says(finding, MESSAGE_PAST_ARRAY_OF_BYTES,
                     MESSAGE_VALUES(message_number("bytes", (long long)meant->size),
                                    message_number("argument", argument)));
        finding_advises(finding, MESSAGE_PAST_ARRAY_OF_BYTES_ADVICE, NULL);
    } else if (event->address < meant->address + meant->size) {
        finding_says(
            finding, MESSAGE_PARTLY_PAST_THE_ARRAY,
            MESSAGE_VALUES(
                message_number("width", width),
                message_number("left", (long long)(meant->address + meant->size - event->address)),
                message_number("bytes", (long long)meant->size)));
        finding_advises(finding, MESSAGE_PARTLY_PAST_THE_ARRAY_ADVICE, NULL);
    } else {
        finding_says(finding, MESSAGE_PAST_THE_ARRAY,
                     MESSAGE_VALUES(message_number("elements", (long long)(meant->size / unit)),
                                    message_number("bytes", unit)));
        advise_on_index(finding, event, meant, unit);
        if (as_a_pointer) {
            finding_advises(finding, MESSAGE_AS_A_POINTER_ADVICE, NULL);
        }
    }
}

static void into_another(struct simt_finding *finding, const struct detector *detector,
                         const struct simt_fault *event) {
    char hit[96];
    outside_global(finding, detector, event, event->region);
    describe_region(hit, sizeof hit, finding->dialect, detector, event->hit_region);
    finding_says(finding, MESSAGE_INTO_ANOTHER_ARRAY, MESSAGE_VALUES(message_string("array", hit)));
}

/* The kernel's argument, from 1, that points to the sub-buffer. */
static uint32_t argument_of_part(const struct simt_fault *event) {
    const struct simt_launch *launch = event->place.launch->launch;
    for (uint32_t n = 0; n < launch->part_count; n++) {
        const uint32_t parameter = launch->parts[n].parameter;
        const struct simt_kernel_info *kernel = event->place.launch->kernel;
        uint64_t address = 0;
        if (parameter < kernel->parameter_count) {
            memcpy(&address,
                   (const char *)launch->parameters + kernel->parameters[parameter].offset,
                   sizeof address);
        }
        if (address == event->part_address && launch->parts[n].bytes == event->part_bytes) {
            return parameter + 1;
        }
    }
    return 1;
}

static void outside_part(struct simt_finding *finding, const struct simt_fault *event) {
    const struct simt_kernel_info *kernel = event->place.launch->kernel;
    const unsigned width =
        describe_width(event->place.launch, event->place.site, event->size ? event->size : 1);
    const uint32_t argument = argument_of_part(event);
    const long long offset = (long long)(event->address - event->part_address);
    finding_about(finding, MESSAGE_SUB_BUFFER_ELEMENT,
                  MESSAGE_VALUES(message_number("argument", argument),
                                 message_string("name", kernel->parameters[argument - 1].name),
                                 message_number("element", finding_element(offset, width))));
    finding_says(finding, MESSAGE_OUTSIDE_SUB_BUFFER,
                 MESSAGE_VALUES(message_number("elements", (long long)(event->part_bytes / width)),
                                message_number("bytes", width)));
    if (offset < 0) {
        finding_advises(finding, MESSAGE_NEGATIVE_INDEX_ADVICE, NULL);
    } else if (!tests_before(event, ANY_TEST)) {
        finding_advises(finding, MESSAGE_OUTSIDE_SUB_BUFFER_ADVICE, NULL);
    }
}

static const struct simt_shared_variable *variable(const struct simt_launch_event *launch,
                                                   int32_t index) {
    return index >= 0 && (uint32_t)index < launch->shared_variable_count
               ? &launch->shared_variables[index]
               : NULL;
}

static void outside_shared(struct simt_finding *finding, const struct simt_fault *event) {
    const struct simt_launch_event *launch = event->place.launch;
    const struct simt_shared_variable *meant = variable(launch, event->variable);
    const struct simt_shared_variable *hit = variable(launch, event->hit_variable);
    const unsigned width = describe_width(launch, event->place.site, event->size ? event->size : 1);
    if (meant == NULL) {
        finding_about(
            finding, MESSAGE_SHARED_BYTE,
            MESSAGE_VALUES(message_number("byte", (long long)event->address - SIMT_SHARED_START)));
        finding_says(finding, MESSAGE_SHARED_BYTES,
                     MESSAGE_VALUES(message_number("bytes", launch->shared_bytes)));
        return;
    }
    long long offset = (long long)event->address - meant->offset;
    long long element = finding_element(offset, width);
    finding_about(finding, MESSAGE_SHARED_ELEMENT,
                  MESSAGE_VALUES(message_string("name", meant->display_name),
                                 message_number("element", element)));
    if (hit != NULL && hit != meant) {
        finding_says(finding, MESSAGE_SHARED_INTO_ANOTHER,
                     MESSAGE_VALUES(message_number("elements", meant->size / width),
                                    message_string("name", hit->display_name)));
    } else {
        finding_says(finding, MESSAGE_SHARED_LENGTH,
                     MESSAGE_VALUES(message_number("elements", meant->size / width),
                                    message_number("bytes", width)));
    }
    if (element < 0) {
        finding_advises(finding, MESSAGE_NEGATIVE_INDEX_ADVICE, NULL);
    } else if (meant->size > 0 && is_gathered(event)) {
        finding_advises(finding,
                        meant->dynamic ? MESSAGE_GATHERED_SHARED_ADVICE
                                       : MESSAGE_GATHERED_INDEX_ADVICE,
                        MESSAGE_VALUES(message_number("bytes", meant->size)));
    } else if (meant->size > 0 && element * width == meant->size && is_alone_beyond(event)) {
        finding_advises(finding, MESSAGE_ONE_PAST_ADVICE, NULL);
    } else if (meant->dynamic && meant->size == 0) {
        finding_advises(finding, MESSAGE_SHARED_WITHOUT_SIZE_ADVICE, NULL);
    } else if (meant->dynamic && meant->size / width == launch->threads &&
               (meant->size <= BY_CHANCE || argument_of(launch, meant->size) == 0)) {
        finding_advises(finding, MESSAGE_SHARED_FOR_EACH_ADVICE, NULL);
    } else if (meant->dynamic) {
        finding_advises(finding, MESSAGE_SHARED_SIZE_ADVICE,
                        MESSAGE_VALUES(message_number("bytes", meant->size)));
    }
}

/* Unless the array is known, what lies behind a variable may be there for alignment. */
static void outside_private(struct simt_finding *finding, const struct simt_fault *event) {
    if (event->kind != SIMT_FAULT_OVERRUN) {
        finding_about(
            finding, MESSAGE_PRIVATE_BYTE,
            MESSAGE_VALUES(message_number("byte", (long long)event->address - SIMT_LOCAL_START)));
        finding_says(finding, MESSAGE_OUTSIDE_PRIVATE, NULL);
        return;
    }
    const unsigned size = event->size ? event->size : 1;
    const unsigned wide = describe_width(event->place.launch, event->place.site, size);
    const long long width = event->part_bytes % wide == 0 ? wide : size; /* a member is an array */
    const long long offset = (long long)event->address - (long long)event->part_address;
    const long long element = finding_element(offset, width);
    finding_about(finding, MESSAGE_PRIVATE_ELEMENT,
                  MESSAGE_VALUES(message_number("element", element)));
    finding_says(finding,
                 event->part_exact ? MESSAGE_SHARED_LENGTH
                 : element < 0     ? MESSAGE_PRIVATE_BEFORE
                                   : MESSAGE_PRIVATE_INTO_ANOTHER,
                 MESSAGE_VALUES(message_number("elements", (long long)event->part_bytes / width),
                                message_number("bytes", width)));
    if (element < 0) {
        finding_advises(finding, MESSAGE_NEGATIVE_INDEX_ADVICE, NULL);
    } else if (is_gathered(event)) {
        finding_advises(finding, MESSAGE_GATHERED_INDEX_ADVICE, NULL);
    }
}

static void outside(struct simt_finding *finding, const struct detector *detector,
                    const struct simt_fault *event) {
    if (event->space == SIMT_SHARED) {
        outside_shared(finding, event);
        return;
    }
    if (event->space == SIMT_LOCAL) {
        outside_private(finding, event);
        return;
    }
    if (event->part_bytes > 0) {
        outside_part(finding, event);
        return;
    }
    if (event->kind == SIMT_FAULT_OVERRUN && event->hit_region < detector->region_count) {
        into_another(finding, detector, event);
        return;
    }
    uint32_t region = nearest(detector, event->address);
    if (region >= detector->region_count) {
        region = event->region; /* far from everything: the array below, if there is one */
    }
    outside_global(finding, detector, event, region);
}

/* A deadlock: the first two different barriers that threads wait at. */
static void waiting_places(struct simt_finding *finding, const struct simt_fault *event) {
    const struct simt_launch_event *launch = event->place.launch;
    uint32_t seen = SIMT_NOT_WAITING;
    finding->place_count = 0;
    for (uint32_t i = 0; event->waiting_sites != NULL && i < launch->warps * SIMT_WARP_SIZE; i++) {
        uint32_t site = event->waiting_sites[i];
        if (site == SIMT_NOT_WAITING || site == seen || finding->place_count == 2) {
            continue;
        }
        seen = site;
        struct finding_place *place = &finding->places[finding->place_count++];
        describe_place(place, launch, site, MESSAGE_ACCESS_WAITS);
        describe_thread(place, launch, event->place.block, i / SIMT_WARP_SIZE, i % SIMT_WARP_SIZE);
    }
}

/* Does the thread that goes round for ever try to exchange a value? */
static bool tries_to_swap(const struct simt_fault *event) {
    const struct simt_launch_event *launch = event->place.launch;
    const char *opcode = event->kind == SIMT_FAULT_POLLING && event->place.site < launch->site_count
                             ? launch->sites[event->place.site].opcode
                             : NULL;
    return opcode != NULL && strncmp(opcode, "atom", 4) == 0 && strstr(opcode, ".cas") != NULL;
}

/* Only the description of a texture is read so (cuda/include/lockstep_fetch.h). */
static bool is_unbound(const struct simt_fault *event) {
    const struct simt_launch_event *launch = event->place.launch;
    return event->kind == SIMT_FAULT_NULL_POINTER && event->place.site < launch->site_count &&
           strncmp(launch->sites[event->place.site].opcode, "ldu.", 4) == 0;
}

static bool is_access(enum simt_fault_kind kind) {
    return kind <= SIMT_FAULT_READ_ONLY;
}

/* Does the address come from a value that nobody has set? That is the mistake, and it is told. */
static bool uses_unset_address(const struct detector *detector, const struct simt_fault *event) {
    const struct simt_undefined *unset = &detector->unset;
    return is_access(event->kind) && (unset->mask >> event->lane & 1) != 0 &&
           unset->user == event->place.site && unset->place.warp == event->place.warp &&
           unset->place.block == event->place.block;
}

static enum message advice_on(const struct simt_fault *event, enum message usual) {
    const bool null = event->kind == SIMT_FAULT_NULL_POINTER;
    const bool tested = usual == MESSAGE_TEST_THE_INDEX && tests_before(event, ANY_TEST);
    return tries_to_swap(event)                  ? MESSAGE_POLLING_SWAP_ADVICE
           : is_unbound(event)                   ? MESSAGE_UNBOUND_ADVICE
           : null && event->kernel_heap_full     ? MESSAGE_KERNEL_HEAP_ADVICE
           : tested                              ? MESSAGE_TESTED_INDEX
           : null && event->space != SIMT_GLOBAL ? MESSAGE_NULL_PLACE_ADVICE
                                                 : usual;
}

/* The memory that the access was to: an element of an array, or an address. */
static void describe_memory(struct simt_finding *finding, const struct detector *detector,
                            const struct simt_fault *event) {
    const uint32_t bytes = event->size ? event->size : 1;
    const bool is_known =
        event->kind == SIMT_FAULT_USE_AFTER_FREE ||
        (event->kind == SIMT_FAULT_READ_ONLY && event->region < detector->region_count);
    if (event->kind >= SIMT_FAULT_HOST_POINTER && event->kind <= SIMT_FAULT_NULL_POINTER) {
        return; /* the host's addresses differ from run to run; reports must not */
    }
    finding->address = event->address;
    if (event->kind == SIMT_FAULT_OUT_OF_BOUNDS || event->kind == SIMT_FAULT_OVERRUN) {
        outside(finding, detector, event);
    } else if (is_known) {
        describe_global(finding, detector, event->region, event->address, event->place.site, bytes);
    } else if (event->kind == SIMT_FAULT_MISALIGNED && event->space != SIMT_LOCAL) {
        finding_about(finding, MESSAGE_BYTES_PAST_MULTIPLE,
                      MESSAGE_VALUES(message_number("bytes", event->size),
                                     message_number("past", (long long)(event->address % bytes))));
    } else {
        char address[24];
        snprintf(address, sizeof address, "0x%llx", (unsigned long long)event->address);
        finding_about(finding, MESSAGE_BYTES_AT_ADDRESS,
                      MESSAGE_VALUES(message_number("bytes", event->size),
                                     message_string("address", address)));
    }
}

static void fault(struct detector *detector, const struct simt_fault *event) {
    detector->lost = true;
    const struct fault_words *words = fault_words(event->kind);
    if (words == NULL || uses_unset_address(detector, event)) {
        return;
    }
    struct simt_finding finding = {.kind = words->kind, .place_count = 1};
    describe_kernel(&finding, event->place.launch);
    finding_says(&finding, is_unbound(event) ? MESSAGE_UNBOUND : words->message,
                 MESSAGE_VALUES(message_number("waiting", event->waiting),
                                message_number("all", event->place.launch->threads),
                                message_number("ended", event->returned),
                                message_number("lane", event->lane),
                                message_number("absent", (long long)event->absent_block)));
    finding_advises(&finding, advice_on(event, words->advice), NULL);
    describe_at(&finding.places[0], &event->place, event->lane,
                is_access(event->kind) ? verb(event->access) : MESSAGE_ACCESS_STOPS);
    if (is_access(event->kind)) {
        describe_memory(&finding, detector, event);
    }
    if (event->kind == SIMT_FAULT_DEADLOCK || event->kind == SIMT_FAULT_GRID_ABSENT) {
        waiting_places(&finding, event);
    }
    finding_list_add(&detector->findings, &finding);
}

const struct detection detect_fault = {.fault = fault};
