#pragma once
#include <geodesic.h>
#include <proj.h>

#include "../../Base/library.h"

#if PROJ_VERSION_MAJOR == 9
#define PROJ_NAMES "libproj.so.25", "libproj.so"
#else
#define PROJ_NAMES "libproj.so"
#endif

#define PROJ_VERSION_FUNCTIONS(F) F(proj_info)

#define PROJ_FUNCTIONS(F) \
    F(geod_direct) F(geod_init) F(geod_inverse) F(geod_polygon_addpoint) F(geod_polygon_compute) \
    F(geod_polygon_init) F(proj_as_proj_string) F(proj_context_create) F(proj_context_destroy) \
    F(proj_context_errno) F(proj_context_errno_string) F(proj_context_get_database_path) F(proj_create) \
    F(proj_create_crs_to_crs_from_pj) F(proj_crs_get_coordinate_system) F(proj_crs_get_datum) \
    F(proj_crs_get_geodetic_crs) F(proj_cs_get_axis_count) F(proj_cs_get_axis_info) F(proj_destroy) \
    F(proj_ellipsoid_get_parameters) F(proj_errno) F(proj_errno_reset) F(proj_factors) F(proj_get_area_of_use) \
    F(proj_get_ellipsoid) F(proj_get_name) F(proj_get_prime_meridian) F(proj_get_source_crs) F(proj_get_type) \
    F(proj_is_crs) F(proj_log_func) F(proj_log_level) F(proj_normalize_for_visualization) \
    F(proj_prime_meridian_get_parameters) F(proj_trans)

LIBRARY(PROJVersion, PROJ_VERSION_FUNCTIONS, PROJ_NAMES)
LIBRARY(PROJFunctions, PROJ_FUNCTIONS, PROJ_NAMES)
