/*
 * instructions.h - makes one kernel of PTX for each line of instructions.txt, and its inputs.
 *
 * The machine's test and the program that asks a GPU (instructions_gpu.c) include it, so both run
 * the same text on the same numbers. Kernel number n is "t<n>"(in, out): thread i reads a, b and c
 * from in[class][i] and writes one 64-bit word, zero extended, to out[i].
 */
#pragma once

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 1024, BLOCK = 128, CLASSES = 4, MAX_INSTRUCTIONS = 1024, WORDS = 4 };

struct instruction_row {
    char shape[8];
    char opcode[64];
    uint32_t wanted; /* the fingerprint of a GPU's results */
    char body[400];
};

/* Rows for "NAME=FINGERPRINT …", each name in the place of the opcode's *. */
static void add_family(struct instruction_row *rows, int *count, const char *shape,
                       const char *opcode, char *names) {
    const int before = (int)strcspn(opcode, "*");
    for (char *name = strtok(names, " \n"); name != NULL && *count < MAX_INSTRUCTIONS;
         name = strtok(NULL, " \n")) {
        struct instruction_row *row = &rows[(*count)++];
        const int length = (int)strcspn(name, "=");
        snprintf(row->shape, sizeof row->shape, "%s", shape);
        snprintf(row->opcode, sizeof row->opcode, "%.*s%.*s%s", before, opcode, length, name,
                 opcode + before + 1);
        row->wanted = (uint32_t)strtoul(name + length + 1, NULL, 16);
    }
}

/* Reads the table; returns the number of rows, or -1. */
static int read_instructions(const char *path, struct instruction_row *rows) {
    char line[600], shape[8], opcode[64];
    int count = 0, at;
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return -1;
    }
    while (count < MAX_INSTRUCTIONS && fgets(line, sizeof line, file) != NULL) {
        struct instruction_row *row = &rows[count];
        row->body[0] = '\0';
        if (line[0] == '#' || sscanf(line, "%7s %63s %n", shape, opcode, &at) < 2) {
            continue;
        }
        if (strchr(opcode, '*') != NULL) {
            add_family(rows, &count, shape, opcode, line + at);
        } else if (sscanf(line, "%7s %63s %" SCNx32 " | %399[^\n]", row->shape, row->opcode,
                          &row->wanted, row->body) >= 3) {
            count++;
        }
    }
    fclose(file);
    return count;
}

static int class_of(char shape) {
    return shape == 'f' ? 1 : shape == 'd' ? 2 : shape == 'h' ? 3 : 0;
}

/* The register that holds an operand: %r1 is operand 1 as 32-bit integer, and so on. */
static void register_name(char *text, size_t size, char shape, int operand) {
    const char *prefix = shape == '2' || shape == 'h' ? "h"
                         : shape == '4'               ? "r"
                         : shape == '8'               ? "d"
                         : shape == 'f'               ? "f"
                         : shape == 'd'               ? "g"
                                                      : "p";
    snprintf(text, size, "%%%s%d", prefix, operand);
}

static const char *type_word(char shape) {
    return shape == '2' || shape == 'h' ? "b16"
           : shape == '4'               ? "u32"
           : shape == '8'               ? "u64"
           : shape == 'f'               ? "f32"
                                        : "f64";
}

static void write_operand_loads(FILE *to, const struct instruction_row *row) {
    for (int n = 1; row->shape[n] != '\0'; n++) {
        char name[16], shape = row->shape[n];
        register_name(name, sizeof name, shape, n);
        int at = (class_of(shape) * CASES * WORDS + n - 1) * 8;
        if (shape == 'p') {
            fprintf(to,
                    "ld.global.u32 %%r9, [%%d21+%d]; and.b32 %%r9, %%r9, 1; "
                    "setp.ne.u32 %s, %%r9, 0;\n",
                    at, name);
        } else {
            fprintf(to, "ld.global.%s %s, [%%d21+%d];\n", type_word(shape), name, at);
        }
    }
}

