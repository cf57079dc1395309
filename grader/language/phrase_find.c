/* Says a sentence in the other language: by its values, or recognised by its pattern. */
#include "phrases.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Patterns with less of their own only join parts: they fit where a part is known. */
enum { OWN_LETTERS = 10, DEEPEST = 8 };

/* What a value may be, by its name. Values that are spoken hold parts of sentences, or whole ones,
 * and are said in the other language; all others stay as they are: a variable may be called "read".
 */
enum manner { ONE_WORD, NUMBER, PART, TEAM, SENTENCES, VERBATIM, VERDICT };

static const struct {
    enum manner manner;
    const char *names; /* between commas */
} manners[] = {
    {NUMBER, ",all,bytes,count,differ,distance,earned,element,elements,ended,failed,first,input "
             "bytes,judged,last,left,line,number,number too,observed,past,second,size,tail,"
             "taken,third,unwritten,waiting,"},
    {PART,
     ",access,array,check,clause,clauses,elsewhere,fact,finding,held,held too,item,kind,list,lock,"
     "me,mine,other,place,said,theirs,there,title,what,when,who,"},
    {TEAM, ",team,"},
    {SENTENCES, ",message,rest,result,sentence,why,"},
    {VERBATIM, ",block count,block number,error,formula,function,input,limit,log,name,names,points,"
               "submission,thread count,thread number,value,"},
    {VERDICT, ",verdict,"},
};

static enum manner manner_of(const char *name) {
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof manners / sizeof *manners; i++) {
        for (const char *at = manners[i].names; (at = strstr(at, name)) != NULL; at++) {
            if (at[-1] == ',' && at[length] == ',') {
                return manners[i].manner;
            }
        }
    }
    return ONE_WORD;
}

static bool suits(const char *name, const char *at, size_t length) {
    switch (manner_of(name)) {
    case ONE_WORD:
        return memchr(at, ' ', length) == NULL;
    case NUMBER:
        return strspn(at, "0123456789.") >= length;
    case PART: /* where a sentence has several clauses, it is in one of them */
        return memmem(at, length, ". ", 2) == NULL &&
               (memmem(at, length, "; ", 2) == NULL || strcmp(name, "clauses") == 0) &&
               (memmem(at, length, " at line ", 9) == NULL || strcmp(name, "array") != 0);
    case VERBATIM:
        return memmem(at, length, ". ", 2) == NULL;
    case TEAM: /* "threads 1, 2 and 3" */
        return strncmp(at, "thread", strlen("thread")) == 0 &&
               strspn(at, "threads and,0123456789") >= length;
    case VERDICT: /* "not begun"; and not all up to the bracket of another sentence */
        return strspn(at, "abcdefghijklmnopqrstuvwxyz- ") >= length;
    default:
        return true;
    }
}

static bool is_spoken(const char *name) {
    const enum manner manner = manner_of(name);
    return manner == PART || manner == TEAM || manner == SENTENCES;
}

/* "2.5" points are "2,5" points; "2.5 / 8" too. Other values, such as 0.5f, are the program's. */
static const char *with_comma(struct arena *arena, const char *points) {
    char *text = arena_strdup(arena, points);
    for (char *at = strchr(text, '.'); at != NULL; at = strchr(at + 1, '.')) {
        if (isdigit((unsigned char)at[1]) != 0) {
            *at = ',';
        }
    }
    return text;
}

/* An array may be "the memory allocated", or a variable, whose name no language changes: "sum". */
static bool is_name(const char *hole, const char *value) {
    return strcmp(hole, "array") == 0 && strchr(value, ' ') == NULL;
}

struct finding_phrase {
    const struct phrases *phrases;
    const struct translations *plain;
    struct arena *arena;
    int depth;
    bool wholly; /* was each sentence known of what was looked for last? */
};

struct value {
    const char *at;
    size_t length;
    const char *text; /* as it will be said */
};

