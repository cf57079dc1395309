/*
 * substitution.h - other data on the device than on the host. Wherever bytes of known data are on
 * their way into device memory, the bytes of other data, which the program has never seen, take
 * their place: so a result shows whether it was computed from what the device holds. On their way
 * back they are exchanged again, so that a host that reads the data learns nothing of it.
 *
 * A stretch is known by 32 bytes in a row, from any element on; what is shorter counts as known
 * only where it goes on right behind the stretch before. Elements are replaced whole: half of one
 * may be like another's by chance, as the upper half of a number is. All that reaches the device in
 * another way is counted: where it is much, the device may hold the known data in some other form.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct substitution;

/* Takes copies of both, `bytes` long, which are elements of `grain` bytes. NULL without memory. */
struct substitution *substitution_create(const void *known, const void *other, size_t bytes,
                                         size_t grain);
void substitution_free(struct substitution *substitution);

/* Replaces what is known in `bytes`, which are on their way to the device. */
void substitution_apply(struct substitution *substitution, unsigned char *bytes, size_t count);

/* Puts what the program knows back into `bytes`, which are on their way from the device. */
void substitution_return(struct substitution *substitution, unsigned char *bytes, size_t count);

/* Memory that host and device share: what is known is replaced while the device works with it, from
 * enter until leave, which ends all replacements. What the device has written over stays. */
void substitution_enter(struct substitution *substitution, unsigned char *bytes, size_t count);
void substitution_leave(struct substitution *substitution);

/* Bytes that reached the device in another way, such as the pattern of a fill. */
void substitution_pass(struct substitution *substitution, uint64_t bytes);

/* How many bytes reached the device that were neither replaced nor zero. */
uint64_t substitution_foreign(const struct substitution *substitution);

/* How many bytes went back to the host that were neither replaced nor zero. */
uint64_t substitution_back(const struct substitution *substitution);
