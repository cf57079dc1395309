/* Cells of single bytes, packed. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../observers/races/packed.h"

/* Who writes and reads, and for how many ticks it matters. */
struct traffic {
    uint32_t warps, sites, life;
};

enum { CELLS = 512, LONGEST = 32, ROUNDS = 20000, ROUNDS_UNTIL_LOOK = 250 };

static void are_as_put_in(const struct shadow_page *page, shadow_cell kept[2][CELLS],
                          uint32_t dead_tick) {
    for (enum shadow_plane plane = SHADOW_WRITES; plane <= SHADOW_READS; plane++) {
        shadow_cell cells[CELLS];
        if (page->packed != NULL) {
            packed_get(page->packed, plane, 0, CELLS, cells);
        } else {
            memcpy(cells, plane == SHADOW_WRITES ? page->write : page->read, sizeof cells);
        }
        for (size_t i = 0; i < CELLS; i++) {
            if (shadow_tick(kept[plane][i]) >= dead_tick) {
                assert_true(cells[i] == kept[plane][i]);
            } else {
                assert_in_range(shadow_tick(cells[i]), 0, dead_tick - 1);
            }
        }
    }
}

/* Any cells, laid into a split page here and there while time goes on, come out as they were put
 * in, unless they are dead; whether they can be packed or not. */
static void cells_come_out_as_put_in(struct traffic traffic, bool packs) {
    struct shadow_page split = {.shift = 0}, *page = &split;
    static shadow_cell kept[2][CELLS];
    memset(kept, 0, sizeof kept);
    uint32_t random = 1, tick = 1, dead_tick = 1;
    assert_true(shadow_make_plane(page, SHADOW_WRITES, CELLS));
    assert_true(shadow_make_plane(page, SHADOW_READS, CELLS));
    for (int round = 0; round < ROUNDS; round++) {
        shadow_cell cells[LONGEST];
        random = random * 1664525 + 1013904223;
        enum shadow_plane plane = random >> 31 ? SHADOW_WRITES : SHADOW_READS;
        size_t first = (random >> 8) % (CELLS - LONGEST), count = 1 + (random >> 20) % LONGEST;
        tick += (random >> 16) % 4;
        dead_tick = tick > traffic.life ? tick - traffic.life : 1;
        for (size_t i = 0; i < count; i++) {
            random = random * 1664525 + 1013904223;
            uint32_t warp = (random >> 24) % traffic.warps, lane = (random >> 8) % 32;
            uint32_t site = traffic.sites ? (random >> 14) % traffic.sites : warp % 8;
            cells[i] = shadow_mark(tick, warp * 32 + lane, SHADOW_UNKNOWN_SITE - site);
            if (random >> 31) {
                cells[i] |= SHADOW_MANY_BLOCKS | SHADOW_ATOMIC;
            }
            if (plane == SHADOW_WRITES) {
                cells[i] |= shadow_value_hash(random);
            }
            kept[plane][first + i] = cells[i];
        }
        assert_true(shadow_put(page, plane, CELLS, first, count, cells,
                               (shadow_cell)dead_tick << SHADOW_TICK_SHIFT));
        if (round % ROUNDS_UNTIL_LOOK == 0) {
            are_as_put_in(page, kept, dead_tick);
        }
    }
    assert_int_equal(page->packed != NULL, packs);
    are_as_put_in(page, kept, dead_tick);
    shadow_release(page);
}

static void packed_cells_lose_nothing(void **state) {
    (void)state;
    cells_come_out_as_put_in((struct traffic){1, 0, 5000}, true);
    cells_come_out_as_put_in((struct traffic){8, 0, 5000}, true);
    cells_come_out_as_put_in((struct traffic){32, 0, 5000}, false);
    /* 1,024 kinds of cells: the warp goes into the cells. */
    cells_come_out_as_put_in((struct traffic){32, 16, 100}, true);
    cells_come_out_as_put_in((struct traffic){32, 16, 5000}, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(packed_cells_lose_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
