// The loops that need SIMD chosen at run time. Each has a twin in Swift, and gives the same bits:
// only additions, subtractions, multiplications and square roots, in one order, never fused.
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
    /// The most values that are ranked; ranks have room for as many, whatever their number.
    WM_RANKED = 96,
    /// Places that may be overwritten past those that all points would take.
    WM_OVERRUN = 7,
    /// Runs that a walk writes at a time.
    WM_RUNS = 64,
};

/// Points in leaves of WM_LEAF, and a tree of nodes with eight children over them.
struct wm_tree {
    /// Unit vectors; three more can be read past the last.
    const double *_Nonnull x, *_Nonnull y, *_Nonnull z;
    /// The points' numbers.
    const uint32_t *_Nonnull numbers;
    size_t count;
    /// Nodes of 48 floats, level by level from the parents of the leaves to the root, and where each level begins.
    const float *_Nonnull nodes;
    const size_t *_Nonnull levels;
    /// The level of the root.
    size_t top;
};

/// Points that follow one another, to before end.
struct wm_run {
    uint32_t start, end;
};

/// An ellipsoid of revolution of equatorial radius 1, for short geodesics on it.
struct wm_ellipsoid {
    /// The radius of curvature across the meridian: a polynomial in the square of the sine of the latitude.
    double across[6];
    /// The square of the eccentricity, what it lacks of 1, and a coefficient of the series.
    double e2, polar, bend;
};

/// A place on it: the unit vector of its latitude and longitude, which is the normal there, and the point.
struct wm_place {
    double normal[3], point[3];
};

/// How far a walk through a tree has come; it begins with level WM_LEVELS.
struct wm_walk {
    /// The level, and on it and those above it the node, the children still to be looked at, and which of them are inside.
    size_t level;
    size_t nodes[WM_LEVELS];
    uint32_t reached[WM_LEVELS], whole[WM_LEVELS];
    /// Points in children that were found to be wholly inside.
    size_t inside;
    /// What the last step found.
    struct wm_run runs[WM_RUNS];
};

/// Where two bytes stand among 64, and where either of two others: a bit for each place, the first in the lowest.
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

/// Where quotes stand among 64 bytes.
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

/// For each bit whether an odd number of bits are set up to it, with itself.
static inline uint64_t wm_parity(uint64_t bits) {
    for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
    return bits;
}

/// A set of loops for one kind of processor.
struct wm_kernels {
    /// What it is made for: "avx512", "avx2" or "portable".
    const char *_Nonnull name;

    /// Writes the squared chords from c to the points of the runs that are at most limit, and the points' numbers;
    /// returns how many. Both outputs have room for the points of all runs and WM_OVERRUN more, which may be overwritten; up
    /// to 3 points past the end of a run may be read.
    size_t (*_Nonnull select)(
        const double *_Nonnull x, const double *_Nonnull y, const double *_Nonnull z,
        const uint32_t *_Nonnull numbers, const struct wm_run *_Nonnull runs, size_t count, const double *_Nonnull c,
        double limit, double *_Nonnull chords, uint32_t *_Nonnull selected);

    /// How many points have a squared chord from c of at most surely; adds to unsure how many lie above that and up to
    /// possibly. The tree holds a point.
    size_t (*_Nonnull count)(
        const struct wm_tree *_Nonnull tree, const double *_Nonnull c, double surely, double possibly,
        size_t *_Nonnull unsure);

    /// The same by the squares of short geodesics from c on an ellipsoid: each up to limit, which is at most 2^-10.
    size_t (*_Nonnull select_geodesics)(
        const struct wm_ellipsoid *_Nonnull ellipsoid, const double *_Nonnull x, const double *_Nonnull y,
        const double *_Nonnull z, const uint32_t *_Nonnull numbers, const struct wm_run *_Nonnull runs, size_t count,
        const struct wm_place *_Nonnull c, double limit, double *_Nonnull squares, uint32_t *_Nonnull selected);

