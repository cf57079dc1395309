#include "../channel.h"
#include "../../tests/unit.h"

#include <signal.h>
#include <unistd.h>

static struct channel open_channel(void) {
    struct channel channel;
    struct error error;
    if (!channel_open(&channel, &error)) {
        fail_msg("%s", error.message);
    }
    return channel;
}

static void a_command_arrives_whole(void **state) {
    struct channel channel = open_channel();
    struct call_command sent = {.kind = COMMAND_CALL, .nonce = 42, .exercise = "sequential"},
                        received;
    assert_true(channel_send(&channel, &sent));
    assert_int_equal(read(channel.far_command, &received, sizeof received), sizeof received);
    assert_memory_equal(&sent, &received, sizeof sent);
    channel_close(&channel);
}

static void an_answer_may_come_in_pieces(void **state) {
    struct channel channel = open_channel();
    struct call_answer sent = {.nonce = 7, .status = 1}, received = {0};
    const char *bytes = (const char *)&sent;
    assert_int_equal(channel_receive(&channel, &received), CHANNEL_NOTHING);
    for (size_t i = 0; i < sizeof sent; i++) {
        assert_int_equal(channel_receive(&channel, &received), CHANNEL_NOTHING);
        assert_int_equal(write(channel.far_answer, bytes + i, 1), 1);
    }
    assert_int_equal(channel_receive(&channel, &received), CHANNEL_ANSWER);
    assert_memory_equal(&sent, &received, sizeof sent);
    assert_int_equal(channel_receive(&channel, &received), CHANNEL_NOTHING);
    channel_close(&channel);
}

/* A closed pipe polls as ready for ever: it must leave the poll set, which -1 does. */
static void the_last_writer_gone_closes_it(void **state) {
    struct channel channel = open_channel();
    struct call_answer sent = {.nonce = 7}, received;
    assert_int_equal(write(channel.far_answer, &sent, sizeof sent), sizeof sent);
    channel_hand_over(&channel);
    assert_int_equal(channel_receive(&channel, &received), CHANNEL_ANSWER);
    assert_int_equal(channel_receive(&channel, &received), CHANNEL_CLOSED);
    assert_int_equal(channel.answer, -1);
    assert_int_equal(channel_receive(&channel, &received), CHANNEL_CLOSED);
    channel_close(&channel);
}

/* SIGPIPE's default would end this test; one that somebody else holds back must stay pending. */
static void nobody_listening_is_a_value_not_a_signal(void **state) {
    struct channel channel = open_channel();
    struct call_command command = {.kind = COMMAND_FINISH};
    sigset_t pipe_signal, pending;
    channel_hand_over(&channel);
    assert_false(channel_send(&channel, &command));
    sigpending(&pending);
    assert_int_equal(sigismember(&pending, SIGPIPE), 0);
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigprocmask(SIG_BLOCK, &pipe_signal, NULL);
    raise(SIGPIPE);
    assert_false(channel_send(&channel, &command));
    sigpending(&pending);
    assert_int_equal(sigismember(&pending, SIGPIPE), 1);
    signal(SIGPIPE, SIG_IGN); /* takes the pending one away */
    sigprocmask(SIG_UNBLOCK, &pipe_signal, NULL);
    signal(SIGPIPE, SIG_DFL);
    channel_close(&channel);
}

/* A process that never reads: the parent must not wait for it. */
static void a_full_pipe_does_not_block(void **state) {
    struct channel channel = open_channel();
    struct call_command command = {.kind = COMMAND_CALL};
    int sent = 0;
    while (sent < 100000 && channel_send(&channel, &command)) {
        sent++;
    }
    assert_true(sent < 100000);
    channel_close(&channel);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_arrives_whole),
        cmocka_unit_test(an_answer_may_come_in_pieces),
        cmocka_unit_test(the_last_writer_gone_closes_it),
        cmocka_unit_test(nobody_listening_is_a_value_not_a_signal),
        cmocka_unit_test(a_full_pipe_does_not_block),
    };
    return cmocka_run_group_tests_name("channel", tests, NULL, NULL);
}
