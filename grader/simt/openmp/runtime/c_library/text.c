/* printf and the like. The streams are numbers: 1 is standard output, 2 standard error. */
#include "../openmp_runtime.h"
#include "../../../execute/format.h"

#include <stdio.h>
#include <string.h>

enum { OUTPUT = 1, ERROR = 2 };

static void print(const struct thread *thread, uint64_t stream, const char *text, size_t length) {
    const struct openmp_options *options = thread->run->options;
    if (options->print != NULL && (stream == OUTPUT || stream == ERROR) && length > 0) {
        const bool team = stream == OUTPUT && thread->task->team->size > 1;
        options->print(options->print_context, team ? OPENMP_TEAM_OUTPUT : (int)stream, text,
                       length);
    }
}

/* ---- formats --------------------------------------------------------------------------------- */

struct call_printer {
    struct printer printer;
    struct thread *thread;
    const struct instruction *call;
    uint32_t next;
};

static uint64_t next_argument(struct printer *printer, uint32_t size) {
    struct call_printer *own = (struct call_printer *)printer;
    (void)size;
    if (own->next >= argument_count(own->call)) {
        printer->failed = true;
        return 0;
    }
    return argument(own->thread, own->call, own->next++);
}

static bool read_text(struct printer *printer, uint64_t address, char *text, size_t size) {
    struct call_printer *own = (struct call_printer *)printer;
    uint64_t length;
    const bool whole = size == PRINTER_TEXT;
    const char *from = read_start_of_string(own->thread, own->call, address,
                                            whole ? UINT64_MAX : size - 1, &length);
    if (from == NULL) {
        printer->failed = true;
        text[0] = '\0';
        return true;
    }
    snprintf(text, size, "%.*s", (int)size - 1, from);
    return true;
}

/* Writes what the format, argument `first`, says. False after a fault. */
static bool format(struct thread *thread, const struct instruction *i, uint32_t first,
                   struct call_printer *own) {
    uint64_t length;
    const char *text = read_string(thread, i, argument(thread, i, first), &length);
    if (text == NULL) {
        return false;
    }
    own->printer = (struct printer){.next = next_argument, .read_text = read_text};
    own->thread = thread;
    own->call = i;
    own->next = first + 1;
    print_format(&own->printer, text);
    charge(thread->run, own->printer.length);
    if (own->printer.failed && !thread->run->machine.faulted) {
        fault(thread, i, SIMT_FAULT_FORMAT, "printf() has fewer arguments than its format wants");
    }
    return !thread->run->machine.faulted;
}

static int print_to(struct thread *thread, const struct instruction *i, uint64_t stream,
                    uint32_t first) {
    struct call_printer own;
    if (!format(thread, i, first, &own)) {
        return STEP_FAULT;
    }
    print(thread, stream, own.printer.text, own.printer.length);
    return answer(thread, i, own.printer.length);
}

ANSWER(call_printf, print_to, OUTPUT, 0)
ANSWER(call_fprintf, print_to, argument(thread, i, 0), 1)

/* Into memory: at most `size` bytes with the end. */
static int into_memory(struct thread *thread, const struct instruction *i, uint32_t first,
                       uint64_t size) {
    struct call_printer own;
    if (!format(thread, i, first, &own)) {
        return STEP_FAULT;
    }
    uint64_t length = own.printer.length;
    own.printer.text[length < size ? length : size == 0 ? 0 : size - 1] = '\0';
    uint64_t written = length < size ? length + 1 : size;
    if (written > 0 &&
        !store_memory(thread, i, argument(thread, i, 0), own.printer.text, (uint32_t)written)) {
        return STEP_FAULT;
    }
    return answer(thread, i, length);
}

ANSWER(call_sprintf, into_memory, 1, UINT64_MAX)
ANSWER(call_snprintf, into_memory, 2, argument(thread, i, 1))

/* ---- plain text ------------------------------------------------------------------------------ */

static int put_string(struct thread *thread, const struct instruction *i, uint64_t stream,
                      const char *end) {
    uint64_t length;
    const char *text = read_string(thread, i, argument(thread, i, 0), &length);
    if (text == NULL) {
        return STEP_FAULT;
    }
    print(thread, stream, text, length);
    print(thread, stream, end, strlen(end));
    return answer(thread, i, 1);
}

ANSWER(call_puts, put_string, OUTPUT, "\n")
ANSWER(call_fputs, put_string, argument(thread, i, 1), "")

static int put_character(struct thread *thread, const struct instruction *i, uint64_t stream) {
    char character = (char)argument(thread, i, 0);
    print(thread, stream, &character, 1);
    return answer(thread, i, (unsigned char)character);
}

ANSWER(call_putchar, put_character, OUTPUT)
ANSWER(call_fputc, put_character, argument(thread, i, 1))

/* fwrite(from, bytes, count, stream) */
static int call_fwrite(struct thread *thread, const struct instruction *i) {
    uint64_t from = argument(thread, i, 0), bytes;
    if (__builtin_mul_overflow(argument(thread, i, 1), argument(thread, i, 2), &bytes) ||
        bytes == 0) {
        return answer(thread, i, 0);
    }
    const struct extent *extent = reach_range(thread, i, from, bytes, false);
    if (extent == NULL) {
        return STEP_FAULT;
    }
    tell_range(thread, i, extent, from, bytes, SIMT_LOAD);
    print(thread, argument(thread, i, 3), (const char *)(extent->host + from), bytes);
    return answer(thread, i, argument(thread, i, 2));
}

const struct runtime_call text_calls[] = {{"printf", call_printf, 1, CHANGES},
                                          {"fprintf", call_fprintf, 2, CHANGES},
                                          {"dprintf", call_fprintf, 2, CHANGES},
                                          {"sprintf", call_sprintf, 2, CHANGES},
                                          {"snprintf", call_snprintf, 3, CHANGES},
                                          {"puts", call_puts, 1, CHANGES},
                                          {"fputs", call_fputs, 2, CHANGES},
                                          {"putchar", call_putchar, 1, CHANGES},
                                          {"fputc", call_fputc, 2, CHANGES},
                                          {"putc", call_fputc, 2, CHANGES},
                                          {"fwrite", call_fwrite, 4, CHANGES},
                                          {"fflush", answer_nothing, 1, CHANGES},
                                          {NULL, NULL, 0, 0}};
