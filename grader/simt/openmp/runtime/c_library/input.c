/* Standard input and files: openmp_options.read and .file give them, and nobody else. */
#include "input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 4096, MOST_FILES = 1000 };

struct input *input_of(struct openmp *run, uint64_t stream) {
    if (stream != STANDARD_INPUT) {
        const bool file = stream >= FIRST_FILE && stream - FIRST_FILE < run->file_count;
        return file ? &run->files[stream - FIRST_FILE] : NULL;
    }
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

static bool hold_file(struct openmp *run, const char *text, size_t length) {
    struct input *files = own_grow(run, run->files, (run->file_count + 1) * sizeof *files);
    char *held = files != NULL ? own_take(run, length + 1, 1) : NULL;
    run->files = files != NULL ? files : run->files;
    if (held == NULL) {
        return false;
    }
    memcpy(held, text, length);
    charge(run, length);
    files[run->file_count++] =
        (struct input){.text = held, .length = length, .ended = true, .whole = true};
    return true;
}

/* lockstep_open(path): a stream to read from, or 0 */
static int call_open(struct thread *thread, const struct instruction *i) {
    struct openmp *run = thread->run;
    size_t length = 0;
    const char *path = read_string(thread, i, argument(thread, i, 0), &length);
    if (path == NULL) {
        return STEP_FAULT;
    }
    char *text = run->options->file != NULL && run->file_count < MOST_FILES
                     ? run->options->file(run->options->file_context, path, &length)
                     : NULL;
    const bool held = text != NULL && hold_file(run, text, length);
    free(text);
    return answer(thread, i, held ? FIRST_FILE + run->file_count - 1 : 0);
}

/* lockstep_seek(stream, offset, from): 0, or -1 */
static int call_seek(struct thread *thread, const struct instruction *i) {
    struct input *input = input_of(thread->run, argument(thread, i, 0));
    const int64_t offset = (int64_t)argument(thread, i, 1);
    const uint64_t from = (uint32_t)argument(thread, i, 2);
    if (input == NULL || !input->whole) {
        return answer(thread, i, (uint64_t)-1);
    }
    const int64_t end = (int64_t)(input->begin + input->length);
    const int64_t to = offset + (from == SEEK_END   ? end
                                 : from == SEEK_CUR ? (int64_t)input->begin
                                                    : 0);
    if (to < 0 || to > end) {
        return answer(thread, i, (uint64_t)-1);
    }
    input->begin = (size_t)to;
    input->length = (size_t)(end - to);
    input->missed = false;
    return answer(thread, i, 0);
}

/* lockstep_tell(stream): how many bytes lie before the place */
static int call_tell(struct thread *thread, const struct instruction *i) {
    const struct input *input = input_of(thread->run, argument(thread, i, 0));
    return answer(thread, i, input != NULL && input->whole ? input->begin : 0);
}

/* lockstep_get_byte(stream): the next byte of the input, or EOF */
static int call_get(struct thread *thread, const struct instruction *i) {
    struct input *input = input_of(thread->run, argument(thread, i, 0));
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

/* lockstep_put_back(stream, byte): what lockstep_get_byte() gave last */
static int call_put_back(struct thread *thread, const struct instruction *i) {
    struct input *input = input_of(thread->run, argument(thread, i, 0));
    if (input == NULL || input->begin == 0) {
        return answer(thread, i, (uint64_t)EOF);
    }
    input->text[--input->begin] = (char)argument(thread, i, 1);
    input->length++;
    input->missed = false;
    return answer(thread, i, (unsigned char)argument(thread, i, 1));
}

/* lockstep_get_line(stream, to, size): its bytes, with the end of the line, or 0. One call, so that
 * no other thread takes a part of the line. */
static int call_get_line(struct thread *thread, const struct instruction *i) {
    struct input *input = input_of(thread->run, argument(thread, i, 0));
    const uint64_t size = argument(thread, i, 2);
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
    if (!store_memory(thread, i, argument(thread, i, 1), input->text + input->begin,
                      (uint32_t)taken) ||
        !store_memory(thread, i, argument(thread, i, 1) + taken, &nul, 1)) {
        return STEP_FAULT;
    }
    input->begin += taken;
    input->length -= taken;
    charge(thread->run, taken);
    return answer(thread, i, taken);
}

static int call_ended(struct thread *thread, const struct instruction *i) {
    const struct input *input = input_of(thread->run, argument(thread, i, 0));
    return answer(thread, i, input == NULL || input->missed);
}

const struct runtime_call input_calls[] = {{"lockstep_open", call_open, 1, CHANGES},
                                           {"lockstep_seek", call_seek, 3, CHANGES},
                                           {"lockstep_tell", call_tell, 1, CHANGES},
                                           {"lockstep_get_byte", call_get, 1, CHANGES},
                                           {"lockstep_put_back", call_put_back, 2, CHANGES},
                                           {"lockstep_get_line", call_get_line, 3, CHANGES},
                                           {"lockstep_input_ended", call_ended, 1, CHANGES},
                                           {NULL, NULL, 0, 0}};
