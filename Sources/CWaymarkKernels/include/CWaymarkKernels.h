// The loops that need SIMD chosen at run time. Each has a twin in Swift, and gives the same bits:
// only additions, subtractions, multiplications and square roots, in one order, never fused.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A set of loops for one kind of processor.
struct wm_kernels {
    /// What it is made for: "avx2" or "portable".
    const char *_Nonnull name;

    /// Appends the squared chords from c to the points [start, end) that are at most limit, and the points'
    /// numbers; returns how many. Up to 3 places past the last may be overwritten in both outputs, and up to 3
    /// points past `end` may be read.
    size_t (*_Nonnull select)(
        const double *_Nonnull x, const double *_Nonnull y, const double *_Nonnull z,
        const uint32_t *_Nonnull numbers, size_t start, size_t end, const double *_Nonnull c, double limit,
        double *_Nonnull chords, uint32_t *_Nonnull selected);

    /// How many of the points [start, end) have a squared chord from c of at most surely; adds to unsure how many
    /// lie above that and up to possibly.
    size_t (*_Nonnull count)(
        const double *_Nonnull x, const double *_Nonnull y, const double *_Nonnull z, size_t start, size_t end,
        const double *_Nonnull c, double surely, double possibly, size_t *_Nonnull unsure);

    /// Which of a node's eight boxes (48 floats: low x, y, z, high x, y, z) may hold points with a squared chord from c of
    /// at most `possibly` (bits 0 to 7), and which hold no other than points of at most `surely` (bits 8 to 15).
    uint32_t (*_Nonnull classify)(
        const float *_Nonnull boxes, const double *_Nonnull c, double surely, double possibly);

    /// The squared chord from c to the nearest corner or side of each of a node's eight boxes.
    void (*_Nonnull nearest)(const float *_Nonnull boxes, const double *_Nonnull c, double *_Nonnull squares);

    /// Squared chords of at most 1 to lengths on a sphere of that radius, in place; returns the greatest length.
    double (*_Nonnull lengths)(double *_Nonnull chords, size_t count, double radius);

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
};

/// The loops for any processor.
const struct wm_kernels *_Nonnull wm_portable_kernels(void);

/// The loops for this processor: the fastest there are for it.
const struct wm_kernels *_Nonnull wm_best_kernels(void);