    /// How many points have a squared geodesic from c of at most surely; adds to unsure how many lie above that and up to
    /// possibly, which is at most 2^-10. Squared chords of normals of at most inner are inside, beyond outer outside.
    size_t (*_Nonnull count_geodesics)(
        const struct wm_ellipsoid *_Nonnull ellipsoid, const struct wm_tree *_Nonnull tree,
        const struct wm_place *_Nonnull c, double inner, double outer, double surely, double possibly,
        size_t *_Nonnull unsure);

    /// Goes on with a walk to its next runs of points; returns how many, 0 at the end. All runs together hold every point
    /// with a squared chord from c of at most possibly, in ascending order. The tree holds a point.
    size_t (*_Nonnull runs)(
        const struct wm_tree *_Nonnull tree, const double *_Nonnull c, double possibly, struct wm_walk *_Nonnull walk);

    /// The squared chord from c to the nearest corner or side of each of a node's eight boxes.
    void (*_Nonnull nearest)(const float *_Nonnull boxes, const double *_Nonnull c, double *_Nonnull squares);

    /// Finds the points nearest to c with a squared chord of at most limit, by keys: the upper 32 bits of a squared chord,
    /// as the bits of a double, and the point's slot below. Writes at least the count + 1 least keys, ascending, and the
    /// bits of infinity where there are no more; all points whose squared chord could be among the count least are
    /// considered, also when only the last bits of that of others are below. Count is 1 to WM_KEYS - 1, keys have room
    /// for WM_KEYS; the tree holds a point.
    void (*_Nonnull search)(
        const struct wm_tree *_Nonnull tree, const double *_Nonnull c, double limit, size_t count,
        uint64_t *_Nonnull keys);

    /// How many of the values are less than each, which is where it belongs in ascending order; returns the sum. There are
    /// at most WM_RANKED values, none of them NaN.
    size_t (*_Nonnull ranks)(const double *_Nonnull values, size_t count, uint64_t *_Nonnull ranks);

    /// Squared chords of at most 1 to lengths on a sphere of that radius, in place; returns the greatest length.
    double (*_Nonnull lengths)(double *_Nonnull chords, size_t count, double radius);

    /// Squares to their roots times a scale, in place; returns the greatest.
    double (*_Nonnull roots)(double *_Nonnull squares, size_t count, double scale);

    /// Great-circle lengths from a to each of count unit vectors (x, y, z side by side).
    void (*_Nonnull one_to_many)(
        const double *_Nonnull a, const double *_Nonnull vectors, size_t count, double radius,
        double *_Nonnull lengths);

    /// Great-circle lengths between pairs of places (latitude, longitude in degrees, side by side).
    void (*_Nonnull pairs)(
        const double *_Nonnull starts, const double *_Nonnull ends, size_t count, double radius,
        double *_Nonnull lengths);

    /// Unit vectors of places (latitude, longitude in degrees, side by side).
    void (*_Nonnull unit_vectors)(
        const double *_Nonnull places, size_t count, double *_Nonnull x, double *_Nonnull y, double *_Nonnull z);

    /// The least latitude and longitude of count places, then the greatest; there is one.
    void (*_Nonnull extent)(const double *_Nonnull places, size_t count, double *_Nonnull extent);

    /// A key for each place: its cell's number along the Hilbert curve of 65 536 by 65 536 cells in the upper half, its
    /// position below, counted from first. Row and column are the degrees north and east of the origin by the scale, cut off.
    void (*_Nonnull curve)(
        const double *_Nonnull places, size_t count, size_t first, const double *_Nonnull origin,
        const double *_Nonnull scale, uint64_t *_Nonnull keys);

    /// The least and the greatest of each WM_LEAF values, rounded outwards: to the eight children of each node in turn,
    /// where boxes is the low edge of the first, and the high one lies 24 floats on.
    void (*_Nonnull boxes)(const double *_Nonnull values, size_t count, float *_Nonnull boxes);
};

/// Asks for what is at an address before it is looked at.
static inline void wm_fetch(const void *_Nonnull address) { __builtin_prefetch(address); }

/// The loops that this processor can run, the fastest first, those for any processor last; null past them.
const struct wm_kernels *_Nullable wm_kernels_here(size_t place);
