/* Bodies of an `if` that are run in one go (warp.c), and the same by groups of lanes alone: at
 * random, results and all that observers are told are the same. */
#include "../../machine.h"
#include "machine_fixture.h"

enum { PROGRAMS = 300, PARTS = 6, TEXT = 1 << 14 };

struct text {
    char text[TEXT];
    size_t used;
    uint64_t random;
};

static uint32_t pick(struct text *program, uint32_t count) {
    program->random = program->random * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(program->random >> 33) % count;
}

__attribute__((format(printf, 2, 3))) static void put(struct text *program, const char *format,
                                                      ...) {
    va_list arguments;
    va_start(arguments, format);
    program->used +=
        (size_t)vsnprintf(program->text + program->used, TEXT - program->used, format, arguments);
    va_end(arguments);
}

/* What may stand in a body: also what makes lanes wait for others, fail, or leave. */
static void put_statement(struct text *program) {
    static const char *const statements[] = {
        "add.u32 %%r1, %%r1, %u;\n",
        "mad.lo.u32 %%r1, %%r1, %u, %%t;\n",
        "add.u32 %%r2, %%r1, %u; and.b32 %%r2, %%r2, 2044; cvt.u64.u32 %%d1, %%r2;\n"
        "add.u64 %%d1, %%o, %%d1; ld.global.u32 %%r2, [%%d1]; xor.b32 %%r1, %%r1, %%r2;\n",
        "mul.wide.u32 %%d1, %%t, 4; add.u64 %%d1, %%o, %%d1; st.global.u32 [%%d1+%u], %%r1;\n",
        "red.global.add.u32 [%%o+%u], %%r1;\n",
        "activemask.b32 %%r3; shfl.sync.bfly.b32 %%r1, %%r1, %u, 31, %%r3;\n",
        "and.b32 %%r2, %%r1, %u; setp.eq.u32 %%p3, %%r2, 0; @%%p3 add.u32 %%r1, %%r1, 9;\n",
        "activemask.b32 %%r3; bar.warp.sync %%r3; add.u32 %%r1, %%r1, %u;\n",
        "bar.warp.sync -1; add.u32 %%r1, %%r1, %u;\n",
        "bar.sync 0; add.u32 %%r1, %%r1, %u;\n",
        "setp.eq.u32 %%p3, %%r1, %u; @%%p3 ret;\n",
        "ld.global.u32 %%r1, [%%o+%u000];\n",
    };
    const uint32_t count = sizeof statements / sizeof *statements, usual = 8;
    const uint32_t which = pick(program, 20) == 0 ? pick(program, count) : pick(program, usual);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    put(program, statements[which], pick(program, 8) * 4); /* NOLINT(*-format-nonliteral) */
#pragma GCC diagnostic pop
}

static void put_part(struct text *program, uint32_t part) {
    const bool loop = pick(program, 3) == 0, other = pick(program, 4) == 0;
    if (loop) {
        put(program, "mov.u32 %%r5, 0;\nLOOP%u: add.u32 %%r5, %%r5, 1;\n", part);
    }
    put(program, "shr.u32 %%r4, %%r1, %u; and.b32 %%r4, %%r4, %u; setp.eq.u32 %%p1, %%r4, 0;\n",
        pick(program, 4), 1 + pick(program, 3));
    put(program, "@%s%%p1 bra %s%u;\n", pick(program, 2) ? "!" : "", other ? "ELSE" : "END", part);
    for (uint32_t n = pick(program, 4); n > 0; n--) {
        put_statement(program);
    }
    if (pick(program, 4) == 0) {
        put(program, "setp.lt.u32 %%p2, %%t, %u; @%%p2 bra END%u;\n", pick(program, 40), part);
        put_statement(program);
    }
    if (other) {
        put(program, "bra END%u;\nELSE%u:\n", part, part);
        put_statement(program);
    }
    put(program, "END%u:\n", part);
    put_statement(program);
    if (loop) {
        put(program, "and.b32 %%r6, %%t, 3; setp.lt.u32 %%p2, %%r5, %%r6; @%%p2 bra LOOP%u;\n",
            part);
    }
}

static void put_program(struct text *program, uint64_t seed) {
    program->used = 0;
    program->random = seed;
    put(program, "%s",
        HEAD ".visible .entry k(.param .u64 out)\n{\n"
             ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .b64 %d<20>; .reg .b32 %t; .reg .b64 %o;\n"
             "ld.param.u64 %o, [out]; mov.u32 %t, %tid.x; mul.lo.u32 %r1, %t, 2654435;\n");
    for (uint32_t part = 0; part < PARTS; part++) {
        put_part(program, part);
    }
    put(program, "%s", STORE_R1 "ret;\n}\n");
}

/* Is there an `if` in the program whose body can be run in one go? */
static bool has_body(const struct fixture *fixture) {
    bool found = false;
    for (uint32_t n = 0; n < fixture->module->count; n++) {
        found |= fixture->module->code[n].body != 0;
    }
    return found;
}

static void bodies_change_nothing(void **state) {
    struct text *program = calloc(1, sizeof *program);
    uint32_t with_body = 0, ended = 0;
    assert_non_null(program);
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        void *states[2];
        struct fixture *fixtures[2];
        put_program(program, seed);
        for (int n = 0; n < 2; n++) {
            fixture_open(&states[n]);
            fixtures[n] = states[n];
            fixtures[n]->device->plain = n == 0;
            fixtures[n]->block = 80;
            fixtures[n]->budget = seed % 5 == 0 ? 60 : 0;
            fixture_run(fixtures[n], program->text);
        }
        assert_non_null(fixtures[0]->module);
        assert_false(has_body(fixtures[0]));
        with_body += has_body(fixtures[1]);
        ended += fixtures[0]->result.status == SIMT_OK;
        if (fixtures[0]->hash != fixtures[1]->hash) {
            print_error("seed %d:\n%s", (int)seed, program->text);
        }
        assert_int_equal(fixtures[0]->result.status, fixtures[1]->result.status);
        assert_string_equal(fixtures[0]->result.error.message, fixtures[1]->result.error.message);
        assert_int_equal(fixtures[0]->hash, fixtures[1]->hash);
        assert_memory_equal(fixtures[0]->out, fixtures[1]->out, sizeof fixtures[0]->out);
        assert_memory_equal(fixtures[0]->profile, fixtures[1]->profile,
                            sizeof fixtures[0]->profile);
        fixture_close(&states[0]);
        fixture_close(&states[1]);
    }
    assert_true(with_body > PROGRAMS / 2);
    assert_true(ended > PROGRAMS / 4 && ended < PROGRAMS);
    print_message("%u with a body, %u ended well\n", with_body, ended);
    free(program);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(bodies_change_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
