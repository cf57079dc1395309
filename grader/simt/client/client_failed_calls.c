/* Calls that went wrong, told to the device: which, where in the program, and why. */
#include "call_places.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

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

int client_refuse(int error, enum message why, const char *text) {
    client_why(why, text, 0, 0, 0);
    return error;
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

/* ---- telling --------------------------------------------------------------------------------- */

/* Does the code behind the call compare the returned status, at once or after keeping it? False
 * where this cannot be told. */
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
    call_place_find(wrong->caller, &question.code, object);
    call_place_add(tail, &bytes, wrong->call);
    call_place_add(tail, &bytes, wrong->error);
    call_place_add(tail, &bytes, known ? reason.text : wrong->text);
    call_place_add(tail, &bytes, object);
    struct call call = {
        .operation = WIRE_WRONG, .body = &question, .tail = tail, .tail_bytes = bytes};
    client_call(&call);
    if (wrong->what <= WIRE_MISUSED) {
        unlooked = true;
        stopped = true;
    }
    /* A launch that returns a status: a program that compares it knows of the failure. */
    if (wrong->what == WIRE_CALL_FAILED && wrong->result == MESSAGE_RESULT_NOT_RUN &&
        question.compared) {
        client_looked(wrong->number);
    }
}

void client_working(void) {
    if (stopped) {
        stopped = false;
        client_ask(WIRE_WENT_ON, NULL, NULL);
    }
}

void client_looked(int error) {
    if (unlooked) {
        unlooked = error != 0;
        struct wire_looked_q question = {.error = error};
        client_ask(WIRE_LOOKED, &question, NULL);
    }
}
