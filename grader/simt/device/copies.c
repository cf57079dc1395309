/* Copies and fills, row by row; copy_requests.c has checked every range. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

/* A hostile copy can have billions of rows of one byte. */
enum { ROWS_UNTIL_LOOK = 1 << 14 };

/* The window is the program's, too: what the device gets instead must not be seen there. */
static enum simt_status write_other(struct session *session, uint64_t to, const unsigned char *from,
                                    uint64_t width) {
    unsigned char *row = malloc(width);
    if (row == NULL) {
        return SIMT_OUT_OF_MEMORY;
    }
    memcpy(row, from, width);
    substitution_apply(session->options->substitution, row, width);
    enum simt_status status = simt_memory_write(session->device, to, row, width);
    free(row);
    return status;
}

static enum simt_status upload_row(struct session *session, uint64_t to, const unsigned char *from,
                                   uint64_t width) {
    return session->options->substitution != NULL
               ? write_other(session, to, from, width)
               : simt_memory_write(session->device, to, from, width);
}

/* Memory that nobody has written: a map to write reads it, which brings no result back. */
static bool is_poison(const unsigned char *bytes, uint64_t count) {
    return count > 0 && bytes[0] == SIMT_POISON && memcmp(bytes, bytes + 1, count - 1) == 0;
}

static enum simt_status read_other(struct session *session, uint64_t from, unsigned char *to,
                                   uint64_t width) {
    unsigned char *row = malloc(width);
    if (row == NULL) {
        return SIMT_OUT_OF_MEMORY;
    }
    enum simt_status status = simt_memory_read(session->device, from, row, width);
    if (status == SIMT_OK) {
        if (!is_poison(row, width)) {
            substitution_return(session->options->substitution, row, width);
        }
        memcpy(to, row, width);
    }
    free(row);
    return status;
}

static enum simt_status download_row(struct session *session, uint64_t from, unsigned char *to,
                                     uint64_t width) {
    return session->options->substitution != NULL
               ? read_other(session, from, to, width)
               : simt_memory_read(session->device, from, to, width);
}

static bool is_shared(struct session *session, uint64_t address) {
    const struct simt_region *region = simt_memory_find(session->device, address, NULL);
    return region != NULL &&
           (region->kind == SIMT_REGION_MAPPED || region->kind == SIMT_REGION_MANAGED);
}

/* From memory that the program shares it is an upload, by another name. */
static enum simt_status copy_row(struct session *session, uint64_t to, uint64_t from,
                                 uint64_t width) {
    if (session->options->substitution == NULL || !is_shared(session, from)) {
        return simt_memory_copy(session->device, to, from, width);
    }
    memory_substitute(session);
    enum simt_status status = simt_memory_copy(session->device, to, from, width);
    memory_restore(session);
    return status;
}

enum device_transfer copy_transfer(struct session *session, const struct wire_copy_q *copy) {
    if (copy->route != WIRE_DEVICE_TO_DEVICE) {
        return copy->route == WIRE_WINDOW_TO_DEVICE ? TRANSFER_UPLOAD : TRANSFER_DOWNLOAD;
    }
    bool from = is_shared(session, copy->from), to = is_shared(session, copy->to);
    return from == to ? TRANSFER_ON_DEVICE
           : from     ? TRANSFER_PINNED_UPLOAD
                      : TRANSFER_PINNED_DOWNLOAD;
}

static bool is_pinned(struct session *session, uint64_t address) {
    const struct simt_region *region = simt_memory_find(session->device, address, NULL);
    return region != NULL && region->kind == SIMT_REGION_MAPPED;
}

/* A row crosses between host and device by the window, or from or to memory of the host that the
 * device sees. Managed memory may be on either side: it is not counted. */
static void count_row(struct session *session, const struct wire_copy_q *copy, uint64_t to,
                      uint64_t from) {
    const bool on_device = copy->route == WIRE_DEVICE_TO_DEVICE;
    const bool from_host =
        copy->route == WIRE_WINDOW_TO_DEVICE || (on_device && is_pinned(session, from));
    const bool to_host = copy->route == WIRE_DEVICE_TO_WINDOW
                             ? !is_poison(session->window + to, copy->width)
                             : on_device && is_pinned(session, to);
    if (from_host && !to_host) {
        session->report->uploaded_bytes += copy->width;
    } else if (to_host && !from_host) {
        session->report->downloaded_bytes += copy->width;
    } else if (on_device && !from_host) {
        session->report->copied_bytes += copy->width;
    }
}

