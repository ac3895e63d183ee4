// What makes an index, and what sorts answers: bounds, the Hilbert curve, ranks.

// The minimum and the maximum of `count` numbers, whole vectors of them, in each lane.
INLINE void NAME(bounds)(const double *numbers, size_t count, V *low, V *high) {
    *low = *high = NAME(load)(numbers);
    for (size_t i = LANES; i < count; i += LANES) {
        V next = NAME(load)(numbers + i);
        *low = NAME(least)(*low, next);
        *high = NAME(most)(*high, next);
    }
}

TARGET static struct wm_extent NAME(extent)(const double *places, size_t count) {
    // Latitudes in the even lanes, longitudes in the odd ones.
    double low[2] = {places[0], places[1]}, high[2] = {places[0], places[1]};
    size_t whole = 2 * count / LANES * LANES;
    if (whole > 0) {
        V lows, highs;
        NAME(bounds)(places, whole, &lows, &highs);
        for (int k = 0; k < LANES; k++) {
            low[k & 1] = lower(lows[k], low[k & 1]);
            high[k & 1] = higher(highs[k], high[k & 1]);
        }
    }
    for (size_t i = whole; i < 2 * count; i++) {
        low[i & 1] = lower(places[i], low[i & 1]);
        high[i & 1] = higher(places[i], high[i & 1]);
    }
    return (struct wm_extent){low[0], low[1], high[0], high[1]};
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
    const double *places, size_t count, size_t first, struct wm_grid grid, uint64_t *keys) {
    for (size_t i = 0; i < count; i += LANES) {
        V latitude, longitude;
        NAME(load_places)(places, i, count, &latitude, &longitude);
        // Past the end of the list, the cell does not matter.
        for (size_t k = count - i; k < LANES; k++) latitude[k] = grid.south, longitude[k] = grid.west;
        U x = (U)__builtin_convertvector((longitude - grid.west) * grid.columns, NAME(i));
        U y = (U)__builtin_convertvector((latitude - grid.south) * grid.rows, NAME(i));
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
            V lows, highs;
            NAME(bounds)(values + start, WM_LEAF, &lows, &highs);
            for (int k = 0; k < LANES; k++) {
                low = lower(lows[k], low);
                high = higher(highs[k], high);
            }
        } else {
            for (size_t i = start + 1; i < count; i++) {
                low = lower(values[i], low);
                high = higher(values[i], high);
            }
        }
        // Always the positive zero, whichever zero came first.
        boxes[0] = rounded_down(low) + 0.0f;
        boxes[24] = 0.0f - rounded_down(-high);
    }
}

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
