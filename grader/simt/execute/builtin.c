/*
 * Functions that PTX calls but does not hold: vprintf, __assertfail, malloc, free, and the
 * mathematics library's names (__nv_sinf...) for compilers that have no libdevice.
 */
#include "execute.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lane's bytes of an argument of a call. */
static void read_argument(const struct warp *warp, const struct call_details *call, uint32_t n,
                          int lane, void *to, size_t size) {
    const struct ptx_variable *variable = call->arguments[n];
    size_t have = variable->size < size ? variable->size : size;
    memset(to, 0, size);
    memcpy(to, warp->registers + variable->row + (size_t)lane * variable->size, have);
}

static uint64_t argument64(const struct warp *warp, const struct instruction *i, uint32_t n,
                           int lane) {
    uint64_t value;
    read_argument(warp, i->call, n, lane, &value, sizeof value);
    return value;
}

static void write_result(const struct warp *warp, const struct instruction *i, int lane,
                         const void *from, size_t size) {
    if (i->call->result_count > 0) {
        const struct ptx_variable *variable = i->call->results[0];
        size_t have = variable->size < size ? variable->size : size;
        memcpy(warp->registers + variable->row + (size_t)lane * variable->size, from, have);
    }
}

/* Bytes at a generic address, and how many may be read there; NULL if none may. */
static const uint8_t *reach(const struct warp *warp, int lane, uint64_t address, uint64_t *left) {
    const struct machine *machine = warp->machine;
    if (address >= SHARED_WINDOW && address - SHARED_WINDOW < machine->shared_extent) {
        *left = machine->shared_extent - (address - SHARED_WINDOW);
        return machine->shared + (address - SHARED_WINDOW);
    }
    if (address >= LOCAL_WINDOW && address - LOCAL_WINDOW < machine->local_bytes) {
        *left = machine->local_bytes - (address - LOCAL_WINDOW);
        return warp->local + (uint64_t)lane * machine->local_bytes + (address - LOCAL_WINDOW);
    }
    const struct region *region = region_find(machine->device, address, false);
    if (region == NULL) {
        return NULL;
    }
    *left = region->seen.size - (address - region->seen.address);
    return region->host + (address - region->seen.address);
}

/* A string of the device, cut to the buffer; false if it cannot be read. */
static bool read_text(const struct warp *warp, int lane, uint64_t address, char *text,
                      size_t size) {
    uint64_t left = 0;
    const uint8_t *bytes = reach(warp, lane, address, &left);
    if (bytes == NULL) {
        return false;
    }
    size_t length = strnlen((const char *)bytes, left < size - 1 ? left : size - 1);
    memcpy(text, bytes, length);
    text[length] = '\0';
    return true;
}

/* ---- printf ---------------------------------------------------------------------------------- */

enum { MAX_TEXT = 4096 };

struct printer {
    const struct warp *warp;
    int lane;
    uint64_t arguments; /* address of the argument buffer */
    uint64_t at;        /* offset of the next one */
    char text[MAX_TEXT];
    size_t length;
    bool failed;
};

static uint64_t next_argument(struct printer *printer, uint32_t size) {
    uint64_t left = 0, value = 0;
    printer->at = (printer->at + size - 1) / size * size;
    const uint8_t *bytes =
        reach(printer->warp, printer->lane, printer->arguments + printer->at, &left);
    printer->at += size;
    if (bytes == NULL || left < size) {
        printer->failed = true;
        return 0;
    }
    memcpy(&value, bytes, size);
    return value;
}

static void add_text(struct printer *printer, const char *text, size_t length) {
    size_t room = MAX_TEXT - 1 - printer->length;
    length = length < room ? length : room;
    memcpy(printer->text + printer->length, text, length);
    printer->length += length;
}

/* What stands between % and the letter. */
struct conversion {
    char flags[32];    /* those that C has, without the length */
    unsigned elements; /* OpenCL's v4: that many, with commas between; 1 */
    unsigned bits;     /* of an integer */
};

/* The next integer; a short one is cut to its size, for elements of vectors come as int. */
static int64_t next_integer(struct printer *printer, const struct conversion *conversion,
                            bool is_signed) {
    unsigned bits = conversion->bits;
    uint64_t value = next_argument(printer, bits == 64 ? 8 : 4);
    value <<= 64 - bits;
    return is_signed ? (int64_t)value >> (64 - bits) : (int64_t)(value >> (64 - bits));
}

