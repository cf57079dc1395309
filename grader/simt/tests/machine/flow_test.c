/* Divergence, calls and barriers: results for every schedule, and where lanes become one group
 * again. */
#include "machine_fixture.h"

/* Warp instructions and threads of the sites on the PTX line that holds `marker`. */
static struct simt_profile at_marker(const struct fixture *fixture, const char *text,
                                     const char *marker) {
    uint32_t line = 1;
    struct simt_profile sum = {0};
    const char *found = strstr(text, marker);
    assert_non_null(found);
    for (const char *at = text; at < found; at++) {
        line += *at == '\n';
    }
    for (uint32_t s = 0; s < 256; s++) {
        if (fixture->lines[s] == line) {
            sum.warp_instructions += fixture->profile[s].warp_instructions;
            sum.thread_instructions += fixture->profile[s].thread_instructions;
        }
    }
    return sum;
}

/* Lane t goes round t times; below the loop all lanes are one group again. */
static const char trips[] = HEAD KERNEL("mov.u32 %r1, 0; mov.u32 %r2, 0;\n"
                                        "LOOP: setp.ge.u32 %p1, %r2, %t;\n"
                                        "@%p1 bra DONE;\n"
                                        "add.u32 %r1, %r1, %r2; add.u32 %r2, %r2, 1;\n"
                                        "bra LOOP;\n"
                                        "DONE:\n"
                                        "add.u32 %r1, %r1, 1000; // marker\n" STORE_R1);

static void lanes_meet_behind_a_loop(void **state) {
    struct fixture *fixture = *state;
    assert_int_equal(fixture_run(fixture, trips), SIMT_OK);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(fixture->out[t], t * (t - 1) / 2 + 1000);
    }
    struct simt_profile marker = at_marker(fixture, trips, "add.u32 %r1, %r1, 1000");
    assert_int_equal(marker.warp_instructions, 1);
    assert_int_equal(marker.thread_instructions, 32);
    struct simt_profile body = at_marker(fixture, trips, "add.u32 %r1, %r1, %r2");
    assert_int_equal(body.warp_instructions, 2 * 31);
    assert_int_equal(body.thread_instructions, 2 * 31 * 32 / 2);
}

/* An inner loop of different length in each iteration of an outer one, with a continue and a break.
 */
static const char nest[] = HEAD KERNEL(
    "mov.u32 %r1, 0; mov.u32 %r2, 0;\n"
    "OUTER: and.b32 %r3, %t, 3; add.u32 %r3, %r3, %r2; mov.u32 %r4, 0;\n"
    "INNER: setp.ge.u32 %p1, %r4, %r3; @%p1 bra NEXT;\n"
    "add.u32 %r4, %r4, 1; xor.b32 %r5, %r4, %t; and.b32 %r5, %r5, 1; setp.eq.u32 %p2, %r5, 0;\n"
    "@%p2 bra INNER;\n"
    "add.u32 %r1, %r1, %r4; setp.gt.u32 %p3, %r4, 5; @!%p3 bra INNER;\n"
    "NEXT: add.u32 %r2, %r2, 1; setp.lt.u32 %p4, %r2, 6; @%p4 bra OUTER;\n"
    "add.u32 %r1, %r1, 0;\n" STORE_R1);

static uint32_t nest_reference(uint32_t t) {
    uint32_t sum = 0;
    for (uint32_t outer = 0; outer < 6; outer++) {
        for (uint32_t inner = 0; inner < (t & 3) + outer;) {
            inner++;
            if (((inner ^ t) & 1) == 0) {
                continue;
            }
            sum += inner;
            if (inner > 5) {
                break;
            }
        }
    }
    return sum;
}

static void nested_loops_for_every_schedule(void **state) {
    struct fixture *fixture = *state;
    fixture->block = 96;
    for (int schedule = SIMT_FORWARD; schedule <= SIMT_LANES; schedule++) {
        fixture->schedule = (enum simt_schedule)schedule;
        assert_int_equal(fixture_run(fixture, nest), SIMT_OK);
        for (uint32_t t = 0; t < 96; t++) {
            assert_int_equal(fixture->out[t], nest_reference(t));
        }
    }
    fixture->schedule = SIMT_FORWARD;
    assert_int_equal(fixture_launch(fixture), SIMT_OK);
    assert_int_equal(at_marker(fixture, nest, "add.u32 %r1, %r1, 0").warp_instructions, 3);
}