/* Where the values are if the text fits; the shortest for each, from left to right. */
static bool fits(const struct phrase *phrase, size_t hole, const char *at, struct value *values) {
    if (hole == phrase->holes) {
        return *at == '\0';
    }
    const char *next = phrase->piece[hole + 1];
    const size_t length = strlen(next);
    values[hole].at = at;
    if (length == 0 && hole + 1 == phrase->holes) {
        values[hole].length = strlen(at);
        return *at != '\0' && suits(phrase->name[hole], at, values[hole].length);
    }
    for (const char *end = *at == '\0' ? NULL : strstr(at + 1, next); end != NULL;
         end = strstr(end + 1, next)) {
        values[hole].length = (size_t)(end - at);
        if (suits(phrase->name[hole], at, values[hole].length) &&
            fits(phrase, hole + 1, end + length, values)) {
            return true;
        }
    }
    return false;
}

/* Where the values are if they, in the phrase's words, are the text. */
static bool holds(const struct phrase *phrase, const struct message_value *known, const char *at,
                  struct value *values) {
    for (size_t hole = 0; hole < phrase->holes; hole++) {
        const struct message_value *value = known;
        while (value->name != NULL && strcmp(value->name, phrase->name[hole]) != 0) {
            value++;
        }
        char number[24];
        snprintf(number, sizeof number, "%lld", value->number);
        const char *text = value->text != NULL ? value->text : number;
        const char *next = phrase->piece[hole + 1];
        values[hole] = (struct value){.at = at, .length = strlen(text)};
        at += values[hole].length;
        if (value->name == NULL || strncmp(values[hole].at, text, values[hole].length) != 0 ||
            strncmp(at, next, strlen(next)) != 0) {
            return false;
        }
        at += strlen(next);
    }
    return *at == '\0';
}

static const struct value *value_named(const struct phrase *phrase, const struct value *values,
                                       const char *name, size_t length) {
    for (size_t i = 0; i < phrase->holes; i++) {
        if (strncmp(phrase->name[i], name, length) == 0 && phrase->name[i][length] == '\0') {
            return &values[i];
        }
    }
    return NULL;
}

/* French takes the plural from 2 on. */
static bool is_many(const struct value *value) {
    return value != NULL && strtoull(value->at, NULL, 10) >= 2;
}

static const char *compose(struct arena *arena, const struct phrase *phrase,
                           const struct value *values, const char *text, const char *end) {
    const char *out = "";
    while (text < end) {
        size_t plain = strcspn(text, "{");
        plain = plain < (size_t)(end - text) ? plain : (size_t)(end - text);
        out = arena_printf(arena, "%s%.*s", out, (int)plain, text);
        text += plain;
        if (text >= end) {
            break;
        }
        const char *name = ++text;
        const size_t length = strcspn(name, "|}");
        const struct value *value = value_named(phrase, values, name, length);
        if (name[length] == '}') {
            out = arena_printf(arena, "%s%s", out, value != NULL ? value->text : "");
            text = name + length + 1;
            continue;
        }
        const char *one = name + length + 1, *bar = phrase_bar(one, end), *close = bar + 1;
        for (int depth = 0; close < end && (depth > 0 || *close != '}'); close++) {
            depth += (*close == '{') - (*close == '}');
        }
        out = arena_printf(arena, "%s%s", out,
                           is_many(value) ? compose(arena, phrase, values, bar + 1, close)
                                          : compose(arena, phrase, values, one, bar));
        text = close + 1;
    }
    return out;
}

static const char *find(struct finding_phrase *finding, const char *text);

/* A value as the other language says it; NULL where that is no other than it is. */
static const char *say_value(struct finding_phrase *finding, const char *name, const char *value) {
    if (is_name(name, value)) {
        return NULL;
    }
    return manner_of(name) == VERDICT
               ? translations_find_in(finding->phrases->texts, "verdict", value)
           : is_spoken(name) ? find(finding, value)
                             : NULL;
}

/* The text by this phrase; NULL where it does not fit. `known` (or NULL): its values. */
static const char *say_by(struct finding_phrase *finding, const struct phrase *phrase,
                          const struct message_value *known, const char *text) {
    struct value values[PHRASE_HOLES];
    const size_t first = strlen(phrase->piece[0]);
    if (strncmp(text, phrase->piece[0], first) != 0 ||
        !(known != NULL ? holds(phrase, known, text + first, values)
                        : fits(phrase, 0, text + first, values))) {
        return NULL;
    }
    const bool joins =
        phrase->letters < OWN_LETTERS && phrase->holes > 0 && *phrase->piece[0] == '\0';
    bool knows = !joins;
    for (size_t i = 0; i < phrase->holes; i++) {
        const char *value =
            arena_printf(finding->arena, "%.*s", (int)values[i].length, values[i].at);
        const char *said = say_value(finding, phrase->name[i], value);
        if (joins && manner_of(phrase->name[i]) == SENTENCES &&
            (said == NULL || !finding->wholly)) {
            return NULL; /* it fits nearly all: a sentence may be another phrase's */
        }
        knows = knows || said != NULL;
        values[i].text = said != NULL ? said
                         : strstr(phrase->name[i], "points") != NULL
                             ? with_comma(finding->arena, value)
                             : value;
    }
    return knows ? compose(finding->arena, phrase, values, phrase->text,
                           phrase->text + strlen(phrase->text))
                 : NULL;
}

