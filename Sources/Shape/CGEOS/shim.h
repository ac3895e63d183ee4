#pragma once
// Only the re-entrant calls: those that share one global context cannot be named.
#define GEOS_USE_ONLY_R_API
#include <geos_c.h>
#if GEOS_VERSION_MAJOR < 3 || (GEOS_VERSION_MAJOR == 3 && GEOS_VERSION_MINOR < 11)
#error "Waymark needs GEOS 3.11 or later"
#endif

#include "../../Base/library.h"

// The same for all versions of GEOS 3.
#define GEOS_NAMES "libgeos_c.so.1", "libgeos_c.so"

#define GEOS_VERSION_FUNCTIONS(F) F(GEOSversion)

#define GEOS_FUNCTIONS(F) \
    F(GEOSBuffer_r) F(GEOSContext_setErrorMessageHandler_r) F(GEOSContext_setNoticeMessageHandler_r) \
    F(GEOSCoordSeq_create_r) F(GEOSCoordSeq_destroy_r) F(GEOSCoordSeq_getSize_r) F(GEOSCoordSeq_getXY_r) \
    F(GEOSCoordSeq_setXY_r) F(GEOSDifference_r) F(GEOSFree_r) F(GEOSGeomTypeId_r) F(GEOSGeom_createCollection_r) \
    F(GEOSGeom_createLineString_r) F(GEOSGeom_createLinearRing_r) F(GEOSGeom_createPoint_r) \
    F(GEOSGeom_createPolygon_r) F(GEOSGeom_destroy_r) F(GEOSGeom_getCoordSeq_r) F(GEOSGetExteriorRing_r) \
    F(GEOSGetGeometryN_r) F(GEOSGetInteriorRingN_r) F(GEOSGetNumGeometries_r) F(GEOSGetNumInteriorRings_r) \
    F(GEOSIntersection_r) F(GEOSMakeValidParams_create_r) F(GEOSMakeValidParams_destroy_r) \
    F(GEOSMakeValidParams_setMethod_r) F(GEOSMakeValidWithParams_r) F(GEOSUnaryUnion_r) F(GEOS_finish_r) \
    F(GEOS_init_r) F(GEOSisEmpty_r) F(GEOSisValidReason_r) F(GEOSisValid_r)

LIBRARY(GEOSVersion, GEOS_VERSION_FUNCTIONS, GEOS_NAMES)
LIBRARY(GEOSFunctions, GEOS_FUNCTIONS, GEOS_NAMES)