/* A loop with two entries: no block of it dominates the others. */
static const char irreducible[] = HEAD KERNEL(
    "mov.u32 %r1, 0; and.b32 %r2, %t, 1; setp.eq.u32 %p1, %r2, 0; @%p1 bra SECOND;\n"
    "FIRST: add.u32 %r1, %r1, 1;\n"
    "SECOND: add.u32 %r1, %r1, 10; setp.lt.u32 %p2, %r1, %t; @%p2 bra FIRST;\n" STORE_R1);

static void loops_with_two_entries(void **state) {
    struct fixture *fixture = *state;
    assert_int_equal(fixture_run(fixture, irreducible), SIMT_OK);
    for (uint32_t t = 0; t < 32; t++) {
        uint32_t value = t & 1;
        for (value += 10; value < t; value += 11) {
        }
        assert_int_equal(fixture->out[t], value);
    }
}

static void jump_tables(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD KERNEL("and.b32 %r2, %t, 3; mov.u32 %r1, 1;\n"
                                   "list: .branchtargets A, B, C, A;\n"
                                   "brx.idx %r2, list;\n"
                                   "A: add.u32 %r1, %r1, 100; bra END;\n"
                                   "B: add.u32 %r1, %r1, 200; bra END;\n"
                                   "C: add.u32 %r1, %r1, 300;\n"
                                   "END: add.u32 %r1, %r1, 7;\n" STORE_R1);
    static const uint32_t wanted[] = {108, 208, 308, 108};
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(fixture->out[t], wanted[t % 4]);
    }
    assert_int_equal(at_marker(fixture, text, "END: add").warp_instructions, 1);
}

#define CALL(RESULT, FUNCTION, ARGUMENT)                                                           \
    "{ .param .b32 a0; st.param.b32 [a0+0], " ARGUMENT "; .param .b32 r0;\n"                       \
    "call (r0), " FUNCTION ", (a0); ld.param.b32 " RESULT ", [r0+0]; }\n"

static const char functions[] = HEAD
    ".func (.param .b32 result) factorial(.param .b32 n)\n{\n"
    ".reg .pred %p; .reg .b32 %r<5>;\nld.param.u32 %r1, [n]; mov.u32 %r3, 1;\n"
    "setp.lt.u32 %p, %r1, 2; @%p bra OUT; sub.u32 %r2, %r1, 1;\n" CALL(
        "%r3", "factorial",
        "%r2") "mul.lo.u32 %r3, %r3, %r1;\nOUT: st.param.b32 [result+0], %r3; ret;\n}\n"
               ".func (.param .b32 result) triple(.param .b32 n)\n{\n.reg .b32 %r<3>;\n"
               "ld.param.u32 %r1, [n]; mul.lo.u32 %r1, %r1, 3; st.param.b32 [result+0], %r1; "
               "ret;\n}\n"
               ".global .align 8 .u64 both[2] = {factorial, triple};\n" KERNEL(
                   "and.b32 %r2, %t, 7;\n" CALL(
                       "%r4", "factorial",
                       "%r2") "and.b32 %r3, %t, 1; mul.wide.u32 %d1, %r3, 8; mov.u64 %d2, both; "
                              "add.u64 %d1, %d1, %d2;\n"
                              "ld.global.u64 %d3, [%d1];\n"
                              "{ .param .b32 a0; st.param.b32 [a0+0], %r2; .param .b32 r0;\n"
                              "proto : .callprototype (.param .b32 _) _ (.param .b32 _);\n"
                              "call (r0), %d3, (a0), proto; ld.param.b32 %r5, [r0+0]; }\n"
                              "mul.lo.u32 %r4, %r4, 100000; add.u32 %r1, %r4, %r5;\n" STORE_R1);

static uint32_t factorial(uint32_t n) {
    return n < 2 ? 1 : n * factorial(n - 1);
}

static void calls_and_recursion(void **state) {
    struct fixture *fixture = *state;
    for (int schedule = SIMT_FORWARD; schedule <= SIMT_LANES; schedule++) {
        fixture->schedule = (enum simt_schedule)schedule;
        assert_int_equal(fixture_run(fixture, functions), SIMT_OK);
        for (uint32_t t = 0; t < 32; t++) {
            uint32_t n = t & 7, second = t & 1 ? 3 * n : factorial(n);
            assert_int_equal(fixture->out[t], factorial(n) * 100000 + second);
        }
    }
}