/* By one phrase, or as it stands. */
static const char *find_whole(struct finding_phrase *finding, const struct message_value *known,
                              const char *text) {
    const char *plain = finding->plain != NULL ? translations_find(finding->plain, text) : NULL;
    for (size_t i = 0; plain == NULL && i < finding->phrases->count; i++) {
        plain = say_by(finding, finding->phrases->rows[i], known, text);
    }
    return plain;
}

/* The same, where the text may end with a full stop that its pattern has not. */
static const char *find_sentence(struct finding_phrase *finding, const char *text) {
    const char *said = find_whole(finding, NULL, text);
    const size_t length = strlen(text);
    if (said == NULL && length > 1 && text[length - 1] == '.') {
        said =
            find_whole(finding, NULL, arena_printf(finding->arena, "%.*s", (int)length - 1, text));
        said = said != NULL ? arena_printf(finding->arena, "%s.", said) : NULL;
    }
    return said;
}

/* Where the sentence that begins at `text` ends: behind its full stop, or at the text's end. */
static const char *sentence_end(const char *text) {
    const char *end = text;
    while (*end != '\0' && !(strchr(".?!)", *end) != NULL && end[1] == ' ')) {
        end++;
    }
    return *end == '\0' ? end : end + 1;
}

/* Sentence by sentence, as many as one phrase holds; what is not known stays. */
static const char *find_parts(struct finding_phrase *finding, const char *text, const char *end) {
    const char *out = "";
    bool knows = false, wholly = true;
    while (text < end) {
        const char *said = NULL, *stop = end, *last = end;
        for (const char *at = sentence_end(text); at < end; at = sentence_end(at)) {
            stop = stop == end ? at : stop;
        }
        last = stop;
        for (const char *at = end; said == NULL && at >= stop; at--) {
            if (at == end || (*at == ' ' && strchr(".?!)", at[-1]) != NULL)) {
                said = find_sentence(finding,
                                     arena_printf(finding->arena, "%.*s", (int)(at - text), text));
                last = said != NULL ? at : last;
            }
        }
        knows = knows || said != NULL;
        wholly = wholly && said != NULL;
        out = said != NULL ? arena_printf(finding->arena, "%s%s", out, said)
                           : arena_printf(finding->arena, "%s%.*s", out, (int)(last - text), text);
        for (text = last; text < end && *text == ' '; text++) {
            out = arena_printf(finding->arena, "%s ", out);
        }
    }
    finding->wholly = wholly;
    return knows ? out : NULL;
}

static const char *find(struct finding_phrase *finding, const char *text) {
    if (finding->depth == DEEPEST || *text == '\0') {
        return NULL;
    }
    finding->depth++;
    const char *said = find_parts(finding, text, text + strlen(text));
    finding->depth--;
    return said;
}

const char *phrases_find(const struct phrases *phrases, const struct translations *plain,
                         struct arena *arena, const char *text,
                         const struct message_value *values) {
    struct finding_phrase finding = {.phrases = phrases, .plain = plain, .arena = arena};
    const char *whole = values != NULL ? find_whole(&finding, values, text) : NULL, *out = "";
    if (whole != NULL) {
        return whole;
    }
    bool knows = false;
    while (*text != '\0') { /* line by line */
        const size_t length = strcspn(text, "\n");
        const char *line = arena_printf(arena, "%.*s", (int)length, text);
        const char *said = find(&finding, line);
        knows = knows || said != NULL;
        out = arena_printf(arena, "%s%s%s", out, said != NULL ? said : line,
                           text[length] == '\n' ? "\n" : "");
        text += length + (text[length] == '\n');
    }
    return knows ? out : NULL;
}
