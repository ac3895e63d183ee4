#pragma once
// Only the re-entrant calls: those that share one global context cannot be named.
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>
