/*
 * Where the buffers of a call lie in shared memory: each on whole pages of its own, ending where
 * its last page ends, so that the page that the worker maps behind it starts right after the last
 * element. The bytes before it on its first page are its margin: poisoned before a call, and looked
 * at afterwards.
 */
#pragma once

#include "../lab/oracle.h"
#include "protocol.h"

#include <stddef.h>

/* Bytes of the pages that a region takes, its margin included. */
size_t layout_page_bytes(const struct run_region *region);

/* Bytes of the margin before a region. */
size_t layout_margin(const struct run_region *region);

/* Places `count` buffers one behind the other in `region` (may be NULL) and returns the bytes that
 * they take. */
size_t layout_place(const struct oracle_buffer *buffers, size_t count, struct run_region *region);
