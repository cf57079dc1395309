/* OpenMP's places, devices and allocators: the machine has one of each. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- places: none is set, as without OMP_PLACES ---- */

int omp_get_place_num_procs(int place) {
    (void)place;
    return 0;
}

void omp_get_place_proc_ids(int place, int *processors) {
    (void)place;
    (void)processors;
}

void omp_get_partition_place_nums(int *places) {
    (void)places;
}

static char format_set[128] = "level %L thread %i affinity %A";

static size_t copy_text(char *to, size_t size, const char *from) {
    size_t length = strlen(from);
    if (size > 0) {
        size_t copied = length < size ? length : size - 1;
        memcpy(to, from, copied);
        to[copied] = '\0';
    }
    return length;
}

void omp_set_affinity_format(const char *format) {
    copy_text(format_set, sizeof format_set, format);
}

size_t omp_get_affinity_format(char *text, size_t size) {
    return copy_text(text, size, format_set);
}

/* The fields that courses print: the level, the thread, the team's size. */
size_t omp_capture_affinity(char *text, size_t size, const char *format) {
    char line[256];
    size_t used = 0;
    for (const char *at = format != NULL && *format != '\0' ? format : format_set; *at != '\0';
         at++) {
        char field[16] = {*at, '\0'};
        if (*at == '%' && at[1] != '\0') {
            at += 1 + strspn(at + 1, "0.123456789");
            int value = *at == 'n' || *at == 'i' ? omp_get_thread_num()
                        : *at == 'L'             ? omp_get_level()
                        : *at == 'N'             ? omp_get_num_threads()
                                                 : 0;
            snprintf(field, sizeof field, "%d", value);
        }
        used += copy_text(line + used, sizeof line - used, field);
        used = used < sizeof line ? used : sizeof line - 1;
    }
    return copy_text(text, size, line);
}

void omp_display_affinity(const char *format) {
    char line[256] = "";
    omp_capture_affinity(line, sizeof line, format);
    fprintf((FILE *)2, "%s\n", line);
}

/* ---- devices ---- */

int omp_pause_resource(omp_pause_resource_t kind, int device) {
    (void)kind;
    (void)device;
    return 0;
}

int omp_pause_resource_all(omp_pause_resource_t kind) {
    (void)kind;
    return 0;
}

int omp_target_is_present(const void *memory, int device) {
    (void)memory;
    (void)device;
    return 1;
}

int omp_target_memcpy(void *to, const void *from, size_t size, size_t to_offset, size_t from_offset,
                      int to_device, int from_device) {
    (void)to_device;
    (void)from_device;
    memmove((char *)to + to_offset, (const char *)from + from_offset, size);
    return 0;
}

int omp_target_associate_ptr(const void *host, const void *device_memory, size_t size,
                             size_t offset, int device) {
    (void)host;
    (void)device_memory;
    (void)size;
    (void)offset;
    (void)device;
    return 1; /* the host's memory is the device's */
}

int omp_target_disassociate_ptr(const void *host, int device) {
    (void)host;
    (void)device;
    return 1;
}

/* ---- allocators: all memory is alike ---- */

omp_allocator_handle_t omp_init_allocator(omp_memspace_handle_t space, int count,
                                          omp_alloctrait_t traits[]) {
    (void)space;
    (void)count;
    (void)traits;
    return omp_default_mem_alloc;
}

void omp_destroy_allocator(omp_allocator_handle_t allocator) {
    (void)allocator;
}

static _Thread_local omp_allocator_handle_t standard = omp_default_mem_alloc;

void omp_set_default_allocator(omp_allocator_handle_t allocator) {
    standard = allocator;
}

omp_allocator_handle_t omp_get_default_allocator(void) {
    return standard;
}

void *omp_realloc(void *memory, size_t size, omp_allocator_handle_t allocator,
                  omp_allocator_handle_t old_allocator) {
    (void)allocator;
    (void)old_allocator;
    return realloc(memory, size);
}

void *omp_aligned_alloc(size_t alignment, size_t size, omp_allocator_handle_t allocator) {
    (void)allocator;
    return aligned_alloc(alignment, size);
}

void *omp_aligned_calloc(size_t alignment, size_t count, size_t size,
                         omp_allocator_handle_t allocator) {
    void *memory = omp_aligned_alloc(alignment, count * size, allocator);
    return memory != NULL ? memset(memory, 0, count * size) : NULL;
}
