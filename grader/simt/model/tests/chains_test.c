/* The model of time: blocks that wait for each other. Measured numbers:
 * microbenchmark chains. */
#include "launch.h"

#define FIRST ".reg .pred %p<6>; setp.ne.u32 %p1, %r1, 0; @%p1 bra done; setp.eq.u32 %p2, %r2, 0;"
#define PLACES                                                                                     \
    "mul.wide.u32 %d3, %r2, 4; add.s64 %d4, %d1, %d3;" /* the block's own word */                  \
    "mov.u32 %r4, 1; mov.u32 %r5, 0;"

static double cycles_a_block(double less, double more, double blocks) {
    return (more - less) * 1000 * profile.clock_ghz / blocks;
}

static double last_of(uint32_t blocks, const char *wait, const char *hand_on) {
    char text[2048];
    snprintf(text, sizeof text, "%s @%%p2 bra go; %s go: %s done:", PLACES, wait, hand_on);
    return run((struct shape){blocks, 32, 0}, FIRST, text, 1, "").microseconds;
}

/* An H200 takes 447 cycles from block to block. */
static void a_flag_is_handed_on(void **state) {
    (void)state;
    const char *wait = "again: ld.volatile.global.u32 %r5, [%d4+-4];"
                       "setp.ne.u32 %p3, %r5, 1; @%p3 bra again;",
               *set = "st.volatile.global.u32 [%d4], %r4;";
    double each = cycles_a_block(last_of(1024, wait, set), last_of(2048, wait, set), 1024);
    assert_true(each > 400 && each < 500);
    /* An atomic that adds 0 asks, too: a question takes longer. */
    const char *ask = "again: atom.global.add.u32 %r5, [%d4+-4], 0;"
                      "setp.lt.u32 %p3, %r5, 1; @%p3 bra again;";
    assert_true(cycles_a_block(last_of(1024, ask, set), last_of(2048, ask, set), 1024) >
                each + 150);
}

/* With a number beside the flag, and fences: 1,726 cycles with one block on each multiprocessor. */
static void fences_lengthen_the_chain(void **state) {
    (void)state;
    const char *wait = "again: ld.volatile.global.u32 %r5, [%d4+-4]; setp.ne.u32 %p3, %r5, 1;"
                       "@%p3 bra again; membar.gl; ld.volatile.global.u32 %r6, [%d4+65532];",
               *set = "st.volatile.global.u32 [%d4+65536], %r6; membar.gl;"
                      "st.volatile.global.u32 [%d4], %r4;";
    double each = cycles_a_block(last_of(66, wait, set), last_of(132, wait, set), 66);
    assert_true(each > 1500 && each < 1950);
    const char *acquire = "again: ld.acquire.gpu.global.u32 %r5, [%d4+-4]; setp.ne.u32 %p3, %r5, 1;"
                          "@%p3 bra again; ld.global.u32 %r6, [%d4+65532];",
               *release = "st.global.u32 [%d4+65536], %r6; st.release.gpu.global.u32 [%d4], %r4;";
    each = cycles_a_block(last_of(66, acquire, release), last_of(132, acquire, release), 66);
    assert_true(each > 1100 && each < 1600);
}

/* A word that is stored twice is looked back at: 1,024 blocks take an H200 about as long as 60
 * questions, not as 1,024. */
static void a_sum_is_looked_back_at(void **state) {
    (void)state;
    const char *own = "st.volatile.global.u32 [%d4], %r4; mov.u64 %d5, %d4; mov.u32 %r6, %r2;",
               *look = "look: ld.volatile.global.u32 %r5, [%d5+-4];"
                       "setp.eq.u32 %p3, %r5, 0; @%p3 bra look;"
                       "setp.eq.u32 %p4, %r5, 2; @%p4 bra go; add.s64 %d5, %d5, -4;"
                       "sub.u32 %r6, %r6, 1; setp.ne.u32 %p5, %r6, 0; @%p5 bra look;",
               *all = "mov.u32 %r7, 2; st.volatile.global.u32 [%d4], %r7;";
    char text[2048];
    double took[2];
    for (int more = 0; more < 2; more++) {
        snprintf(text, sizeof text, "%s %s @%%p2 bra go; %s go: %s done:", PLACES, own, look, all);
        took[more] = run((struct shape){more ? 1024 : 256, 32, 0}, FIRST, text, 1, "").microseconds;
    }
    double chain = last_of(1024,
                           "again: ld.volatile.global.u32 %r5, [%d4+-4];"
                           "setp.ne.u32 %p3, %r5, 1; @%p3 bra again;",
                           "st.volatile.global.u32 [%d4], %r4;");
    assert_true(took[1] < chain / 10);
    /* four times as many blocks: twice the questions */
    double ratio = (took[1] - profile.start_us) / (took[0] - profile.start_us);
    assert_true(took[1] > 10 && ratio > 1.6 && ratio < 2.4);
}

