// Vectors of LANES numbers, and what the loops do with them.

typedef double NAME(v) __attribute__((vector_size(8 * LANES), aligned(8)));
typedef float NAME(f) __attribute__((vector_size(4 * LANES), aligned(4)));
typedef int64_t NAME(m) __attribute__((vector_size(8 * LANES)));
typedef double NAME(r) __attribute__((vector_size(8 * LANES)));
typedef int32_t NAME(i) __attribute__((vector_size(4 * LANES)));
typedef uint32_t NAME(u) __attribute__((vector_size(4 * LANES)));

INLINE V NAME(load)(const double *p) { return *(const NAME(v) *)p; }
INLINE void NAME(store)(double *p, V a) { *(NAME(v) *)p = a; }
INLINE V NAME(all)(double a) { return a - (V){0}; }
INLINE V NAME(choose)(M mask, V a, V b) { return (V)(((M)a & mask) | ((M)b & ~mask)); }
INLINE V NAME(widen)(const float *p) { return __builtin_convertvector(*(const NAME(f) *)p, V); }
INLINE V NAME(most)(V a, V b) { return NAME(choose)(a > b, a, b); }
INLINE V NAME(least)(V a, V b) { return NAME(choose)(a < b, a, b); }
INLINE V NAME(square)(V dx, V dy, V dz) { return (dx * dx + dy * dy) + dz * dz; }

// Selects by the sign bit; processors with vectors this wide have an instruction for it.
#if LANES == 2
INLINE V NAME(by_sign)(M mask, V a, V b) { return NAME(choose)(mask < 0, a, b); }
#elif LANES == 4
INLINE V NAME(by_sign)(M mask, V a, V b) { return (V)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)mask); }
#elif defined(AVX512)
INLINE V NAME(by_sign)(M mask, V a, V b) {
    return (V)_mm512_mask_blend_pd(_mm512_movepi64_mask((__m512i)mask), (__m512d)b, (__m512d)a);
}
#else
#define LOW(a) (__m256d) __builtin_shufflevector(a, a, 0, 1, 2, 3)
#define HIGH(a) (__m256d) __builtin_shufflevector(a, a, 4, 5, 6, 7)
INLINE V NAME(by_sign)(M mask, V a, V b) {
    return __builtin_shufflevector(
        _mm256_blendv_pd(LOW(b), LOW(a), LOW(mask)), _mm256_blendv_pd(HIGH(b), HIGH(a), HIGH(mask)), 0, 1, 2, 3, 4, 5,
        6, 7);
}
#undef LOW
#undef HIGH
#endif

// Splits LANES places of two doubles into separate vectors; likewise LANES vectors of three.
INLINE void NAME(split2)(const double *p, V *first, V *second) {
    V a = NAME(load)(p), b = NAME(load)(p + LANES);
#if LANES == 8
    *first = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
    *second = __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
#elif LANES == 4
    *first = __builtin_shufflevector(a, b, 0, 2, 4, 6);
    *second = __builtin_shufflevector(a, b, 1, 3, 5, 7);
#else
    *first = __builtin_shufflevector(a, b, 0, 2);
    *second = __builtin_shufflevector(a, b, 1, 3);
#endif
}

INLINE void NAME(split3)(const double *p, V *first, V *second, V *third) {
    V a = NAME(load)(p), b = NAME(load)(p + LANES), c = NAME(load)(p + 2 * LANES);
#if LANES == 8
    *first = __builtin_shufflevector(
        __builtin_shufflevector(a, b, 0, 3, 6, 9, 12, 15, 15, 15), c, 0, 1, 2, 3, 4, 5, 10, 13);
    *second = __builtin_shufflevector(
        __builtin_shufflevector(a, b, 1, 4, 7, 10, 13, 13, 13, 13), c, 0, 1, 2, 3, 4, 8, 11, 14);
    *third = __builtin_shufflevector(
        __builtin_shufflevector(a, b, 2, 5, 8, 11, 14, 14, 14, 14), c, 0, 1, 2, 3, 4, 9, 12, 15);
#elif LANES == 4
    *first = __builtin_shufflevector(__builtin_shufflevector(a, b, 0, 3, 6, 6), c, 0, 1, 2, 5);
    *second = __builtin_shufflevector(__builtin_shufflevector(a, b, 1, 4, 7, 7), c, 0, 1, 2, 6);
    *third = __builtin_shufflevector(__builtin_shufflevector(a, b, 2, 5, 5, 5), c, 0, 1, 4, 7);
#else
    *first = __builtin_shufflevector(a, b, 0, 3);
    *second = __builtin_shufflevector(a, c, 1, 2);
    *third = __builtin_shufflevector(b, c, 0, 3);
#endif
}

