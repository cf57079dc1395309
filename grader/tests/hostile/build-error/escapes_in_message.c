/*
 * exercise: sequential
 * flavours: all
 * Tries: to bring escapes to a terminal by way of the compiler's message.
 */
#include "histogram.h"

#error "[2J[31m ]0;owned %s%n ]]> <script>alert(1)</script>"
