// The loops, written once in vectors of LANES doubles, compiled for each TARGET under its NAME.
// Included by kernels.c, more than once; with AVX512 where a vector of eight is one register, and its masks another.

typedef double NAME(v) __attribute__((vector_size(8 * LANES), aligned(8)));
typedef float NAME(f) __attribute__((vector_size(4 * LANES), aligned(4)));
typedef int64_t NAME(m) __attribute__((vector_size(8 * LANES)));
typedef double NAME(r) __attribute__((vector_size(8 * LANES)));

typedef int32_t NAME(i) __attribute__((vector_size(4 * LANES)));
typedef uint32_t NAME(u) __attribute__((vector_size(4 * LANES)));

#define V NAME(r)
#define M NAME(m)
#define U NAME(u)
#define INLINE static inline __attribute__((always_inline)) TARGET

INLINE V NAME(load)(const double *p) { return *(const NAME(v) *)p; }
INLINE void NAME(store)(double *p, V a) { *(NAME(v) *)p = a; }
INLINE V NAME(all)(double a) { return a - (V){0}; }
INLINE V NAME(choose)(M mask, V a, V b) { return (V)(((M)a & mask) | ((M)b & ~mask)); }
INLINE V NAME(widen)(const float *p) { return __builtin_convertvector(*(const NAME(f) *)p, V); }
INLINE V NAME(most)(V a, V b) { return NAME(choose)(a > b, a, b); }
INLINE V NAME(least)(V a, V b) { return NAME(choose)(a < b, a, b); }

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

#if LANES == 8 && defined(AVX512)
INLINE int NAME(any)(M mask) { return _mm512_movepi64_mask((__m512i)mask) != 0; }
INLINE unsigned NAME(bits)(M mask) { return _mm512_movepi64_mask((__m512i)mask); }
#else
INLINE int NAME(any)(M mask) {
    int64_t any = 0;
    for (int i = 0; i < LANES; i++) any |= mask[i];
    return any != 0;
}

INLINE unsigned NAME(bits)(M mask) {
    unsigned bits = 0;
    for (int i = 0; i < LANES; i++) bits |= (unsigned)(mask[i] & 1) << i;
    return bits;
}
#endif

// MARK: Boxes

INLINE void NAME(axis)(const float *low, const float *high, V at, V *near, V *far) {
    V below = NAME(widen)(low) - at, above = at - NAME(widen)(high);
    V outside = NAME(most)(NAME(most)(below, above), NAME(all)(0));
    V across = NAME(most)(-below, -above);
    *near = outside * outside;
    *far = across * across;
}

TARGET static uint32_t NAME(classify)(const float *boxes, const double *c, double surely, double possibly) {
    uint32_t reached = 0, whole = 0;
    for (int j = 0; j < 8; j += LANES) {
        V nx, ny, nz, fx, fy, fz;
        NAME(axis)(boxes + j, boxes + 24 + j, NAME(all)(c[0]), &nx, &fx);
        NAME(axis)(boxes + 8 + j, boxes + 32 + j, NAME(all)(c[1]), &ny, &fy);
        NAME(axis)(boxes + 16 + j, boxes + 40 + j, NAME(all)(c[2]), &nz, &fz);
        reached |= NAME(bits)((nx + ny) + nz <= NAME(all)(possibly)) << j;
        whole |= NAME(bits)((fx + fy) + fz <= NAME(all)(surely)) << j;
    }
    return reached | whole << 8;
}

TARGET static void NAME(nearest)(const float *boxes, const double *c, double *squares) {
    for (int j = 0; j < 8; j += LANES) {
        V nx, ny, nz, unused;
        NAME(axis)(boxes + j, boxes + 24 + j, NAME(all)(c[0]), &nx, &unused);
        NAME(axis)(boxes + 8 + j, boxes + 32 + j, NAME(all)(c[1]), &ny, &unused);
        NAME(axis)(boxes + 16 + j, boxes + 40 + j, NAME(all)(c[2]), &nz, &unused);
        NAME(store)(squares + j, (nx + ny) + nz);
    }
}

// MARK: Nearest
#if LANES <= 4

// Inserts a key into the smallest ones so far, in ascending order; the largest of them is dropped.
INLINE void NAME(insert)(V *keys, int rows, V key) {
    V before = {0};
    for (int i = 0; i < rows; i++) {
#if LANES == 4
        V moved = __builtin_shufflevector(before, keys[i], 3, 4, 5, 6);
#else
        V moved = __builtin_shufflevector(before, keys[i], 1, 2);
#endif
        before = keys[i];
        keys[i] = NAME(most)(moved, NAME(least)(before, key));
    }
}

