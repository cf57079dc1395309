/* Cells of single bytes, packed. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "../observers/packed.h"

/* Any cells, laid into a split page here and there while time goes on, come out as they were put
 * in, unless they are dead; whether they can be packed (few warps) or not (all of them). */
static void cells_come_out_as_put_in(struct shadow_page *page, uint32_t warps, bool packs) {
    enum { CELLS = 512, LONGEST = 32, ROUNDS = 20000 };
    static shadow_cell kept[2][CELLS];
    memset(kept, 0, sizeof kept);
    uint64_t held = 0;
    uint32_t random = 1, tick = 1, dead_tick = 1;
    assert_true(shadow_make_plane(page, SHADOW_WRITES, CELLS, &held));
    assert_true(shadow_make_plane(page, SHADOW_READS, CELLS, &held));
    for (int round = 0; round < ROUNDS; round++) {
        shadow_cell cells[LONGEST];
        random = random * 1664525 + 1013904223;
        enum shadow_plane plane = random >> 31 ? SHADOW_WRITES : SHADOW_READS;
        size_t first = (random >> 8) % (CELLS - LONGEST), count = 1 + (random >> 20) % LONGEST;
        tick += (random >> 16) % 4;
        dead_tick = tick > 5000 ? tick - 5000 : 1;
        for (size_t i = 0; i < count; i++) {
            random = random * 1664525 + 1013904223;
            uint32_t warp = (random >> 24) % warps, lane = (random >> 8) % 32;
            cells[i] = shadow_mark(tick, warp * 32 + lane, SHADOW_UNKNOWN_SITE - warp % 8);
            if (random >> 31)
                cells[i] |= SHADOW_MANY_BLOCKS | SHADOW_ATOMIC;
            if (plane == SHADOW_WRITES)
                cells[i] |= shadow_value_hash(random);
            kept[plane][first + i] = cells[i];
        }
        assert_true(shadow_put(page, plane, CELLS, first, count, cells,
                               (shadow_cell)dead_tick << SHADOW_TICK_SHIFT, &held));
    }
    assert_int_equal(page->packed != NULL, packs);
    for (enum shadow_plane plane = SHADOW_WRITES; plane <= SHADOW_READS; plane++) {
        shadow_cell cells[CELLS];
        if (page->packed)
            packed_get(page->packed, plane, 0, CELLS, cells);
        else
            memcpy(cells, plane == SHADOW_WRITES ? page->write : page->read, sizeof cells);
        for (size_t i = 0; i < CELLS; i++)
            if (shadow_tick(kept[plane][i]) >= dead_tick)
                assert_true(cells[i] == kept[plane][i]);
            else
                assert_in_range(shadow_tick(cells[i]), 0, dead_tick - 1);
    }
    shadow_release(page, CELLS, &held);
    assert_int_equal(held, 0);
}

static void packed_cells_lose_nothing(void **state) {
    (void)state;
    cells_come_out_as_put_in(&(struct shadow_page){.shift = 0}, 1, true);
    cells_come_out_as_put_in(&(struct shadow_page){.shift = 0}, 8, true);
    cells_come_out_as_put_in(&(struct shadow_page){.shift = 0}, 32, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(packed_cells_lose_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
