/* Words for variables, threads and what they hold. */
#include "../../../message_text.h"
#include "watch.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void words_say(char *text, size_t size, enum message message, const struct message_value *values) {
    message_write(text, size, SIMT_OPENMP, message, values);
}

static const struct stack_variable *variable_at(const struct area *area, uint64_t address) {
    for (uint32_t i = area->variable_count; i > 0; i--) {
        const struct stack_variable *variable = &area->variables[i - 1];
        if (address - variable->address < variable->bytes) {
            return variable;
        }
    }
    return NULL;
}

/* What holds an address: its name, and where it begins. */
struct named {
    char name[96];
    uint64_t address, bytes;
    bool bare; /* the name is C's: an index may follow it */
    uint64_t identity;
    const char *shape; /* NULL: not known */
    bool many;         /* it is an array of such */
};

/* A translated name as the student wrote it: what makes it unique comes after a dollar or a dot. */
static void plain_name(char *text, size_t size, const char *name) {
    snprintf(text, size, "%.*s", (int)strcspn(name, "$."), name);
}

/* A static variable of a function has the function's name in front. */
static void static_name(char *text, size_t size, const char *name) {
    const size_t owner = strcspn(name, "$.");
    const char *own = name[owner] != '\0' ? name + owner + 1 : name;
    plain_name(text, size, isalpha((unsigned char)*own) || *own == '_' ? own : name);
}

static uint64_t hash_text(const char *text) {
    uint64_t hash = 1;
    for (; *text != '\0'; text++) {
        hash = table_mix(hash, (unsigned char)*text);
    }
    return hash;
}

static void name_by_line(struct named *named, const struct openmp_watch *watch, enum message what,
                         enum message what_at, uint32_t site) {
    struct finding_place place = {.line = 0};
    char where[64];
    words_place(&place, watch, site, MESSAGE_COUNT);
    snprintf(where, sizeof where, "%.40s:%u", place.file, place.line);
    words_say(named->name, sizeof named->name, place.line != 0 ? what_at : what,
              MESSAGE_VALUES(message_string("place", where)));
    named->identity = table_mix(site + 1, what);
    if (what == MESSAGE_HEAP_MEMORY) {
        char memory[128];
        snprintf(memory, sizeof memory, "memory %.100s:%u", place.file, place.line);
        named->shape = shape_of(watch, memory);
        named->many = true;
    }
}

/* Memory from a lab's runner, whose lines no student sees. */
static bool is_runners(const struct openmp_watch *watch, uint32_t site) {
    struct finding_place place = {.line = 0};
    words_place(&place, watch, site, MESSAGE_COUNT);
    return strcmp(place.file, "runner.c") == 0;
}

static bool find_name(struct named *named, const struct openmp_watch *watch, uint32_t index,
                      uint64_t address) {
    const struct area *area = area_of(watch, index);
    *named = (struct named){.identity = address};
    if (area == NULL) {
        return false;
    }
    const struct stack_variable *variable = variable_at(area, address);
    named->address = variable != NULL ? variable->address : area->address;
    named->bytes = variable != NULL ? variable->bytes : area->bytes;
    if (variable != NULL && variable->name != NULL && variable->name[0] != '\0') {
        plain_name(named->name, sizeof named->name, variable->name);
        named->identity = table_mix(variable->site + 1, hash_text(variable->name));
        named->shape = shape_of_number(watch, variable->shape);
    } else if (variable != NULL) {
        name_by_line(named, watch, MESSAGE_UNNAMED_VARIABLE, MESSAGE_UNNAMED_VARIABLE_AT,
                     variable->site);
    } else if (area->heap && is_runners(watch, area->made_site)) {
        words_say(named->name, sizeof named->name, MESSAGE_GIVEN_MEMORY, NULL);
        named->identity = table_mix(area->made_site + 1, MESSAGE_GIVEN_MEMORY);
    } else if (area->heap) {
        name_by_line(named, watch, MESSAGE_HEAP_MEMORY, MESSAGE_HEAP_MEMORY_AT, area->made_site);
    } else if (memory_is_of_task(watch, index)) { /* which of its copies, nobody knows */
        words_say(named->name, sizeof named->name, MESSAGE_COPY_OF_TASK, NULL);
        named->identity = MESSAGE_COPY_OF_TASK;
        named->address = address;
        named->bytes = 0;
    } else if (words_is_library(watch, index)) {
        words_say(named->name, sizeof named->name, MESSAGE_LIBRARY_MEMORY, NULL);
        named->identity = table_mix(index, 1);
    } else if (area->name[0] != '\0') {
        static_name(named->name, sizeof named->name, area->name);
        char global[128];
        snprintf(global, sizeof global, "variable %s", area->name);
        named->shape = area->kind == SIMT_REGION_VARIABLE ? shape_of(watch, global) : NULL;
        named->identity = table_mix(index, 1);
    } else {
        words_say(named->name, sizeof named->name,
                  area->stack ? MESSAGE_A_STACK : MESSAGE_GIVEN_MEMORY, NULL);
    }
    named->bare = !area->heap && strchr(named->name, ' ') == NULL;
    return true;
}