// The minimum of 8 numbers, in every lane.
INLINE V NAME(least_of_eight)(const V *numbers) {
#if LANES == 4
    V a = NAME(least)(numbers[0], numbers[1]);
    a = NAME(least)(a, __builtin_shufflevector(a, a, 2, 3, 0, 1));
    return NAME(least)(a, __builtin_shufflevector(a, a, 1, 0, 3, 2));
#else
    V a = NAME(least)(NAME(least)(numbers[0], numbers[1]), NAME(least)(numbers[2], numbers[3]));
    return NAME(least)(a, __builtin_shufflevector(a, a, 1, 0));
#endif
}

// The squared chords to a node's children, each with the child's number in the last three bits.
INLINE void NAME(approach)(const float *boxes, const double *c, V *bounds) {
    for (int j = 0; j < 8; j += LANES) {
        V nx, ny, nz, unused;
        NAME(axis)(boxes + j, boxes + 24 + j, NAME(all)(c[0]), &nx, &unused);
        NAME(axis)(boxes + 8 + j, boxes + 32 + j, NAME(all)(c[1]), &ny, &unused);
        NAME(axis)(boxes + 16 + j, boxes + 40 + j, NAME(all)(c[2]), &nz, &unused);
        // Never infinite, because infinity with last bits is not a number.
        M bits = (M)NAME(least)((nx + ny) + nz, NAME(all)(16)) & ~(int64_t)7;
#if LANES == 4
        bounds[j / LANES] = (V)(bits | ((M){0, 1, 2, 3} + j));
#else
        bounds[j / LANES] = (V)(bits | ((M){0, 1} + j));
#endif
    }
}

// Depth first, nearest child first, skipping what is farther than the last of the best.
INLINE void NAME(descend)(
    const struct wm_tree *tree, const double *c, double limit, size_t count, uint64_t *keys, int rows) {
    enum { vectors = 8 / LANES };
    const V none = NAME(all)(__builtin_inf());
    V best[WM_KEYS / LANES], pending[WM_LEVELS][vectors];
    size_t nodes[WM_LEVELS];
    double found[WM_LEAF + 4];
    for (int i = 0; i < rows; i++) best[i] = none;
    size_t level = tree->top;
    nodes[level] = 0;
    NAME(approach)(tree->nodes + 48 * tree->levels[level], c, pending[level]);
    for (;;) {
        V least = NAME(least_of_eight)(pending[level]);
        uint64_t bits = (uint64_t)((M)least)[0];
        if (!(number(bits & ~(uint64_t)7) <= limit)) {
            if (level++ == tree->top) break;
            continue;
        }
        for (int i = 0; i < vectors; i++)
            pending[level][i] = NAME(choose)(pending[level][i] == least, none, pending[level][i]);
        size_t child = 8 * nodes[level] + (bits & 7), start = child << (5 + 3 * level);
        if (start >= tree->count) continue;
        if (level > 0) {
            nodes[--level] = child;
            NAME(approach)(tree->nodes + 48 * (tree->levels[level] + child), c, pending[level]);
            continue;
        }
        size_t end = tree->count - start < WM_LEAF ? tree->count : start + WM_LEAF;
        // The next leaf is fetched while this one is searched.
        uint64_t next = (uint64_t)((M)NAME(least_of_eight)(pending[0]))[0];
        if (number(next) <= limit) fetch(tree, 8 * nodes[0] + (next & 7));
        size_t n = NAME(keys)(tree, start, end, c, limit, found);
        if (n == 0) continue;
        for (size_t i = 0; i < n; i++) NAME(insert)(best, rows, NAME(all)(found[i]));
        for (int i = 0; i < rows; i++) NAME(store)((double *)keys + LANES * i, best[i]);
        if (keys[count - 1] < KEY_NONE) {
            double reach = number(keys[count - 1] | 0xFFFFFFFF) * (1 + 1e-14) + 1e-300;
            limit = reach < limit ? reach : limit;
        }
    }
    for (int i = 0; i < rows; i++) NAME(store)((double *)keys + LANES * i, best[i]);
}

TARGET static void NAME(search)(
    const struct wm_tree *tree, const double *c, double limit, size_t count, uint64_t *keys) {
    if (count < 4) {
        NAME(descend)(tree, c, limit, count, keys, 4 / LANES);
    } else if (count < 12) {
        NAME(descend)(tree, c, limit, count, keys, 12 / LANES);
    } else {
        NAME(descend)(tree, c, limit, count, keys, WM_KEYS / LANES);
    }
}
#endif

