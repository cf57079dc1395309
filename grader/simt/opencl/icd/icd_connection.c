/* Which front door this library is. */
#include "../../client/client.h"

const enum wire_door client_door = WIRE_OPENCL;
