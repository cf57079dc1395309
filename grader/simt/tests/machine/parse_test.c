/* What is refused, with its line; and the corners of the grammar that compilers use. */
#include "machine_fixture.h"

#define LOCATED ".file 1 \"case.cu\"\n"

static const struct {
    const char *text;
    enum simt_status status;
    uint32_t line;
    const char *word; /* the message holds it */
} refused[] = {
    {"", SIMT_INVALID_PTX, 1, "not PTX"},
    {"int main;", SIMT_INVALID_PTX, 1, "not PTX"},
    {HEAD ".visible .entry k()\n{\nret;\n", SIMT_INVALID_PTX, 7, "ends inside"},
    {HEAD "/* open", SIMT_INVALID_PTX, 4, "comment"},
    {HEAD ".visible .entry k()\n{\nbra NOWHERE;\n}\n", SIMT_INVALID_PTX, 6, "NOWHERE"},
    {HEAD ".visible .entry k()\n{\n.reg .b32 %r;\n.reg .b32 %r;\n}\n", SIMT_INVALID_PTX, 7,
     "twice"},
    {HEAD ".visible .entry k()\n{\n.reg .b32 %r<9>;\nadd.s32 %r1, %r2;\n}\n", SIMT_INVALID_PTX, 7,
     "too few"},
    {HEAD ".visible .entry k()\n{\n.reg .b32 %r<9>;.reg .b64 %d;\nadd.s32 %r1, %d, 1;\n}\n",
     SIMT_INVALID_PTX, 7, "does not fit"},
    {HEAD LOCATED
     ".visible .entry k()\n{\n.reg .b32 %r<9>;\n.loc 1 42 7\nfrobnicate.u32 %r1, %r2;\n}\n",
     SIMT_UNSUPPORTED, 9, "frobnicate.u32 is not supported (case.cu:42)"},
    {HEAD ".visible .entry k()\n{\n.reg .b32 %r<9>;\nadd_u32 %r1, %r2, %r3;\n}\n", SIMT_UNSUPPORTED,
     7, "add_u32 is not supported"},
    {HEAD ".visible .entry k()\n{\n.reg .b32 %r<9>;\nmov.u32 %r1, 0f3F80;\n}\n", SIMT_INVALID_PTX,
     7, "8 hexadecimal digits"},
    {HEAD ".global .u32 a[2] = {1, 2, 3};", SIMT_INVALID_PTX, 4, "more initial values"},
    {HEAD ".extern .global .u32 other;\n", SIMT_UNSUPPORTED, 4, "defined in another file"},
    {HEAD ".const .b8 big[65537];\n", SIMT_INVALID_PTX, 0, "65537"},
    {HEAD ".extern .func f;\n.visible .entry k()\n{\ncall f;\n}\n", SIMT_UNSUPPORTED, 7,
     "'f' has no code"},
    {HEAD ".visible .entry k()\n{\n.shared .b8 s[50000];\n}\n", SIMT_INVALID_PTX, 4,
     "50000 bytes of static shared memory, a block has 49152; ptxas calls that \"uses too much "
     "shared data (0xc350 bytes, 0xc000 max)\""},
    {HEAD ".visible .entry k()\n{\n.reg .b32 %r<99999999>;\n}\n", SIMT_UNSUPPORTED, 6,
     "register count"},
    {HEAD ".tex .u64 texture;\n", SIMT_UNSUPPORTED, 4, ".tex"},
    {".version 7.2\n.address_size 32\n", SIMT_UNSUPPORTED, 2, "64-bit"},
};

static void wrong_text_is_refused_with_its_line(void **state) {
    struct fixture *fixture = *state;
    for (size_t n = 0; n < sizeof refused / sizeof *refused; n++) {
        struct simt_module *module = (struct simt_module *)1;
        struct simt_error error;
        enum simt_status status = simt_module_load(fixture->device, refused[n].text,
                                                   strlen(refused[n].text), &module, &error);
        if (status != refused[n].status || error.ptx_line != refused[n].line ||
            strstr(error.message, refused[n].word) == NULL || module != NULL) {
            fail_msg("case %zu: status %d, line %u, \"%s\"", n, status, error.ptx_line,
                     error.message);
        }
    }
}

static void names_in_braces_are_their_own(void **state) {
    struct fixture *fixture = *state;
    const char *text =
        HEAD KERNEL("mov.u32 %r1, 5;\n"
                    "{ .reg .b32 x; mov.u32 x, 7; add.u32 %r1, %r1, x; }\n"
                    "{ .reg .b32 x; .reg .pred q; mov.u32 x, 1; setp.eq.u32 q, x, 1;\n"
                    "@q bra L; mov.u32 x, 100; L: add.u32 %r1, %r1, x; }\n"
                    "{ .reg .b32 x; mov.u32 x, 30; L: add.u32 %r1, %r1, x; }\n" STORE_R1);
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    assert_int_equal(fixture->out[3], 5 + 7 + 1 + 30);
}