static void endless_recursion_is_told(void **state) {
    struct fixture *fixture = *state;
    const char *text =
        HEAD ".func f(.param .b32 n)\n{\n"
             ".reg .b32 %r; ld.param.u32 %r, [n];\n"
             "{ .param .b32 a; st.param.b32 [a+0], %r; call f, (a); }\nret;\n}\n" KERNEL(
                 "{ .param .b32 a; st.param.b32 [a+0], %t; call f, (a); }\n");
    assert_int_equal(fixture_run(fixture, text), SIMT_TRAP);
    assert_int_equal(fixture->fault.kind, SIMT_FAULT_STACK);
}

static void predicated_instructions_keep_other_lanes(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD KERNEL("mov.u32 %r1, 5; setp.lt.u32 %p1, %t, 7;\n"
                                   "@%p1 add.u32 %r1, %r1, 10; // marker\n"
                                   "@!%p1 mov.u32 %r1, 1;\n"
                                   "setp.eq.u32 %p2, %t, 3; @%p2 exit;\n" STORE_R1);
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    for (uint32_t t = 0; t < 32; t++) {
        assert_int_equal(fixture->out[t], t == 3 ? 0 : t < 7 ? 15 : 1);
    }
    assert_int_equal(at_marker(fixture, text, "@%p1 add").thread_instructions, 7);
}

static void reductions_over_the_block(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD KERNEL("and.b32 %r2, %t, 3; setp.eq.u32 %p1, %r2, 0;\n"
                                   "bar.red.popc.u32 %r1, 0, %p1;\n"
                                   "bar.red.and.pred %p2, 0, !%p1; selp.u32 %r3, 1000, 0, %p2;\n"
                                   "bar.red.or.pred %p3, 0, %p1; selp.u32 %r4, 2000, 0, %p3;\n"
                                   "add.u32 %r1, %r1, %r3; add.u32 %r1, %r1, %r4;\n" STORE_R1);
    fixture->block = 100;
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    assert_int_equal(fixture->out[0], 25 + 2000);
    assert_int_equal(fixture->out[99], 25 + 2000);
    assert_int_equal(fixture->barriers, 3 * 4);
    assert_int_equal(fixture->releases, 3);
}

/* Lanes take turns in two branches; __syncwarp in both brings them together. */
static void syncwarp_from_two_places(void **state) {
    struct fixture *fixture = *state;
    const char *text =
        HEAD KERNEL(".shared .align 4 .b8 box[128];\n"
                    "mov.u32 %r6, box; shl.b32 %r7, %t, 2; add.u32 %r6, %r6, %r7;\n"
                    "setp.lt.u32 %p1, %t, 16; @%p1 bra LOW;\n"
                    "st.shared.u32 [%r6], %t; bar.warp.sync -1; mov.u32 %r1, 0; bra END;\n"
                    "LOW: bar.warp.sync -1; ld.shared.u32 %r1, [%r6+64];\n"
                    "END:\n" STORE_R1);
    for (int schedule = SIMT_FORWARD; schedule <= SIMT_LANES; schedule++) {
        fixture->schedule = (enum simt_schedule)schedule;
        fixture->syncwarps = 0;
        assert_int_equal(fixture_run(fixture, text), SIMT_OK);
        assert_int_equal(fixture->out[3], 19);
        assert_int_equal(fixture->syncwarps, 1);
    }
}

static void a_lane_is_missing_from_its_own_mask(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD KERNEL("shfl.sync.idx.b32 %r1, %t, 0, 31, 15;\n");
    assert_int_equal(fixture_run(fixture, text), SIMT_DEADLOCK);
    assert_int_equal(fixture->fault.kind, SIMT_FAULT_OUTSIDER);
    assert_int_equal(fixture->fault.lane, 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FIXTURE(lanes_meet_behind_a_loop),
        WITH_FIXTURE(nested_loops_for_every_schedule),
        WITH_FIXTURE(loops_with_two_entries),
        WITH_FIXTURE(jump_tables),
        WITH_FIXTURE(calls_and_recursion),
        WITH_FIXTURE(endless_recursion_is_told),
        WITH_FIXTURE(predicated_instructions_keep_other_lanes),
        WITH_FIXTURE(reductions_over_the_block),
        WITH_FIXTURE(syncwarp_from_two_places),
        WITH_FIXTURE(a_lane_is_missing_from_its_own_mask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
