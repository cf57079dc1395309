/* Which bytes two pieces of work touch both, and how. */
#include "../touched.h"
#include "../../../tests/unit.h"

enum { PAGE = 4096 };

static struct touched one, two;

static int clear(void **state) {
    touched_clear(&one);
    touched_clear(&two);
    return 0;
}

/* Pages are rows of a hash, so they do not come in order. */
static void the_first_byte_is_the_lowest(void **state) {
    for (uint64_t page = 100; page > 0; page--) {
        touched_add(&one, TOUCH_WRITE, page * PAGE + 10, 4);
        touched_add(&two, TOUCH_READ, page * PAGE + 12, 4);
    }
    const struct touched_common common = touched_compare(&one, &two);
    assert_int_equal(common.bytes, 200);
    assert_int_equal(common.first, PAGE + 12);
}

static void each_is_told_with_what_it_does(void **state) {
    touched_add(&one, TOUCH_WRITE, 3 * PAGE - 2, 4); /* over the end of a page */
    touched_add(&two, TOUCH_READ, 0, (uint64_t)8 * PAGE);
    struct touched_common common = touched_compare(&one, &two);
    assert_int_equal(common.bytes, 4);
    assert_int_equal(common.first, 3 * PAGE - 2);
    assert_true(common.one == TOUCH_WRITE && common.two == TOUCH_READ);
    common = touched_compare(&two, &one);
    assert_true(common.one == TOUCH_READ && common.two == TOUCH_WRITE);
}

/* What is only read, or only by atomics, is no matter; whoever looks may wait for who tells. */
static void reads_and_atomics(void **state) {
    touched_add(&one, TOUCH_READ, 0, 64);
    touched_add(&two, TOUCH_READ, 0, 64);
    touched_add(&one, TOUCH_TELL, 128, 8);
    touched_add(&two, TOUCH_LOOK, 128, 8);
    const struct touched_common none = touched_compare(&one, &two);
    assert_true(none.bytes == 0 && none.tells);
    touched_add(&two, TOUCH_READ, 132, 4);
    assert_int_equal(touched_compare(&one, &two).bytes, 4);
    assert_int_equal(touched_compare(&two, &one).bytes, 4);
}

static void what_is_packed_is_the_same(void **state) {
    for (uint64_t at = 0; at < PAGE; at += 8) {
        touched_add(&one, TOUCH_READ, PAGE + at, 8);
    }
    touched_add(&one, TOUCH_READ, 2 * PAGE, 7);
    touched_pack(&one);
    assert_true(touched_has(&one, TOUCH_READ, PAGE, PAGE + 7));
    assert_false(touched_has(&one, TOUCH_READ, PAGE, PAGE + 8));
    assert_false(touched_has(&one, TOUCH_READ, PAGE - 1, 2));
    assert_false(touched_has(&one, TOUCH_WRITE, PAGE, 1));
    touched_add(&one, TOUCH_WRITE, 2 * PAGE, 1);
    assert_true(touched_has(&one, TOUCH_WRITE, 2 * PAGE, 1));
}

/* Volatile accesses and those of the system's scope may tell the host something; others only with
 * a fence. */
static void who_speaks_to_the_host(void **state) {
    const uint64_t address = (uint64_t)5 * PAGE;
    struct simt_access event = {.space = SIMT_GLOBAL,
                                .kind = SIMT_ATOMIC,
                                .order = SIMT_RELAXED,
                                .scope = SIMT_SCOPE_DEVICE,
                                .size = 4,
                                .mask = 1,
                                .address = &address};
    touched_access(&one, &event);
    assert_true(touched_has(&one, TOUCH_LOOK, address, 4) &&
                touched_has(&one, TOUCH_TELL, address, 4));
    assert_false(touched_speaks(&one, 0, 0));
    one.fenced = true;
    assert_true(touched_speaks(&one, 0, 0));
    assert_false(touched_speaks(&one, address, address + PAGE));
    one.fenced = false;
    event.scope = SIMT_SCOPE_SYSTEM;
    touched_access(&one, &event);
    assert_true(touched_speaks(&one, 0, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_first_byte_is_the_lowest, clear),
        cmocka_unit_test_teardown(each_is_told_with_what_it_does, clear),
        cmocka_unit_test_teardown(reads_and_atomics, clear),
        cmocka_unit_test_teardown(what_is_packed_is_the_same, clear),
        cmocka_unit_test_teardown(who_speaks_to_the_host, clear),
    };
    return cmocka_run_group_tests_name("touched", tests, NULL, NULL);
}
