/* format.h - printf's formats: what a program's printf() writes, whoever knows its arguments. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PRINTER_TEXT = 4096 };

/* The first two are the caller's: the next argument (of 4 or 8 bytes), and a string of the program,
 * cut to the buffer; false if it cannot be read. The buffer has PRINTER_TEXT bytes, or less where a
 * precision allows no more to be read. */
struct printer {
    uint64_t (*next)(struct printer *printer, uint32_t size);
    bool (*read_text)(struct printer *printer, uint64_t address, char *text, size_t size);
    char text[PRINTER_TEXT]; /* what was written, length bytes of it */
    size_t length;
    int arguments; /* how many the format took */
    bool failed;   /* an argument was missing: set by `next` */
};

/* Appends to printer->text. */
void print_format(struct printer *printer, const char *format);
