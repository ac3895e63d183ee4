// Walks through a tree: which points a circle may contain, by the boxes around them.

INLINE void NAME(axis)(const float *boxes, double at, V *near, V *far) {
    V below = NAME(widen)(boxes) - at, above = at - NAME(widen)(boxes + 24);
    V outside = NAME(most)(NAME(most)(below, above), NAME(all)(0));
    V across = NAME(most)(-below, -above);
    *near = outside * outside;
    *far = across * across;
}

// The squared chords from c to the nearest corners or sides of LANES boxes of a node, and to the farthest corners.
INLINE V NAME(reach)(const float *boxes, struct wm_vector c, V *far) {
    V nx, ny, nz, fx, fy, fz;
    NAME(axis)(boxes, c.x, &nx, &fx);
    NAME(axis)(boxes + 8, c.y, &ny, &fy);
    NAME(axis)(boxes + 16, c.z, &nz, &fz);
    *far = (fx + fy) + fz;
    return (nx + ny) + nz;
}

TARGET static uint32_t NAME(classify)(const float *boxes, const struct wm_vector *c, double surely, double possibly) {
    uint32_t reached = 0, whole = 0;
    for (int j = 0; j < 8; j += LANES) {
        V far, near = NAME(reach)(boxes + j, *c, &far);
        reached |= NAME(bits)(near <= NAME(all)(possibly)) << j;
        whole |= NAME(bits)(far <= NAME(all)(surely)) << j;
    }
    return reached | whole << 8;
}

TARGET static void NAME(nearest)(const float *boxes, struct wm_vector c, double *squares) {
    for (int j = 0; j < 8; j += LANES) {
        V far;
        NAME(store)(squares + j, NAME(reach)(boxes + j, c, &far));
    }
}

// Classifies the children of a node; the last node of a level may have fewer than eight.
INLINE void NAME(enter)(
    const struct wm_tree *tree, const struct wm_vector *c, double surely, double possibly, struct wm_walk *walk,
    size_t level, size_t node) {
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
    const struct wm_tree *tree, const struct wm_vector *c, double surely, double possibly, struct wm_walk *walk,
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
                    fetch(&tree->points, leaf);
                    if (!counting) {
                        __builtin_prefetch(tree->points.numbers + leaf * WM_LEAF);
                        __builtin_prefetch(tree->points.numbers + leaf * WM_LEAF + WM_LEAF / 2);
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
    const struct wm_tree *tree, const struct wm_vector *c, double possibly, struct wm_walk *walk) {
    return NAME(advance)(tree, c, possibly, possibly, walk, 0);
}

// Counts by the walk and, where it leaves points open, by the loops over runs: on an ellipsoid if its point is given.
INLINE size_t NAME(count_all)(
    const struct wm_tree *tree, const struct wm_vector *c, const struct wm_ellipsoid *on,
    const struct wm_surface_point *point, double inner, double outer, double surely, double possibly, size_t *unsure) {
    struct wm_walk walk;
    walk.level = WM_LEVELS;
    walk.inside = 0;
    for (;;) {
        size_t n = NAME(advance)(tree, c, inner, outer, &walk, 1);
        if (n == 0) return walk.inside;
        for (size_t i = 0; i < n; i++)
            walk.inside +=
                point ? NAME(count_run_geodesics)(
                            *on, tree->points, walk.runs[i], *point, inner, outer, surely, possibly, unsure)
                      : NAME(count_run)(tree->points, walk.runs[i], *c, surely, possibly, unsure);
    }
}

TARGET static size_t NAME(count)(
    const struct wm_tree *tree, const struct wm_vector *c, double surely, double possibly, size_t *unsure) {
    return NAME(count_all)(tree, c, NULL, NULL, surely, possibly, surely, possibly, unsure);
}

TARGET static size_t NAME(count_geodesics)(
    struct wm_ellipsoid on, const struct wm_tree *tree, const struct wm_surface_point *c, double inner, double outer,
    double surely, double possibly, size_t *unsure) {
    return NAME(count_all)(tree, &c->normal, &on, c, inner, outer, surely, possibly, unsure);
}
