/*
 * __managed__ variables. The pages that hold the program's become memory that it shares with the
 * device, which has its own at the same place.
 */
#include "managed_memory.h"
#include "../../client/guard.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

/* The host's halves lie in a section of their own, whose ends the linker knows. */
extern char __start_lockstep_managed[] __attribute__((weak, visibility("hidden")));
extern char __stop_lockstep_managed[] __attribute__((weak, visibility("hidden")));

/* The library's is the last: behind it, no page holds anything else. */
__attribute__((section("lockstep_managed"), aligned(PAGE), used)) static char last_page[PAGE];

static struct managed *managed;
static size_t managed_count;
static bool shared, tried;

size_t managed_variables(struct managed **first) {
    *first = managed;
    return managed_count;
}

size_t managed_apart(struct managed **first) {
    return shared ? 0 : managed_variables(first);
}

void managed_register(char *host, size_t bytes, const char *name, uint32_t parent) {
    if (host < __start_lockstep_managed || host >= __stop_lockstep_managed) {
        return;
    }
    struct managed *larger = realloc(managed, (managed_count + 1) * sizeof *larger);
    if (larger == NULL) {
        abort(); /* as the registry's tables do: this early nothing sensible is left to do */
    }
    managed = larger;
    struct managed *item = &managed[managed_count++];
    *item = (struct managed){
        .host = host, .bytes = bytes, .name = name, .parent = parent, .known = calloc(1, bytes)};
    if (item->known == NULL) {
        abort();
    }
}

/* Puts the device's file in the place of the pages, with what they hold. */
static bool map_file(size_t bytes, int file) {
    char *kept = malloc(bytes);
    bool good = false;
    if (kept != NULL) {
        memcpy(kept, __start_lockstep_managed, bytes);
        good = mmap(__start_lockstep_managed, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                    file, 0) != MAP_FAILED;
        memcpy(__start_lockstep_managed, kept, bytes);
    }
    free(kept);
    return good;
}

static size_t section_bytes(void) {
    return (uintptr_t)__stop_lockstep_managed - (uintptr_t)__start_lockstep_managed;
}

static bool share(void) {
    const uintptr_t from = (uintptr_t)__start_lockstep_managed;
    const size_t bytes = section_bytes();
    struct wire_register_q question = {.page = from, .page_bytes = bytes};
    struct wire_address_r reply = {0};
    int file = -1;
    struct call call = {
        .operation = WIRE_SECTION, .body = &question, .reply = &reply, .descriptor = &file};
    if (from % PAGE != 0 || bytes % PAGE != 0 || client_call(&call) != cudaSuccess || file < 0) {
        return false;
    }
    bool good = map_file(bytes, file);
    close(file);
    return good;
}

void managed_place(uint32_t parent) {
    if (managed_count > 0 && !tried) {
        tried = true;
        shared = share();
    }
    for (size_t i = 0; i < managed_count && shared; i++) {
        const struct managed *item = &managed[i];
        struct wire_place_q question = {(uint64_t)(uintptr_t)item->host, item->bytes};
        struct call call = {.operation = WIRE_PLACE,
                            .body = &question,
                            .tail = item->name,
                            .tail_bytes = strlen(item->name)};
        if ((parent == MANAGED_ALL || parent == item->parent) &&
            client_call(&call) == cudaSuccess) {
            client_keep_variable(item->host, item->bytes);
        }
    }
}

void managed_guard(uint32_t number) {
    if (shared) {
        guard_pages(number, (unsigned char *)__start_lockstep_managed, section_bytes(), false);
    }
}