// MARK: Points

// The first of a run's last points; up to three more are readable past its end.
#ifdef AVX512
INLINE V NAME(load_some)(const double *p, size_t count) {
    return (V)_mm512_maskz_loadu_pd(count < 8 ? (__mmask8)((1u << count) - 1) : 0xFF, p);
}
#else
INLINE V NAME(load_some)(const double *p, size_t count) { return NAME(load)(p); }
#endif

INLINE V NAME(square)(V dx, V dy, V dz) { return (dx * dx + dy * dy) + dz * dz; }

TARGET static size_t NAME(count_run)(
    const double *x, const double *y, const double *z, size_t start, size_t end, const double *c, double surely,
    double possibly, size_t *unsure) {
    V cx = NAME(all)(c[0]), cy = NAME(all)(c[1]), cz = NAME(all)(c[2]);
    M inside = {0}, reached = {0};
    size_t i = start;
    for (; i + LANES <= end; i += LANES) {
        V q = NAME(square)(cx - NAME(load)(x + i), cy - NAME(load)(y + i), cz - NAME(load)(z + i));
        inside -= (M)(q <= NAME(all)(surely));
        reached -= (M)(q <= NAME(all)(possibly));
    }
    size_t total = 0, most = 0;
    for (int k = 0; k < LANES; k++) {
        total += (size_t)inside[k];
        most += (size_t)reached[k];
    }
    for (; i < end; i++) {
        double dx = c[0] - x[i], dy = c[1] - y[i], dz = c[2] - z[i];
        double q = dx * dx + dy * dy + dz * dz;
        total += q <= surely;
        most += q <= possibly;
    }
    *unsure += most - total;
    return total;
}

// MARK: Geodesics
#if LANES <= 4 || defined(AVX512)

// From this squared chord on the later terms of the series count.
#define LATER 1e-5

// The squares of geodesics up to a limit, LATER or 2^-10; for longer ones, any larger value.
INLINE V NAME(geodesic)(
    const struct wm_ellipsoid *on, const struct wm_surface_point *c, double limit, V x, V y, V z) {
    const double *n = on->across;
    V w = z * z, w2 = w * w;
    V across = (n[0] + n[1] * w) + ((n[2] + n[3] * w) + (n[4] + n[5] * w) * w2) * w2;
    V px = across * x - c->point[0], py = across * y - c->point[1], pz = on->polar * (across * z) - c->point[2];
    V nx = x - c->normal[0], ny = y - c->normal[1], nz = z - c->normal[2];
    V chord = NAME(square)(px, py, pz);
    V turn = (nx * px + ny * py) + nz * pz, turn2 = turn * turn;
    V near = chord + turn2 * (1.0 / 12 + turn * (1.0 / 90));
    if (limit <= LATER || !NAME(any)(chord > NAME(all)(LATER))) return near;
    V height = z + c->normal[2];
    V a = (on->e2 * 0.25) * (chord * (height * height)), b = on->e2 * (nz * nz);
    V first = b * (7.0 / 360) - a * on->bend;
    V second = a * (a * (17.0 / 720) - b * (1.0 / 16)) + b * b * (7.0 / 180);
    V far = near + (turn2 * turn2 * (1.0 / 560) + chord * (chord * first + second));
    return NAME(choose)(chord > NAME(all)(LATER), far, near);
}
#undef LATER

TARGET static size_t NAME(count_run_geodesics)(
    const struct wm_ellipsoid *on, const double *x, const double *y, const double *z, size_t start, size_t end,
    const struct wm_surface_point *c, double inner, double outer, double surely, double possibly, size_t *unsure) {
    M settled = {0}, inside = {0}, reached = {0};
    while (start < end) {
        // First the points that chords decide; blocks at the rim, and an incomplete one, are noted without a branch and
        // examined afterwards.
        size_t rim[65], count = 0, next = start;
        for (; next + LANES <= end && next < start + 64 * LANES; next += LANES) {
            V q = NAME(square)(
                NAME(load)(x + next) - c->normal[0], NAME(load)(y + next) - c->normal[1],
                NAME(load)(z + next) - c->normal[2]);
            M in = (M)(q <= NAME(all)(inner)), near = (M)(q <= NAME(all)(outer));
            settled -= in;
            rim[count] = next;
            count += NAME(any)(in ^ near) != 0;
        }
        if (next < end && next + LANES > end) {
            rim[count++] = next;
            next = end;
        }
        for (size_t block = 0; block < count; block++) {
            size_t i = rim[block], left = end - i;
            V px = NAME(load_some)(x + i, left), py = NAME(load_some)(y + i, left), pz = NAME(load_some)(z + i, left);
            V q = NAME(square)(px - c->normal[0], py - c->normal[1], pz - c->normal[2]);
            for (size_t k = left; k < LANES; k++) q[k] = 5;
            M unsettled = (M)(q <= NAME(all)(outer));
            if (left >= LANES) unsettled &= ~(M)(q <= NAME(all)(inner));
            q = NAME(geodesic)(on, c, possibly, px, py, pz);
            inside -= unsettled & (M)(q <= NAME(all)(surely));
            reached -= unsettled & (M)(q <= NAME(all)(possibly));
        }
        start = next;
    }
    size_t sure = 0, total = 0, most = 0;
    for (int k = 0; k < LANES; k++) {
        sure += (size_t)settled[k];
        total += (size_t)inside[k];
        most += (size_t)reached[k];
    }
    *unsure += most - total;
    return sure + total;
}