bool words_is_library(const struct openmp_watch *watch, uint32_t index) {
    const struct area *area = area_of(watch, index);
    return area != NULL && strstr(area->name, OF_LIBRARY) != NULL;
}

uint64_t words_identity(const struct openmp_watch *watch, uint32_t area, uint64_t address) {
    struct named named;
    find_name(&named, watch, area, address);
    return named.identity;
}

void words_array(char *text, size_t size, const struct openmp_watch *watch, uint32_t area,
                 uint64_t address) {
    struct named named;
    find_name(&named, watch, area, address);
    snprintf(text, size, "%s", named.name);
}

void words_variable(char *text, size_t size, const struct openmp_watch *watch, uint32_t area,
                    uint64_t address, unsigned width) {
    struct named named;
    if (!find_name(&named, watch, area, address)) {
        char number[24];
        snprintf(number, sizeof number, "0x%llx", (unsigned long long)address);
        words_say(text, size, MESSAGE_ADDRESS, MESSAGE_VALUES(message_string("address", number)));
        return;
    }
    int64_t offset = (int64_t)(address - named.address);
    char part[128];
    if (width != 0 && named.shape != NULL &&
        shape_part(part, sizeof part, named.shape, offset, named.bytes, width, named.many)) {
        if (named.bare || part[0] == '\0') {
            snprintf(text, size, "%s%s", named.name, part);
        } else {
            words_say(text, size, MESSAGE_PART_OF,
                      MESSAGE_VALUES(message_string("part", part + (part[0] == '.')),
                                     message_string("array", named.name)));
        }
        return;
    }
    int64_t element = width == 0 ? 0 : finding_element(offset, width);
    if (width == 0 || (named.bytes <= width && element == 0)) {
        snprintf(text, size, "%s", named.name);
    } else {
        words_say(text, size, named.bare ? MESSAGE_ELEMENT : MESSAGE_ELEMENT_OF,
                  MESSAGE_VALUES(message_string("array", named.name),
                                 message_number("element", element)));
    }
}

unsigned words_unit(const struct openmp_watch *watch, uint32_t area, uint64_t address,
                    unsigned width) {
    struct named named;
    const bool known = find_name(&named, watch, area, address) && named.shape != NULL;
    const unsigned unit = known ? shape_unit(named.shape) : 0;
    return unit != 0 && named.bytes % unit == 0 ? unit : width;
}

void words_place(struct finding_place *place, const struct openmp_watch *watch, uint32_t site,
                 enum message access) {
    if (access != MESSAGE_COUNT) {
        words_say(place->access, sizeof place->access, access, NULL);
    }
    if (site < watch->site_count) {
        const struct simt_source *source = &watch->sites[site].source;
        /* without folders: the student has one project open, and 80 columns */
        snprintf(place->file, sizeof place->file, "%s", basename(source->file));
        place->line = source->line;
    }
}

void words_strand(char *text, size_t size, const struct openmp_watch *watch, uint32_t number) {
    const struct strand *strand = strand_of(watch, number);
    const struct strand *outer = NULL;
    struct finding_place made = {.line = 0};
    enum message message = MESSAGE_ANOTHER_THREAD;
    if (strand != NULL && strand->task) {
        words_place(&made, watch, strand->site, MESSAGE_COUNT);
        message = made.line != 0 ? MESSAGE_TASK_OF_LINE : MESSAGE_TASK_ON_THREAD;
    } else if (strand != NULL) {
        outer = strand->level > 1 ? watch->strands[strand->parent] : NULL;
        const bool league = strand->teams > 1;
        message = strand->level == 0 ? (league ? MESSAGE_TEAM_OF_LEAGUE : MESSAGE_INITIAL_THREAD)
                  : outer != NULL    ? MESSAGE_THREAD_OF_NESTED_TEAM
                  : league           ? MESSAGE_THREAD_OF_LEAGUE
                                     : MESSAGE_THREAD_OF_TEAM;
    }
    words_say(text, size, message,
              MESSAGE_VALUES(message_number("number", strand != NULL ? strand->thread : 0),
                             message_number("size", strand != NULL ? strand->team_size : 0),
                             message_number("outer", outer != NULL ? outer->thread : 0),
                             message_number("team", strand != NULL ? strand->league : 0),
                             message_number("teams", strand != NULL ? strand->teams : 0),
                             message_number("line", made.line)));
}

