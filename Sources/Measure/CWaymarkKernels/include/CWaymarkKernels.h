// The loops whose SIMD instructions are chosen at run time. Each has a twin in Swift with the same bits: only
// additions, subtractions, multiplications and square roots, in a fixed order, never fused.
#pragma once
#include <stddef.h>
#include <stdint.h>

enum {
    /// Points in a leaf of a tree.
    WM_LEAF = 32,
    /// More levels than any tree has.
    WM_LEVELS = 16,
    /// Room for the keys that a search may write.
    WM_KEYS = 36,
    /// The maximum number of values that are ranked; ranks always have room for as many.
    WM_RANKED = 96,
    /// The number of elements that may be overwritten after those for all points.
    WM_OVERRUN = 7,
    /// The number of runs that a walk writes at a time.
    WM_RUNS = 64,
};

/// A vector from the centre of a sphere or an ellipsoid.
struct wm_vector {
    double x, y, z;
};

/// Unit vectors, of which three more are readable past the last, and the points' numbers.
struct wm_points {
    const double *_Nonnull x, *_Nonnull y, *_Nonnull z;
    const uint32_t *_Nonnull numbers;
};

/// Points in leaves of WM_LEAF, and a tree of nodes with eight children over them.
struct wm_tree {
    struct wm_points points;
    size_t count;
    /// Nodes of 48 floats, level by level from the parents of the leaves to the root, and the start of each level.
    const float *_Nonnull nodes;
    const size_t *_Nonnull levels;
    /// The level of the root.
    size_t top;
};

/// Consecutive points, up to but excluding end.
struct wm_run {
    uint32_t start, end;
};

/// An ellipsoid of revolution of equatorial radius 1, for short geodesics on it.
struct wm_ellipsoid {
    /// The radius of curvature across the meridian: a polynomial in the square of the sine of the latitude.
    double across[6];
    /// The square of the eccentricity, 1 minus that, and a coefficient of the series.
    double e2, polar, bend;
};

/// A point on it: the unit vector of its latitude and longitude, which is the normal there, and the point.
struct wm_surface_point {
    struct wm_vector normal, point;
};

/// The state of a walk through a tree; it begins with level WM_LEVELS.
struct wm_walk {
    /// The level, and for it and those above it the node, its remaining children, and which of them are inside.
    size_t level;
    size_t nodes[WM_LEVELS];
    uint32_t reached[WM_LEVELS], whole[WM_LEVELS];
    /// The number of points in children that are wholly inside.
    size_t inside;
    /// The results of the last step.
    struct wm_run runs[WM_RUNS];
};

/// Latitudes and longitudes in degrees.
struct wm_extent {
    double south, west, north, east;
};

/// Cells of an area: row and column are the degrees from its south and its west, times a number per degree, truncated.
struct wm_grid {
    double south, west, rows, columns;
};

/// The positions of delimiters and of line ends among 64 bytes: one bit per byte, the first in the lowest.
struct wm_marks {
    uint64_t delimiters, ends;
};

typedef uint8_t wm_bytes __attribute__((vector_size(16), aligned(1), may_alias));
typedef _Bool wm_bits __attribute__((ext_vector_type(16)));

/// Finds the delimiters and the line ends, LF and CR, in 64 bytes.
static inline struct wm_marks wm_mark(const void *_Nonnull bytes, uint8_t delimiter) {
    struct wm_marks marks = {0, 0};
    for (int i = 0; i < 4; i++) {
        wm_bytes part = *((const wm_bytes *)bytes + i);
        wm_bits delimiters = __builtin_convertvector(part == delimiter, wm_bits);
        wm_bits ends = __builtin_convertvector((part == 10) | (part == 13), wm_bits);
        uint16_t found[2];
        __builtin_memcpy(found, &delimiters, 2);
        __builtin_memcpy(found + 1, &ends, 2);
        marks.delimiters |= (uint64_t)found[0] << 16 * i;
        marks.ends |= (uint64_t)found[1] << 16 * i;
    }
    return marks;
}

/// The positions of quotes among 64 bytes.
static inline uint64_t wm_mark_quotes(const void *_Nonnull bytes) {
    uint64_t marks = 0;
    for (int i = 0; i < 4; i++) {
        wm_bytes part = *((const wm_bytes *)bytes + i);
        wm_bits quotes = __builtin_convertvector(part == 34, wm_bits);
        uint16_t found;
        __builtin_memcpy(&found, &quotes, 2);
        marks |= (uint64_t)found << 16 * i;
    }
    return marks;
}

/// For each bit, whether the number of set bits up to and including it is odd.
static inline uint64_t wm_parity(uint64_t bits) {
    for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
    return bits;
}

/// A set of loops for one kind of processor.
struct wm_kernels {
    /// The instruction set: "avx512", "avx2" or "portable".
    const char *_Nonnull name;

    /// Writes the squared chords from c to the points of the runs that are at most limit, and the points' numbers;
    /// returns their number. Both outputs have room for the points of all runs and WM_OVERRUN more, which may be
    /// overwritten; up to 3 points past the end of a run may be read.
    size_t (*_Nonnull select)(
        struct wm_points points, const struct wm_run *_Nonnull runs, size_t count, struct wm_vector c, double limit,
        double *_Nonnull chords, uint32_t *_Nonnull selected);

