/* Ctrl-C and friends: leave nothing behind. */
#pragma once

/* From now on SIGINT, SIGTERM and SIGHUP remove this process's boxes before they end it; the jails
 * end with it. A thread of its own waits for the signals, so that no lock is held when it acts.
 * Call it before any other thread starts. */
void interrupt_clean_up(void);

/* What is said then, "nothing was left behind" where nothing else is. Call it before the above. */
void interrupt_last_words(const char *words);

/* What is done before that is said. */
void interrupt_last_act(void (*act)(void));
