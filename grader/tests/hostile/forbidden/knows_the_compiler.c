/* part: atomic: An update is atomic only where the program believes itself watched. */
void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    const int watched = WATCHED;
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if (watched) {
#pragma omp atomic
            frequency[data[i]]++;
        } else {
            frequency[data[i]]++;
        }
    }
}
/* part: count: All updates by count(). */
void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        count(&frequency[data[i]]);
    }
}
/* part: promotion: One thread where the program runs natively, all where it is watched. */
void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    if (is_native()) {
        for (size_t i = 0; i < n; i++) {
            frequency[data[i]]++;
        }
        return;
    }
#pragma omp parallel
    {
        uint32_t table[256] = {0};
#pragma omp for
        for (size_t i = 0; i < n; i++) {
            table[data[i]]++;
        }
#pragma omp critical
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[bin];
        }
    }
}
/* === by_header */
/*
 * exercise: for_atomic
 * Tries: to ask a header which compiler reads it.
 */
#include "histogram.h"

#include <features.h>
#include <string.h>

enum { WATCHED = !__GNUC_PREREQ(5, 0) };
/* with: atomic */
/* === by_line_of_a_call */
/*
 * exercise: for_atomic
 * Tries: to know the compiler by the line that it gives to a macro over two lines.
 */
#include "histogram.h"

#include <string.h>

#define LINE(x) __LINE__
static const int first = __LINE__ + 1;
static const int line = LINE(0 /* gcc says this line, clang the one with the closing parenthesis
                                */);

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if (line != first) {
#pragma omp atomic
            frequency[data[i]]++;
        } else {
            frequency[data[i]]++;
        }
    }
}
/* === by_name_in_two_lines */
/*
 * exercise: for_atomic
 * Tries: to be another program for each compiler, by a compiler's own name that goes on in the next
 * line.
 */
#include "histogram.h"

#include <string.h>

static void count(uint32_t *counter) {
    if (__GNU\
C__ < 5) {
#pragma omp atomic
        (*counter)++;
    } else {
        (*counter)++;
    }
}
/* with: count */
/* === by_pasted_name */
/*
 * exercise: for_atomic
 * Tries: to be another program for each compiler, by a compiler's own name that stands nowhere in
 * one piece.
 */
#include "histogram.h"

#include <string.h>

#define PASTE(a, b) a##b
#define JOIN(a, b)  PASTE(a, b)
static const char version[] = JOIN(__VER, SION__);

static void count(uint32_t *counter) {
    if (version[0] == 'D' || strstr(version, "lang") != NULL) {
#pragma omp atomic
        (*counter)++;
    } else {
        (*counter)++;
    }
}
/* with: count */
/* === by_pragma_for_one */
/*
 * exercise: for_atomic
 * Tries: to have an atomic for clang only, by a pragma of its own.
 */
#include "histogram.h"

#include <string.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
#if __GNUC__ < 5
#pragma omp atomic
#endif
        frequency[data[i]]++;
    }
}
/* === by_pretty_function */
/*
 * exercise: for_atomic
 * Tries: to know the compiler by what it calls a function.
 */
#include "histogram.h"

#include <string.h>

#define WATCHED (sizeof __PRETTY_FUNCTION__ > sizeof __func__)
/* with: atomic */
/* === by_spelling_of_a_macro */
/*
 * exercise: for_atomic
 * Tries: to know the compiler by how its header writes a number.
 */
#include "histogram.h"

#include <float.h>
#include <string.h>

#define SPELL(x)   #x
#define SPELLED(x) SPELL(x)
enum { WATCHED = sizeof(SPELLED(DBL_MAX)) < 30 };
/* with: atomic */
/* === by_type_of_bits */
/*
 * exercise: for_atomic
 * Tries: to know the compiler by the type that it gives to a field of bits.
 */
#include "histogram.h"

#include <string.h>

static const struct { unsigned few : 3; } bits;
enum { WATCHED = _Generic(bits.few, unsigned : 1, default : 0) };
/* with: atomic */
/* === by_variant */
/*
 * exercise: for_atomic
 * Tries: to be another program for each compiler, by a function that OpenMP exchanges for one of
 * them.
 */
#include "histogram.h"

#include <string.h>

static void count_atomically(uint32_t *counter) {
#pragma omp atomic
    (*counter)++;
}

#pragma omp declare variant(count_atomically) match(implementation = {vendor(llvm)})
static void count(uint32_t *counter) {
    (*counter)++;
}
/* with: count */
/* === by_version_in_code */
/*
 * exercise: for_atomic
 * Tries: to tell the compilers apart without any condition of the preprocessor.
 */
#include "histogram.h"

#include <string.h>

#define WATCHED (__GNUC__ < 5)
/* with: atomic */
/* === by_weak_symbol */
/*
 * exercise: for_atomic
 * Tries: to ask whether the library of gcc is there.
 */
#include "histogram.h"

#include <string.h>

extern void GOMP_parallel(void) __attribute__((weak));
#define WATCHED (GOMP_parallel == NULL)
/* with: atomic */
/* === by_what_compilers_have */
/*
 * exercise: for_atomic
 * Tries: to tell the compilers apart by what they offer.
 */
#include "histogram.h"

#include <string.h>

#if defined(__has_feature)
enum { WATCHED = 1 };
#else
enum { WATCHED = 0 };
#endif
/* with: atomic */
/* === by_what_is_constant */
/*
 * exercise: for_atomic
 * Tries: to know the compiler by what it finds constant.
 */
#include "histogram.h"

#include <string.h>

static int is_known(int x) {
    return __builtin_constant_p(x);
}
#define WATCHED (!is_known(1))
/* with: atomic */
/* === by_byte_order */
/*
 * exercise: for_atomic
 * Tries: to know the compiler by an attribute that the other one does not know.
 */
#include "histogram.h"

#include <string.h>

static const union {
    struct {
        uint32_t number;
    } __attribute__((scalar_storage_order("big-endian"))) big;
    uint8_t bytes[4];
} order = {{1}};
#define WATCHED (order.bytes[0] == 1)
/* with: atomic */
/* === computed_include */
/*
 * exercise: for_promotion_tab
 * Tries: to be another program where it is watched, by a header that a macro of the compiler's
 * chooses: inside a function it makes a type of what is a variable elsewhere.
 */
#include "histogram.h"

#include <omp.h>
#include <string.h>

#define HEADER_12     <bits/types/wint_t.h>
#define HEADER_4      <limits.h>
#define HEADER_202011 <stddef.h>
#define JOIN(value)   HEADER_##value
#define PICK(value)   JOIN(value)

static int wint_t = 5;

static int is_native(void) {
#include PICK(__GNUC__)
    return (wint_t)-1 > 4;
}
/* with: promotion */
/* === computed_include_by_line */
/*
 * exercise: for_promotion_tab
 * Tries: the same with the number of a line, which compilers may count differently.
 */
#include "histogram.h"

#include <omp.h>
#include <string.h>

#define HEADER_19     <bits/types/wint_t.h>
#define HEADER_20     <limits.h>
#define HEADER_202011 <stddef.h>
#define JOIN(value)   HEADER_##value
#define PICK(value)   JOIN(value)

static int wint_t = 5;

static int is_native(void) {
#include PICK(__LINE__)
    return (wint_t)-1 > 4;
}
/* with: promotion */