    /// The number of points with a squared chord from c of at most surely; adds to unsure the number of those above
    /// that and up to possibly. The tree has at least one point.
    size_t (*_Nonnull count)(
        const struct wm_tree *_Nonnull tree, const struct wm_vector *_Nonnull c, double surely, double possibly,
        size_t *_Nonnull unsure);

    /// Like select, but by the squares of short geodesics from c on an ellipsoid, up to limit, which is at most 2^-10.
    size_t (*_Nonnull select_geodesics)(
        struct wm_ellipsoid ellipsoid, struct wm_points points, const struct wm_run *_Nonnull runs, size_t count,
        struct wm_surface_point c, double limit, double *_Nonnull squares, uint32_t *_Nonnull selected);

    /// The number of points with a squared geodesic from c of at most surely; adds to unsure the number of those above
    /// that and up to possibly, which is at most 2^-10. Squared chords of normals of at most inner are inside, beyond
    /// outer outside.
    size_t (*_Nonnull count_geodesics)(
        struct wm_ellipsoid ellipsoid, const struct wm_tree *_Nonnull tree, const struct wm_surface_point *_Nonnull c,
        double inner, double outer, double surely, double possibly, size_t *_Nonnull unsure);

    /// Continues a walk to its next runs of points; returns their number, 0 at the end. All runs together contain every
    /// point with a squared chord from c of at most possibly, in ascending order. The tree has at least one point.
    size_t (*_Nonnull runs)(
        const struct wm_tree *_Nonnull tree, const struct wm_vector *_Nonnull c, double possibly,
        struct wm_walk *_Nonnull walk);

    /// The squared chord from c to the nearest corner or side of each of a node's eight boxes.
    void (*_Nonnull nearest)(const float *_Nonnull boxes, struct wm_vector c, double *_Nonnull squares);

    /// Finds the points nearest to c with a squared chord of at most limit, by keys: the upper 32 bits of a squared
    /// chord, as the bits of a double, and the point's slot below. Writes at least the count + 1 smallest keys,
    /// ascending, then the bits of infinity if there are fewer; these include every point whose squared chord can be
    /// among the count smallest, even if others are smaller only in the last bits. Count is 1 to WM_KEYS - 1, keys have
    /// room for WM_KEYS; the tree has at least one point.
    void (*_Nonnull search)(
        const struct wm_tree *_Nonnull tree, const struct wm_vector *_Nonnull c, double limit, size_t count,
        uint64_t *_Nonnull keys);

    /// For each value the number of smaller ones, which is its position in ascending order; returns the sum. There are
    /// at most WM_RANKED values, none of them NaN.
    size_t (*_Nonnull ranks)(const double *_Nonnull values, size_t count, uint64_t *_Nonnull ranks);

    /// Converts squared chords of at most 1 to lengths on a sphere of a radius, in place; returns the maximum.
    double (*_Nonnull lengths)(double *_Nonnull chords, size_t count, double radius);

    /// Replaces squares by their roots times a scale, in place; returns the maximum.
    double (*_Nonnull roots)(double *_Nonnull squares, size_t count, double scale);

    /// Great-circle lengths from a to each of count unit vectors (x, y, z side by side).
    void (*_Nonnull one_to_many)(
        struct wm_vector a, const double *_Nonnull vectors, size_t count, double radius, double *_Nonnull lengths);

    /// Great-circle lengths between pairs of places (latitude, longitude in degrees, side by side); a step of 0 is from
    /// the first start to all ends, otherwise it is 1.
    void (*_Nonnull pairs)(
        const double *_Nonnull starts, size_t step, const double *_Nonnull ends, size_t count, double radius,
        double *_Nonnull lengths);

    /// Unit vectors of places (latitude, longitude in degrees, side by side).
    void (*_Nonnull unit_vectors)(
        const double *_Nonnull places, size_t count, double *_Nonnull x, double *_Nonnull y, double *_Nonnull z);

    /// The minimum and maximum latitudes and longitudes of at least one place.
    struct wm_extent (*_Nonnull extent)(const double *_Nonnull places, size_t count);

    /// A key for each place: its cell's number along the Hilbert curve of 65 536 by 65 536 cells in the upper half, its
    /// position in the lower half, counted from first.
    void (*_Nonnull curve)(
        const double *_Nonnull places, size_t count, size_t first, struct wm_grid grid, uint64_t *_Nonnull keys);

    /// The minimum and maximum of each WM_LEAF values, rounded outwards, for the eight children of each node in turn;
    /// boxes is the low bound of the first child, and the high bound is 24 floats later.
    void (*_Nonnull boxes)(const double *_Nonnull values, size_t count, float *_Nonnull boxes);
};

/// Prefetches the memory at an address.
static inline void wm_fetch(const void *_Nonnull address) { __builtin_prefetch(address); }

/// The sets of loops that this processor can run, the fastest first, the portable one last; null after that.
const struct wm_kernels *_Nullable wm_kernels_here(size_t place);