/* Tickets are taken, and numbers of other blocks are read: nobody waits for them. */
static void who_does_not_ask_again_does_not_wait(void **state) {
    (void)state;
    const char *ticket = "again: atom.global.add.u32 %r5, [%d4+-4], 1; setp.lt.u32 %p3, %r5, 0;"
                         "@%p3 bra again;",
               *read = "mov.u32 %r6, 4; again: ld.volatile.global.u32 %r5, [%d4+-4];"
                       "sub.u32 %r6, %r6, 1; setp.ne.u32 %p3, %r6, 0; @%p3 bra again;",
               *set = "st.volatile.global.u32 [%d4], %r4;";
    assert_true(last_of(2048, ticket, set) < 20);
    assert_true(last_of(2048, read, set) < 20);
}

/* 606 cycles for a store and a fence, 279 for a fence alone, 687 for a load and a fence. */
static void fences_wait_for_accesses(void **state) {
    (void)state;
    const struct shape shape = {132, 32, 0};
    const char *lines[] = {"membar.gl;", "st.volatile.global.u32 [%o], %r1; membar.gl;",
                           "ld.volatile.global.u32 %r4, [%o]; membar.gl;", "membar.cta;"};
    const double measured[] = {279, 606, 687, 10};
    for (int n = 0; n < 4; n++) {
        double each = cycles_a_block(run(shape, "", lines[n], 32, "").microseconds,
                                     run(shape, "", lines[n], 64, "").microseconds, 32);
        assert_true(each < 1.2 * measured[n] + 10 && each > 0.8 * measured[n] - 10);
    }
}

/* A volatile load asks L2 each time. */
static void volatile_loads_pass_l1(void **state) {
    (void)state;
    const struct shape shape = {1, 32, 0};
    const char *chain = "add.s64 %%d5, %%o, %%d6; %s %%r4, [%%d5]; cvt.u64.u32 %%d6, %%r4;";
    char line[256];
    double took[2];
    const char *loads[] = {"ld.global.u32", "ld.volatile.global.u32"};
    for (int n = 0; n < 2; n++) {
        snprintf(line, sizeof line, chain, loads[n]);
        took[n] = run(shape, "mov.u64 %d6, 0;", line, 64, "st.global.u32 [%o], %r4;").microseconds;
    }
    assert_true(took[1] - took[0] > 60 * 200 / profile.clock_ghz / 1000);
}

/* Blocks that wait for the grid find nothing in L1, and the next part of none begins before all
 * have ended this one. */
static void behind_a_barrier_of_the_grid_loads_reach_l2(void **state) {
    (void)state;
    const struct shape shape = {132, 32, 0};
    const char *load = "add.s64 %d5, %o, %d6; ld.global.u32 %r4, [%d5]; cvt.u64.u32 %d6, %r4;",
               *meet = "call.uni lockstep_grid_barrier, ();";
    char line[512];
    double took[2], apart[2];
    cooperative = true;
    for (int n = 0; n < 2; n++) { /* one load more between two barriers */
        snprintf(line, sizeof line, "%s %s", meet, n ? load : "");
        took[n] = run(shape, "mov.u64 %d6, 0;", line, 8, "st.global.u32 [%o], %r4;").microseconds;
        apart[n] = run(shape, "mov.u64 %d6, 0;", load, n ? 16 : 8, "").microseconds;
    }
    cooperative = false;
    assert_true((took[1] - took[0]) / 8 > 250 / profile.clock_ghz / 1000);
    assert_true((apart[1] - apart[0]) / 8 < 100 / profile.clock_ghz / 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flag_is_handed_on),
        cmocka_unit_test(fences_lengthen_the_chain),
        cmocka_unit_test(a_sum_is_looked_back_at),
        cmocka_unit_test(who_does_not_ask_again_does_not_wait),
        cmocka_unit_test(fences_wait_for_accesses),
        cmocka_unit_test(volatile_loads_pass_l1),
        cmocka_unit_test(behind_a_barrier_of_the_grid_loads_reach_l2),
    };
    return cmocka_run_group_tests(tests, read_h200, NULL);
}