static void convert(struct printer *printer, const struct conversion *conversion, char letter) {
    const char *flags = conversion->flags;
    char format[48], text[512];
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
        length = snprintf(text, sizeof text, format, (int)next_argument(printer, 4));
    } else if (strchr("fFeEgGaA", letter) != NULL) {
        uint64_t bits = next_argument(printer, 8);
        double value;
        memcpy(&value, &bits, sizeof value);
        snprintf(format, sizeof format, "%%%s%c", flags, letter);
        length = snprintf(text, sizeof text, format, value);
    } else if (letter == 'p') {
        length =
            snprintf(text, sizeof text, "0x%llx", (unsigned long long)next_argument(printer, 8));
    } else if (letter == 's') {
        char string[MAX_TEXT];
        uint64_t address = next_argument(printer, 8);
        if (address == 0 ||
            !read_text(printer->warp, printer->lane, address, string, sizeof string)) {
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
                                   struct conversion *to) {
    size_t count = 0;
    bool wide = false, vector = false;
    unsigned halves = 0;
    *to = (struct conversion){.elements = 1};
    while (*format != '\0' && strchr("-+ #0123456789.*lhjztv", *format) != NULL) {
        wide |= strchr("ljzt", *format) != NULL;
        halves += *format == 'h';
        if (*format == 'v') {
            vector = true;
            to->elements = (unsigned)strtoul(format + 1, NULL, 10);
            to->elements = to->elements > 16 ? 16 : to->elements;
            format += strspn(format + 1, "0123456789");
        } else if (*format == '*') {
            int width = (int)next_argument(printer, 4);
            width = width > 999 ? 999 : width < -999 ? -999 : width;
            count += (size_t)snprintf(to->flags + count, sizeof to->flags - count, "%d", width);
        } else if (strchr("lhjzt", *format) == NULL && count < 8) {
            to->flags[count++] = *format;
        }
        count = count < 20 ? count : 20;
        to->flags[count] = '\0';
        format++;
    }
    /* hl is OpenCL's, for 32 bits; h and hh matter to vectors, whose elements come as int. */
    to->bits = wide ? (halves > 0 ? 32 : 64) : !vector || halves == 0 ? 32 : halves == 1 ? 16 : 8;
    return format;
}

static void print_format(struct printer *printer, const char *format) {
    while (*format != '\0' && !printer->failed) {
        size_t plain = strcspn(format, "%");
        add_text(printer, format, plain);
        format += plain;
        if (*format == '\0') {
            return;
        }
        struct conversion conversion;
        format = read_conversion(printer, format + 1, &conversion);
        if (*format == '\0') {
            return;
        }
        for (unsigned n = 0; n < conversion.elements; n++) {
            if (n > 0) {
                add_text(printer, ",", 1);
            }
            convert(printer, &conversion, *format);
        }
        format++;
    }
}

static int run_printf(struct warp *warp, const struct instruction *i) {
    const struct simt_device *device = warp->machine->device;
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        int lane = first_lane(left);
        char format[MAX_TEXT];
        struct printer printer = {
            .warp = warp, .lane = lane, .arguments = argument64(warp, i, 1, lane)};
        printer.failed =
            !read_text(warp, lane, argument64(warp, i, 0, lane), format, sizeof format);
        if (!printer.failed) {
            print_format(&printer, format);
        }
        if (device->print != NULL) {
            device->print(device->print_context, printer.text, printer.length);
        }
        int32_t result = printer.failed ? -1 : 0;
        write_result(warp, i, lane, &result, sizeof result);
    }
    return STEP_NEXT;
}

/* __assertfail(message, file, line, function, character size) */
static int run_assert(struct warp *warp, const struct instruction *i) {
    int lane = first_lane(warp->mask);
    char expression[80] = "?", file[60] = "?", function[40] = "?", message[240];
    read_text(warp, lane, argument64(warp, i, 0, lane), expression, sizeof expression);
    read_text(warp, lane, argument64(warp, i, 1, lane), file, sizeof file);
    read_text(warp, lane, argument64(warp, i, 3, lane), function, sizeof function);
    snprintf(message, sizeof message, "%s:%u: %s: assertion `%s` failed", file,
             (unsigned)argument64(warp, i, 2, lane), function, expression);
    struct simt_fault fault = {.kind = SIMT_FAULT_ASSERT, .mask = warp->mask};
    return raise_fault(warp, i, &fault, message);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static int run_malloc(struct warp *warp, const struct instruction *i) {
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        int lane = first_lane(left);
        uint64_t address = 0;
        simt_memory_allocate(warp->machine->device, argument64(warp, i, 0, lane), &address);
        write_result(warp, i, lane, &address, sizeof address);
    }
    return STEP_NEXT;
}

static int run_free(struct warp *warp, const struct instruction *i) {
    for (uint32_t left = warp->mask; left != 0; left &= left - 1) {
        int lane = first_lane(left);
        uint64_t address = argument64(warp, i, 0, lane);
        if (simt_memory_free(warp->machine->device, address) != SIMT_OK) {
            struct simt_fault fault = {
                .kind = SIMT_FAULT_TRAP, .mask = 1u << lane, .address = address};
            return raise_fault(warp, i, &fault, "free() of a pointer that malloc() did not give");
        }
    }
    launch_bind_sites(warp->machine);
    return STEP_NEXT;
}