TARGET static double NAME(roots)(double *squares, size_t count, double scale) {
    V greatest = {0};
    for (size_t i = 0; i < count; i += LANES) {
        double rest[LANES] = {0};
        size_t n = count - i < LANES ? count - i : LANES;
        V q;
        if (n == LANES) {
            q = NAME(load)(squares + i);
        } else {
            memcpy(rest, squares + i, n * sizeof *rest);
            q = NAME(load)(rest);
        }
        // Invalid vectors, as in a damaged file, can have squares below 0.
        V length = scale * __builtin_elementwise_sqrt(NAME(most)(q, NAME(all)(0)));
        greatest = NAME(most)(greatest, length);
        if (n == LANES) {
            NAME(store)(squares + i, length);
        } else {
            NAME(store)(rest, length);
            memcpy(squares + i, rest, n * sizeof *rest);
        }
    }
    double result = 0;
    for (int k = 0; k < LANES; k++) result = greatest[k] > result ? greatest[k] : result;
    return result;
}

// MARK: Walking

// Classifies the children of a node; the last node of a level may have fewer than eight.
INLINE void NAME(enter)(
    const struct wm_tree *tree, const double *c, double surely, double possibly, struct wm_walk *walk, size_t level,
    size_t node) {
    uint32_t found = NAME(classify)(tree->nodes + 48 * (tree->levels[level] + node), c, surely, possibly);
    size_t children = ((tree->count - 1) >> (5 + 3 * level)) + 1 - 8 * node;
    uint32_t reached = children < 8 ? found & ((1u << children) - 1) : found & 0xFF;
    walk->level = level;
    walk->nodes[level] = node;
    walk->reached[level] = reached;
    walk->whole[level] = reached & found >> 8;
}

// Adds the points below some consecutive children.
INLINE size_t NAME(append)(
    const struct wm_tree *tree, size_t level, size_t child, size_t children, struct wm_run *runs, size_t n) {
    size_t start = child << (5 + 3 * level), end = (child + children) << (5 + 3 * level);
    if (end > tree->count) end = tree->count;
    if (n > 0 && runs[n - 1].end == start) {
        runs[n - 1].end = (uint32_t)end;
        return n;
    }
    runs[n] = (struct wm_run){(uint32_t)start, (uint32_t)end};
    return n + 1;
}

INLINE size_t NAME(advance)(
    const struct wm_tree *tree, const double *c, double surely, double possibly, struct wm_walk *walk,
    int counting) {
    struct wm_run *runs = walk->runs;
    size_t n = 0;
    if (walk->level > tree->top) NAME(enter)(tree, c, surely, possibly, walk, tree->top, 0);
    for (;;) {
        size_t level = walk->level, node = walk->nodes[level];
        uint32_t reached = walk->reached[level];
        if (!reached) {
            if (level == tree->top) return n;
            walk->level = level + 1;
            continue;
        }
        if (counting && walk->whole[level]) {
            uint32_t whole = walk->whole[level];
            reached &= ~whole;
            walk->whole[level] = 0;
            walk->reached[level] = reached;
            size_t size = (size_t)1 << (5 + 3 * level);
            walk->inside += size * (size_t)__builtin_popcount(whole);
            // The very last child may be incomplete.
            size_t last = (tree->count - 1) >> (5 + 3 * level);
            if (last / 8 == node && whole >> last % 8) walk->inside -= (last + 1) * size - tree->count;
            continue;
        }
        if (level == 0) {
            // At most one run for any two children.
            if (n > WM_RUNS - 4) return n;
            walk->reached[0] = 0;
            // More points than fit in the nearer caches.
            if (tree->count > 1 << 15) {
                for (uint32_t rest = reached; rest; rest &= rest - 1) {
                    size_t leaf = 8 * node + (size_t)__builtin_ctz(rest);
                    fetch(tree, leaf);
                    if (!counting) {
                        __builtin_prefetch(tree->numbers + leaf * WM_LEAF);
                        __builtin_prefetch(tree->numbers + leaf * WM_LEAF + WM_LEAF / 2);
                    }
                }
            }
            do {
                unsigned first = (unsigned)__builtin_ctz(reached);
                unsigned children = (unsigned)__builtin_ctz(~(reached >> first));
                n = NAME(append)(tree, 0, 8 * node + first, children, runs, n);
                reached &= ~(((1u << children) - 1) << first);
            } while (reached);
            continue;
        }
        unsigned j = (unsigned)__builtin_ctz(reached);
        if (walk->whole[level] >> j & 1) {
            if (n == WM_RUNS) return n;
            walk->reached[level] = reached & (reached - 1);
            n = NAME(append)(tree, level, 8 * node + j, 1, runs, n);
        } else {
            walk->reached[level] = reached & (reached - 1);
            NAME(enter)(tree, c, surely, possibly, walk, level - 1, 8 * node + j);
        }
    }
}

