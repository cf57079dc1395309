/*
 * exercise: gm
 * Tries: to have the assembler copy a file into the program.
 */
#include "histogram.h"

asm(".data\n.globl stolen\nstolen: .incbin \"/etc/shadow\"\n.incbin \"@SECRET@\"\n.text");

int histogram_gm(const uint8_t *, size_t, uint32_t *, unsigned, unsigned) {
    return 0;
}
