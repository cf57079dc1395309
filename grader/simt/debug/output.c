/* What the program printed: bytes of any kind, as events in UTF-8. */
#include "debug_session.h"

#include "../../utf8.h"

#include <string.h>
#include <unistd.h>

/* How many of the bytes are left without a character that their end cuts. */
static size_t whole_characters(const char *text, size_t bytes) {
    for (size_t back = 1; back < 4 && back <= bytes; back++) {
        const unsigned char byte = (unsigned char)text[bytes - back];
        if (byte >= 0xc0) { /* begins one */
            const size_t needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
            return needs > back ? bytes - back : bytes;
        }
        if (byte < 0x80) {
            break;
        }
    }
    return bytes;
}

/* An event of these bytes, in which there may be anything. text[bytes] is written to. */
static void tell_piece(struct debug_session *session, char *text, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        text[i] = text[i] == '\0' ? ' ' : text[i];
    }
    text[bytes] = '\0';
    struct arena arena = {0};
    json_t *output = bytes > 0 ? json_string(utf8_clean(&arena, text)) : NULL;
    if (output != NULL) {
        protocol_event(&session->protocol, "output",
                       json_pack("{s:s,s:o}", "category", "stdout", "output", output));
    }
    arena_free(&arena);
}

void session_tell_output(struct debug_session *session, int file) {
    char text[4096];
    size_t held = 0;
    ssize_t length;
    lseek(file, 0, SEEK_SET);
    while ((length = read(file, text + held, sizeof text - 1 - held)) > 0) {
        const size_t have = held + (size_t)length, whole = whole_characters(text, have);
        char rest[4];
        held = have - whole;
        memcpy(rest, text + whole, held);
        tell_piece(session, text, whole);
        memcpy(text, rest, held);
    }
    tell_piece(session, text, held);
}
