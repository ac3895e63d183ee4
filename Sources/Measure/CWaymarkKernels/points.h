// The points of runs whose squared chords, or squared geodesics, are at most a limit: which, and how many.

INLINE V NAME(chords)(struct wm_vector c, V x, V y, V z) { return NAME(square)(c.x - x, c.y - y, c.z - z); }

// From this squared chord on the later terms of the series count.
#define LATER 1e-5

// The squares of geodesics up to a limit, LATER or 2^-10; for longer ones, any larger value.
INLINE V NAME(geodesic)(
    struct wm_ellipsoid on, struct wm_surface_point c, double limit, V x, V y, V z) {
    const double *n = on.across;
    V w = z * z, w2 = w * w;
    V across = (n[0] + n[1] * w) + ((n[2] + n[3] * w) + (n[4] + n[5] * w) * w2) * w2;
    V px = across * x - c.point.x, py = across * y - c.point.y, pz = on.polar * (across * z) - c.point.z;
    V nx = x - c.normal.x, ny = y - c.normal.y, nz = z - c.normal.z;
    V chord = NAME(square)(px, py, pz);
    V turn = (nx * px + ny * py) + nz * pz, turn2 = turn * turn;
    V near = chord + turn2 * (1.0 / 12 + turn * (1.0 / 90));
    if (limit <= LATER || !NAME(any)(chord > NAME(all)(LATER))) return near;
    V height = z + c.normal.z;
    V a = (on.e2 * 0.25) * (chord * (height * height)), b = on.e2 * (nz * nz);
    V first = b * (7.0 / 360) - a * on.bend;
    V second = a * (a * (17.0 / 720) - b * (1.0 / 16)) + b * b * (7.0 / 180);
    V far = near + (turn2 * turn2 * (1.0 / 560) + chord * (chord * first + second));
    return NAME(choose)(chord > NAME(all)(LATER), far, near);
}
#undef LATER

// Writes those of the first `left` squares that are at most a limit, and their numbers; returns their number.
INLINE size_t NAME(take)(
    V squares, double limit, size_t left, const uint32_t *numbers, double *packed, uint32_t *selected) {
    unsigned set = NAME(within)(squares, limit, left);
    NAME(pack)(squares, set, packed);
    NAME(pack_numbers)(numbers, set, selected);
    return (size_t)__builtin_popcount(set);
}

// Selects by geodesics on an ellipsoid, or by chords for null.
INLINE size_t NAME(select_all)(
    const struct wm_ellipsoid *on, struct wm_points points, const struct wm_run *runs, size_t count,
    struct wm_surface_point c, double limit, double *packed, uint32_t *selected) {
    size_t n = 0;
    for (const struct wm_run *run = runs; run < runs + count; run++) {
        size_t i = run->start, end = run->end;
        for (; i + LANES <= end; i += LANES) {
            V x = NAME(load)(points.x + i), y = NAME(load)(points.y + i), z = NAME(load)(points.z + i);
            V squares = on ? NAME(geodesic)(*on, c, limit, x, y, z) : NAME(chords)(c.normal, x, y, z);
            n += NAME(take)(squares, limit, LANES, points.numbers + i, packed + n, selected + n);
        }
        if (i >= end) continue;
        size_t left = end - i;
        V x = NAME(load_some)(points.x + i, left), y = NAME(load_some)(points.y + i, left);
        V z = NAME(load_some)(points.z + i, left);
        V squares = on ? NAME(geodesic)(*on, c, limit, x, y, z) : NAME(chords)(c.normal, x, y, z);
        n += NAME(take)(squares, limit, left, points.numbers + i, packed + n, selected + n);
    }
    return n;
}

TARGET static size_t NAME(select)(
    struct wm_points points, const struct wm_run *runs, size_t count, struct wm_vector c, double limit, double *chords,
    uint32_t *selected) {
    struct wm_surface_point center = {.normal = c};
    return NAME(select_all)(NULL, points, runs, count, center, limit, chords, selected);
}

TARGET static size_t NAME(select_geodesics)(
    struct wm_ellipsoid on, struct wm_points points, const struct wm_run *runs, size_t count, struct wm_surface_point c,
    double limit, double *squares, uint32_t *selected) {
    return NAME(select_all)(&on, points, runs, count, c, limit, squares, selected);
}

TARGET static size_t NAME(count_run)(
    struct wm_points points, struct wm_run run, struct wm_vector c, double surely, double possibly, size_t *unsure) {
    M inside = {0}, reached = {0};
    size_t i = run.start, end = run.end;
    for (; i + LANES <= end; i += LANES) {
        V q = NAME(chords)(c, NAME(load)(points.x + i), NAME(load)(points.y + i), NAME(load)(points.z + i));
        inside -= (M)(q <= NAME(all)(surely));
        reached -= (M)(q <= NAME(all)(possibly));
    }
    size_t total = 0, most = 0;
    for (int k = 0; k < LANES; k++) {
        total += (size_t)inside[k];
        most += (size_t)reached[k];
    }
    for (; i < end; i++) {
        double dx = c.x - points.x[i], dy = c.y - points.y[i], dz = c.z - points.z[i];
        double q = dx * dx + dy * dy + dz * dz;
        total += q <= surely;
        most += q <= possibly;
    }
    *unsure += most - total;
    return total;
}

TARGET static size_t NAME(count_run_geodesics)(
    struct wm_ellipsoid on, struct wm_points points, struct wm_run run, struct wm_surface_point c, double inner,
    double outer, double surely, double possibly, size_t *unsure) {
    const double *x = points.x, *y = points.y, *z = points.z;
    size_t start = run.start, end = run.end;
    M settled = {0}, inside = {0}, reached = {0};
    while (start < end) {
        // First the points that chords decide; blocks at the rim, and an incomplete one, are noted without a branch and
        // examined afterwards.
        size_t rim[65], count = 0, next = start;
        for (; next + LANES <= end && next < start + 64 * LANES; next += LANES) {
            V q = NAME(chords)(c.normal, NAME(load)(x + next), NAME(load)(y + next), NAME(load)(z + next));
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
            V q = NAME(chords)(c.normal, px, py, pz);
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