/* $d $a $b $c are operands 0 to 3; $c4 is the third input as a 32-bit integer. */
static void write_body(FILE *to, const struct instruction_row *row) {
    int operands = (int)strlen(row->shape);
    char name[16];
    if (row->body[0] == '\0') {
        fprintf(to, "%s ", row->opcode);
        for (int n = 0; n < operands; n++) {
            register_name(name, sizeof name, row->shape[n], n);
            fprintf(to, "%s%s", n > 0 ? ", " : "", name);
        }
        fprintf(to, ";\n");
        return;
    }
    if (strstr(row->body, "$c4") != NULL) {
        fprintf(to, "ld.global.u32 %%r3, [%%d21+16];\n");
    }
    for (const char *at = row->body; *at != '\0'; at++) {
        if (*at != '$') {
            fputc(*at, to);
        } else if (strncmp(at, "$c4", 3) == 0) {
            fprintf(to, "%%r3");
            at += 2;
        } else {
            int n = *++at == 'd' ? 0 : *at - 'a' + 1;
            register_name(name, sizeof name, row->shape[n], n);
            fprintf(to, "%s", name);
        }
    }
    fputc('\n', to);
}

static void write_result(FILE *to, char shape) {
    char name[16];
    register_name(name, sizeof name, shape, 0);
    if (shape == 'p') {
        fprintf(to, "selp.u64 %%d22, 1, 0, %s;\n", name);
    } else if (shape == '8') {
        fprintf(to, "mov.u64 %%d22, %s;\n", name);
    } else if (shape == 'd') {
        fprintf(to, "mov.b64 %%d22, %s;\n", name);
    } else if (shape == 'f') {
        fprintf(to, "mov.b32 %%r9, %s; cvt.u64.u32 %%d22, %%r9;\n", name);
    } else {
        fprintf(to, "cvt.u64.%s %%d22, %s;\n", shape == '4' ? "u32" : "u16", name);
    }
    fprintf(to, "st.global.u64 [%%d20], %%d22;\nret;\n}\n");
}

/* All kernels as one text. The caller frees it. */
static char *make_ptx(const struct instruction_row *rows, int count) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    fprintf(to, ".version 8.0\n.target sm_90\n.address_size 64\n");
    for (int n = 0; n < count; n++) {
        fprintf(to,
                ".visible .entry t%d(.param .u64 in, .param .u64 out)\n{\n"
                ".reg .pred %%p<5>; .reg .b16 %%h<10>; .reg .b32 %%r<12>; .reg .b64 %%d<24>;\n"
                ".reg .f32 %%f<10>; .reg .f64 %%g<5>;\n"
                "ld.param.u64 %%d20, [out]; ld.param.u64 %%d21, [in];\n"
                "mov.u32 %%r10, %%ctaid.x; mov.u32 %%r9, %%ntid.x; mov.u32 %%r11, %%tid.x;\n"
                "mad.lo.u32 %%r11, %%r10, %%r9, %%r11; mul.wide.u32 %%d22, %%r11, 8;\n"
                "add.u64 %%d20, %%d20, %%d22; mul.wide.u32 %%d22, %%r11, %d;\n"
                "add.u64 %%d21, %%d21, %%d22;\n",
                n, WORDS * 8);
        write_operand_loads(to, &rows[n]);
        write_body(to, &rows[n]);
        write_result(to, rows[n].shape[0]);
    }
    fclose(to);
    return text;
}