TARGET static size_t NAME(runs)(
    const struct wm_tree *tree, const double *c, double possibly, struct wm_walk *walk) {
    return NAME(advance)(tree, c, possibly, possibly, walk, 0);
}

TARGET static size_t NAME(count)(
    const struct wm_tree *tree, const double *c, double surely, double possibly, size_t *unsure) {
    struct wm_walk walk;
    walk.level = WM_LEVELS;
    walk.inside = 0;
    for (;;) {
        size_t n = NAME(advance)(tree, c, surely, possibly, &walk, 1);
        if (n == 0) return walk.inside;
        for (size_t i = 0; i < n; i++)
            walk.inside += NAME(count_run)(
                tree->x, tree->y, tree->z, walk.runs[i].start, walk.runs[i].end, c, surely, possibly, unsure);
    }
}

TARGET static size_t NAME(count_geodesics)(
    const struct wm_ellipsoid *on, const struct wm_tree *tree, const struct wm_surface_point *c, double inner, double outer,
    double surely, double possibly, size_t *unsure) {
    struct wm_walk walk;
    walk.level = WM_LEVELS;
    walk.inside = 0;
    for (;;) {
        size_t n = NAME(advance)(tree, c->normal, inner, outer, &walk, 1);
        if (n == 0) return walk.inside;
        for (size_t i = 0; i < n; i++)
            walk.inside += NAME(count_run_geodesics)(
                on, tree->x, tree->y, tree->z, walk.runs[i].start, walk.runs[i].end, c, inner, outer, surely,
                possibly, unsure);
    }
}
#endif

// MARK: Sorting
#if LANES <= 4

TARGET static size_t NAME(ranks)(const double *values, size_t count, uint64_t *ranks) {
    double padded[WM_RANKED];
    size_t total = 0;
    memcpy(padded, values, count * sizeof *values);
    for (size_t i = count; i % LANES; i++) padded[i] = -1;
    for (size_t i = 0; i < count; i += LANES) {
        V value = NAME(load)(padded + i);
        M less = {0};
        for (size_t k = 0; k < count; k++) less -= (M)(NAME(all)(padded[k]) < value);
        memcpy(ranks + i, &less, sizeof less);
    }
    for (size_t i = 0; i < count; i++) total += ranks[i];
    return total;
}
#endif

// MARK: Angles

// Polynomials are in Estrin's order, pairs first, so that the multiplications do not wait for one another.

// (2 asin(c / 2) / c - 1) / c^2 from c^2, up to 2^-10: the Taylor series.
INLINE V NAME(short_series)(V q, V q2) {
    return (1.0 / 24 + 3.0 / 640 * q) + (5.0 / 7168 + 35.0 / 294912 * q) * q2;
}

// 2 asin(c / 2) from c^2, up to 2^-10.
INLINE V NAME(short_angle)(V q) {
    V chord = __builtin_elementwise_sqrt(q);
    return chord + chord * (q * NAME(short_series)(q, q * q));
}

