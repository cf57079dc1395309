#include <pthread.h>

static void *run(void *argument) {
    return argument;
}

int main(void) {
    pthread_t thread;
    return pthread_create(&thread, NULL, run, NULL); // refused: pthread_create(): threads of POSIX
}