void words_capital(char *text) {
    struct message_made made;
    const bool known = message_find(text, &made);
    text[0] = (char)toupper((unsigned char)text[0]);
    if (known) {
        char format[128];
        snprintf(format, sizeof format, "%c%s", toupper((unsigned char)*made.format),
                 made.format + 1);
        message_keep(text, format, made.values);
    }
}

static const struct {
    bool known;
    enum message plain, named;
} mutexes[SIMT_SYNC_KIND_COUNT] = {
    [SIMT_SYNC_CRITICAL] = {true, MESSAGE_CRITICAL, MESSAGE_NAMED_CRITICAL},
    [SIMT_SYNC_LOCK] = {true, MESSAGE_LOCK, MESSAGE_NAMED_LOCK},
    [SIMT_SYNC_NEST_LOCK] = {true, MESSAGE_NEST_LOCK, MESSAGE_NAMED_NEST_LOCK},
    [SIMT_SYNC_ORDERED] = {true, MESSAGE_HOLDS_ORDERED, MESSAGE_COUNT},
    [SIMT_SYNC_MUTEX_DEPEND] = {true, MESSAGE_HOLDS_DEPEND, MESSAGE_COUNT},
    [SIMT_SYNC_REDUCTION] = {true, MESSAGE_HOLDS_REDUCTION, MESSAGE_COUNT},
};

void words_lock(char *text, size_t size, const struct openmp_watch *watch, enum simt_sync_kind kind,
                uint64_t object) {
    uint64_t address = object & ((UINT64_C(1) << SIMT_LEAGUE_SHIFT) - 1);
    const bool lock = kind == SIMT_SYNC_LOCK || kind == SIMT_SYNC_NEST_LOCK;
    uint32_t area = lock ? memory_area_with(watch, address) : UINT32_MAX;
    text[0] = '\0';
    if (area != UINT32_MAX) {
        words_variable(text, size, watch, area, address,
                       kind == SIMT_SYNC_LOCK ? 4 : 16); /* openmp/include/omp.h */
    }
}

void words_mutex(char *text, size_t size, const struct openmp_watch *watch,
                 enum simt_sync_kind kind, uint64_t object, const char *name) {
    char variable[96] = "";
    if (kind >= SIMT_SYNC_KIND_COUNT || !mutexes[kind].known) {
        kind = SIMT_SYNC_LOCK;
    }
    if (name != NULL && name[0] != '\0' && mutexes[kind].named != MESSAGE_COUNT) {
        snprintf(variable, sizeof variable, "%s", name);
    } else if (kind != SIMT_SYNC_CRITICAL) {
        words_lock(variable, sizeof variable, watch, kind, object);
    }
    words_say(text, size, variable[0] != '\0' ? mutexes[kind].named : mutexes[kind].plain,
              MESSAGE_VALUES(message_string("name", variable)));
}

void words_held(char *text, size_t size, const struct openmp_watch *watch, uint32_t held) {
    enum { MOST = 8 }; /* more do not fit in a line, and a loop may take thousands */
    char all[256] = "";
    for (unsigned n = 0; held != 0 && n < MOST; n++, held = watch->held[held].outer) {
        const struct held *this = &watch->held[held];
        char name[128], before[sizeof all];
        words_mutex(name, sizeof name, watch, this->kind, this->object,
                    this->variable[0] != '\0' ? this->variable : this->name);
        memcpy(before, all, sizeof before);
        if (before[0] == '\0') {
            snprintf(all, sizeof all, "%s", name);
        } else {
            words_say(
                all, sizeof all, MESSAGE_BOTH,
                MESSAGE_VALUES(message_string("first", before), message_string("second", name)));
        }
    }
    snprintf(text, size, "%s", all);
}

void words_who(struct finding_place *place, const struct openmp_watch *watch, uint32_t strand,
               uint32_t held) {
    words_strand(place->who, sizeof place->who, watch, strand);
    words_held(place->holds, sizeof place->holds, watch, held);
}
