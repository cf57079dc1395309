/* Other data on the device than the host: what is replaced, in what pieces, and what comes back. */

#include <stdlib.h>
#include <string.h>

#include "../substitution.h"
#include "../../../tests/unit.h"

enum { BYTES = 4096 };
static unsigned char known[BYTES], other[BYTES];

static int set_up(void **state) {
    uint32_t random = 1;
    for (int i = 0; i < BYTES; i++) {
        random = random * 1664525 + 1013904223;
        known[i] = (unsigned char)(random >> 24);
        random = random * 1664525 + 1013904223;
        other[i] = (unsigned char)(random >> 24);
    }
    *state = substitution_create(known, other, BYTES, 1);
    return *state == NULL;
}

static int tear_down(void **state) {
    substitution_free(*state);
    return 0;
}

static void data_are_replaced_in_pieces(void **state) {
    static const size_t sizes[] = {BYTES, 1000, 33, 7};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        unsigned char copy[BYTES];
        memcpy(copy, known, BYTES);
        /* The first piece must be long enough to be known; the others go on behind it. */
        size_t end = sizes[s] < 64 ? 64 : sizes[s];
        substitution_apply(*state, copy, end);
        for (size_t at = end; at < BYTES; at = end) {
            end = at + sizes[s] < BYTES ? at + sizes[s] : BYTES;
            substitution_apply(*state, copy + at, end - at);
        }
        assert_memory_equal(copy, other, BYTES);
    }
    assert_int_equal(substitution_foreign(*state), 0);
}

/* A number whose upper half is like that of the data's, in front of what is data, and one whose
 * lower half is, behind it: what a kernel wrote beside cells that it left alone. */
static void elements_are_replaced_whole(void **state) {
    struct substitution *of_floats = substitution_create(known, other, BYTES, 4);
    assert_non_null(of_floats);
    unsigned char back[72], expected[72];
    memcpy(back, other + 400, sizeof back);
    back[0] ^= 1;               /* of the first element two bytes differ … */
    back[1] ^= 1;               /* … and two are the data's */
    back[sizeof back - 1] ^= 1; /* of the last one byte */
    memcpy(expected, back, sizeof back);
    memcpy(expected + 4, known + 404, sizeof back - 8);
    substitution_return(of_floats, back, sizeof back);
    assert_memory_equal(back, expected, sizeof back);
    substitution_free(of_floats);
}

/* A copy ends inside of an element, and the next one begins with the rest of another number. */
static void no_part_of_an_element_is_replaced(void **state) {
    struct substitution *of_floats = substitution_create(known, other, BYTES, 4);
    assert_non_null(of_floats);
    unsigned char first[102], rest[64];
    memcpy(first, known, sizeof first);
    substitution_apply(of_floats, first, sizeof first);
    assert_memory_equal(first, other, sizeof first);
    memset(rest, 0, sizeof rest);
    rest[0] = known[102];
    rest[1] = (unsigned char)(known[103] ^ 1);
    substitution_apply(of_floats, rest, sizeof rest);
    assert_int_equal(rest[0], known[102]);
    assert_int_equal(rest[1], known[103] ^ 1);
    substitution_free(of_floats);
}

/* A number among a kernel's parameters, whose last byte is that of the next element by chance. */
static void the_end_of_another_number_is_not_replaced(void **state) {
    unsigned char first[100], number[8];
    memcpy(first, known, sizeof first);
    substitution_apply(*state, first, sizeof first);
    memset(number, known[100] ^ 1, sizeof number);
    number[7] = known[100];
    substitution_apply(*state, number, sizeof number);
    assert_int_equal(number[7], known[100]);
    assert_int_equal(number[0], known[100] ^ 1);
}

static void any_stretch_is_found_between_other_bytes(void **state) {
    unsigned char sent[300], expected[300];
    memset(sent, 0, sizeof sent);
    memset(sent, 0xee, 10);
    memcpy(sent + 10, known + 1234, 200);
    memcpy(expected, sent, sizeof sent);
    memcpy(expected + 10, other + 1234, 200);
    substitution_apply(*state, sent, sizeof sent);
    assert_memory_equal(sent, expected, sizeof sent);
    assert_int_equal(substitution_foreign(*state), 10); /* zeros tell nothing */
}

static void what_is_short_or_unknown_stays(void **state) {
    unsigned char sent[64];
    memcpy(sent, known + 100, 31);
    substitution_apply(*state, sent, 31);
    assert_memory_equal(sent, known + 100, 31);
    memset(sent, 0x5a, sizeof sent);
    substitution_apply(*state, sent, sizeof sent);
    for (size_t i = 0; i < sizeof sent; i++) {
        assert_int_equal(sent[i], 0x5a);
    }
    assert_true(substitution_foreign(*state) >= 64);
}

static void the_way_back_undoes_it(void **state) {
    unsigned char copy[BYTES];
    memcpy(copy, known, BYTES);
    substitution_apply(*state, copy, BYTES);
    substitution_return(*state, copy, BYTES);
    assert_memory_equal(copy, known, BYTES);
    assert_int_equal(substitution_back(*state), 0);
    memset(copy, 0x5a, 100); /* in another form */
    substitution_return(*state, copy, 100);
    assert_int_equal(substitution_back(*state), 100);
}

static void shared_memory_is_exchanged_for_a_while(void **state) {
    unsigned char shared[BYTES + 100];
    memset(shared, 0, sizeof shared);
    memcpy(shared + 50, known, BYTES);
    substitution_enter(*state, shared, sizeof shared);
    assert_memory_equal(shared + 50, other, BYTES);
    substitution_leave(*state);
    assert_memory_equal(shared + 50, known, BYTES);
}

static void what_the_device_wrote_over_stays(void **state) {
    unsigned char shared[BYTES];
    memcpy(shared, known, BYTES);
    substitution_enter(*state, shared, BYTES);
    shared[7] ^= 0xff;
    substitution_leave(*state);
    assert_int_equal(shared[7], other[7] ^ 0xff);
    assert_memory_equal(shared + 8, other + 8, BYTES - 8);
}

static void no_data_are_no_trouble(void **state) {
    struct substitution *empty = substitution_create(known, other, 0, 1);
    unsigned char sent[40] = {1};
    assert_non_null(empty);
    substitution_apply(empty, sent, sizeof sent);
    assert_int_equal(sent[0], 1);
    assert_int_equal(substitution_foreign(empty), 1);
    substitution_free(empty);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(data_are_replaced_in_pieces),
        TEST(elements_are_replaced_whole),
        TEST(no_part_of_an_element_is_replaced),
        TEST(the_end_of_another_number_is_not_replaced),
        TEST(any_stretch_is_found_between_other_bytes),
        TEST(what_is_short_or_unknown_stays),
        TEST(the_way_back_undoes_it),
        TEST(shared_memory_is_exchanged_for_a_while),
        TEST(what_the_device_wrote_over_stays),
        TEST(no_data_are_no_trouble),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