static void parameters_lie_as_the_abi_says(void **state) {
    struct fixture *fixture = *state;
    const char *text =
        HEAD ".visible .entry p(.param .u8 a, .param .u64 b, .param .u16 c,\n"
             ".param .align 16 .b8 d[20], .param .f32 e) .maxntid 64, 2, 1\n{\nret;\n}\n";
    struct simt_error error;
    assert_int_equal(
        simt_module_load(fixture->device, text, strlen(text), &fixture->module, &error), SIMT_OK);
    const struct simt_kernel_info *kernel = simt_module_kernel(fixture->module, "p");
    static const uint32_t offsets[] = {0, 8, 16, 32, 52}, sizes[] = {1, 8, 2, 20, 4};
    assert_non_null(kernel);
    assert_int_equal(kernel->parameter_count, 5);
    assert_int_equal(kernel->parameter_bytes, 56);
    assert_int_equal(kernel->max_threads, 128);
    for (int n = 0; n < 5; n++) {
        assert_int_equal(kernel->parameters[n].offset, offsets[n]);
        assert_int_equal(kernel->parameters[n].size, sizes[n]);
    }
    assert_null(simt_module_kernel(fixture->module, "q"));
}

static void variables_have_their_values(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD
        ".global .align 4 .u32 table[4] = {1, 2, -3};\n"
        ".global .align 8 .u64 pointer = generic(table)+4;\n"
        ".const .align 4 .f32 half = 0f3F000000;\n"
        ".global .align 1 .b8 text[6] = {104, 105};\n" KERNEL(
            "ld.global.u64 %d1, [pointer]; ld.u32 %r1, [%d1];\n"
            "ld.global.u32 %r2, [table+8]; sub.u32 %r1, %r1, %r2;\n"
            "ld.const.b32 %r3, [half]; shr.u32 %r3, %r3, 24; add.u32 %r1, %r1, %r3;\n" STORE_R1);
    uint64_t address = 0, size = 0;
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    assert_int_equal(fixture->out[0], 2 + 3 + 0x3F);
    assert_int_equal(simt_module_symbol(fixture->module, "text", &address, &size), SIMT_OK);
    assert_int_equal(size, 6);
    char letters[6];
    assert_int_equal(simt_memory_read(fixture->device, address, letters, 6), SIMT_OK);
    assert_string_equal(letters, "hi");
    assert_int_equal(simt_module_symbol(fixture->module, "none", &address, &size),
                     SIMT_UNKNOWN_SYMBOL);
}

static void decimal_numbers_fit_their_variables(void **state) {
    struct fixture *fixture = *state;
    const char *text = HEAD
        ".const .align 4 .f32 numbers[2] = {0.25, -1.5};\n"
        ".const .align 8 .f64 wide = 0.5;\n" KERNEL(
            "ld.const.b32 %r1, [numbers]; shr.u32 %r1, %r1, 24;\n"
            "ld.const.b32 %r2, [numbers+4]; shr.u32 %r2, %r2, 16; add.u32 %r1, %r1, %r2;\n"
            "ld.const.b32 %r2, [wide+4]; shr.u32 %r2, %r2, 8; add.u32 %r1, %r1, %r2;\n" STORE_R1);
    assert_int_equal(fixture_run(fixture, text), SIMT_OK);
    assert_int_equal(fixture->out[0], 0x3E + 0xBFC0 + 0x3FE000);
}

static void names_are_shown_as_written(void **state) {
    static const char *const names[][2] = {
        {"_Z6reducePjS_j", "reduce"},
        {"_ZZ3redPjS_j1PE1s", "s"},
        {"_ZL6weight", "weight"},
        {"_Z4copyIiEvPT_S1_", "copy<int>"},
        {"_Z9transposeIfLi32EEvPT_PKS0_", "transpose<float, 32>"},
        {"_Z3runI5PointLb1ELin3EEvT_", "run<Point, true, -3>"},
        {"_ZN3lab3runINS_3SumIPKfEEJijEEEvT_", "run<lab::Sum<const float*>, int, unsigned int>"},
        {"_Z3runIPFivEEvT_", "run"},
        {"_ZZ9transposeIfLi32EEvPT_E4tile", "tile"},
        {"_ZN3lab4sums4tileE", "tile"},
        {"plain", "plain"},
        {"_ZZN3lab3sumEPfE5cache", "cache"},
        {"_Z", "_Z"},
        {"_Z999x", "_Z999x"}};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        char text[64];
        simt_display_name(names[n][0], text, sizeof text);
        assert_string_equal(text, names[n][1]);
    }
}

static void functions_are_shown_with_their_parameters(void **state) {
    static const char *const names[][2] = {
        {"_ZL5roundf", "round(float)"},
        {"_ZL3nanPKc", "nan(const char*)"},
        {"_Z5twicePKfS0_Pi", "twice(const float*, const float*, int*)"},
        {"_Z4nonev", "none()"},
        {"_Z3maxIdET_S0_S0_", "max<double>(double, double)"},
        {"__nv_erfinv", "__nv_erfinv"}};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        char text[128];
        simt_function_name(names[n][0], text, sizeof text);
        assert_string_equal(text, names[n][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_FIXTURE(wrong_text_is_refused_with_its_line),
        WITH_FIXTURE(names_in_braces_are_their_own),
        WITH_FIXTURE(parameters_lie_as_the_abi_says),
        WITH_FIXTURE(variables_have_their_values),
        WITH_FIXTURE(decimal_numbers_fit_their_variables),
        cmocka_unit_test(names_are_shown_as_written),
        cmocka_unit_test(functions_are_shown_with_their_parameters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
