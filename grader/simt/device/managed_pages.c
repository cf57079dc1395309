/* Managed variables: the pages that hold the program's are memory that both sides share, and the
 * device has its variables there, at the same addresses. Not where answers are judged: there the
 * program copies (../cuda/runtime/managed_copies.c), and what a copy carries is seen. */
#include "session.h"

#include <string.h>
#include <sys/mman.h>

cudaError_t on_section(struct session *session, const struct wire_register_q *question,
                       struct wire_address_r *answer) {
    struct section *section = &session->section;
    if (!session->options->live || section->bytes != 0) {
        return cudaErrorNotSupported;
    }
    if (!memory_is_program_range(question->page, question->page_bytes) ||
        question->page_bytes > simt_device_limits(session->device)->global_bytes) {
        return cudaErrorInvalidValue;
    }
    void *mapping = NULL;
    int file = memory_sealed_file(question->page_bytes, &mapping);
    if (file < 0) {
        return cudaErrorMemoryAllocation;
    }
    *section = (struct section){question->page, question->page_bytes, mapping};
    answer->address = question->page;
    answer->bytes = question->page_bytes;
    session->reply_descriptor = file;
    return cudaSuccess;
}

cudaError_t on_place(struct session *session, const struct wire_place_q *question,
                     struct wire_nothing *answer) {
    const struct section *section = &session->section;
    char name[WIRE_NAME_MAX + 1];
    uint32_t length = wire_head(&session->in)->tail_bytes;
    (void)answer;
    uint64_t offset = question->address - section->page;
    if (question->address < section->page || offset >= section->bytes || question->bytes == 0 ||
        question->bytes > section->bytes - offset) {
        return cudaErrorInvalidValue;
    }
    memcpy(name, wire_tail(&session->in, sizeof *question), length);
    name[length] = '\0';
    return status_of(simt_module_place(session->device, name, question->bytes, question->address,
                                       section->mapping + offset));
}

void managed_close(struct session *session) {
    if (session->section.mapping != NULL) {
        munmap(session->section.mapping, session->section.bytes);
    }
}
