/* Where buffers lie: each ends where a page ends, whatever its size. */
#include "../layout.h"
#include "../../tests/unit.h"

#include <unistd.h>

static void each_ends_with_a_page(void **state) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const struct oracle_buffer buffers[] = {
        {"a", "element", ELEMENT_U32, page / 4}, /* a page, to the byte */
        {"b", "element", ELEMENT_U32, page / 4 + 1},
        {"c", "element", ELEMENT_U64, 1},
        {"none", "element", ELEMENT_U64, 0},
    };
    static const size_t pages[] = {1, 2, 1, 0};
    struct run_region region[4];
    size_t end = 0;
    assert_int_equal(layout_place(buffers, 4, region), 4 * page);
    assert_int_equal(layout_place(buffers, 4, NULL), 4 * page);
    for (size_t i = 0; i < 4; i++) {
        end += pages[i] * page;
        assert_int_equal(layout_page_bytes(&region[i]), pages[i] * page);
        assert_int_equal(region[i].offset + region[i].bytes, end);
        assert_int_equal(layout_margin(&region[i]), pages[i] * page - region[i].bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_ends_with_a_page)};
    return cmocka_run_group_tests_name("layout", tests, NULL, NULL);
}
