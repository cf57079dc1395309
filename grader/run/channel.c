#include "channel.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void close_descriptor(int *descriptor) {
    if (*descriptor >= 0) {
        close(*descriptor);
        *descriptor = -1;
    }
}

/* The parent's ends must not block; the worker's, which share nothing with them but the pipe, may.
 */
static bool make_pipe(int *read_end, int *write_end, int *ours) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return false;
    }
    *read_end = ends[0];
    *write_end = ends[1];
    return fcntl(*ours, F_SETFL, fcntl(*ours, F_GETFL) | O_NONBLOCK) == 0;
}

bool channel_open(struct channel *channel, struct error *error) {
    *channel = (struct channel){.command = -1, .answer = -1, .far_command = -1, .far_answer = -1};
    if (!make_pipe(&channel->far_command, &channel->command, &channel->command) ||
        !make_pipe(&channel->answer, &channel->far_answer, &channel->answer)) {
        int cause = errno;
        channel_close(channel);
        return error_set(error, "cannot make a pipe to the student's process: %s", strerror(cause));
    }
    return true;
}

void channel_hand_over(struct channel *channel) {
    close_descriptor(&channel->far_command);
    close_descriptor(&channel->far_answer);
}

/* write() that reports a reader who is gone as EPIPE only: the signal is held back and, where this
 * write raised it, taken. A SIGPIPE that was already pending is somebody else's and stays. */
static ssize_t write_quietly(int descriptor, const void *bytes, size_t size) {
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    ssize_t written = write(descriptor, bytes, size);
    int cause = errno;
    if (written < 0 && cause == EPIPE && !was_pending) {
        while (sigtimedwait(&pipe_signal, NULL, &(struct timespec){0, 0}) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = cause;
    return written;
}

/* A command is smaller than PIPE_BUF, so the kernel takes all of it or nothing. */
bool channel_send(struct channel *channel, const struct call_command *command) {
    ssize_t written;
    do {
        written = write_quietly(channel->command, command, sizeof *command);
    } while (written < 0 && errno == EINTR);
    return written == (ssize_t)sizeof *command;
}

enum channel_event channel_receive(struct channel *channel, struct call_answer *answer) {
    while (channel->answer >= 0) {
        ssize_t got = read(channel->answer, channel->pending + channel->received,
                           sizeof channel->pending - channel->received);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0 && errno == EAGAIN) {
            return CHANNEL_NOTHING;
        }
        if (got <= 0) {
            close_descriptor(&channel->answer);
            break;
        }
        channel->received += (size_t)got;
        if (channel->received == sizeof channel->pending) {
            channel->received = 0;
            memcpy(answer, channel->pending, sizeof *answer);
            return CHANNEL_ANSWER;
        }
    }
    return CHANNEL_CLOSED;
}

void channel_close(struct channel *channel) {
    channel_hand_over(channel);
    close_descriptor(&channel->command);
    close_descriptor(&channel->answer);
}
