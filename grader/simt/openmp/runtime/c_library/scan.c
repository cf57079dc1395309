/* sscanf() and scanf(): each conversion is the computer's own, of one value at a time. */
#include "input.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct scan_conversion {
    char text[64]; /* "%…", with the modifier that the value below needs, then "%n" */
    char letter;
    bool dropped;  /* by '*' */
    uint32_t size; /* bytes of the program's variable, of a number */
    size_t width;
};

union number {
    long long whole;
    float single;
    double twice;
};

/* The bytes of what a length modifier says, and the modifier's end. */
static const char *read_size(const char *at, bool is_real, uint32_t *size) {
    static const struct {
        const char *text;
        uint32_t whole, real;
    } rows[] = {{"hh", 1, 0}, {"h", 2, 0}, {"ll", 8, 0}, {"l", 8, 8},
                {"j", 8, 0},  {"z", 8, 0}, {"t", 8, 0},  {"", 4, 4}};
    size_t n = 0;
    while (strncmp(at, rows[n].text, strlen(rows[n].text)) != 0) {
        n++;
    }
    *size = is_real ? rows[n].real : rows[n].whole;
    return at + strlen(rows[n].text);
}

/* The end of a set such as [^,], where a bracket that comes first is a member. */
static const char *end_of_set(const char *at) {
    at += at[1] == '^' ? 2 : 1;
    at += *at == ']';
    return strchr(at, ']');
}

/* What the conversion at `at`, a percent sign, asks for. Its end, or NULL where nobody knows it. */
static const char *read_conversion(const char *at, struct scan_conversion *to) {
    *to = (struct scan_conversion){.dropped = at[1] == '*'};
    at += to->dropped ? 2 : 1;
    const char *width = at;
    at += strspn(at, "0123456789");
    const int digits = (int)(at - width);
    to->width = digits > 0 ? strtoul(width, NULL, 10) : 0;
    const char *letter = at + strspn(at, "hljzt");
    if (*letter == '\0' || strchr("diouxXpeEfFgGaAsc[", *letter) == NULL || digits > 9) {
        return NULL;
    }
    to->letter = *letter;
    const bool is_real = strchr("eEfFgGaA", *letter) != NULL;
    const bool is_text = strchr("sc[", *letter) != NULL;
    if ((is_text && letter != at) || read_size(at, is_real, &to->size) != letter || to->size == 0) {
        return NULL;
    }
    to->size = *letter == 'p' ? 8 : to->size;
    const char *end = *letter == '[' ? end_of_set(letter) : letter;
    if (end == NULL || end - letter > 40) {
        return NULL;
    }
    snprintf(to->text, sizeof to->text, "%%%s%.*s%s%.*s%%n", to->dropped ? "*" : "", digits, width,
             is_text || *letter == 'p' ? ""
             : !is_real                ? "ll"
             : to->size == 8           ? "l"
                                       : "",
             (int)(end - letter) + 1, letter);
    return end + 1;
}

struct scan {
    struct thread *thread;
    const struct instruction *call;
    const char *text, *at; /* what is scanned, and where in it */
    struct input *input;   /* more of it comes from there; NULL: that is all */
    uint32_t next;         /* argument */
    int stored;
    bool faulted;
};

static bool put(struct scan *scan, const void *value, uint32_t size) {
    if (scan->next >= argument_count(scan->call)) {
        fault(scan->thread, scan->call, SIMT_FAULT_FORMAT,
              "scanf() has fewer arguments than its format wants");
        scan->faulted = true;
    } else {
        scan->faulted =
            !store_memory(scan->thread, scan->call,
                          argument(scan->thread, scan->call, scan->next++), value, size);
    }
    return !scan->faulted;
}

/* Reads more of the input. False where none comes. */
static bool more(struct scan *scan) {
    const size_t past = (size_t)(scan->at - scan->text);
    if (scan->input == NULL || !input_more(scan->thread->run, scan->input)) {
        return false;
    }
    scan->text = scan->input->text + scan->input->begin;
    scan->at = scan->text + past;
    return true;
}

static void skip_blanks(struct scan *scan) {
    do {
        scan->at += strspn(scan->at, " \t\n\v\f\r");
    } while (*scan->at == '\0' && more(scan));
}

/* What the conversion may take is there: a word, as many characters, or all of a set. */
static void need(struct scan *scan, const struct scan_conversion *conversion) {
    const char letter = conversion->letter;
    const size_t characters = conversion->width > 0 ? conversion->width : 1;
    bool enough;
    do {
        enough = letter == 'c'   ? strnlen(scan->at, characters) >= characters
                 : letter == '[' ? false
                                 : scan->at[strcspn(scan->at, " \t\n\v\f\r")] != '\0';
    } while (!enough && more(scan));
}

