/* OpenMP's places, devices and allocators: the machine has one of each. */
#include <omp.h>
#include <stdbool.h>
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

void omp_get_partition_place_nums(int *places) { (void)places; }

static char format_set[128] = "level %L thread %i affinity %A";

/* strxfrm() copies what has room, and ends it; it gives the whole length. */

void omp_set_affinity_format(const char *format) { strxfrm(format_set, format, sizeof format_set); }

size_t omp_get_affinity_format(char *text, size_t size) { return strxfrm(text, format_set, size); }

/* OpenMP's names of the fields, short and long. Nobody binds threads here: %A is place 0. */
static const struct field {
    char letter;
    const char *name;
} fields[] = {{'t', "team_num"},    {'T', "num_teams"},      {'L', "nesting_level"},    {'n', "thread_num"},
              {'N', "num_threads"}, {'a', "ancestor_tnum"},  {'i', "native_thread_id"}, {'P', "process_id"},
              {'H', "host"},        {'A', "thread_affinity"}};

static int value_of(char letter) {
    switch (letter) {
    case 't':
        return omp_get_team_num();
    case 'T':
        return omp_get_num_teams();
    case 'L':
        return omp_get_level();
    case 'n':
    case 'i':
        return omp_get_thread_num();
    case 'N':
        return omp_get_num_threads();
    case 'a':
        return omp_get_ancestor_thread_num(omp_get_level() - 1);
    default:
        return 0;
    }
}

/* The letter of the field that begins at `*at`, which moves on to its end; `?`: none of OpenMP's.
 */
static char letter_of(const char **at) {
    const size_t length = strcspn(*at, "}");
    for (size_t n = 0; n < sizeof fields / sizeof *fields; n++) {
        if (**at == '{' ? length == strlen(fields[n].name) + 1 && strncmp(*at + 1, fields[n].name, length - 1) == 0
                        : **at == fields[n].letter) {
            *at += **at == '{' ? length + 1 : 1;
            return fields[n].letter;
        }
    }
    *at += **at == '{' && (*at)[length] == '}' ? length + 1 : **at != '\0';
    return '?';
}

/* `%[0][.]width` and a letter or {name}: from the left, with a dot from the right, with a 0 zeroes
 * in front of numbers. */
static void write_field(char *text, size_t size, const char **at) {
    const bool padded = **at == '0';
    *at += padded;
    const bool right = **at == '.';
    *at += right;
    const int width = (int)strtol(*at, (char **)at, 10);
    const char letter = letter_of(at);
    char value[24];
    snprintf(value, sizeof value, letter == 'H' ? "localhost" : letter == '?' ? "undefined" : "%d", value_of(letter));
    if (padded && right && letter != 'H' && letter != '?') {
        snprintf(text, size, "%0*d", width, value_of(letter));
    } else {
        snprintf(text, size, right ? "%*s" : "%-*s", width, value);
    }
}

size_t omp_capture_affinity(char *text, size_t size, const char *format) {
    char line[256];
    size_t used = 0;
    const char *at = format != NULL && *format != '\0' ? format : format_set;
    while (*at != '\0') {
        char field[64] = {*at, '\0'};
        const bool special = *at++ == '%';
        if (special && *at == '%') {
            at++;
        } else if (special) {
            write_field(field, sizeof field, &at);
        }
        used += strxfrm(line + used, field, sizeof line - used);
        used = used < sizeof line ? used : sizeof line - 1;
    }
    return strxfrm(text, line, size);
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

int omp_target_memcpy(void *to, const void *from, size_t size, size_t to_offset, size_t from_offset, int to_device,
                      int from_device) {
    (void)to_device;
    (void)from_device;
    memmove((char *)to + to_offset, (const char *)from + from_offset, size);
    return 0;
}

int omp_target_associate_ptr(const void *host, const void *device_memory, size_t size, size_t offset, int device) {
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

omp_allocator_handle_t omp_init_allocator(omp_memspace_handle_t space, int count, omp_alloctrait_t traits[]) {
    (void)space;
    (void)count;
    (void)traits;
    return omp_default_mem_alloc;
}

void omp_destroy_allocator(omp_allocator_handle_t allocator) { (void)allocator; }

static _Thread_local omp_allocator_handle_t standard = omp_default_mem_alloc;

void omp_set_default_allocator(omp_allocator_handle_t allocator) { standard = allocator; }

omp_allocator_handle_t omp_get_default_allocator(void) { return standard; }

void *omp_realloc(void *memory, size_t size, omp_allocator_handle_t allocator, omp_allocator_handle_t old_allocator) {
    (void)allocator;
    (void)old_allocator;
    return realloc(memory, size);
}

void *omp_aligned_alloc(size_t alignment, size_t size, omp_allocator_handle_t allocator) {
    (void)allocator;
    return aligned_alloc(alignment, size);
}

void *omp_aligned_calloc(size_t alignment, size_t count, size_t size, omp_allocator_handle_t allocator) {
    void *memory = omp_aligned_alloc(alignment, count * size, allocator);
    return memory != NULL ? memset(memory, 0, count * size) : NULL;
}
