/*
 * What the grader tells the inner program, and what that answers. The plan travels in a memory
 * file: the header, then `descriptor_count` numbers, then the seccomp filter, then texts, each
 * ended by NUL.
 */
#pragma once

#include <stdint.h>

/* The descriptors that the inner program starts with. */
enum jail_place {
    JAIL_PLACE_CONTROL = 3, /* socket to the grader: its end means stop, the report goes out here */
    JAIL_PLACE_OUTPUT,      /* memory file that gets what the command prints */
    JAIL_PLACE_PLAN,        /* this plan */
    JAIL_PLACE_PROGRAM,     /* the inner program itself */
    JAIL_PLACE_EVENTS,      /* the control group's file with "oom_kill <count>", or an empty file */
    JAIL_PLACE_PASSED       /* the command's own descriptors, in the order of the plan */
};

/* How the inner program keeps the command away from others. */
enum jail_hold {
    JAIL_HOLD_NAMESPACE,      /* it is process 1 of a PID namespace, as the command's own user */
    JAIL_HOLD_NAMESPACE_ROOT, /* the same, but as root: the command gets a user namespace of its own
                                 and `uid` */
    JAIL_HOLD_LANDLOCK,       /* no namespaces: Landlock, a process group and a subreaper */
    JAIL_HOLD_LIMITS /* a process group and limits: the command may do all that its user may */
};

struct jail_plan {
    double wall_seconds, cpu_seconds;
    uint64_t memory_bytes;    /* resident */
    uint64_t address_bytes;   /* RLIMIT_AS; 0: no limit */
    uint64_t inherited_bytes; /* shared memory that the grader passed in: not the command's */
    uint64_t file_bytes, output_bytes;
    uint32_t processes;
    uint32_t uid; /* user and group of the command; 0: stay who we are */
    uint32_t hold;
    uint32_t fixed_addresses;
    uint32_t descriptor_count, filter_count;
    /* Texts, in this order: the directory; the arguments; the environment; for Landlock, paths,
     * each after one letter: 'r' may be read and executed, 'w' written too, 'd' a device file, 't'
     * the private /tmp, removed at the end. */
    uint32_t argument_count, environment_count, path_count;
};

struct jail_report {
    uint32_t end; /* enum jail_end */
    int32_t code;
    double wall_seconds, cpu_seconds;
    uint64_t peak_bytes;
    int32_t failed_errno; /* for JAIL_FAILED */
    char failed_step[60]; /* what could not be done: "run %s" … */
};
