/* Sessions with misbehaving.c in the real jail: what the parent must see of each mistake and each
 * attack. */
#include "../session.h"
#include "fixtures/misbehaving.h"
#include "../../tests/unit.h"

#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

enum { N = 10007 };

static char box[PATH_MAX];

static struct run_session *open_session_for(double seconds) {
    static const char *const environment[] = {"PATH=/usr/bin", "OMP_WAIT_POLICY=passive", NULL};
    struct session_options options = {.executable_directory = box,
                                      .program = "/box/misbehaving",
                                      .environment = environment,
                                      .limits = {.wall_seconds = seconds,
                                                 .cpu_seconds = 5,
                                                 .memory_bytes = (size_t)512 << 20,
                                                 .file_bytes = (size_t)8 << 20,
                                                 .output_bytes = (size_t)1 << 20,
                                                 .processes = 64},
                                      .input_bytes = 1 << 16,
                                      .output_bytes = 1 << 16};
    struct run_session *session;
    struct error error;
    if (!session_open(&options, &session, &error)) {
        fail_msg("%s", error.message);
    }
    return session;
}

static struct run_session *open_session(void) {
    return open_session_for(5);
}

static struct oracle_call shape(const char *exercise) {
    return (struct oracle_call){.exercise = exercise,
                                .parameter = {N},
                                .parameter_name = {"n"},
                                .input = {{"data", "element", ELEMENT_U8, N}},
                                .output = {{"frequency", "bin", ELEMENT_U32, BINS}},
                                .parameter_count = 1,
                                .input_count = 1,
                                .output_count = 1};
}

static bool call_filled(struct run_session *session, const char *exercise, int fill) {
    struct oracle_call call = shape(exercise);
    double seconds;
    memset(session_input(session, &call, 0), fill, N);
    bool answered = session_call(session, &call, &seconds);
    assert_true(seconds >= 0);
    return answered;
}

static uint32_t bin(const struct run_session *session, int index) {
    return ((const uint32_t *)session_output(session, 0))[index];
}

/* Ends the session; checks what the process did last. */
static void close_session(struct run_session *session, bool finished, enum jail_end end, int code) {
    struct jail_result result;
    bool really;
    session_close(session, &really, &result);
    if (result.end == JAIL_FAILED) {
        fail_msg("%s", result.error.message);
    }
    assert_int_equal(result.end, end);
    if (end == JAIL_EXITED || end == JAIL_SIGNALLED) {
        assert_int_equal(result.code, code);
    }
    assert_int_equal(really, finished);
    jail_result_free(&result);
}

static void right_answers_come_back(void **state) {
    struct run_session *session = open_session();
    for (int fill = 0; fill < 200; fill++) {
        assert_true(call_filled(session, "count", fill));
        assert_int_equal(bin(session, fill), N);
        assert_int_equal(bin(session, fill + 1), 0);
        assert_false(session_input_changed(session));
        size_t which;
        assert_false(session_output_underrun(session, &which));
        assert_int_equal(session_diagnosis(session)->signal, 0);
    }
    assert_int_equal(session_state(session), SESSION_READY);
    close_session(session, true, JAIL_EXITED, 0);
}

static void outputs_start_as_poison(void **state) {
    struct run_session *session = open_session();
    assert_true(call_filled(session, "count", 1));
    assert_true(call_filled(session, "nothing", 1));
    assert_int_equal(bin(session, 0), 0xe5e5e5e5u);
    assert_int_equal(bin(session, BINS - 1), 0xe5e5e5e5u);
    close_session(session, true, JAIL_EXITED, 0);
}

/* The function that an address of the program lies in. */
static void function_at(uint64_t address, char *name, size_t size) {
    char command[PATH_MAX + 64];
    snprintf(command, sizeof command, "addr2line -f -e %s/misbehaving 0x%llx", box,
             (unsigned long long)address);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_non_null(fgets(name, (int)size, pipe));
    name[strcspn(name, "\n.")] = '\0';
    char rest[256];
    while (fgets(rest, sizeof rest, pipe) != NULL) {
    }
    pclose(pipe);
}

