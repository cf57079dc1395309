/* Standard input: openmp_options.read gives it, and nobody else. */
#include "input.h"

#include <stdio.h>
#include <string.h>

enum { PIECE = 4096 };

struct input *input_of(struct openmp *run) {
    if (run->input == NULL && run->options->read != NULL) {
        run->input = own_take(run, 1, sizeof *run->input);
    }
    return run->input;
}

bool input_more(struct openmp *run, struct input *input) {
    if (input->ended) {
        return false;
    }
    if (input->text != NULL) {
        memmove(input->text, input->text + input->begin, input->length + 1);
    }
    input->begin = 0;
    char *grown = own_grow(run, input->text, input->length + PIECE + 1);
    const size_t got =
        grown != NULL ? run->options->read(run->options->read_context, grown + input->length, PIECE)
                      : 0;
    input->text = grown != NULL ? grown : input->text;
    if (grown != NULL) {
        input->length += got;
        grown[input->length] = '\0';
    }
    input->ended = got == 0;
    charge(run, got);
    return !input->ended;
}

/* lockstep_get_byte(): the next byte of the input, or EOF */
static int call_get(struct thread *thread, const struct instruction *i) {
    struct input *input = input_of(thread->run);
    if (input == NULL) {
        return answer(thread, i, (uint64_t)EOF);
    }
    if (input->length == 0 && !input_more(thread->run, input)) {
        input->missed = true;
        return answer(thread, i, (uint64_t)EOF);
    }
    input->length--;
    return answer(thread, i, (unsigned char)input->text[input->begin++]);
}

/* lockstep_put_back(byte): what lockstep_get_byte() gave last */
static int call_put_back(struct thread *thread, const struct instruction *i) {
    struct input *input = input_of(thread->run);
    if (input == NULL || input->begin == 0) {
        return answer(thread, i, (uint64_t)EOF);
    }
    input->text[--input->begin] = (char)argument(thread, i, 0);
    input->length++;
    input->missed = false;
    return answer(thread, i, (unsigned char)argument(thread, i, 0));
}

/* lockstep_get_line(to, size): its bytes, with the end of the line, or 0. One call, so that no
 * other thread takes a part of the line. */
static int call_get_line(struct thread *thread, const struct instruction *i) {
    struct input *input = input_of(thread->run);
    const uint64_t size = argument(thread, i, 1);
    if (input == NULL || size < 2) {
        return answer(thread, i, 0);
    }
    const char *end = NULL;
    do {
        end = input->length > 0 ? memchr(input->text + input->begin, '\n', input->length) : NULL;
    } while (end == NULL && input->length + 1 < size && input_more(thread->run, input));
    const size_t whole =
        end != NULL ? (size_t)(end - (input->text + input->begin)) + 1 : input->length;
    const size_t taken = whole < size - 1 ? whole : size - 1;
    input->missed |= end == NULL && taken == input->length && taken < size - 1;
    if (taken == 0) {
        return answer(thread, i, 0);
    }
    static const char nul = '\0';
    if (!store_memory(thread, i, argument(thread, i, 0), input->text + input->begin,
                      (uint32_t)taken) ||
        !store_memory(thread, i, argument(thread, i, 0) + taken, &nul, 1)) {
        return STEP_FAULT;
    }
    input->begin += taken;
    input->length -= taken;
    charge(thread->run, taken);
    return answer(thread, i, taken);
}

static int call_ended(struct thread *thread, const struct instruction *i) {
    const struct input *input = input_of(thread->run);
    return answer(thread, i, input == NULL || input->missed);
}

const struct runtime_call input_calls[] = {{"lockstep_get_byte", call_get, 0},
                                           {"lockstep_put_back", call_put_back, 1},
                                           {"lockstep_get_line", call_get_line, 2},
                                           {"lockstep_input_ended", call_ended, 0},
                                           {NULL, NULL, 0}};
