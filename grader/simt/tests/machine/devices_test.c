/* Two devices in one process, each used by a thread of its own, do not meet. */
#include <pthread.h>

#include "../../machine.h"
#include "machine_fixture.h"

enum { LAUNCHES = 50 };

/* Thread t adds t, LAUNCHES times in all, through memory of its own word. */
static const char text[] =
    HEAD KERNEL("mul.wide.u32 %d1, %t, 4; add.u64 %d1, %o, %d1; ld.global.u32 %r1, [%d1];\n"
                "add.u32 %r1, %r1, %t;\n" STORE_R1);

/* Returns NULL if all words are right, else the fixture. */
static void *use(void *argument) {
    struct fixture *fixture = argument;
    bool right = fixture_run(fixture, text) == SIMT_OK;
    for (int n = 1; n < LAUNCHES; n++) {
        right = fixture_launch(fixture) == SIMT_OK && right;
    }
    for (uint32_t t = 0; t < fixture->block; t++) {
        right &= fixture->out[t] == t * LAUNCHES;
    }
    return right ? NULL : fixture;
}

/* One runs the code for any processor, the other the code for this one: the most that they can
 * differ in. */
static void two_threads_with_a_device_each(void **state) {
    void *states[2], *wrong[2];
    pthread_t threads[2];
    for (int n = 0; n < 2; n++) {
        fixture_open(&states[n]);
        ((struct fixture *)states[n])->device->portable = n == 0;
    }
    for (int n = 0; n < 2; n++) {
        assert_int_equal(pthread_create(&threads[n], NULL, use, states[n]), 0);
    }
    for (int n = 0; n < 2; n++) {
        pthread_join(threads[n], &wrong[n]);
    }
    uint64_t hashes[2] = {((struct fixture *)states[0])->hash, ((struct fixture *)states[1])->hash};
    for (int n = 0; n < 2; n++) {
        fixture_close(&states[n]);
        assert_null(wrong[n]);
    }
    assert_int_equal(hashes[0], hashes[1]); /* both were told the same */
}

/* After the third question. */
static bool enough(void *context) {
    return ++*(int *)context > 3;
}

/* One block, which takes minutes and can be followed for as long. */
static void a_long_block_is_given_up(void **state) {
    struct fixture *fixture = *state;
    int asked = 0;
    simt_device_on_stop(fixture->device, enough, &asked);
    fixture->budget = UINT64_C(1) << 40;
    assert_int_equal(fixture_run(fixture, HEAD KERNEL("mov.u32 %r1, 0; mov.u32 %r2, 0;\n"
                                                      "L: mad.lo.u32 %r2, %r2, 1664525, 1;\n"
                                                      "add.u32 %r1, %r1, 1;\n"
                                                      "setp.ne.u32 %p1, %r1, 0; @%p1 bra L;\n")),
                     SIMT_STOPPED);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_threads_with_a_device_each),
                                       WITH_FIXTURE(a_long_block_is_given_up)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
