/*
 * Copies and fills. What the device knows by address (its own memory and shared host memory) it
 * moves itself; ordinary host memory goes through the window, in as many pieces as that takes.
 */
#include "graphs.h"
#include "../../client/guard.h"

#include <string.h>

struct copy_area {
    unsigned char *to;
    const unsigned char *from;
    size_t to_pitch;
    size_t from_pitch;
    size_t width;
    size_t height;
};

enum side { HOST, PINNED, MANAGED, DEVICE };

static enum side side_of(const void *pointer) {
    struct shared_range range;
    if (client_is_device_address(pointer)) {
        return DEVICE;
    }
    if (!client_find_shared(pointer, 1, &range)) {
        return HOST;
    }
    return range.memory == WIRE_MANAGED_MEMORY ? MANAGED : PINNED;
}

/* Whether a side may stand where the copy kind wants the host's, or the device's, memory. */
static bool may_be_host(enum side side) {
    return side != DEVICE;
}
static bool may_be_device(enum side side) {
    return side != HOST;
}

/* Checks the copy's kind against where the pointers lead, as CUDA does, and notes what is wrong. */
static bool kind_fits(enum side to, enum side from, enum cudaMemcpyKind kind) {
    static const struct {
        const char *name;
        bool to_device;
        bool from_device;
    } kinds[] = {
        [cudaMemcpyHostToDevice] = {"cudaMemcpyHostToDevice", true, false},
        [cudaMemcpyDeviceToHost] = {"cudaMemcpyDeviceToHost", false, true},
        [cudaMemcpyDeviceToDevice] = {"cudaMemcpyDeviceToDevice", true, true},
    };
    /* Under unified addressing CUDA takes "host to host" as "wherever the pointers lead", too. */
    if (kind == cudaMemcpyDefault || kind == cudaMemcpyHostToHost) {
        return true;
    }
    bool to_fits = kinds[kind].to_device ? may_be_device(to) : may_be_host(to);
    bool from_fits = kinds[kind].from_device ? may_be_device(from) : may_be_host(from);
    if (!to_fits) {
        client_why(to == DEVICE ? MESSAGE_WHY_TO_DEVICE : MESSAGE_WHY_TO_HOST, kinds[kind].name, 0,
                   0, 0);
    } else if (!from_fits) {
        client_why(from == DEVICE ? MESSAGE_WHY_FROM_DEVICE : MESSAGE_WHY_FROM_HOST,
                   kinds[kind].name, 0, 0, 0);
    }
    return to_fits && from_fits;
}

static size_t span_of(size_t pitch, size_t width, size_t height) {
    size_t span;
    return __builtin_mul_overflow(pitch, height - 1, &span) ||
                   __builtin_add_overflow(span, width, &span)
               ? SIZE_MAX
               : span;
}

/* Between memories that the device knows by address. */
static cudaError_t on_device(const struct copy_area *area, uint32_t stream, bool later) {
    const bool guarded =
        later && (!client_is_device_address(area->to) || !client_is_device_address(area->from));
    struct wire_copy_q question = {.to = (uint64_t)(uintptr_t)area->to,
                                   .from = (uint64_t)(uintptr_t)area->from,
                                   .width = area->width,
                                   .height = area->height,
                                   .to_pitch = area->to_pitch,
                                   .from_pitch = area->from_pitch,
                                   .route = WIRE_DEVICE_TO_DEVICE,
                                   .stream = stream,
                                   .later = later,
                                   .guard = guarded ? guard_number() : 0};
    cudaError_t error = client_ask(WIRE_COPY, &question, NULL);
    if (error == cudaSuccess && guarded) {
        client_guard(question.guard, area->to, span_of(area->to_pitch, area->width, area->height),
                     false);
        client_guard(question.guard, area->from,
                     span_of(area->from_pitch, area->width, area->height), true);
    }
    return error;
}

