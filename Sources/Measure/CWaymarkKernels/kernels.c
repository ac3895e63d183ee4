#include "CWaymarkKernels.h"

#include <string.h>

// Vectors wider than the processor's are passed only between inlined functions, so no call convention is involved.
#pragma clang diagnostic ignored "-Wpsabi"

// A fused multiply-add would round once where the twins round twice.
#pragma clang fp contract(off)

// A number by its bits, and infinity's bits.
static inline double number(uint64_t bits) {
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}
#define KEY_NONE 0x7FF0000000000000

static inline double lower(double a, double b) { return a < b ? a : b; }
static inline double higher(double a, double b) { return a > b ? a : b; }

// The largest single-precision number that is not above a finite value within its range.
static inline float rounded_down(double value) {
    float nearest = (float)value;
    if (nearest <= value) return nearest;
    uint32_t bits;
    memcpy(&bits, &nearest, sizeof bits);
    bits = nearest > 0 ? bits - 1 : nearest < 0 ? bits + 1 : 0x80000001;
    memcpy(&nearest, &bits, sizeof bits);
    return nearest;
}

// Prefetches the points of a leaf.
static inline void fetch(const struct wm_points *points, size_t leaf) {
    for (size_t i = leaf * WM_LEAF; i < (leaf + 1) * WM_LEAF; i += 8) {
        __builtin_prefetch(points->x + i);
        __builtin_prefetch(points->y + i);
        __builtin_prefetch(points->z + i);
    }
}

#define TARGET
#define LANES 2
#define NAME(x) portable_##x
#include "loops.h"
#undef NAME
#undef LANES
#undef TARGET

static const struct wm_kernels portable_kernels = {
    "portable", portable_select, portable_count, portable_select_geodesics, portable_count_geodesics,
    portable_runs, portable_nearest, portable_search, portable_ranks, portable_lengths, portable_roots,
    portable_one_to_many, portable_pairs, portable_unit_vectors, portable_extent, portable_curve, portable_boxes,
};

#if defined(__x86_64__)
#include <immintrin.h>

// For each subset of four lanes: the target positions of its members, as halves of doubles and as bytes of 32-bit
// numbers.
static struct {
    uint32_t doubles[16][8];
    uint8_t numbers[16][16];
} packing;

__attribute__((constructor)) static void make_packing(void) {
    for (unsigned set = 0; set < 16; set++) {
        unsigned to = 0;
        memset(packing.numbers[set], 0x80, sizeof packing.numbers[set]);
        for (unsigned lane = 0; lane < 4; lane++) {
            if (!(set >> lane & 1)) continue;
            packing.doubles[set][2 * to] = 2 * lane;
            packing.doubles[set][2 * to + 1] = 2 * lane + 1;
            for (unsigned byte = 0; byte < 4; byte++) packing.numbers[set][4 * to + byte] = (uint8_t)(4 * lane + byte);
            to++;
        }
    }
}

#define TARGET __attribute__((target("avx2,popcnt")))
#define LANES 4
#define NAME(x) avx2_##x
#include "loops.h"
#undef NAME
#undef LANES

// Two vectors at a time, for loops limited by one long chain of multiplications.
#define LANES 8
#define NAME(x) avx2_wide_##x
#include "loops.h"
#undef NAME
#undef TARGET

#define AVX512
#define TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,bmi,bmi2,popcnt")))
#define NAME(x) avx512_##x
#include "loops.h"

static const struct wm_kernels avx2_kernels = {
    "avx2", avx2_select, avx2_count, avx2_select_geodesics, avx2_count_geodesics,
    avx2_runs, avx2_nearest, avx2_search, avx2_ranks, avx2_lengths, avx2_roots,
    avx2_wide_one_to_many, avx2_wide_pairs, avx2_wide_unit_vectors, avx2_extent, avx2_wide_curve, avx2_boxes,
};

// The nearest search keeps its keys in vectors of four; short sorts and bounds are also faster with these.
static const struct wm_kernels avx512_kernels = {
    "avx512", avx512_select, avx512_count, avx512_select_geodesics, avx512_count_geodesics,
    avx512_runs, avx512_nearest, avx2_search, avx2_ranks, avx512_lengths, avx512_roots,
    avx512_one_to_many, avx512_pairs, avx512_unit_vectors, avx512_extent, avx512_curve, avx2_boxes,
};
#endif

const struct wm_kernels *wm_kernels_here(size_t place) {
    const struct wm_kernels *here[3];
    size_t count = 0;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) {
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("bmi") &&
            __builtin_cpu_supports("bmi2"))
            here[count++] = &avx512_kernels;
        here[count++] = &avx2_kernels;
    }
#endif
    here[count++] = &portable_kernels;
    return place < count ? here[place] : NULL;
}
