/*
 * packed.h - cells of single bytes, packed: 4 bytes for who wrote a byte, 3 for who read it.
 *
 * The accesses to a page are many, but few warps make them, at few sites. So a packed cell holds
 * the lane, the tick as a distance from the page's oldest, and the index of a record (flags, warp,
 * site) in the page's table; a writer's, the hash of its value as well:
 *
 *     hash 6 (writers only) | distance | index: as many bits as the table needs | lane 5
 *
 * Where many warps are busy at many sites, the warp moves from the records to the cells, which then
 * hold the thread's 10 bits, and the table has pairs (flags, site) alone.
 *
 * Nothing is lost: what comes out is what was put in, but for cells that are too old to matter,
 * which come out as 0. When the table is full or a distance too long, both are made anew of the
 * cells that still matter.
 */
#ifndef LOCKSTEP_SIMT_PACKED_H
#define LOCKSTEP_SIMT_PACKED_H

#include "shadow.h"

struct packed_cells;

/* Holds `count` cells a plane, no plane yet; NULL without memory. */
struct packed_cells *packed_create(size_t count);
void packed_destroy(struct packed_cells *packed);

/* Is the plane there? */
bool packed_has_plane(const struct packed_cells *packed, enum shadow_plane plane);
/* Makes a plane of cells 0 unless it is there. False without memory. */
bool packed_make_plane(struct packed_cells *packed, enum shadow_plane plane);

/* Unpacks `count` cells from `first` on; the plane must be there. */
void packed_get(const struct packed_cells *packed, enum shadow_plane plane, size_t first,
                size_t count, shadow_cell *cells);
/* Packs them. Cells below `dead` need not be kept, here and in either plane. False if the cells are
 * too many kinds to be packed, or without memory: those from `first` on are then lost in part. */
bool packed_put(struct packed_cells *packed, enum shadow_plane plane, size_t first, size_t count,
                const shadow_cell *cells, shadow_cell dead);

#endif
