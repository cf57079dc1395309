#include "gradescope_import.h"

#include "../../utf8.h"
#include "../rules/policy.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

/* The file holds all results of all attempts, hundreds of megabytes of a large class: it is read
 * event by event, and only what is wanted is kept. */
struct export_reader {
    yaml_parser_t parser;
    yaml_event_t event; /* the one at hand */
    struct arena *arena;
    const char *path;
    struct error *error;
};

static bool complain(struct export_reader *reader, const char *what) {
    return error_set(reader->error, "%s:%zu: %s", reader->path, reader->event.start_mark.line + 1,
                     what);
}

/* Goes to the next event, which is at hand then. */
static bool step(struct export_reader *reader) {
    yaml_event_delete(&reader->event);
    if (!yaml_parser_parse(&reader->parser, &reader->event)) {
        memset(&reader->event, 0, sizeof reader->event);
        return error_set(reader->error, "%s:%zu: not YAML: %s", reader->path,
                         reader->parser.problem_mark.line + 1,
                         reader->parser.problem != NULL ? reader->parser.problem : "unreadable");
    }
    return true;
}

/* The text at hand, or NULL where it is none. */
static const char *scalar(const struct export_reader *reader) {
    return reader->event.type == YAML_SCALAR_EVENT ? (const char *)reader->event.data.scalar.value
                                                   : NULL;
}

/* Skips the value that begins with the event at hand. */
static bool skip(struct export_reader *reader) {
    int depth = 0;
    do {
        switch (reader->event.type) {
        case YAML_MAPPING_START_EVENT:
        case YAML_SEQUENCE_START_EVENT:
            depth++;
            break;
        case YAML_MAPPING_END_EVENT:
        case YAML_SEQUENCE_END_EVENT:
            depth--;
            break;
        default:
            break;
        }
        if (!step(reader)) {
            return false;
        }
    } while (depth > 0);
    return true;
}

/* Takes the value under the key into `context`; when it returns true, the event behind the value is
 * at hand. */
typedef bool value_reader(struct export_reader *reader, const char *key, void *context);

/* Hands each pair of the mapping at hand to `value`. */
static bool read_pairs(struct export_reader *reader, const char *what, value_reader *value,
                       void *context) {
    if (reader->event.type != YAML_MAPPING_START_EVENT) {
        return complain(reader, what);
    }
    bool good = step(reader);
    while (good && reader->event.type != YAML_MAPPING_END_EVENT) {
        const char *text = scalar(reader);
        if (text == NULL) {
            return complain(reader, "a key must be a text");
        }
        const char *key = arena_strdup(reader->arena, text);
        good = step(reader) && value(reader, key, context);
    }
    return good && step(reader);
}

static bool person_value(struct export_reader *reader, const char *key, void *context) {
    struct gradescope_person *person = context;
    const struct {
        const char *key;
        const char **place;
    } fields[] = {{":name", &person->name}, {":sid", &person->sid}, {":email", &person->email}};
    const char *text = scalar(reader);
    for (size_t i = 0; text != NULL && i < sizeof fields / sizeof *fields; i++) {
        const bool nothing = strcmp(text, "~") == 0 || strcmp(text, "null") == 0;
        if (strcmp(key, fields[i].key) == 0 && !nothing) {
            *fields[i].place = utf8_composed(reader->arena, text);
        }
    }
    return skip(reader);
}

static bool read_people(struct export_reader *reader, struct gradescope_person **first) {
    if (reader->event.type != YAML_SEQUENCE_START_EVENT) {
        return complain(reader, "key ':submitters' must be a list");
    }
    bool good = step(reader);
    while (good && reader->event.type != YAML_SEQUENCE_END_EVENT) {
        struct gradescope_person *person = arena_alloc(reader->arena, sizeof *person);
        *person = (struct gradescope_person){.name = "", .sid = "", .email = ""};
        good = read_pairs(reader, "a submitter must be a mapping with :name, :sid and :email",
                          person_value, person);
        if (*person->name != '\0' || *person->sid != '\0' || *person->email != '\0') {
            *first = person;
            first = &person->next;
        }
    }
    return good && step(reader);
}

/* "2026-04-26 17:34:00.861687000 Z": parts of a second are left out. */
static bool read_time(struct export_reader *reader, int64_t *time) {
    const char *text = scalar(reader), *dot = text != NULL ? strchr(text, '.') : NULL;
    if (reader->event.type == YAML_ALIAS_EVENT) {
        return step(reader); /* the same as some other time, which is skipped */
    }
    if (dot != NULL) {
        const char *rest = dot + 1 + strspn(dot + 1, "0123456789");
        rest += strspn(rest, " ");
        text = arena_printf(reader->arena, "%.*s%s", (int)(dot - text), text, rest);
    }
    if (text == NULL || !policy_read_time(text, time)) {
        return complain(reader, "key ':created_at' must be a time such as 2026-11-20 23:59:00 Z");
    }
    return step(reader);
}

static bool submission_value(struct export_reader *reader, const char *key, void *context) {
    struct gradescope_submission *submission = context;
    return strcmp(key, ":submitters") == 0   ? read_people(reader, &submission->people)
           : strcmp(key, ":created_at") == 0 ? read_time(reader, &submission->handed_in)
                                             : skip(reader);
}

static bool folder_value(struct export_reader *reader, const char *key, void *context) {
    struct gradescope_submission ***tail = context,
                                 *submission = arena_alloc(reader->arena, sizeof *submission);
    *submission = (struct gradescope_submission){.folder = key};
    **tail = submission;
    *tail = &submission->next;
    return read_pairs(reader, "a submission must be a mapping with :submitters", submission_value,
                      submission);
}

static bool read_file(struct export_reader *reader, struct gradescope_submission **first) {
    while (reader->event.type != YAML_DOCUMENT_START_EVENT) {
        if (reader->event.type == YAML_STREAM_END_EVENT) {
            return error_set(reader->error, "%s:1: no submission is in it", reader->path);
        }
        if (!step(reader)) {
            return false;
        }
    }
    return step(reader) &&
           read_pairs(reader, "the file must be a mapping of folders, as Gradescope exports it",
                      folder_value, &first);
}

bool gradescope_read(struct arena *arena, const char *path, struct gradescope_submission **first,
                     struct error *error) {
    struct export_reader reader = {.arena = arena, .path = path, .error = error};
    *first = NULL;
    FILE *file = fopen(path, "rbe");
    if (file == NULL) {
        return error_set(error, "%s: %s", path, strerror(errno));
    }
    bool good = yaml_parser_initialize(&reader.parser) || error_set(error, "out of memory");
    if (good) {
        yaml_parser_set_input_file(&reader.parser, file);
        good = read_file(&reader, first);
        yaml_event_delete(&reader.event);
        yaml_parser_delete(&reader.parser);
    }
    fclose(file);
    return good;
}

const struct gradescope_submission *gradescope_find(const struct gradescope_submission *submissions,
                                                    const char *folder) {
    while (submissions != NULL && strcmp(submissions->folder, folder) != 0) {
        submissions = submissions->next;
    }
    return submissions;
}