// The same from c^2 up to 1: beyond 2^-10 the Chebyshev fit.
INLINE V NAME(angle)(V q) {
    V q2 = q * q, q4 = q2 * q2;
    V p0 = 0x1.5555555555556p-5 + 0x1.3333333332ecap-8 * q;
    V p2 = 0x1.6db6db6e31f14p-11 + 0x1.f1c71c1db05bbp-14 * q;
    V p4 = 0x1.6e8bb1c821a72p-16 + 0x1.1c4d35cf7bb55p-18 * q;
    V p6 = 0x1.c9cf076a578a2p-21 + 0x1.782651abce96ep-23 * q;
    V p8 = 0x1.52420bd327168p-25 + 0x1.65a9bdc3995d2p-28 * q;
    V p10 = 0x1.1d18898fd01fdp-28 - 0x1.e6aab877b1c54p-31 * q;
    V low = (p0 + p2 * q2) + (p4 + p6 * q2) * q4;
    V high = (p8 + p10 * q2) + 0x1.d72b314e87eecp-32 * q4;
    V fit = low + high * (q4 * q4);
    V polynomial = NAME(choose)(q <= NAME(all)(0x1p-10), NAME(short_series)(q, q2), fit);
    V chord = __builtin_elementwise_sqrt(q);
    return chord + chord * (q * polynomial);
}

// The angle between two unit vectors, 0 to pi.
INLINE V NAME(angle_between)(V ax, V ay, V az, V bx, V by, V bz) {
    V q = NAME(square)(ax - bx, ay - by, az - bz);
    if (!NAME(any)(q > NAME(all)(0x1p-10))) return NAME(short_angle)(q);
    V p = NAME(square)(ax + bx, ay + by, az + bz);
    M near = q <= NAME(all)(1), far = ~near & (M)(p <= NAME(all)(1));
    V sine = (q - p) * 0.25;
    V middle = 4 * (sine * sine);
    V a = NAME(angle)(NAME(choose)(near, q, NAME(choose)(far, p, middle)));
    V half = 0.5 * a;
    V excess = NAME(choose)(sine < NAME(all)(0), -half, half);
    return NAME(choose)(near, a, NAME(choose)(far, 0x1.921fb54442d18p+1 - a, 0x1.921fb54442d18p+0 + excess));
}

TARGET static double NAME(lengths)(double *chords, size_t count, double radius) {
    V greatest = {0};
    size_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        V q = NAME(load)(chords + i);
        V a = NAME(any)(q > NAME(all)(0x1p-10)) ? NAME(angle)(q) : NAME(short_angle)(q);
        a = radius * a;
        greatest = NAME(most)(greatest, a);
        NAME(store)(chords + i, a);
    }
    if (i < count) {
        double rest[LANES] = {0};
        memcpy(rest, chords + i, (count - i) * sizeof *rest);
        V q = NAME(load)(rest);
        V a = radius * (NAME(any)(q > NAME(all)(0x1p-10)) ? NAME(angle)(q) : NAME(short_angle)(q));
        greatest = NAME(most)(greatest, a);
        NAME(store)(rest, a);
        memcpy(chords + i, rest, (count - i) * sizeof *rest);
    }
    double result = 0;
    for (int k = 0; k < LANES; k++) result = greatest[k] > result ? greatest[k] : result;
    return result;
}

TARGET static void NAME(one_to_many)(
    const double *a, const double *vectors, size_t count, double radius, double *lengths) {
    V ax = NAME(all)(a[0]), ay = NAME(all)(a[1]), az = NAME(all)(a[2]);
    for (size_t i = 0; i < count; i += LANES) {
        V bx, by, bz;
        if (count - i >= LANES) {
            NAME(split3)(vectors + 3 * i, &bx, &by, &bz);
            NAME(store)(lengths + i, radius * NAME(angle_between)(ax, ay, az, bx, by, bz));
            continue;
        }
        double rest[3 * LANES] = {0}, last[LANES];
        memcpy(rest, vectors + 3 * i, 3 * (count - i) * sizeof *rest);
        NAME(split3)(rest, &bx, &by, &bz);
        NAME(store)(last, radius * NAME(angle_between)(ax, ay, az, bx, by, bz));
        memcpy(lengths + i, last, (count - i) * sizeof *last);
    }
}

// MARK: Degrees

