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
static inline void fetch(const struct wm_tree *tree, size_t leaf) {
    for (size_t i = leaf * WM_LEAF; i < (leaf + 1) * WM_LEAF; i += 8) {
        __builtin_prefetch(tree->x + i);
        __builtin_prefetch(tree->y + i);
        __builtin_prefetch(tree->z + i);
    }
}

// The keys of the points of a leaf that are in reach, packed.
static size_t portable_keys(
    const struct wm_tree *tree, size_t start, size_t end, const double *c, double limit, double *keys) {
    size_t n = 0;
    for (size_t i = start; i < end; i++) {
        double dx = c[0] - tree->x[i], dy = c[1] - tree->y[i], dz = c[2] - tree->z[i];
        double q = dx * dx + dy * dy + dz * dz;
        uint64_t bits;
        memcpy(&bits, &q, sizeof bits);
        keys[n] = number((bits & ~(uint64_t)0xFFFFFFFF) | i);
        n += q <= limit;
    }
    return n;
}

#define LANES 2
#define TARGET
#define NAME(x) portable_##x
#include "loops.h"
#undef LANES
#undef TARGET
#undef NAME

// Branch-free packing of the points in reach, one at a time.
static size_t portable_select(
    const double *x, const double *y, const double *z, const uint32_t *numbers, const struct wm_run *runs, size_t count,
    const double *c, double limit, double *chords, uint32_t *selected) {
    size_t n = 0;
    for (const struct wm_run *run = runs; run < runs + count; run++) {
        for (size_t i = run->start; i < run->end; i++) {
            double dx = c[0] - x[i], dy = c[1] - y[i], dz = c[2] - z[i];
            double q = dx * dx + dy * dy + dz * dz;
            chords[n] = q;
            selected[n] = numbers[i];
            n += q <= limit;
        }
    }
    return n;
}

static size_t portable_select_geodesics(
    const struct wm_ellipsoid *on, const double *x, const double *y, const double *z, const uint32_t *numbers,
    const struct wm_run *runs, size_t count, const struct wm_surface_point *c, double limit, double *squares,
    uint32_t *selected) {
    size_t n = 0;
    for (const struct wm_run *run = runs; run < runs + count; run++) {
        for (size_t i = run->start; i < run->end; i += 2) {
            portable_r q =
                portable_geodesic(on, c, limit, portable_load(x + i), portable_load(y + i), portable_load(z + i));
            for (size_t k = 0; k < 2 && i + k < run->end; k++) {
                squares[n] = q[k];
                selected[n] = numbers[i + k];
                n += q[k] <= limit;
            }
        }
    }
    return n;
}

static const struct wm_kernels portable_kernels = {
    "portable",      portable_select,  portable_count,       portable_select_geodesics, portable_count_geodesics,
    portable_runs,
    portable_nearest, portable_search, portable_ranks, portable_lengths, portable_roots, portable_one_to_many, portable_pairs, portable_unit_vectors,
    portable_extent, portable_curve, portable_boxes,
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

// The keys of the points of a leaf that are in reach, packed.
TARGET static inline size_t avx2_keys(
    const struct wm_tree *tree, size_t start, size_t end, const double *c, double limit, double *keys) {
    const __m256d cx = _mm256_set1_pd(c[0]), cy = _mm256_set1_pd(c[1]), cz = _mm256_set1_pd(c[2]);
    const __m256d most = _mm256_set1_pd(limit);
    const __m256d head = _mm256_castsi256_pd(_mm256_set1_epi64x(-0x100000000));
    __m256i slots = _mm256_add_epi64(_mm256_set1_epi64x((long long)start), _mm256_set_epi64x(3, 2, 1, 0));
    size_t n = 0;
    for (size_t i = start; i < end; i += 4) {
        __m256d dx = _mm256_sub_pd(cx, _mm256_loadu_pd(tree->x + i));
        __m256d dy = _mm256_sub_pd(cy, _mm256_loadu_pd(tree->y + i));
        __m256d dz = _mm256_sub_pd(cz, _mm256_loadu_pd(tree->z + i));
        __m256d q = _mm256_add_pd(
            _mm256_add_pd(_mm256_mul_pd(dx, dx), _mm256_mul_pd(dy, dy)), _mm256_mul_pd(dz, dz));
        unsigned set = (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(q, most, _CMP_LE_OQ));
        if (end - i < 4) set &= (1u << (end - i)) - 1;
        __m256d key = _mm256_or_pd(_mm256_and_pd(q, head), _mm256_castsi256_pd(slots));
        slots = _mm256_add_epi64(slots, _mm256_set1_epi64x(4));
        __m256i order = _mm256_loadu_si256((const __m256i *)packing.doubles[set]);
        _mm256_storeu_pd(keys + n, _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(key), order)));
        n += (size_t)__builtin_popcount(set);
    }
    return n;
}

