#include "layout.h"

#include <unistd.h>

static size_t round_to_pages(size_t bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) / page * page;
}

size_t layout_page_bytes(const struct run_region *region) {
    return round_to_pages(region->bytes);
}

size_t layout_margin(const struct run_region *region) {
    return layout_page_bytes(region) - region->bytes;
}

size_t layout_place(const struct oracle_buffer *buffers, size_t count, struct run_region *region) {
    size_t end = 0;
    for (size_t i = 0; i < count; i++) {
        size_t bytes = buffer_bytes(&buffers[i]);
        end += round_to_pages(bytes);
        if (region != NULL) {
            region[i] = (struct run_region){.offset = end - bytes, .bytes = bytes};
        }
    }
    return end;
}
