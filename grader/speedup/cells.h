/* What people and spreadsheets write into a cell that holds a number. */
#pragma once

#include "../arena.h"

#include <stdbool.h>

/* The text without blanks around it. A number comes back as C writes it: the decimal comma becomes
 * a point, blanks between digits go ("1 000 000", with any of the blanks that a French spreadsheet
 * uses), and so do a Swiss one's apostrophes; 12,5 % becomes 0.125. In a `whole` number commas, or
 * two points and more, part thousands: 1,048,576 and 1.048.576. A text that is no number comes back
 * as it is. The result hangs on `arena`. */
const char *cell_number(struct arena *arena, const char *text, bool whole);
