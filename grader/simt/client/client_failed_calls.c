/* Calls that went wrong, told to the device: which, where in the program, and why. */
#include "client.h"

#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static _Thread_local struct {
    bool known;
    enum message why;
    char text[WIRE_WRONG_BYTES / 4];
    int64_t value[WIRE_WRONG_VALUES];
} reason;

static atomic_bool unlooked; /* a failure was told, and the program did not ask since */
static atomic_bool stopped;  /* a failure was told, and the program did no work since */

void client_why(enum message why, const char *text, int64_t first, int64_t second, int64_t third) {
    reason.known = true;
    reason.why = why;
    snprintf(reason.text, sizeof reason.text, "%s", text != NULL ? text : "");
    reason.value[0] = first;
    reason.value[1] = second;
    reason.value[2] = third;
}

void client_no_reason(void) {
    reason.known = false;
}

bool client_reason_is(enum message why) {
    return reason.known && reason.why == why;
}

bool client_has_reason(void) {
    return reason.known;
}

/* ---- where the call stands ------------------------------------------------------------------- */

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

static bool is_loader(const struct call_place *place) {
    return strstr(place->object, "libOpenCL") != NULL;
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

static void find_place(const void *caller, uint64_t *code, char object[512]) {
    struct call_place place = caller != NULL ? place_of((uintptr_t)caller) : (struct call_place){0};
    if (place.found && is_loader(&place)) {
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

/* Does the code behind the call compare what it returned, at once, or once it is kept? Where this
 * cannot be told, it does not. */
static bool compares_result(const void *caller) {
#ifdef __x86_64__
    static const struct {
        unsigned char length, code[4];
    } keeps[] = {
        {4, {0x89, 0x44, 0x24}}, /* mov %eax,N(%rsp) */
        {3, {0x89, 0x45}},       /* mov %eax,N(%rbp) */
        {2, {0x89, 0xc3}},       /* mov %eax,%ebx */
        {2, {0x89, 0xc5}},       /* mov %eax,%ebp */
    };
    const unsigned char *code = caller;
    for (size_t n = 0; n < sizeof keeps / sizeof *keeps; n++) {
        if (memcmp(code, keeps[n].code, keeps[n].length == 2 ? 2 : keeps[n].length - 1u) == 0) {
            code += keeps[n].length;
            break;
        }
    }
    return (code[0] == 0x85 && code[1] == 0xc0) ||                    /* test %eax,%eax */
           (code[0] == 0x83 && code[1] == 0xf8) ||                    /* cmp $N,%eax */
           (code[0] == 0x83 && code[1] == 0x7d) ||                    /* cmpl $N,N(%rbp) */
           (code[0] == 0x83 && code[1] == 0x7c && code[2] == 0x24) || /* cmpl $N,N(%rsp) */
           (code[0] == 0x85 && (code[1] == 0xdb || code[1] == 0xed)); /* test %ebx,%ebx, %ebp */
#else
    (void)caller;
    return false;
#endif
}

/* ---- telling --------------------------------------------------------------------------------- */

static void append(char *tail, size_t *bytes, const char *text) {
    size_t room = WIRE_WRONG_BYTES / WIRE_WRONG_TEXTS - 1, length = strnlen(text, room);
    memcpy(tail + *bytes, text, length);
    tail[*bytes + length] = '\0';
    *bytes += length + 1;
}

void client_tell_wrong(const struct client_wrong *wrong) {
    char tail[WIRE_WRONG_BYTES], object[512] = "";
    size_t bytes = 0;
    bool known = reason.known;
    struct wire_wrong_q question = {.what = wrong->what,
                                    .why = known ? reason.why : MESSAGE_WHY_TEXT,
                                    .result = wrong->result,
                                    .error = wrong->number,
                                    .compared =
                                        wrong->caller != NULL && compares_result(wrong->caller)};
    reason.known = false;
    if (!client_is_connected()) {
        return;
    }
    if (known) {
        memcpy(question.value, reason.value, sizeof question.value);
    }
    find_place(wrong->caller, &question.code, object);
    append(tail, &bytes, wrong->call);
    append(tail, &bytes, wrong->error);
    append(tail, &bytes, known ? reason.text : wrong->text);
    append(tail, &bytes, object);
    struct call call = {
        .operation = WIRE_WRONG, .body = &question, .tail = tail, .tail_bytes = bytes};
    client_call(&call);
    if (wrong->what <= WIRE_MISUSED) {
        unlooked = true;
        stopped = true;
    }
    /* A launch that returns a status: who compares it, knows. */
    if (wrong->what == WIRE_CALL_FAILED && wrong->result == MESSAGE_RESULT_NOT_RUN &&
        question.compared) {
        client_looked(wrong->number);
    }
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
    find_place(place.found ? client_pointer(own ? instruction + 1 : place.address) : NULL, code,
               object);
    append(tail, bytes, object);
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
    /* After so much work, the program may go on for ever, and be asked where. */
    enum { MUCH = 1024 };
    told.work += work;
    told.wanted = told.wanted || told.work > MUCH;
    /* The line of an OpenCL launch is told for a kernel that is not the student's own. */
    const bool is_launch = operation == WIRE_LAUNCH && client_door == WIRE_OPENCL;
    if (!work || (!told.wanted && !is_launch) ||
        (client_door == WIRE_CUDA && told.call == from.call && told.caller == from.caller)) {
        return;
    }
    told.call = from.call;
    told.caller = from.caller;
    char tail[WIRE_WRONG_BYTES], object[512] = "";
    size_t bytes = 0;
    struct wire_from_q question = {0};
    find_place(from.caller, &question.code, object);
    append(tail, &bytes, from.call != NULL ? from.call : "");
    append(tail, &bytes, object);
    struct call call = {
        .operation = WIRE_FROM, .body = &question, .tail = tail, .tail_bytes = bytes};
    client_call(&call);
}

void client_working(void) {
    if (stopped) {
        stopped = false;
        struct call call = {.operation = WIRE_WENT_ON};
        client_call(&call);
    }
}

void client_looked(int error) {
    if (unlooked) {
        unlooked = error != 0;
        struct wire_looked_q question = {.error = error};
        struct call call = {.operation = WIRE_LOOKED, .body = &question};
        client_call(&call);
    }
}
