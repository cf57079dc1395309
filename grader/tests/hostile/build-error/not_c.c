/*
 * exercise: sequential
 * Tries: nothing: the wrong language.
 */
#include "histogram.h"

#include <iostream>

int answer() {
    return std::cout.good();
}
