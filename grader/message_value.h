/* What a message is about: values by name, in the order in which it was given them. */
#pragma once

#include <stddef.h>

/* What stands in the place of {name}: `text`, or `number` where that is NULL. A list of them ends
 * with a name that is NULL. */
struct message_value {
    const char *name;
    const char *text;
    long long number;
};

/* The values of one message: MESSAGE_VALUES(message_number("bytes", 4)). */
#define MESSAGE_VALUES(...) ((const struct message_value[]){__VA_ARGS__, {NULL, NULL, 0}})

static inline struct message_value message_number(const char *name, long long number) {
    return (struct message_value){name, NULL, number};
}

static inline struct message_value message_string(const char *name, const char *text) {
    return (struct message_value){name, text, 0};
}