/* Is a copy of so many bytes, where so many are left in the array, short in a way that is known? */
static bool is_short(uint64_t bytes, uint64_t left, enum device_short_kind *kind) {
    enum { FEWEST = 64 }; /* bytes: small arrays have parts by chance */
    if (left < FEWEST || bytes >= left) {
        return false;
    }
    for (uint64_t size = sizeof(float); size <= sizeof(double); size *= 2) {
        if (bytes <= left / size && left / size * 3 / 4 <= bytes) {
            *kind = DEVICE_SHORT_ELEMENTS;
            return true;
        }
    }
    *kind = bytes == sizeof(void *) ? DEVICE_SHORT_POINTER
            : bytes == left / 2     ? DEVICE_SHORT_HALF
                                    : DEVICE_SHORT_BY_ONE;
    return *kind != DEVICE_SHORT_BY_ONE || left - bytes == sizeof(float) ||
           left - bytes == sizeof(double);
}

/* Notes a copy to the host that may be too short. */
static void note_short(struct session *session, const struct wire_copy_q *copy) {
    enum device_short_kind kind;
    struct device_short_copy *noted = &session->report->short_copy;
    const struct simt_region *region = simt_memory_find(session->device, copy->from, NULL);
    if (copy->route != WIRE_DEVICE_TO_WINDOW || copy->height != 1 || region == NULL) {
        return;
    }
    const uint64_t bytes = copy->whole != 0 ? copy->whole : copy->width;
    const uint64_t left = region->size - (copy->from - region->address);
    if (noted->array == region->address) {
        noted->went_on = true;
    }
    if (noted->array == 0 && is_short(bytes, left, &kind)) {
        *noted = (struct device_short_copy){.kind = kind,
                                            .array = region->address,
                                            .bytes = bytes,
                                            .of = region->size,
                                            .code = copy->code};
    }
}

cudaError_t copy_now(struct session *session, const struct wire_copy_q *copy) {
    note_short(session, copy);
    for (uint64_t row = 0; row < copy->height; row++) {
        if (row % ROWS_UNTIL_LOOK == ROWS_UNTIL_LOOK - 1 && serving_must_stop(session)) {
            return cudaErrorLaunchTimeout;
        }
        uint64_t to = copy->to + row * copy->to_pitch;
        uint64_t from = copy->from + row * copy->from_pitch;
        enum simt_status status =
            copy->route == WIRE_WINDOW_TO_DEVICE
                ? upload_row(session, to, session->window + from, copy->width)
            : copy->route == WIRE_DEVICE_TO_WINDOW
                ? download_row(session, from, session->window + to, copy->width)
                : copy_row(session, to, from, copy->width);
        if (status != SIMT_OK) {
            return status_of(status);
        }
        if (copy->route == WIRE_DEVICE_TO_DEVICE && !is_shared(session, to) &&
            !is_shared(session, from)) {
            model_touch(session->options->model, from, copy->width, false);
            model_touch(session->options->model, to, copy->width, true);
        }
        count_row(session, copy, to, from);
    }
    return cudaSuccess;
}

cudaError_t fill_now(struct session *session, const struct wire_fill_q *fill) {
    session->report->uploaded_bytes += 1; /* the pattern */
    if (session->options->substitution != NULL && fill->value != 0) {
        substitution_pass(session->options->substitution, 1);
    }
    for (uint64_t row = 0; row < fill->height; row++) {
        enum simt_status status = simt_memory_fill(session->device, fill->to + row * fill->pitch,
                                                   (uint8_t)fill->value, fill->width);
        if (status != SIMT_OK) {
            return status_of(status);
        }
        model_touch(session->options->model, fill->to + row * fill->pitch, fill->width, true);
        if (row % ROWS_UNTIL_LOOK == ROWS_UNTIL_LOOK - 1 && serving_must_stop(session)) {
            return cudaErrorLaunchTimeout;
        }
    }
    return cudaSuccess;
}
