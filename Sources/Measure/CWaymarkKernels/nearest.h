// The nearest points, by keys: squared chords whose lower halves are the points' slots.

// 0, 1, 2 and so on.
#if LANES == 4
#define STEPS ((M){0, 1, 2, 3})
#else
#define STEPS ((M){0, 1})
#endif

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

// The keys of the points of a leaf that are in reach, packed; returns their number.
INLINE size_t NAME(keys)(
    struct wm_points points, size_t start, size_t end, const struct wm_vector *c, double limit, double *keys) {
    M slots = STEPS + (int64_t)start;
    size_t n = 0;
    for (size_t i = start; i < end; i += LANES, slots += LANES) {
        V q = NAME(chords)(*c, NAME(load)(points.x + i), NAME(load)(points.y + i), NAME(load)(points.z + i));
        unsigned set = NAME(within)(q, limit, end - i);
        NAME(pack)((V)(((M)q & ~(int64_t)0xFFFFFFFF) | slots), set, keys + n);
        n += (size_t)__builtin_popcount(set);
    }
    return n;
}

// The squared chords to a node's children, each with the child's number in the last three bits.
INLINE void NAME(approach)(const float *boxes, const struct wm_vector *c, V *bounds) {
    for (int j = 0; j < 8; j += LANES) {
        V far;
        // Never infinite, because infinity with last bits is not a number.
        M bits = (M)NAME(least)(NAME(reach)(boxes + j, *c, &far), NAME(all)(16)) & ~(int64_t)7;
        bounds[j / LANES] = (V)(bits | (STEPS + j));
    }
}

// Depth first, nearest child first, skipping what is farther than the last of the best.
INLINE void NAME(descend)(
    const struct wm_tree *tree, const struct wm_vector *c, double limit, size_t count, uint64_t *keys, int rows) {
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
        if (number(next) <= limit) fetch(&tree->points, 8 * nodes[0] + (next & 7));
        size_t n = NAME(keys)(tree->points, start, end, c, limit, found);
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
    const struct wm_tree *tree, const struct wm_vector *c, double limit, size_t count, uint64_t *keys) {
    if (count < 4) {
        NAME(descend)(tree, c, limit, count, keys, 4 / LANES);
    } else if (count < 12) {
        NAME(descend)(tree, c, limit, count, keys, 12 / LANES);
    } else {
        NAME(descend)(tree, c, limit, count, keys, WM_KEYS / LANES);
    }
}
#undef STEPS