static void faults_are_told_with_place_and_line(void **state) {
    static const struct {
        const char *exercise;
        int signal, place, distance, wrote;
        const char *function; /* where the innermost frame lies; NULL: as the exercise */
    } faults[] = {
        {"read_past_end", SIGSEGV, FAULT_AFTER_INPUT, 0, 0, NULL},
        {"write_past_end", SIGSEGV, FAULT_AFTER_OUTPUT, 400, 1, NULL},
        {"write_far_before", SIGSEGV, FAULT_BEFORE_OUTPUT, 4096, 1, NULL},
        {"read_far_before", SIGSEGV, FAULT_BEFORE_INPUT, 4096, 0, NULL},
        {"write_input", SIGSEGV, FAULT_INPUT, 3, 1, NULL},
        {"write_null", SIGSEGV, FAULT_NULL, 0, 1, NULL},
        {"write_anywhere", SIGSEGV, FAULT_ELSEWHERE, 0, 0, NULL},
        {"recurse_without_end", SIGSEGV, FAULT_STACK, 0, 1, "recurse"},
        {"large_array_on_stack", SIGSEGV, FAULT_STACK, 0, 1, NULL},
        {"divide_by_zero", SIGFPE, FAULT_ELSEWHERE, 0, 0, NULL},
        {"illegal_instruction", SIGILL, FAULT_ELSEWHERE, 0, 0, NULL},
        {"give_up", SIGABRT, FAULT_ELSEWHERE, 0, 0, NULL},
        {"free_twice", SIGABRT, FAULT_ELSEWHERE, 0, 0, NULL},
        {"read_past_end_in_a_thread", SIGSEGV, FAULT_AFTER_INPUT, 0, 0, "read_past_end"},
        {"write_past_end_in_every_thread", SIGSEGV, FAULT_AFTER_OUTPUT, 400, 1, "write_past_end"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        print_message("# %s\n", faults[i].exercise);
        struct run_session *session = open_session();
        assert_false(call_filled(session, faults[i].exercise, 0));
        assert_int_equal(session_state(session), SESSION_ENDED);
        struct diagnosis diagnosis = *session_diagnosis(session);
        assert_int_equal(diagnosis.signal, faults[i].signal);
        assert_int_equal(diagnosis.place, faults[i].place);
        assert_int_equal(diagnosis.distance, faults[i].distance);
        assert_int_equal(diagnosis.wrote, faults[i].wrote);
        assert_int_equal(diagnosis.buffer, 0);
        assert_true(diagnosis.frame_count >= 1);
        char function[256];
        function_at(diagnosis.frame[0], function, sizeof function);
        assert_string_equal(function,
                            faults[i].function != NULL ? faults[i].function : faults[i].exercise);
        assert_false(session_input_changed(session));
        close_session(session, false, JAIL_SIGNALLED, faults[i].signal);
    }
}

static void a_write_before_an_output_is_seen(void **state) {
    struct run_session *session = open_session();
    size_t which = 99;
    assert_true(call_filled(session, "write_just_before", 0));
    assert_true(session_output_underrun(session, &which));
    assert_int_equal(which, 0);
    assert_true(call_filled(session, "count", 0));
    assert_false(session_output_underrun(session, &which));
    close_session(session, true, JAIL_EXITED, 0);
}

/* No exit status makes up for the missing end. */
static void leaving_early_is_never_finishing(void **state) {
    static const char *const ways[] = {"leave", "leave_at_once", "leave_right"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct run_session *session = open_session();
        assert_true(call_filled(session, "count", 5));
        assert_false(call_filled(session, ways[i], 5));
        assert_int_equal(session_state(session), SESSION_ENDED);
        assert_false(call_filled(session, "count", 5));
        close_session(session, false, JAIL_EXITED, 0);
    }
    struct run_session *session = open_session();
    assert_false(call_filled(session, "die", 5));
    close_session(session, false, JAIL_SIGNALLED, SIGKILL);
}

static void pause_milliseconds(int milliseconds) {
    nanosleep(&(struct timespec){.tv_nsec = milliseconds * 1000000L}, NULL);
}

static void closed_descriptors_end_it(void **state) {
    struct run_session *session = open_session();
    assert_false(call_filled(session, "close_all", 0));
    assert_int_equal(session_state(session), SESSION_ENDED);
    close_session(session, false, JAIL_EXITED, 1);
    session = open_session();
    assert_false(call_filled(session, "close_answers", 0));
    close_session(session, false, JAIL_EXITED, 1);
    /* It answers, and is gone when the parent writes the next command: SIGPIPE would end this test.
     */
    session = open_session();
    assert_true(call_filled(session, "close_commands", 0));
    pause_milliseconds(100);
    assert_false(call_filled(session, "count", 0));
    close_session(session, false, JAIL_EXITED, 1);
    session = open_session();
    assert_true(call_filled(session, "close_commands", 0));
    pause_milliseconds(100);
    close_session(session, false, JAIL_EXITED, 1);
}

static void lies_break_the_session(void **state) {
    struct run_session *session = open_session();
    assert_false(call_filled(session, "answer_garbage", 0));
    assert_int_equal(session_state(session), SESSION_BROKEN);
    assert_false(call_filled(session, "count", 0));
    close_session(session, false, JAIL_SIGNALLED, SIGKILL);
    static const char *const ways[] = {"answer_in_part", "answer_a_lot", "no such exercise"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        session = open_session();
        assert_false(call_filled(session, ways[i], 0));
        assert_int_equal(session_state(session), SESSION_BROKEN);
        close_session(session, false, JAIL_SIGNALLED, SIGKILL);
    }
}

static void a_nonce_is_good_for_one_call(void **state) {
    struct run_session *session = open_session();
    assert_true(call_filled(session, "answer_as_before", 0));
    assert_false(call_filled(session, "answer_as_before", 0));
    assert_int_equal(session_state(session), SESSION_BROKEN);
    close_session(session, false, JAIL_SIGNALLED, SIGKILL);
}

/* An answer with the right nonce counts, whoever wrote it; the second one does not, whenever it
 * comes. */
static void a_second_answer_breaks_the_session(void **state) {
    for (int wait = 0; wait < 2; wait++) {
        struct run_session *session = open_session();
        assert_true(call_filled(session, "answer_twice", 0));
        if (wait) {
            pause_milliseconds(100);
        }
        assert_false(call_filled(session, "count", 0));
        assert_int_equal(session_state(session), SESSION_BROKEN);
        close_session(session, false, JAIL_SIGNALLED, SIGKILL);
    }
    /* At the end the process may well leave by itself before it is killed: still it did not finish.
     */
    struct run_session *session = open_session();
    struct jail_result result;
    bool finished;
    assert_true(call_filled(session, "answer_twice", 0));
    session_close(session, &finished, &result);
    assert_false(finished);
    jail_result_free(&result);
}

static void lies_in_notes_stay_in_bounds(void **state) {
    struct run_session *session = open_session();
    assert_true(call_filled(session, "lie_in_notes", 0));
    const struct diagnosis *diagnosis = session_diagnosis(session);
    assert_int_equal(diagnosis->signal, 0x7f7f7f7f);
    assert_int_equal(diagnosis->frame_count, DIAGNOSIS_FRAMES);
    assert_int_equal(diagnosis->buffer, RUNNER_MAX_BUFFERS - 1);
    assert_int_equal(diagnosis->place, FAULT_ELSEWHERE);
    assert_int_equal(diagnosis->wrote, 1);
    close_session(session, true, JAIL_EXITED, 0);
}

static void a_thread_left_behind_cannot_change_the_answer(void **state) {
    struct run_session *session = open_session();
    assert_true(call_filled(session, "leave_a_thread_writing", 0));
    pause_milliseconds(100); /* it is writing by now */
    assert_true(call_filled(session, "nothing", 0));
    uint32_t before = bin(session, 0);
    pause_milliseconds(100);
    assert_int_equal(bin(session, 0), before);
    close_session(session, true, JAIL_EXITED, 0);
}

static void shared_memory_is_sealed(void **state) {
    struct run_session *session = open_session();
    assert_true(call_filled(session, "attack_shared_memory", 7));
    for (int attempt = 0; attempt <= 9; attempt++) {
        print_message("# attempt %d: %s\n", attempt, strerror((int)bin(session, attempt)));
        assert_int_not_equal(bin(session, attempt), 0);
        assert_int_not_equal(bin(session, attempt), 0xe5e5e5e5u);
    }
    assert_false(session_input_changed(session));
    assert_true(call_filled(session, "replace_input", 7));
    assert_false(session_input_changed(session));
    close_session(session, true, JAIL_EXITED, 0);
}

static void an_endless_call_times_out(void **state) {
    struct run_session *session = open_session_for(0.5);
    assert_false(call_filled(session, "loop", 0));
    assert_int_equal(session_state(session), SESSION_ENDED);
    close_session(session, false, JAIL_TIMEOUT, 0);
}

static void sizes_from_nothing_to_everything(void **state) {
    /* 1024 of them fill a page: whole pages begin at the same place, whatever their number. */
    static const size_t counts[] = {0, 1, 1023, 1024, 2048, 1024, 1025, 8192, 2, 0};
    struct oracle_call call = shape("fill_outputs");
    struct run_session *session = open_session();
    double seconds;
    call.parameter_count = 2;
    call.input_count = call.output_count = 2;
    call.input[1] = (struct oracle_buffer){"empty", "element", ELEMENT_U16, 0};
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        const size_t count = counts[k];
        call.output[1] = (struct oracle_buffer){"numbers", "element", ELEMENT_U32, count};
        call.parameter[0] = count;
        call.parameter[1] = count * 7;
        assert_true(session_call(session, &call, &seconds));
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(((const uint32_t *)session_output(session, 1))[i], i + count * 7);
        }
    }
    call.exercise = "touch_empty";
    assert_false(session_call(session, &call, &seconds));
    assert_int_equal(session_diagnosis(session)->place, FAULT_AFTER_INPUT);
    assert_int_equal(session_diagnosis(session)->buffer, 1);
    close_session(session, false, JAIL_SIGNALLED, SIGSEGV);
}

