/* Blocks on several cores do, and tell, what they do and tell one after the other. */
#include "machine_fixture.h"

enum { BLOCKS = 32, THREADS = 32, WORDS = BLOCKS * THREADS };
_Static_assert((int)WORDS == (int)FIXTURE_WORDS, "a word for each thread");

/* %r5: the thread's number in the grid; %d5: the address of its word. */
#define PLACE                                                                                      \
    "mov.u32 %r4, %ctaid.x; mad.lo.u32 %r5, %r4, 32, %t;\n"                                        \
    "mul.wide.u32 %d5, %r5, 4; add.u64 %d5, %o, %d5;\n"
/* Takes a while: %r1 becomes a number that depends on %r5. */
#define WORK                                                                                       \
    "mov.u32 %r2, 0; mov.u32 %r1, %r5;\n"                                                          \
    "W: mad.lo.u32 %r1, %r1, 1664525, 1013904223; add.u32 %r2, %r2, 1;\n"                          \
    "setp.lt.u32 %p8, %r2, 5000; @%p8 bra W;\n"

/* How one core and several did. */
struct outcome {
    struct simt_batches batches;
    struct simt_result result;
    uint64_t hash;
    uint32_t out[FIXTURE_WORDS];
    struct simt_profile profile[256];
};

static void run_on(unsigned cores, const char *text, enum simt_schedule schedule,
                   struct outcome *outcome) {
    void *state;
    fixture_open(&state);
    struct fixture *fixture = state;
    fixture->grid = BLOCKS;
    fixture->schedule = schedule;
    simt_device_use_cores(fixture->device, cores);
    fixture_run(fixture, text);
    memset(outcome, 0, sizeof *outcome);
    outcome->batches = simt_device_batches(fixture->device);
    outcome->result = fixture->result;
    outcome->hash = fixture->hash;
    memcpy(outcome->out, fixture->out, sizeof outcome->out);
    memcpy(outcome->profile, fixture->profile, sizeof outcome->profile);
    fixture_close(&state);
}

enum hope { HOLDS, FAILS };

static void expect_same(const char *text, enum hope hope) {
    static const unsigned cores[] = {2, 3, 8};
    static const enum simt_schedule schedules[] = {SIMT_FORWARD, SIMT_REVERSE};
    static struct outcome one, several;
    for (size_t s = 0; s < sizeof schedules / sizeof *schedules; s++) {
        run_on(1, text, schedules[s], &one);
        assert_int_equal(one.batches.run, 0);
        for (size_t c = 0; c < sizeof cores / sizeof *cores; c++) {
            run_on(cores[c], text, schedules[s], &several);
            assert_true(several.batches.run > 0);
            assert_int_equal(several.batches.again > 0, hope == FAILS);
            assert_int_equal(several.result.status, one.result.status);
            assert_memory_equal(several.result.block, one.result.block, sizeof one.result.block);
            assert_string_equal(several.result.error.message, one.result.error.message);
            assert_memory_equal(several.out, one.out, sizeof one.out);
            assert_memory_equal(several.profile, one.profile, sizeof one.profile);
            assert_true(several.hash == one.hash);
        }
    }
}

