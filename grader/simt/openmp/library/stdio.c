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

int getc(struct stream *stream) {
    return fgetc(stream);
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

void clearerr(struct stream *stream) {
    (void)stream;
}

void rewind(struct stream *stream) {
    (void)stream;
}

int fseek(struct stream *stream, long offset, int from) {
    (void)stream;
    (void)offset;
    (void)from;
    return 0;
}

/* What is written is dropped: no stream ever holds a byte. */
long ftell(struct stream *stream) {
    (void)stream;
    return 0;
}

int fileno(struct stream *stream) {
    return (int)(size_t)stream;
}

int isatty(int descriptor) {
    (void)descriptor;
    return 0;
}

int rename(const char *from, const char *to) {
    (void)from;
    (void)to;
    return -1;
}

size_t fread(void *to, size_t size, size_t count, struct stream *stream) {
    (void)to;
    (void)size;
    (void)count;
    (void)stream;
    return 0;
}

ptrdiff_t getline(char **line, size_t *size, struct stream *stream) {
    (void)line;
    (void)size;
    (void)stream;
    return -1;
}