static void a_call_that_does_not_fit_is_refused(void **state) {
    struct run_session *session = open_session();
    struct oracle_call call = shape("count");
    double seconds;
    call.input[0].count = (1 << 16) + 1;
    assert_null(session_input(session, &call, 0));
    assert_false(session_call(session, &call, &seconds));
    close_session(session, false, JAIL_SIGNALLED, SIGKILL);
}

static void *many_calls(void *unused) {
    (void)unused;
    for (int i = 0; i < 5; i++) {
        struct run_session *session = open_session();
        for (int fill = 0; fill < 20; fill++) {
            assert_true(call_filled(session, "count", fill));
            assert_int_equal(bin(session, fill), N);
        }
        close_session(session, true, JAIL_EXITED, 0);
    }
    return NULL;
}

static void ignore(int number) {
    (void)number;
}

/* A signal of the grader's own (a timer, a window that changes) ends no call. */
static void signals_do_not_disturb_a_call(void **state) {
    struct run_session *session = open_session();
    struct sigaction action = {.sa_handler = ignore}, before;
    const struct itimerval often = {.it_interval.tv_usec = 1000, .it_value.tv_usec = 1000};
    const struct itimerval never = {.it_value.tv_usec = 0};
    assert_int_equal(sigaction(SIGALRM, &action, &before), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &often, NULL), 0);
    bool answered = true;
    for (int fill = 0; fill < 5; fill++) {
        answered = answered && call_filled(session, "count_late", fill) && bin(session, fill) == N;
    }
    assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
    assert_int_equal(sigaction(SIGALRM, &before, NULL), 0);
    assert_true(answered);
    close_session(session, true, JAIL_EXITED, 0);
}