/* ---- mathematics ----------------------------------------------------------------------------- */

#define MATH_1(NAME, T, F)                                                                         \
    static int NAME(struct warp *warp, const struct instruction *i) {                              \
        for (uint32_t left = warp->mask; left != 0; left &= left - 1) {                            \
            int lane = first_lane(left);                                                           \
            T x, r;                                                                                \
            read_argument(warp, i->call, 0, lane, &x, sizeof x);                                   \
            r = F(x);                                                                              \
            write_result(warp, i, lane, &r, sizeof r);                                             \
        }                                                                                          \
        return STEP_NEXT;                                                                          \
    }
#define MATH_2(NAME, T, F)                                                                         \
    static int NAME(struct warp *warp, const struct instruction *i) {                              \
        for (uint32_t left = warp->mask; left != 0; left &= left - 1) {                            \
            int lane = first_lane(left);                                                           \
            T x, y, r;                                                                             \
            read_argument(warp, i->call, 0, lane, &x, sizeof x);                                   \
            read_argument(warp, i->call, 1, lane, &y, sizeof y);                                   \
            r = F(x, y);                                                                           \
            write_result(warp, i, lane, &r, sizeof r);                                             \
        }                                                                                          \
        return STEP_NEXT;                                                                          \
    }
/* Each function in float (name + f), through double so that it is rounded once, and in double. */
/* The formatter never comes to rest on this list. */
/* clang-format off */
#define FUNCTIONS_1(X) \
    X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) \
    X(atanh) X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) X(log1p) X(sqrt) \
    X(cbrt) X(erf) X(erfc) X(tgamma) X(lgamma) X(ceil) X(floor) X(trunc) X(rint) \
    X(nearbyint) X(round) X(fabs) X(rsqrt) X(rcbrt) X(sinpi) X(cospi) X(logb) X(j0) X(j1) \
    X(y0) X(y1)
/* clang-format on */
#define FUNCTIONS_2(X)                                                                             \
    X(pow) X(atan2) X(fmod) X(hypot) X(fmin) X(fmax) X(fdim) X(copysign) X(remainder) X(nextafter)

/* By names of their own: newer C libraries declare some of these, ours are the same everywhere. */
#define rsqrt own_rsqrt
#define rcbrt own_rcbrt
#define sinpi own_sinpi
#define cospi own_cospi
static double rsqrt(double x) {
    return 1.0 / sqrt(x);
}
static double rcbrt(double x) {
    return 1.0 / cbrt(x);
}
static double sinpi(double x) {
    return sin(M_PI * fmod(x, 2.0));
}
static double cospi(double x) {
    return cos(M_PI * fmod(x, 2.0));
}
static float nextafter_float(float x, float y) {
    return nextafterf(x, y);
}

#define DEFINE_1(F)                                                                                \
    static float F##_single(float x) {                                                             \
        return (float)F((double)x);                                                                \
    }                                                                                              \
    MATH_1(run_##F, double, F)                                                                     \
    MATH_1(run_##F##f, float, F##_single)
#define DEFINE_2(F)                                                                                \
    static float F##_single(float x, float y) {                                                    \
        return (float)F((double)x, (double)y);                                                     \
    }                                                                                              \
    MATH_2(run_##F, double, F)                                                                     \
    MATH_2(run_##F##f, float, F##_single)
FUNCTIONS_1(DEFINE_1)
FUNCTIONS_2(DEFINE_2)
MATH_2(run_nextafter_float, float, nextafter_float)

#define NAME_OF(F) {"__nv_" #F, run_##F}, {"__nv_" #F "f", run_##F##f},

static const struct {
    const char *name;
    run_function run;
} builtins[] = {{"vprintf", run_printf},
                {"__assertfail", run_assert},
                {"malloc", run_malloc},
                {"free", run_free},
                {"__nv_nextafterf", run_nextafter_float},
                FUNCTIONS_1(NAME_OF) FUNCTIONS_2(NAME_OF){"__nv_fast_sinf", run_sinf},
                {"__nv_fast_cosf", run_cosf},
                {"__nv_fast_tanf", run_tanf},
                {"__nv_fast_expf", run_expf},
                {"__nv_fast_exp10f", run_exp10f},
                {"__nv_fast_logf", run_logf},
                {"__nv_fast_log2f", run_log2f},
                {"__nv_fast_log10f", run_log10f},
                {"__nv_fast_powf", run_powf}};

static bool fits(run_function run, const struct ptx_function *function) {
    uint32_t wanted = run == run_assert ? 5 : run == run_printf ? 2 : 1;
    return function->parameter_count >= wanted;
}

run_function builtin_function(const struct ptx_function *function) {
    for (size_t n = 0; n < sizeof builtins / sizeof *builtins; n++) {
        if (strcmp(builtins[n].name, function->name) == 0 && fits(builtins[n].run, function)) {
            return builtins[n].run;
        }
    }
    return NULL;
}
