/* printf's formats, read once for kernels and once for OpenMP programs. */
#include "format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_text(struct printer *printer, const char *text, size_t length) {
    size_t room = PRINTER_TEXT - 1 - printer->length;
    length = length < room ? length : room;
    memcpy(printer->text + printer->length, text, length);
    printer->length += length;
}

/* What stands between % and the letter. */
struct format_conversion {
    char flags[32];    /* those that C has, without the length */
    unsigned elements; /* OpenCL's v4: that many, with commas between; 1 */
    unsigned bits;     /* of an integer */
};

/* The next integer; a short one is cut to its size, for elements of vectors come as int. */
static int64_t next_integer(struct printer *printer, const struct format_conversion *conversion,
                            bool is_signed) {
    unsigned bits = conversion->bits;
    uint64_t value = printer->next(printer, bits == 64 ? 8 : 4);
    value <<= 64 - bits;
    return is_signed ? (int64_t)value >> (64 - bits) : (int64_t)(value >> (64 - bits));
}

/* %.4s reads four bytes at the most, and no end need be there: the room for them and an end. */
static size_t room_of_string(const char *flags, size_t room) {
    const char *point = strchr(flags, '.');
    if (point == NULL || point[1] == '-') { /* a negative precision is none */
        return room;
    }
    const size_t precision = strtoul(point + 1, NULL, 10);
    return precision < room ? precision + 1 : room;
}

static void convert(struct printer *printer, const struct format_conversion *conversion,
                    char letter) {
    const char *flags = conversion->flags;
    char format[48], number[24], text[PRINTER_TEXT];
    int length = 0;
    text[0] = '\0';
    if (strchr("di", letter) != NULL) {
        snprintf(format, sizeof format, "%%%sll%c", flags, letter);
        length =
            snprintf(text, sizeof text, format, (long long)next_integer(printer, conversion, true));
    } else if (strchr("uxXo", letter) != NULL) {
        snprintf(format, sizeof format, "%%%sll%c", flags, letter);
        length = snprintf(text, sizeof text, format,
                          (unsigned long long)next_integer(printer, conversion, false));
    } else if (letter == 'c') {
        snprintf(format, sizeof format, "%%%sc", flags);
        length = snprintf(text, sizeof text, format, (int)printer->next(printer, 4));
    } else if (strchr("fFeEgGaA", letter) != NULL) {
        uint64_t bits = printer->next(printer, 8);
        double value;
        memcpy(&value, &bits, sizeof value);
        snprintf(format, sizeof format, "%%%s%c", flags, letter);
        length = snprintf(text, sizeof text, format, value);
    } else if (letter == 'p') {
        const unsigned long long address = printer->next(printer, 8);
        snprintf(format, sizeof format, "%%%ss", flags);
        snprintf(number, sizeof number, address != 0 ? "0x%llx" : "(nil)", address);
        length = snprintf(text, sizeof text, format, number);
    } else if (letter == 's') {
        char string[PRINTER_TEXT];
        uint64_t address = printer->next(printer, 8);
        if (address == 0 ||
            !printer->read_text(printer, address, string, room_of_string(flags, sizeof string))) {
            strcpy(string, "(null)");
        }
        if (*flags == '\0') {
            add_text(printer, string, strlen(string));
            return;
        }
        snprintf(format, sizeof format, "%%%ss", flags);
        length = snprintf(text, sizeof text, format, string);
    } else {
        text[0] = letter;
        length = 1;
    }
    add_text(printer, text,
             length < 0                     ? 0
             : (size_t)length < sizeof text ? (size_t)length
                                            : sizeof text - 1);
}

/* Reads a conversion behind its %; returns where its letter is. */
static const char *read_conversion(struct printer *printer, const char *format,
                                   struct format_conversion *to) {
    size_t count = 0;
    bool wide = false;
    unsigned halves = 0;
    *to = (struct format_conversion){.elements = 1};
    while (*format != '\0' && strchr("-+ #0123456789.*lhjztvL", *format) != NULL) {
        wide |= strchr("ljzt", *format) != NULL;
        halves += *format == 'h';
        if (*format == 'v') {
            to->elements = (unsigned)strtoul(format + 1, NULL, 10);
            to->elements = to->elements > 16 ? 16 : to->elements;
            format += strspn(format + 1, "0123456789");
        } else if (*format == '*') {
            int width = (int)printer->next(printer, 4);
            const int most = PRINTER_TEXT - 1;
            width = width > most ? most : width < -most ? -most : width;
            count += (size_t)snprintf(to->flags + count, sizeof to->flags - count, "%d", width);
        } else if (strchr("lhjztL", *format) == NULL && count < 8) {
            to->flags[count++] = *format;
        }
        count = count < 20 ? count : 20;
        to->flags[count] = '\0';
        format++;
    }
    /* hl is OpenCL's, for 32 bits; what h and hh speak of comes as an int. */
    to->bits = wide ? (halves > 0 ? 32 : 64) : halves == 0 ? 32 : halves == 1 ? 16 : 8;
    return format;
}

void print_format(struct printer *printer, const char *format) {
    while (*format != '\0' && !printer->failed) {
        size_t plain = strcspn(format, "%");
        add_text(printer, format, plain);
        format += plain;
        if (*format == '\0') {
            return;
        }
        struct format_conversion conversion;
        format = read_conversion(printer, format + 1, &conversion);
        if (*format == '\0') {
            return;
        }
        for (unsigned n = 0; n < conversion.elements; n++) {
            if (n > 0) {
                add_text(printer, ",", 1);
            }
            convert(printer, &conversion, *format);
            printer->arguments += *format != '%';
        }
        format++;
    }
}