// Latitude and longitude are computed in parallel, step by step, so that neither waits for the other.
INLINE void NAME(sin_cos)(const V *degrees, V *sine_out, V *cosine_out) {
#define EACH for (int i = 0; i < 2; i++)
    V rounded[2], r[2], z[2], z2[2], z4[2], a[2], b[2], sine[2], cosine[2];
    EACH rounded[i] = degrees[i] * (1.0 / 90) + 0x1.8p52;
    EACH r[i] = (degrees[i] - (rounded[i] - 0x1.8p52) * 90) * 0x1.1df46a2529d39p-6;
    EACH z[i] = r[i] * r[i];
    EACH z2[i] = z[i] * z[i];
    EACH z4[i] = z2[i] * z2[i];
    EACH a[i] = 0x1.1111111110bb2p-7 * z[i] - 0x1.5555555555555p-3;
    EACH b[i] = 0x1.71de37968a024p-19 * z[i] - 0x1.a01a019e83aaep-13;
    EACH a[i] = a[i] + b[i] * z2[i];
    EACH b[i] = 0x1.5e0b19f38405ap-33 * z[i] - 0x1.ae600b02a7c74p-26;
    EACH a[i] = a[i] + b[i] * z4[i];
    EACH sine[i] = r[i] + r[i] * z[i] * a[i];
    EACH a[i] = 0x1.5555555555555p-5 - 0x1.6c16c16c16967p-10 * z[i];
    EACH b[i] = 0x1.a01a019f4eb00p-16 - 0x1.27e4fa17da030p-22 * z[i];
    EACH a[i] = a[i] + b[i] * z2[i];
    EACH b[i] = 0x1.1eeb68e934339p-29 - 0x1.907da36274fc5p-37 * z[i];
    EACH a[i] = a[i] + b[i] * z4[i];
    EACH z[i] = z[i] * 0.5;
    EACH b[i] = 1 - z[i];
    EACH cosine[i] = b[i] + ((1 - b[i] - z[i]) + z2[i] * a[i]);
    // The added constant leaves the number of quarters in the low bits: odd ones swap the two, then signs follow.
    EACH {
        M odd = (M)rounded[i] << 63, second = (M)rounded[i] << 62, sign = (M)NAME(all)(-0.0);
        sine_out[i] = (V)((M)NAME(by_sign)(odd, cosine[i], sine[i]) ^ (second & sign));
        cosine_out[i] = (V)((M)NAME(by_sign)(odd, sine[i], cosine[i]) ^ ((odd ^ second) & sign));
    }
#undef EACH
}

INLINE void NAME(unit_vector)(V latitude, V longitude, V *x, V *y, V *z) {
    V degrees[2] = {latitude, longitude}, sine[2], cosine[2];
    NAME(sin_cos)(degrees, sine, cosine);
    *x = cosine[0] * cosine[1];
    *y = cosine[0] * sine[1];
    *z = sine[0];
}

// Splits the places [i, i + LANES) of a list of count; past its end they are 0 N 0 E.
INLINE void NAME(load_places)(const double *places, size_t i, size_t count, V *latitude, V *longitude) {
    if (count - i >= LANES) {
        NAME(split2)(places + 2 * i, latitude, longitude);
    } else {
        double rest[2 * LANES] = {0};
        memcpy(rest, places + 2 * i, 2 * (count - i) * sizeof *rest);
        NAME(split2)(rest, latitude, longitude);
    }
}

// Stores a vector's lanes at [i, count), as many as there is room for.
INLINE void NAME(store_some)(double *to, size_t i, size_t count, V a) {
    if (count - i >= LANES) {
        NAME(store)(to + i, a);
    } else {
        double rest[LANES];
        NAME(store)(rest, a);
        memcpy(to + i, rest, (count - i) * sizeof *rest);
    }
}

TARGET static void NAME(pairs)(
    const double *starts, const double *ends, size_t count, double radius, double *lengths) {
    for (size_t i = 0; i < count; i += LANES) {
        V latitude, longitude, ax, ay, az, bx, by, bz;
        NAME(load_places)(starts, i, count, &latitude, &longitude);
        NAME(unit_vector)(latitude, longitude, &ax, &ay, &az);
        NAME(load_places)(ends, i, count, &latitude, &longitude);
        NAME(unit_vector)(latitude, longitude, &bx, &by, &bz);
        NAME(store_some)(lengths, i, count, radius * NAME(angle_between)(ax, ay, az, bx, by, bz));
    }
}

TARGET static void NAME(unit_vectors)(const double *places, size_t count, double *x, double *y, double *z) {
    for (size_t i = 0; i < count; i += LANES) {
        V latitude, longitude, vx, vy, vz;
        NAME(load_places)(places, i, count, &latitude, &longitude);
        NAME(unit_vector)(latitude, longitude, &vx, &vy, &vz);
        NAME(store_some)(x, i, count, vx);
        NAME(store_some)(y, i, count, vy);
        NAME(store_some)(z, i, count, vz);
    }
}

// MARK: Making an index

