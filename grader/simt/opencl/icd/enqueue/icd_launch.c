/* Kernels: from a command to the device's launch. */
#include "../icd.h"

cl_int launch_send(const struct launch *launch) {
    struct call call = {.operation = WIRE_LAUNCH,
                        .body = &launch->question,
                        .tail = launch->tail,
                        .tail_bytes = launch->tail_bytes};
    return icd_call(&call);
}

cl_int launch_run(struct command *command) {
    const char *call;
    const void *caller;
    client_asked_from(&call, &caller);
    client_from(command->call, command->caller); /* it was asked for earlier than this */
    host_pointer_before(command);
    cl_int error = launch_send(&command->work.launch);
    client_from(call, caller);
    error = error ? error : icd_drain();
    if (!error) {
        host_pointer_launched(command);
    }
    return error;
}