/* Converts and stores. False where the input does not fit, or after a fault. */
static bool convert(struct scan *scan, const struct scan_conversion *conversion) {
    const bool is_text = strchr("sc[", conversion->letter) != NULL;
    const size_t length = strlen(scan->at);
    if (conversion->letter == 'c' && conversion->width > length) {
        return false;
    }
    union number number = {.whole = 0};
    char *text = calloc(1, length + 2);
    int used = -1;
    if (text != NULL && conversion->dropped) {
        sscanf(scan->at, conversion->text, &used);
    } else if (text != NULL) {
        sscanf(scan->at, conversion->text, is_text ? (void *)text : (void *)&number, &used);
    }
    bool good = used >= 0;
    if (good && !conversion->dropped) {
        const size_t characters = conversion->width > 0 ? conversion->width : 1;
        good = is_text ? put(scan, text,
                             (uint32_t)(conversion->letter == 'c' ? characters : strlen(text) + 1))
                       : put(scan, &number, conversion->size);
        scan->stored += good;
    }
    scan->at += good ? used : 0;
    free(text);
    return good;
}

/* One step through the format. Its end, or NULL where the scan ends. */
static const char *step(struct scan *scan, const char *format) {
    if (isspace((unsigned char)*format)) {
        skip_blanks(scan);
        return format + 1;
    }
    const bool percent = format[0] == '%' && format[1] == '%';
    if (format[0] != '%' || percent) {
        if (percent) {
            skip_blanks(scan);
        }
        if (*scan->at == '\0') {
            more(scan);
        }
        return *scan->at == *format ? (scan->at++, format + 1 + percent) : NULL;
    }
    if (format[1] == 'n') {
        const int past = (int)(scan->at - scan->text);
        return put(scan, &past, sizeof past) ? format + 2 : NULL;
    }
    struct scan_conversion conversion;
    const char *end = read_conversion(format, &conversion);
    if (end == NULL) {
        fault(scan->thread, scan->call, SIMT_FAULT_FORMAT,
              "scanf() has a conversion in its format that is not known here");
        scan->faulted = true;
        return NULL;
    }
    if (conversion.letter != 'c' && conversion.letter != '[') {
        skip_blanks(scan);
    }
    need(scan, &conversion);
    if (*scan->at == '\0') {
        scan->stored = scan->stored == 0 ? EOF : scan->stored;
        return NULL;
    }
    return convert(scan, &conversion) ? end : NULL;
}

static int scan_all(struct scan *scan, uint32_t format_at) {
    uint64_t length;
    const char *format = read_string(scan->thread, scan->call,
                                     argument(scan->thread, scan->call, format_at), &length);
    if (format == NULL) {
        return STEP_FAULT;
    }
    scan->next = format_at + 1;
    while (format != NULL && *format != '\0') {
        format = step(scan, format);
    }
    charge(scan->thread->run, (uint64_t)(scan->at - scan->text));
    return scan->faulted ? STEP_FAULT
                         : answer(scan->thread, scan->call, (uint64_t)(int64_t)scan->stored);
}

static int call_sscanf(struct thread *thread, const struct instruction *i) {
    uint64_t length;
    const char *read = read_string(thread, i, argument(thread, i, 0), &length);
    char *text = read != NULL ? strdup(read) : NULL;
    struct scan scan = {.thread = thread, .call = i, .text = text, .at = text};
    const int step = text != NULL ? scan_all(&scan, 1) : STEP_FAULT;
    free(text);
    return step;
}

/* A program that asks for a number until one comes, and ignores the result, never ends. */
enum { MOST_MISSES = 10000 };

/* Without any input, to go on with no value would blame the program for reading what nobody wrote.
 */
static int scan_input(struct thread *thread, const struct instruction *i, uint64_t stream,
                      uint32_t format) {
    struct input *input = input_of(thread->run, stream);
    if (input == NULL && stream != STANDARD_INPUT) {
        return answer(thread, i, (uint64_t)EOF);
    }
    if (input == NULL) {
        return fault(thread, i, SIMT_FAULT_NO_INPUT,
                     "scanf() reads, and there is no input here: pass values as arguments");
    }
    if (input->missed && stream == STANDARD_INPUT && ++input->misses > MOST_MISSES) {
        return fault(thread, i, SIMT_FAULT_NO_INPUT,
                     "scanf() reads after the input's end again and again: test what it returns");
    }
    const char *text = input->length > 0 ? input->text + input->begin : "";
    struct scan scan = {.thread = thread, .call = i, .text = text, .at = text, .input = input};
    const int step = scan_all(&scan, format);
    const size_t taken = (size_t)(scan.at - scan.text);
    input->missed |= taken == input->length && input->ended;
    input->begin += taken;
    input->length -= taken;
    return step;
}

ANSWER(call_scanf, scan_input, STANDARD_INPUT, 0)
ANSWER(call_fscanf, scan_input, argument(thread, i, 0), 1)

const struct runtime_call scan_calls[] = {{"sscanf", call_sscanf, 2, CHANGES},
                                          {"__isoc99_sscanf", call_sscanf, 2, CHANGES},
                                          {"scanf", call_scanf, 1, CHANGES},
                                          {"__isoc99_scanf", call_scanf, 1, CHANGES},
                                          {"fscanf", call_fscanf, 2, CHANGES},
                                          {"__isoc99_fscanf", call_fscanf, 2, CHANGES},
                                          {NULL, NULL, 0, 0}};