/* Notes why, where so many bytes are more than the array has left. */
static cudaError_t check_room(uint64_t left, size_t span, enum message past) {
    if (span > left) {
        client_why(past, NULL, (int64_t)left, (int64_t)span, 0);
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

/* Whether `height` rows of `width` bytes fit the piece of memory that the device knows at
 * `address`: asked first, so that a copy that is too long fails as a whole, before host memory is
 * touched. */
static cudaError_t check_known_side(const void *address, size_t pitch, size_t width,
                                    size_t height) {
    struct wire_pointer_q question = {.address = (uint64_t)(uintptr_t)address};
    struct wire_pointer_r reply = {0};
    cudaError_t error = client_ask(WIRE_POINTER, &question, &reply);
    if (error != cudaSuccess) {
        return error;
    }
    if (reply.known != WIRE_POINTER_KNOWN) {
        client_why(reply.known == WIRE_POINTER_FREED ? MESSAGE_WHY_FREED : MESSAGE_WHY_NO_ARRAY,
                   NULL, 0, 0, 0);
        return cudaErrorInvalidValue;
    }
    uint64_t left = reply.bytes - (question.address - reply.base);
    return check_room(left, span_of(pitch, width, height),
                      reply.memory == WIRE_HOST_MEMORY ? MESSAGE_WHY_PAST_HOST_ARRAY
                                                       : MESSAGE_WHY_PAST_ARRAY);
}

static cudaError_t check_side(enum side side, const void *address, size_t pitch, size_t width,
                              size_t height) {
    return side == HOST ? check_room(client_host_room(address), span_of(pitch, width, height),
                                     MESSAGE_WHY_PAST_HEAP)
                        : check_known_side(address, pitch, width, height);
}

static cudaError_t check_sides(const struct copy_area *area, enum side to, enum side from) {
    cudaError_t error = check_side(to, area->to, area->to_pitch, area->width, area->height);
    return error != cudaSuccess
               ? error
               : check_side(from, area->from, area->from_pitch, area->width, area->height);
}

/* Was the pitch of one side's memory given to the other side, and the other's to it? Rows that lie
 * closer than that memory's own overlap them. */
static bool swaps_pitches(const struct copy_area *area) {
    const size_t to = pitch_of(area->to), from = pitch_of(area->from);
    const bool at_to = to != 0 && area->to_pitch < to && area->from_pitch == to && from != to;
    const bool at_from =
        from != 0 && area->from_pitch < from && area->to_pitch == from && to != from;
    if (area->height > 1 && (at_to || at_from)) {
        client_why(MESSAGE_WHY_SWAPPED_PITCHES, NULL, (int64_t)(at_to ? to : from), 0, 0);
        return true;
    }
    return false;
}

/* Between ordinary memory of the host and the device's. */
static cudaError_t through_window(const struct copy_area *area, bool upload, uint32_t stream) {
    return client_copy_rows(
        &(struct client_rows){.host = upload ? (unsigned char *)area->from : area->to,
                              .host_pitch = upload ? area->from_pitch : area->to_pitch,
                              .address = (uint64_t)(uintptr_t)(upload ? area->to : area->from),
                              .pitch = upload ? area->to_pitch : area->from_pitch,
                              .width = area->width,
                              .rows = area->height,
                              .whole = area->width * area->height,
                              .code = upload ? 0 : client_code(),
                              .stream = stream,
                              .upload = upload});
}

static cudaError_t copy(const struct copy_area *area, enum cudaMemcpyKind kind, cudaStream_t stream,
                        bool later) {
    uint32_t handle;
    client_working();
    cudaError_t error = client_connect();
    if (error != cudaSuccess) {
        return error;
    }
    if (graph_captures(stream)) {
        struct graph_step step = {.kind = GRAPH_COPY,
                                  .area = {area->to, area->from, area->to_pitch, area->from_pitch,
                                           area->width, area->height, kind, 0}};
        return graph_capture(stream, &step);
    }
    if (!client_handle(stream, &handle)) {
        return client_explain_stream(cudaErrorInvalidResourceHandle, stream);
    }
    if (area->height > 1 && (area->width > area->to_pitch || area->width > area->from_pitch)) {
        size_t pitch = area->width > area->to_pitch ? area->to_pitch : area->from_pitch;
        client_why(MESSAGE_WHY_PITCH, NULL, (int64_t)area->width, (int64_t)pitch, 0);
        return cudaErrorInvalidPitchValue;
    }
    if (area->width == 0 || area->height == 0) {
        return cudaSuccess;
    }
    if (swaps_pitches(area)) {
        return cudaErrorInvalidValue;
    }
    if (area->to == NULL || area->from == NULL) {
        client_why(MESSAGE_WHY_NULL, area->to == NULL ? "destination" : "source", 0, 0, 0);
        return cudaErrorInvalidValue;
    }
    enum side to = side_of(area->to), from = side_of(area->from);
    if ((unsigned int)kind > cudaMemcpyDefault) {
        client_why(MESSAGE_WHY_NO_KIND, NULL, (int64_t)kind, 0, 0);
        return cudaErrorInvalidMemcpyDirection;
    }
    if (!kind_fits(to, from, kind)) {
        return cudaErrorInvalidValue;
    }
    if (to == HOST && from == HOST) {
        struct wire_wait_q question = {.what = WIRE_WAIT_STREAM, .handle = handle};
        error = client_ask(WIRE_WAIT, &question, NULL);
        for (size_t row = 0; row < area->height && error == cudaSuccess; row++) {
            memmove(area->to + row * area->to_pitch, area->from + row * area->from_pitch,
                    area->width);
        }
        return error;
    }
    if (to == HOST || from == HOST) {
        error = check_sides(area, to, from);
        error = error == cudaSuccess ? through_window(area, from == HOST, handle) : error;
    } else {
        error = on_device(area, handle, later);
        if (error == cudaErrorInvalidValue) {
            check_sides(area, to, from); /* for the reason */
        }
    }
    return client_explain_stream(error, stream);
}

cudaError_t client_copy(const struct graph_area *step, cudaStream_t stream) {
    struct copy_area area = {step->to,         step->from,  step->to_pitch,
                             step->from_pitch, step->width, step->height};
    return copy(&area, step->kind, stream, true);
}

static cudaError_t copy_plain(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                              cudaStream_t stream, bool later) {
    struct copy_area area = {to, from, bytes, bytes, bytes, 1};
    return copy(&area, kind, stream, later);
}

CALL_FROM(cudaMemcpy, (void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind),
          MESSAGE_RESULT_NOT_COPIED, copy_plain(to, from, bytes, kind, 0, false))
CALL_FROM(cudaMemcpyAsync,
          (void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream),
          MESSAGE_RESULT_NOT_COPIED, copy_plain(to, from, bytes, kind, stream, true))
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind) {
    client_from(__func__, __builtin_return_address(0));
    struct copy_area area = {to, from, to_pitch, from_pitch, width, height};
    return client_result_of(MESSAGE_RESULT_NOT_COPIED, copy(&area, kind, 0, false));
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream) {
    client_from(__func__, __builtin_return_address(0));
    struct copy_area area = {to, from, to_pitch, from_pitch, width, height};
    return client_result_of(MESSAGE_RESULT_NOT_COPIED, copy(&area, kind, stream, true));
}

/* `later`: of the Async calls. The others wait where the host reaches the memory, too. */
static cudaError_t fill(void *to, size_t pitch, int value, size_t width, size_t height,
                        cudaStream_t stream, bool later) {
    uint32_t handle;
    client_working();
    if (graph_captures(stream)) {
        struct graph_step step = {
            .kind = GRAPH_FILL,
            .area = {
                .to = to, .to_pitch = pitch, .width = width, .height = height, .value = value}};
        return graph_capture(stream, &step);
    }
    if (!client_handle(stream, &handle)) {
        return client_explain_stream(cudaErrorInvalidResourceHandle, stream);
    }
    if (height > 1 && width > pitch) {
        client_why(MESSAGE_WHY_PITCH, NULL, (int64_t)width, (int64_t)pitch, 0);
        return cudaErrorInvalidPitchValue;
    }
    struct wire_fill_q question = {.to = (uint64_t)(uintptr_t)to,
                                   .width = width,
                                   .height = height,
                                   .pitch = pitch,
                                   .value = (uint32_t)value & 0xff,
                                   .stream = handle,
                                   .later = true};
    const bool of_host = !client_is_device_address(to), guarded = later && of_host;
    question.guard = guarded ? guard_number() : 0;
    cudaError_t error = client_ask(WIRE_FILL, &question, NULL);
    if (error == cudaSuccess && guarded && height > 0 && width > 0) {
        client_guard(question.guard, to, span_of(pitch, width, height), false);
    }
    if (error == cudaSuccess && !later && of_host) {
        struct wire_wait_q wait = {.what = WIRE_WAIT_STREAM, .handle = handle};
        error = client_ask(WIRE_WAIT, &wait, NULL);
    }
    if (error == cudaErrorInvalidValue) {
        error = check_known_side(to, pitch, width, height);
        error = error == cudaSuccess ? cudaErrorInvalidValue : error;
    }
    return client_explain_stream(error, stream);
}

cudaError_t client_fill(const struct graph_area *area, cudaStream_t stream) {
    return fill(area->to, area->to_pitch, area->value, area->width, area->height, stream, true);
}

CALL_FROM(cudaMemset, (void *to, int value, size_t bytes), MESSAGE_RESULT_NOT_FILLED,
          fill(to, bytes, value, bytes, 1, 0, false))
CALL_FROM(cudaMemsetAsync, (void *to, int value, size_t bytes, cudaStream_t stream),
          MESSAGE_RESULT_NOT_FILLED, fill(to, bytes, value, bytes, 1, stream, true))
CALL_FROM(cudaMemset2D, (void *to, size_t pitch, int value, size_t width, size_t height),
          MESSAGE_RESULT_NOT_FILLED, fill(to, pitch, value, width, height, 0, false))
CALL_FROM(cudaMemset2DAsync,
          (void *to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream),
          MESSAGE_RESULT_NOT_FILLED, fill(to, pitch, value, width, height, stream, true))

/* ---- variables of the program ------------------------------------------------------------------
 */

static cudaError_t symbol_range(const void *symbol, size_t bytes, size_t offset, void **address) {
    uint64_t base = 0, size = 0;
    cudaError_t error = client_find_symbol(symbol, &base, &size);
    if (error != cudaSuccess) {
        if (error == cudaErrorInvalidSymbol) {
            client_why(MESSAGE_WHY_NO_SYMBOL, NULL, 0, 0, 0);
        }
        return error;
    }
    if (offset > size || bytes > size - offset) {
        client_why(MESSAGE_WHY_PAST_SYMBOL, NULL, (int64_t)size, (int64_t)bytes, (int64_t)offset);
        return cudaErrorInvalidValue;
    }
    *address = client_pointer(base + offset);
    return cudaSuccess;
}

static cudaError_t to_symbol(const void *symbol, const void *from, size_t bytes, size_t offset,
                             enum cudaMemcpyKind kind, cudaStream_t stream, bool later) {
    void *address = NULL;
    cudaError_t error = symbol_range(symbol, bytes, offset, &address);
    if (error == cudaSuccess && (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyHostToHost)) {
        error = cudaErrorInvalidMemcpyDirection;
    }
    return error != cudaSuccess ? error : copy_plain(address, from, bytes, kind, stream, later);
}

static cudaError_t from_symbol(void *to, const void *symbol, size_t bytes, size_t offset,
                               enum cudaMemcpyKind kind, cudaStream_t stream, bool later) {
    void *address = NULL;
    cudaError_t error = symbol_range(symbol, bytes, offset, &address);
    if (error == cudaSuccess && (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyHostToHost)) {
        error = cudaErrorInvalidMemcpyDirection;
    }
    return error != cudaSuccess ? error : copy_plain(to, address, bytes, kind, stream, later);
}

CALL_FROM(cudaMemcpyToSymbol,
          (const void *symbol, const void *from, size_t bytes, size_t offset,
           enum cudaMemcpyKind kind),
          MESSAGE_RESULT_NOT_COPIED, to_symbol(symbol, from, bytes, offset, kind, 0, false))
CALL_FROM(cudaMemcpyToSymbolAsync,
          (const void *symbol, const void *from, size_t bytes, size_t offset,
           enum cudaMemcpyKind kind, cudaStream_t stream),
          MESSAGE_RESULT_NOT_COPIED, to_symbol(symbol, from, bytes, offset, kind, stream, true))
CALL_FROM(cudaMemcpyFromSymbol,
          (void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind),
          MESSAGE_RESULT_NOT_COPIED, from_symbol(to, symbol, bytes, offset, kind, 0, false))
CALL_FROM(cudaMemcpyFromSymbolAsync,
          (void *to, const void *symbol, size_t bytes, size_t offset, enum cudaMemcpyKind kind,
           cudaStream_t stream),
          MESSAGE_RESULT_NOT_COPIED, from_symbol(to, symbol, bytes, offset, kind, stream, true))

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
    if (pointer == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    return client_result(symbol_range(symbol, 0, 0, pointer));
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol) {
    uint64_t base = 0, size = 0;
    if (bytes == NULL) {
        return client_result(cudaErrorInvalidValue);
    }
    cudaError_t error = client_find_symbol(symbol, &base, &size);
    *bytes = size;
    return client_result(error);
}