TARGET static void NAME(extent)(const double *places, size_t count, double *extent) {
    double low[2] = {places[0], places[1]}, high[2] = {places[0], places[1]};
    size_t i = 0;
    // Latitudes in the even lanes, longitudes in the odd ones.
    if (2 * count >= LANES) {
        V least = NAME(load)(places), most = least;
        for (; i + LANES <= 2 * count; i += LANES) {
            V next = NAME(load)(places + i);
            least = NAME(least)(least, next);
            most = NAME(most)(most, next);
        }
        for (int k = 0; k < LANES; k++) {
            low[k & 1] = least[k] < low[k & 1] ? least[k] : low[k & 1];
            high[k & 1] = most[k] > high[k & 1] ? most[k] : high[k & 1];
        }
    }
    for (; i < 2 * count; i++) {
        low[i & 1] = places[i] < low[i & 1] ? places[i] : low[i & 1];
        high[i & 1] = places[i] > high[i & 1] ? places[i] : high[i & 1];
    }
    memcpy(extent, low, sizeof low);
    memcpy(extent + 2, high, sizeof high);
}

INLINE U NAME(spread)(U a) {
    a = (a | a << 8) & 0x00FF00FF;
    a = (a | a << 4) & 0x0F0F0F0F;
    a = (a | a << 2) & 0x33333333;
    return (a | a << 1) & 0x55555555;
}

// All sixteen levels of the curve at once: the effect of each on those below it is composed in four doublings.
INLINE U NAME(hilbert)(U x, U y) {
    const U all = 0xFFFF - (U){0};
    U a = x ^ y, b = all ^ a, c = all ^ (x | y), d = x & (y ^ all);
    U e = a | b >> 1, f = a >> 1 ^ a;
    U g = (c >> 1 ^ (b & d >> 1)) ^ c, h = ((a & c >> 1) ^ d >> 1) ^ d;
    for (int step = 2; step <= 8; step *= 2) {
        a = e, b = f, c = g, d = h;
        e = (a & a >> step) ^ (b & b >> step);
        f = (a & b >> step) ^ (b & (a ^ b) >> step);
        g ^= (a & c >> step) ^ (b & d >> step);
        h ^= (b & c >> step) ^ ((a ^ b) & d >> step);
    }
    a = g ^ g >> 1;
    b = h ^ h >> 1;
    U low = x ^ y, high = b | (all ^ (low | a));
    return NAME(spread)(high) << 1 | NAME(spread)(low);
}

TARGET static void NAME(curve)(
    const double *places, size_t count, size_t first, const double *origin, const double *scale, uint64_t *keys) {
    for (size_t i = 0; i < count; i += LANES) {
        V latitude, longitude;
        NAME(load_places)(places, i, count, &latitude, &longitude);
        // Past the end of the list, the cell does not matter.
        if (count - i < LANES) {
            for (size_t k = count - i; k < LANES; k++) latitude[k] = origin[0], longitude[k] = origin[1];
        }
        U x = (U)__builtin_convertvector((longitude - origin[1]) * scale[1], NAME(i));
        U y = (U)__builtin_convertvector((latitude - origin[0]) * scale[0], NAME(i));
        U cell = NAME(hilbert)(x, y);
        uint32_t cells[LANES];
        memcpy(cells, &cell, sizeof cells);
        if (count - i >= LANES) {
            for (int k = 0; k < LANES; k++) keys[i + k] = (uint64_t)cells[k] << 32 | (first + i + k);
        } else {
            for (size_t k = 0; k < count - i; k++) keys[i + k] = (uint64_t)cells[k] << 32 | (first + i + k);
        }
    }
}

TARGET static void NAME(boxes)(const double *values, size_t count, float *boxes) {
    for (size_t start = 0; start < count; start += WM_LEAF, boxes++) {
        if (start % (8 * WM_LEAF) == 0 && start > 0) boxes += 48 - 8;
        double low = values[start], high = low;
        if (count - start >= WM_LEAF) {
            V least = NAME(load)(values + start), most = least;
            for (size_t i = LANES; i < WM_LEAF; i += LANES) {
                V next = NAME(load)(values + start + i);
                least = NAME(least)(least, next);
                most = NAME(most)(most, next);
            }
            for (int k = 0; k < LANES; k++) {
                low = least[k] < low ? least[k] : low;
                high = most[k] > high ? most[k] : high;
            }
        } else {
            for (size_t i = start + 1; i < count; i++) {
                low = values[i] < low ? values[i] : low;
                high = values[i] > high ? values[i] : high;
            }
        }
        // Always the positive zero, whichever zero came first.
        boxes[0] = rounded_down(low) + 0.0f;
        boxes[24] = 0.0f - rounded_down(-high);
    }
}

#undef V
#undef M
#undef U
#undef INLINE
