/* The name of older versions. */
#include "cusparse.h"
