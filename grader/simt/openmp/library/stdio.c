/*
 * Streams. The runtime's printf() family takes their values: 1 is standard output, 2 standard
 * error, anything else takes what is printed and drops it. There are no files: one that is opened
 * for writing is such a stream, one for reading does not exist. There is no input.
 */
#include <stddef.h>

struct stream;

struct stream *const stdin = NULL;
struct stream *const stdout = (struct stream *)1;
struct stream *const stderr = (struct stream *)2;

struct stream *fopen(const char *path, const char *mode) {
    (void)path;
    return mode[0] == 'r' ? NULL : (struct stream *)3;
}

int fclose(struct stream *stream) {
    (void)stream;
    return 0;
}

int ferror(struct stream *stream) {
    (void)stream;
    return 0;
}

int feof(struct stream *stream) {
    (void)stream;
    return 1;
}

int fgetc(struct stream *stream) {
    (void)stream;
    return -1;
}

int getchar(void) {
    return -1;
}

char *fgets(char *text, int size, struct stream *stream) {
    (void)text;
    (void)size;
    (void)stream;
    return NULL;
}

int setvbuf(struct stream *stream, char *buffer, int mode, size_t size) {
    (void)stream;
    (void)buffer;
    (void)mode;
    (void)size;
    return 0;
}

void setbuf(struct stream *stream, char *buffer) {
    (void)stream;
    (void)buffer;
}

int remove(const char *path) {
    (void)path;
    return -1;
}