static int open_descriptors(void) {
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder) != NULL) {
        count++;
    }
    closedir(folder);
    return count;
}

static void sessions_side_by_side_leave_nothing_open(void **state) {
    pthread_t thread[2];
    many_calls(NULL);
    int before = open_descriptors();
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_create(&thread[i], NULL, many_calls, NULL), 0);
    }
    for (int i = 0; i < 2; i++) {
        pthread_join(thread[i], NULL);
    }
    assert_int_equal(open_descriptors(), before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_answers_come_back),
        cmocka_unit_test(outputs_start_as_poison),
        cmocka_unit_test(faults_are_told_with_place_and_line),
        cmocka_unit_test(a_write_before_an_output_is_seen),
        cmocka_unit_test(leaving_early_is_never_finishing),
        cmocka_unit_test(closed_descriptors_end_it),
        cmocka_unit_test(lies_break_the_session),
        cmocka_unit_test(a_nonce_is_good_for_one_call),
        cmocka_unit_test(a_second_answer_breaks_the_session),
        cmocka_unit_test(lies_in_notes_stay_in_bounds),
        cmocka_unit_test(a_thread_left_behind_cannot_change_the_answer),
        cmocka_unit_test(shared_memory_is_sealed),
        cmocka_unit_test(an_endless_call_times_out),
        cmocka_unit_test(sizes_from_nothing_to_everything),
        cmocka_unit_test(a_call_that_does_not_fit_is_refused),
        cmocka_unit_test(signals_do_not_disturb_a_call),
        cmocka_unit_test(sessions_side_by_side_leave_nothing_open),
    };
    const char *build = getenv("BUILD");
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s/grader/run/tests/box", build != NULL ? build : "build");
    if (realpath(folder, box) == NULL) {
        fprintf(stderr, "session_test: no %s: run it by `make test`\n", folder);
        return 1;
    }
    return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
