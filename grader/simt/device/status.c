#include "session.h"
#include "../../clock.h"

#include <poll.h>
#include <stdio.h>

cudaError_t status_of(enum simt_status status) {
    static const cudaError_t table[] = {
        [SIMT_OK] = cudaSuccess,
        [SIMT_INVALID_VALUE] = cudaErrorInvalidValue,
        [SIMT_OUT_OF_MEMORY] = cudaErrorMemoryAllocation,
        [SIMT_INVALID_PTX] = cudaErrorInvalidPtx,
        [SIMT_UNSUPPORTED] = cudaErrorNotSupported,
        [SIMT_UNKNOWN_SYMBOL] = cudaErrorInvalidSymbol,
        [SIMT_INVALID_CONFIGURATION] = cudaErrorInvalidConfiguration,
        [SIMT_OUT_OF_RESOURCES] = cudaErrorLaunchOutOfResources,
        [SIMT_ILLEGAL_ADDRESS] = cudaErrorIllegalAddress,
        [SIMT_MISALIGNED_ADDRESS] = cudaErrorMisalignedAddress,
        [SIMT_DEADLOCK] = cudaErrorLaunchTimeout,
        [SIMT_BUDGET] = cudaErrorLaunchTimeout,
        [SIMT_ASSERT] = cudaErrorAssert,
        [SIMT_TRAP] = cudaErrorLaunchFailure,
        [SIMT_STOPPED] = cudaErrorLaunchTimeout,
    };
    if ((size_t)status >= sizeof table / sizeof table[0]) {
        return cudaErrorUnknown;
    }
    return table[status];
}

bool status_is_sticky(cudaError_t status) {
    return status == cudaErrorIllegalAddress || status == cudaErrorMisalignedAddress ||
           status == cudaErrorLaunchTimeout || status == cudaErrorAssert ||
           status == cudaErrorLaunchFailure;
}

bool serving_must_stop(void *context) {
    struct session *session = context;
    if (session->stopped || session->blocks_until_look-- > 0) {
        return session->stopped;
    }
    session->blocks_until_look = 63;
    struct pollfd stop = {.fd = session->options->stop, .events = POLLIN};
    bool late = session->deadline >= 0 && clock_milliseconds() >= session->deadline;
    return session->stopped = late || (stop.fd >= 0 && poll(&stop, 1, 0) > 0);
}

enum simt_dialect serving_dialect(const struct session *session) {
    return session->door == WIRE_OPENCL ? SIMT_OPENCL : SIMT_CUDA;
}

void serving_note(struct session *session, enum finding_kind kind, const char *kernel,
                  enum message message, enum message advice) {
    struct simt_finding note = {.kind = kind, .count = 1, .dialect = serving_dialect(session)};
    snprintf(note.kernel, sizeof note.kernel, "%s", kernel);
    finding_tell(&session->report->notes, &note, message, advice);
}
