#pragma once
// Only the re-entrant calls: those that share one global context cannot be named.
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>
#if GEOS_VERSION_MAJOR < 3 || (GEOS_VERSION_MAJOR == 3 && GEOS_VERSION_MINOR < 11)
#error "Waymark needs GEOS 3.11 or later"
#endif
