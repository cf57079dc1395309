/* Where in the program calls stand, and where work comes from. */
#include "call_places.h"
#include "connection.h"

#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct call_place {
    uintptr_t address;
    uintptr_t bias;
    char object[512];
    bool found;
    bool program; /* it lies in the program itself, no library */
};

static int find_object(struct dl_phdr_info *info, size_t size, void *context) {
    struct call_place *place = context;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X) && place->address >= start &&
            place->address - start < part->p_memsz) {
            place->found = true;
            place->bias = info->dlpi_addr;
            place->program = info->dlpi_name[0] == '\0';
            snprintf(place->object, sizeof place->object, "%s", info->dlpi_name);
            return 1;
        }
    }
    return 0;
}

static struct call_place place_of(uintptr_t address) {
    struct call_place place = {.address = address};
    dl_iterate_phdr(find_object, &place);
    return place;
}

/* Whether a call ends there: e8 with four bytes, or ff with a register or a place in memory. */
static bool follows_call(const unsigned char *code) {
    return code[-5] == 0xe8 || (code[-2] == 0xff && (code[-1] & 0x38) == 0x10) ||
           (code[-3] == 0xff && (code[-2] & 0x38) == 0x10) ||
           (code[-6] == 0xff && (code[-5] & 0x38) == 0x10) ||
           (code[-7] == 0xff && (code[-6] & 0x38) == 0x10);
}

/* The first of these words of the stack that a call in the program may have left there. */
static struct call_place first_call(const uintptr_t *word, size_t words) {
    for (size_t i = 0; i < words; i++) {
        struct call_place place = place_of(word[i]);
        if (place.found && place.program &&
            follows_call((const unsigned char *)client_pointer(word[i]))) {
            return place;
        }
    }
    return (struct call_place){0};
}

/* Most of the ICD loader's functions jump to ours, so that ours return to the program. Those that
 * call leave the program's address further up on the stack, a few words away. */
static struct call_place behind_loader(const void *stack) {
    enum { WORDS = 64 };
    return first_call(stack, WORDS);
}

void call_place_find(const void *caller, uint64_t *code, char object[512]) {
    struct call_place place = caller != NULL ? place_of((uintptr_t)caller) : (struct call_place){0};
    if (place.found && strstr(place.object, "libOpenCL") != NULL) {
        place = behind_loader(__builtin_frame_address(0));
    }
    *code = place.found ? place.address - 1 - place.bias : 0;
    if (place.program) {
        ssize_t length = readlink("/proc/self/exe", object, 511);
        object[length > 0 ? length : 0] = '\0';
    } else {
        snprintf(object, 512, "%s", place.object);
    }
}

void call_place_add(char *tail, size_t *bytes, const char *text) {
    size_t room = WIRE_WRONG_BYTES / WIRE_WRONG_TEXTS - 1, length = strnlen(text, room);
    memcpy(tail + *bytes, text, length);
    tail[*bytes + length] = '\0';
    *bytes += length + 1;
}

/* ---- where work comes from ------------------------------------------------------------------- */

static _Thread_local struct {
    const char *call;
    const void *caller;
} from;
static struct {
    bool wanted;
    unsigned long work; /* asked for so far */
    const char *call;   /* that the device knows of */
    const void *caller;
} told;

bool client_find_access(uintptr_t instruction, const uintptr_t *stack, size_t words, uint64_t *code,
                        char *tail, size_t *bytes) {
    char object[512] = "";
    struct call_place place = place_of(instruction);
    bool own = place.found && place.program;
    if (!own) {
        place = first_call(stack, words);
    }
    call_place_find(place.found ? client_pointer(own ? instruction + 1 : place.address) : NULL,
                    code, object);
    call_place_add(tail, bytes, object);
    return own;
}

void client_from(const char *call, const void *caller) {
    from.call = call;
    from.caller = caller;
}

void client_asked_from(const char **call, const void **caller) {
    *call = from.call;
    *caller = from.caller;
}

uint64_t client_code(void) {
    const struct call_place place = place_of((uintptr_t)from.caller);
    return from.caller != NULL && place.found && place.program ? place.address - 1 - place.bias : 0;
}

void client_name_work(void) {
    told.wanted = true;
}

void client_tell_from(enum wire_operation operation) {
    bool work = operation == WIRE_LAUNCH || operation == WIRE_COPY || operation == WIRE_FILL ||
                operation == WIRE_FREE || operation == WIRE_COMMAND ||
                (operation == WIRE_TOUCHED && client_door == WIRE_OPENCL);
    /* The first work may be what a stream that comes later does not wait for; and a program that
     * has asked for much may never end: the device learns where these ask. */
    enum { FEW = 16, MUCH = 1024 };
    told.work += work;
    const bool wanted = told.wanted || told.work <= FEW || told.work > MUCH;
    /* Where a kernel is not the student's own, the report names the line of its OpenCL launch. */
    const bool is_launch = operation == WIRE_LAUNCH && client_door == WIRE_OPENCL;
    if (!work || (!wanted && !is_launch) ||
        (client_door == WIRE_CUDA && told.call == from.call && told.caller == from.caller)) {
        return;
    }
    told.call = from.call;
    told.caller = from.caller;
    char tail[WIRE_WRONG_BYTES], object[512] = "";
    size_t bytes = 0;
    struct wire_from_q question = {0};
    call_place_find(from.caller, &question.code, object);
    call_place_add(tail, &bytes, from.call != NULL ? from.call : "");
    call_place_add(tail, &bytes, object);
    struct call call = {
        .operation = WIRE_FROM, .body = &question, .tail = tail, .tail_bytes = bytes};
    connection_exchange(&call);
}
