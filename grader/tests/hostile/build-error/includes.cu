/* === includes_secret */
/*
 * exercise: gm
 * Tries: to have the secret quoted in an error message.
 */
#include "@SECRET@"
#include "@ROOT@/labs/histogram-cuda/oracle.c"
#include "histogram.h"
/* === embeds_shadow */
/*
 * exercise: gm
 * Tries: to have the assembler copy a file into the program.
 */
#include "histogram.h"

asm(".data\n.globl stolen\nstolen: .incbin \"/etc/shadow\"\n.incbin \"@SECRET@\"\n.text");

int histogram_gm(const uint8_t *, size_t, uint32_t *, unsigned, unsigned) {
    return 0;
}