// Whether any lane of a mask is set, and all of them as bits, the first in the lowest.
#if defined(AVX512)
INLINE unsigned NAME(bits)(M mask) { return _mm512_movepi64_mask((__m512i)mask); }
INLINE int NAME(any)(M mask) { return NAME(bits)(mask) != 0; }
#elif LANES == 4
INLINE unsigned NAME(bits)(M mask) { return (unsigned)_mm256_movemask_pd((__m256d)mask); }
INLINE int NAME(any)(M mask) { return NAME(bits)(mask) != 0; }
#else
INLINE unsigned NAME(bits)(M mask) {
    unsigned bits = 0;
    for (int i = 0; i < LANES; i++) bits |= (unsigned)(mask[i] & 1) << i;
    return bits;
}

INLINE int NAME(any)(M mask) {
    int64_t any = 0;
    for (int i = 0; i < LANES; i++) any |= mask[i];
    return any != 0;
}
#endif

// MARK: Ends of lists

// The next LANES elements of `size` numbers: in place, or, if fewer are left, copied to `rest` and followed by zeros.
INLINE const double *NAME(padded)(const double *p, size_t left, size_t size, double *rest) {
    if (left >= LANES) return p;
    memset(rest, 0, LANES * size * sizeof *rest);
    memcpy(rest, p, left * size * sizeof *rest);
    return rest;
}

// Stores a vector's lanes, as many as there is room for.
INLINE void NAME(store_some)(double *to, size_t left, V a) {
    if (left >= LANES) {
        NAME(store)(to, a);
    } else {
        double rest[LANES];
        NAME(store)(rest, a);
        memcpy(to, rest, left * sizeof *rest);
    }
}

// The last `left` points of a run; up to three more are readable past its end.
#ifdef AVX512
INLINE V NAME(load_some)(const double *p, size_t left) {
    return (V)_mm512_maskz_loadu_pd(left < 8 ? (__mmask8)((1u << left) - 1) : 0xFF, p);
}
#else
INLINE V NAME(load_some)(const double *p, size_t left) { return NAME(load)(p); }
#endif

// Which of the first `left` squares are at most a limit, as bits.
INLINE unsigned NAME(within)(V squares, double limit, size_t left) {
    unsigned set = NAME(bits)((M)(squares <= NAME(all)(limit)));
    return left < LANES ? set & ((1u << left) - 1) : set;
}

// Writes the numbers of a set side by side; all LANES may be overwritten.
#if defined(AVX512)
INLINE void NAME(pack)(V a, unsigned set, double *to) {
    _mm512_storeu_pd(to, _mm512_maskz_compress_pd((__mmask8)set, (__m512d)a));
}

INLINE void NAME(pack_numbers)(const uint32_t *p, unsigned set, uint32_t *to) {
    __m256i numbers = _mm256_maskz_loadu_epi32((__mmask8)set, p);
    _mm256_storeu_si256((__m256i *)to, _mm256_maskz_compress_epi32((__mmask8)set, numbers));
}
#elif LANES == 4
INLINE void NAME(pack)(V a, unsigned set, double *to) {
    __m256i order = _mm256_loadu_si256((const __m256i *)packing.doubles[set]);
    _mm256_storeu_pd(to, _mm256_castps_pd(_mm256_permutevar8x32_ps((__m256)a, order)));
}

INLINE void NAME(pack_numbers)(const uint32_t *p, unsigned set, uint32_t *to) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)packing.numbers[set]);
    _mm_storeu_si128((__m128i *)to, _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)p), bytes));
}
#elif LANES == 2
INLINE void NAME(pack)(V a, unsigned set, double *to) {
    to[0] = a[0];
    to[set & 1] = a[1];
}

INLINE void NAME(pack_numbers)(const uint32_t *p, unsigned set, uint32_t *to) {
    to[0] = p[0];
    to[set & 1] = p[1];
}
#endif

// The body of a function that converts numbers in place, each `q` to an expression of it, and returns the maximum, at
// least 0.
#define CONVERT(numbers, count, q, converted) \
    V greatest = {0}; \
    for (size_t i = 0; i < count; i += LANES) { \
        double rest[LANES]; \
        V q = NAME(load)(NAME(padded)(numbers + i, count - i, 1, rest)); \
        V result = converted; \
        greatest = NAME(most)(greatest, result); \
        NAME(store_some)(numbers + i, count - i, result); \
    } \
    double maximum = 0; \
    for (int k = 0; k < LANES; k++) maximum = greatest[k] > maximum ? greatest[k] : maximum; \
    return maximum;
