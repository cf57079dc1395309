/* === fork_bomb */
/*
 * exercise: sequential
 * seconds: 1
 * Tries: to start processes without end.
 */
#include "histogram.h"

#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (;;) {
        fork();
    }
}
/* === ignores_signals */
/*
 * exercise: sequential
 * seconds: 1
 * Tries: to outlive every signal that can be caught or ignored, among them the one for too much
 * processor time.
 */
#include "histogram.h"

#include <signal.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (int number = 1; number < NSIG; number++) {
        signal(number, SIG_IGN);
    }
    for (volatile int turning = 1; turning;) {
    }
}
/* === locks_without_end */
/*
 * exercise: for_atomic
 * seconds: 1
 * Tries: to keep the grader busy for hours: a loop of few instructions, each of them a call.
 */
#include "histogram.h"

#include <omp.h>
#include <stdlib.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    while (1) {
        omp_lock_t *lock = malloc(sizeof *lock);
        omp_init_lock(lock);
        for (int i = 0; i < 50; i++) { /* its memory must not fill up before its time is over */
            omp_set_lock(lock);
            omp_unset_lock(lock);
        }
        omp_set_lock(lock);
    }
}
/* === loop_for_ever */
/*
 * exercise: sequential
 * seconds: 1
 * Tries: to keep a core busy until the end of time.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (volatile int turning = 1; turning;) {
    }
}
/* === sleep_for_ever */
/*
 * exercise: sequential
 * flavours: all
 * waits: yes
 * Tries: to hold the grader up without using any processor time.
 */
#include "histogram.h"

#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (;;) {
        pause();
    }
}
/* === stops_itself */
/*
 * exercise: sequential
 * waits: yes
 * Tries: to stop (not end) its process, so that nobody hears of it again.
 */
#include "histogram.h"

#include <signal.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    raise(SIGSTOP);
    for (volatile int turning = 1; turning;) {
    }
}
/* === thread_bomb */
/*
 * exercise: sequential
 * seconds: 1
 * Tries: to start threads without end, each of them looping.
 */
#include "histogram.h"

#include <pthread.h>

static void *turn(void *nothing) {
    for (volatile int turning = 1; turning;) {
    }
    return nothing;
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, turn, NULL);
    }
}