#define LANES 4
#define NAME(x) avx2_##x
#include "loops.h"
#undef LANES
#undef NAME

// Two vectors at a time, for loops limited by one long chain of multiplications.
#define LANES 8
#define NAME(x) avx2_wide_##x
#include "loops.h"
#undef LANES
#undef NAME

// Writes those of four squares that are within a limit, and their numbers; only the first `left` of them count.
TARGET static inline size_t avx2_pack(
    __m256d squares, __m256d most, size_t left, const uint32_t *numbers, double *packed, uint32_t *selected) {
    unsigned set = (unsigned)_mm256_movemask_pd(_mm256_cmp_pd(squares, most, _CMP_LE_OQ));
    if (left < 4) set &= (1u << left) - 1;
    __m256i order = _mm256_loadu_si256((const __m256i *)packing.doubles[set]);
    _mm256_storeu_pd(packed, _mm256_castps_pd(_mm256_permutevar8x32_ps(_mm256_castpd_ps(squares), order)));
    __m128i number = _mm_loadu_si128((const __m128i *)numbers);
    __m128i bytes = _mm_loadu_si128((const __m128i *)packing.numbers[set]);
    _mm_storeu_si128((__m128i *)selected, _mm_shuffle_epi8(number, bytes));
    return (size_t)__builtin_popcount(set);
}

TARGET static size_t avx2_select(
    const double *x, const double *y, const double *z, const uint32_t *numbers, const struct wm_run *runs, size_t count,
    const double *c, double limit, double *chords, uint32_t *selected) {
    const __m256d cx = _mm256_set1_pd(c[0]), cy = _mm256_set1_pd(c[1]), cz = _mm256_set1_pd(c[2]);
    const __m256d most = _mm256_set1_pd(limit);
    size_t n = 0;
    for (const struct wm_run *run = runs; run < runs + count; run++) {
        size_t end = run->end;
        for (size_t i = run->start; i < end; i += 4) {
            __m256d dx = _mm256_sub_pd(cx, _mm256_loadu_pd(x + i));
            __m256d dy = _mm256_sub_pd(cy, _mm256_loadu_pd(y + i));
            __m256d dz = _mm256_sub_pd(cz, _mm256_loadu_pd(z + i));
            __m256d q = _mm256_add_pd(
                _mm256_add_pd(_mm256_mul_pd(dx, dx), _mm256_mul_pd(dy, dy)), _mm256_mul_pd(dz, dz));
            n += avx2_pack(q, most, end - i, numbers + i, chords + n, selected + n);
        }
    }
    return n;
}

TARGET static size_t avx2_select_geodesics(
    const struct wm_ellipsoid *on, const double *x, const double *y, const double *z, const uint32_t *numbers,
    const struct wm_run *runs, size_t count, const struct wm_surface_point *c, double limit, double *squares,
    uint32_t *selected) {
    // Copies, so that writing squares cannot change them.
    const struct wm_ellipsoid ellipsoid = *on;
    const struct wm_surface_point center = *c;
    const __m256d most = _mm256_set1_pd(limit);
    size_t n = 0;
    for (const struct wm_run *run = runs; run < runs + count; run++) {
        size_t end = run->end;
        for (size_t i = run->start; i < end; i += 4) {
            __m256d q = (__m256d)avx2_geodesic(
                &ellipsoid, &center, limit, avx2_load(x + i), avx2_load(y + i), avx2_load(z + i));
            n += avx2_pack(q, most, end - i, numbers + i, squares + n, selected + n);
        }
    }
    return n;
}
#undef TARGET

#define AVX512
#define TARGET __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,bmi,bmi2,popcnt")))