/* Numbers at the edges of each type, every pair of them, and some from the middle. */
static void make_inputs(uint64_t *in) {
    static const uint64_t integers[32] = {
        0x0000000000000000, 0x0000000000000001, 0x0000000000000002, 0x0000000000000003,
        0x0000000000000005, 0x0000000000000007, 0x000000000000001F, 0x0000000000000020,
        0x0000000000000021, 0x000000000000003F, 0x0000000000000040, 0x0000000000000064,
        0x000000000000007F, 0x0000000000000080, 0x00000000000000FF, 0x0000000000000100,
        0x0000000000007FFF, 0x0000000000008000, 0x000000000000FFFF, 0x0000000000010000,
        0x0000000012345678, 0x000000007FFFFFFF, 0x0000000080000000, 0x00000000FFFFFFFF,
        0x0000000100000000, 0x123456789ABCDEF0, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000,
        0x8000000080000000, 0xFFFFFFFFFFFFFFFE, 0xFFFFFFFFFFFFFFFF, 0xF0E1D2C3B4A59687};
    static const uint32_t floats[32] = {
        0x00000000, 0x80000000, 0x3F800000, 0xBF800000, 0x40490FDB, 0xC0490FDB, 0x3F000000,
        0xBF000000, 0x3FC00000, 0x40200000, 0x00000001, 0x80000001, 0x007FFFFF, 0x00800000,
        0x80800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00001,
        0x7F800001, 0x4B000001, 0x4B7FFFFF, 0x4F000000, 0xCF000000, 0x4F7FFFFF, 0x5F000000,
        0x3EAAAAAB, 0x33800000, 0x477FE000, 0x1E3CE508};
    static const uint64_t doubles[32] = {
        0x0000000000000000, 0x8000000000000000, 0x3FF0000000000000, 0xBFF0000000000000,
        0x400921FB54442D18, 0xC00921FB54442D18, 0x3FE0000000000000, 0xBFE0000000000000,
        0x3FF8000000000000, 0x4004000000000000, 0x0000000000000001, 0x8000000000000001,
        0x000FFFFFFFFFFFFF, 0x0010000000000000, 0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF,
        0x7FF0000000000000, 0xFFF0000000000000, 0x7FF8000000000000, 0xFFF8000000000001,
        0x41DFFFFFFFC00000, 0xC1E0000000000000, 0x41EFFFFFFFE00000, 0x43E0000000000000,
        0x43F0000000000000, 0x3FD5555555555555, 0x36A0000000000000, 0x3810000000000000,
        0x47EFFFFFE0000000, 0x47EFFFFFF0000000, 0x3F10000000000000, 0x3CA0000000000000};
    static const uint16_t halves[32] = {
        0x0000, 0x8000, 0x3C00, 0xBC00, 0x4248, 0xC248, 0x3800, 0x3E00, 0x0001, 0x8001, 0x03FF,
        0x0400, 0x8400, 0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7E00, 0xFE01, 0x7C01, 0x3555, 0x6400,
        0x6401, 0x67FF, 0x1400, 0x1000, 0x2E66, 0x5640, 0x3C01, 0x3BFF, 0x4400, 0xC500};
    uint64_t random = 88172645463325252u;
    for (int i = 0; i < CASES; i++) {
        int pick[3] = {i % 32, i / 32 % 32, (i * 7 + i / 32 * 3) % 32};
        for (int n = 0; n < 3; n++) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            uint64_t *at = in + (size_t)i * WORDS + n;
            const size_t class_size = (size_t)CASES * WORDS;
            int middle = n == 2 && i % 3 == 0; /* some third operands are anything */
            at[0] = middle ? random : integers[pick[n]];
            at[class_size] = middle ? (uint32_t)(random >> 20) : floats[pick[n]];
            at[2 * class_size] = middle ? random : doubles[pick[n]];
            at[3 * class_size] = middle ? (uint16_t)random : halves[pick[n]];
        }
    }
}

static uint32_t fingerprint(const uint64_t *out) {
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < CASES; i++) {
        for (int byte = 0; byte < 8; byte++) {
            hash = (hash ^ (out[i] >> (8 * byte) & 255)) * 1099511628211u;
        }
    }
    return (uint32_t)(hash >> 32 ^ hash);
}