/* Kernels, and whether the first try on several cores holds. */
static struct launch_case {
    const char *name;
    enum hope hope;
    const char *text;
} launches[] = {
    {"each block has its own words", HOLDS,
     HEAD KERNEL(PLACE WORK "st.global.u32 [%d5], %r1;\n"
                            "ld.global.u32 %r3, [%d5]; add.u32 %r3, %r3, 1;\n"
                            "st.global.u32 [%d5], %r3;\n")},
    {"blocks add up", HOLDS,
     HEAD KERNEL(PLACE WORK "and.b32 %r6, %r1, 7; mul.wide.u32 %d6, %r6, 4; add.u64 %d6, %o, %d6;\n"
                            "red.global.add.u32 [%d6], %r1;\n"
                            "red.global.max.u32 [%o+64], %r1;\n")},
    /* Real numbers add up to something else in another order. */
    {"real sums keep their order", HOLDS,
     HEAD KERNEL(".reg .f32 %f<3>;\n" PLACE WORK
                 "cvt.rn.f32.u32 %f1, %r1; red.global.add.f32 [%o], %f1;\n")},
    {"a sum is read", FAILS,
     HEAD KERNEL(PLACE WORK "red.global.add.u32 [%o], %r1;\n"
                            "ld.global.u32 %r3, [%o]; st.global.u32 [%d5], %r3;\n")},
    {"blocks read what others stored", FAILS,
     HEAD KERNEL(PLACE WORK "setp.eq.u32 %p1, %r4, 0; @%p1 bra FIRST;\n"
                            "ld.global.u32 %r3, [%d5+-128]; add.u32 %r1, %r1, %r3;\n"
                            "FIRST: st.global.u32 [%d5], %r1;\n")},
    {"blocks read what later ones store", FAILS,
     HEAD KERNEL(PLACE "mov.u32 %r7, 0; setp.eq.u32 %p1, %r4, 31; @%p1 bra LAST;\n"
                       "ld.global.u32 %r7, [%d5+128];\n"
                       "LAST:\n" WORK "add.u32 %r1, %r1, %r7;\n"
                       "st.global.u32 [%d5], %r1;\n")},
    {"the last store stays", FAILS, HEAD KERNEL(PLACE WORK "st.global.u32 [%o], %r1;\n")},
    {"tickets are drawn in order", FAILS,
     HEAD KERNEL(PLACE WORK "atom.global.add.u32 %r3, [%o+4], 1;\n"
                            "add.u32 %r1, %r1, %r3; st.global.u32 [%d5], %r1;\n")},
    /* Several blocks store bytes of one word. */
    {"words are shared by bytes", FAILS,
     HEAD KERNEL(PLACE WORK "cvt.u64.u32 %d6, %r4; add.u64 %d6, %o, %d6;\n"
                            "st.global.u8 [%d6], %r1;\n")},
    {"the clock is read", FAILS,
     HEAD KERNEL(PLACE WORK "mov.u32 %r1, %clock; st.global.u32 [%d5], %r1;\n")},
    /* Block 20 stores beyond the array; nobody after it runs. */
    {"a block is at fault", FAILS,
     HEAD KERNEL(PLACE WORK "setp.ne.u32 %p1, %r4, 20; @%p1 bra GOOD;\n"
                            "add.u64 %d5, %d5, 8192;\n"
                            "GOOD: st.global.u32 [%d5], %r1;\n")},
    /* A block alone that waits for what nobody stores is found out, as on one core. */
    {"a block waits for ever", FAILS,
     HEAD KERNEL(PLACE WORK "setp.ne.u32 %p1, %r4, 9; @%p1 bra GOOD;\n"
                            "L: ld.volatile.global.u32 %r3, [%o];\n"
                            "setp.eq.u32 %p2, %r3, 0; @%p2 bra L;\n"
                            "GOOD: ret;\n")},
};
enum { LAUNCHES = sizeof launches / sizeof *launches };

static void same_on_several_cores(void **launch) {
    const struct launch_case *given = *launch;
    expect_same(given->text, given->hope);
}

/* A thread's own memory begins with what the block before left there. */
static void own_memory_stays_on_one_core(void **state) {
    static struct outcome one, several;
    static const char text[] =
        HEAD KERNEL(".local .align 4 .b32 mine[4];\n" PLACE WORK "ld.local.u32 %r3, [mine];\n"
                    "st.local.u32 [mine], %r1; st.global.u32 [%d5], %r3;\n");
    run_on(1, text, SIMT_FORWARD, &one);
    run_on(8, text, SIMT_FORWARD, &several);
    assert_int_equal(several.batches.run, 0);
    assert_memory_equal(several.out, one.out, sizeof one.out);
}

/* From the third question on. */
static bool enough(void *context) {
    return ++*(int *)context > 3;
}

/* Blocks that take minutes are given up, too. */
static void long_blocks_are_given_up(void **state) {
    struct fixture *fixture = *state;
    int asked = 0;
    fixture->grid = BLOCKS;
    fixture->budget = UINT64_C(1) << 40;
    simt_device_use_cores(fixture->device, 3);
    simt_device_on_stop(fixture->device, enough, &asked);
    assert_int_equal(
        fixture_run(fixture, HEAD KERNEL(PLACE WORK "setp.eq.u32 %p1, %r4, 0; @%p1 bra E;\n"
                                                    "L: mad.lo.u32 %r2, %r2, 1664525, 1;\n"
                                                    "add.u32 %r1, %r1, 1;\n"
                                                    "setp.ne.u32 %p1, %r1, 0; @%p1 bra L;\n"
                                                    "E:\n")),
        SIMT_STOPPED);
    assert_int_equal(simt_device_batches(fixture->device).run, 1);
}

/* A launch that is too small for it stays on one core. */
static void small_launches_stay_alone(void **state) {
    struct fixture *fixture = *state;
    fixture->grid = BLOCKS;
    simt_device_use_cores(fixture->device, 8);
    fixture_run(fixture, HEAD KERNEL(PLACE "st.global.u32 [%d5], %r5;\n"));
    assert_int_equal(fixture->result.status, SIMT_OK);
    assert_int_equal(simt_device_batches(fixture->device).run, 0);
    assert_int_equal(fixture->out[WORDS - 1], WORDS - 1);
}

int main(void) {
    struct CMUnitTest tests[LAUNCHES + 3] = {
        [LAUNCHES] = cmocka_unit_test(own_memory_stays_on_one_core),
        WITH_FIXTURE(long_blocks_are_given_up),
        WITH_FIXTURE(small_launches_stay_alone),
    };
    for (int n = 0; n < LAUNCHES; n++) {
        tests[n] = (struct CMUnitTest){.name = launches[n].name,
                                       .test_func = same_on_several_cores,
                                       .initial_state = &launches[n]};
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
