/*
 * Streams. The runtime's printf() family takes their values: 1 is standard output, 2 standard
 * error, anything else takes what is printed and drops it; so does a file that is opened for
 * writing. The runtime has the standard input and the files that are read, if there are any.
 */
#include <errno.h>
#include <stddef.h>

void *realloc(void *memory, size_t size);

struct stream;

struct stream *const stdin = (struct stream *)4;
struct stream *const stdout = (struct stream *)1;
struct stream *const stderr = (struct stream *)2;

struct stream *lockstep_open(const char *path);
int lockstep_seek(struct stream *stream, long offset, int from);
long lockstep_tell(struct stream *stream);

struct stream *fopen(const char *path, const char *mode) {
    if (mode[0] != 'r') {
        return (struct stream *)3;
    }
    struct stream *const opened = lockstep_open(path);
    if (opened == NULL) {
        errno = ENOENT;
    }
    return opened;
}

int fclose(struct stream *stream) {
    (void)stream;
    return 0;
}

int ferror(struct stream *stream) {
    (void)stream;
    return 0;
}

int lockstep_get_byte(struct stream *stream);
int lockstep_put_back(struct stream *stream, int byte);
size_t lockstep_get_line(struct stream *stream, char *text, size_t size);
int lockstep_input_ended(struct stream *stream);

int feof(struct stream *stream) { return lockstep_input_ended(stream); }

int fgetc(struct stream *stream) { return lockstep_get_byte(stream); }

int getc(struct stream *stream) { return fgetc(stream); }

int getchar(void) { return lockstep_get_byte(stdin); }

int ungetc(int byte, struct stream *stream) { return byte >= 0 ? lockstep_put_back(stream, byte) : -1; }

char *fgets(char *text, int size, struct stream *stream) {
    return size > 0 && lockstep_get_line(stream, text, (size_t)size) > 0 ? text : NULL;
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

void clearerr(struct stream *stream) { (void)stream; }

void rewind(struct stream *stream) { lockstep_seek(stream, 0, 0); }

/* Nothing is kept of what is written. */
int fseek(struct stream *stream, long offset, int from) {
    return stream == (struct stream *)3 ? 0 : lockstep_seek(stream, offset, from);
}

int fseeko(struct stream *stream, long offset, int from) { return fseek(stream, offset, from); }

long ftell(struct stream *stream) { return lockstep_tell(stream); }

long ftello(struct stream *stream) { return lockstep_tell(stream); }

int fileno(struct stream *stream) { return stream == stdin ? 0 : (int)(size_t)stream; }

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
    char *at = to;
    const size_t bytes = size * count;
    size_t got = 0;
    for (int byte; got < bytes && (byte = lockstep_get_byte(stream)) >= 0; got++) {
        at[got] = (char)byte;
    }
    return size > 0 ? got / size : 0;
}

ptrdiff_t getdelim(char **line, size_t *size, int last, struct stream *stream) {
    size_t length = 0;
    for (int byte; (byte = lockstep_get_byte(stream)) >= 0;) {
        if (*line == NULL || length + 2 > *size) {
            const size_t room = *line == NULL ? 120 : 2 * *size + 2;
            char *grown = realloc(*line, room);
            if (grown == NULL) {
                return -1;
            }
            *line = grown;
            *size = room;
        }
        (*line)[length++] = (char)byte;
        (*line)[length] = '\0';
        if (byte == last) {
            break;
        }
    }
    return length > 0 ? (ptrdiff_t)length : -1;
}

ptrdiff_t getline(char **line, size_t *size, struct stream *stream) { return getdelim(line, size, '\n', stream); }