#define LANES 8
#define NAME(x) avx512_##x
#include "loops.h"
#undef LANES
#undef NAME

// Writes those of eight squares, all of existing points, that are within a limit, and their numbers.
TARGET static inline size_t avx512_pack(
    avx512_r squares, double limit, __mmask8 there, const uint32_t *numbers, double *packed, uint32_t *selected) {
    __mmask8 set = _mm512_mask_cmp_pd_mask(there, (__m512d)squares, _mm512_set1_pd(limit), _CMP_LE_OQ);
    _mm512_storeu_pd(packed, _mm512_maskz_compress_pd(set, (__m512d)squares));
    _mm256_storeu_si256(
        (__m256i *)selected, _mm256_maskz_compress_epi32(set, _mm256_maskz_loadu_epi32(there, numbers)));
    return (size_t)__builtin_popcount(set);
}

TARGET static size_t avx512_select(
    const double *x, const double *y, const double *z, const uint32_t *numbers, const struct wm_run *runs, size_t count,
    const double *c, double limit, double *chords, uint32_t *selected) {
    const avx512_r cx = avx512_all(c[0]), cy = avx512_all(c[1]), cz = avx512_all(c[2]);
    size_t n = 0;
    for (const struct wm_run *run = runs; run < runs + count; run++) {
        size_t i = run->start, end = run->end;
        for (; i + 8 <= end; i += 8) {
            avx512_r q = avx512_square(cx - avx512_load(x + i), cy - avx512_load(y + i), cz - avx512_load(z + i));
            n += avx512_pack(q, limit, 0xFF, numbers + i, chords + n, selected + n);
        }
        if (i >= end) continue;
        size_t left = end - i;
        avx512_r q = avx512_square(
            cx - avx512_load_some(x + i, left), cy - avx512_load_some(y + i, left), cz - avx512_load_some(z + i, left));
        n += avx512_pack(q, limit, (__mmask8)((1u << left) - 1), numbers + i, chords + n, selected + n);
    }
    return n;
}

TARGET static size_t avx512_select_geodesics(
    const struct wm_ellipsoid *on, const double *x, const double *y, const double *z, const uint32_t *numbers,
    const struct wm_run *runs, size_t count, const struct wm_surface_point *c, double limit, double *squares,
    uint32_t *selected) {
    const struct wm_ellipsoid ellipsoid = *on;
    const struct wm_surface_point center = *c;
    size_t n = 0;
    for (const struct wm_run *run = runs; run < runs + count; run++) {
        size_t i = run->start, end = run->end;
        for (; i + 8 <= end; i += 8) {
            avx512_r q = avx512_geodesic(
                &ellipsoid, &center, limit, avx512_load(x + i), avx512_load(y + i), avx512_load(z + i));
            n += avx512_pack(q, limit, 0xFF, numbers + i, squares + n, selected + n);
        }
        if (i >= end) continue;
        size_t left = end - i;
        avx512_r q = avx512_geodesic(
            &ellipsoid, &center, limit, avx512_load_some(x + i, left), avx512_load_some(y + i, left),
            avx512_load_some(z + i, left));
        n += avx512_pack(q, limit, (__mmask8)((1u << left) - 1), numbers + i, squares + n, selected + n);
    }
    return n;
}
#undef TARGET
#undef AVX512

static const struct wm_kernels avx2_kernels = {
    "avx2",       avx2_select,  avx2_count,       avx2_select_geodesics, avx2_count_geodesics, avx2_runs,
    avx2_nearest, avx2_search, avx2_ranks, avx2_lengths, avx2_roots, avx2_wide_one_to_many, avx2_wide_pairs, avx2_wide_unit_vectors,
    avx2_extent, avx2_wide_curve, avx2_boxes,
};

// The nearest search keeps its keys in vectors of four; short sorts and bounds are also faster with these.
static const struct wm_kernels avx512_kernels = {
    "avx512",     avx512_select, avx512_count,  avx512_select_geodesics, avx512_count_geodesics, avx512_runs,
    avx512_nearest, avx2_search, avx2_ranks, avx512_lengths, avx512_roots, avx512_one_to_many, avx512_pairs, avx512_unit_vectors,
    avx512_extent, avx512_curve, avx2_boxes,
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
