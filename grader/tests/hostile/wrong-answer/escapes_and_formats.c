/*
 * exercise: sequential
 * flavours: all
 * Tries: to paint over the report: terminal escapes, format strings, markup, on both outputs.
 */
#include "histogram.h"

#include <stdio.h>

#warning "\033[2J\033]0;owned\007 =HYPERLINK(1) <script>alert(1)</script> %s%s%n ]]>"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    static const char paint[] = "\033[2J\033[1;1H\033]0;owned\007 pass 15 / 15 %s%s%n%n "
                                "<script>alert(1)</script> ]]> =cmd|'/C calc'!A0\r\n";
    fputs(paint, stdout);
    fputs(paint, stderr);
    fflush(stdout);
}
