#include "commands.h"

#include "../compile/stage.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static sigset_t awaited;
static void (*last_act)(void);
static const char *last_words = "nothing was left behind";

/* Ends this process by the signal, as whoever started it expects: a shell script goes on after a
 * program that took Ctrl-C for itself. The first process of a container is not ended by it. */
static void end_by(int number) {
    sigset_t alone;
    sigemptyset(&alone);
    sigaddset(&alone, number);
    signal(number, SIG_DFL);
    pthread_sigmask(SIG_UNBLOCK, &alone, NULL);
    raise(number);
    _exit(128 + number);
}

static void *wait_for_signal(void *argument) {
    (void)argument;
    int number;
    if (sigwait(&awaited, &number) == 0) {
        if (last_act != NULL) {
            last_act();
        }
        box_remove_all();
        fprintf(stderr, "\nlockstep: stopped (%s); %s\n", strsignal(number), last_words);
        end_by(number);
    }
    return NULL;
}

void interrupt_clean_up(void) {
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGINT);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGHUP);
    pthread_t thread;
    if (pthread_sigmask(SIG_BLOCK, &awaited, NULL) != 0) {
        return;
    }
    if (pthread_create(&thread, NULL, wait_for_signal, NULL) == 0) {
        pthread_detach(thread);
    } else {
        pthread_sigmask(SIG_UNBLOCK, &awaited, NULL);
    }
}

void interrupt_last_act(void (*act)(void)) {
    last_act = act;
}

void interrupt_last_words(const char *words) {
    last_words = words;
}
