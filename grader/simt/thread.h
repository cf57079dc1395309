/* thread.h - threads of the machine's own, in a program that knows nothing of them. */
#pragma once

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* Starts a thread that receives no signal: these are for the threads that were there before. False
 * if none is to be had. The caller joins it. */
static inline bool simt_thread_start(pthread_t *thread, void *(*work)(void *), void *argument) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool good = pthread_create(thread, NULL, work, argument) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}
