/*
 * exercise: sequential
 * levels: all
 * Tries: to leave things for the next program: System V memory, folders, a pipe, a link out.
 */
#include "histogram.h"

#include <string.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n;
    enum { KEY = 0x10c57e9 };
    memset(frequency, 0, 256 * sizeof *frequency);
    (void)shmget(KEY, 4096, IPC_CREAT | 0666);
    (void)!mkdir("/dev/shm/left_by_a_hostile_program", 0777);
    (void)!mkdir("/tmp/left_by_a_hostile_program", 0777);
    (void)!mkdir("/box/left_by_a_hostile_program", 0777);
    (void)!mkfifo("/tmp/left_by_a_hostile_program.pipe", 0666);
    (void)!symlink("/etc/shadow", "/out/histogram.c");
    (void)!symlink("/etc/shadow", "/log/memcheck.1");
}
