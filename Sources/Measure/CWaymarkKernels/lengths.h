// Lengths on a sphere, from chords, vectors or degrees.

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
    CONVERT(
        chords, count, q, radius * (NAME(any)(q > NAME(all)(0x1p-10)) ? NAME(angle)(q) : NAME(short_angle)(q)))
}

TARGET static double NAME(roots)(double *squares, size_t count, double scale) {
    // Invalid vectors, as in a damaged file, can have squares below 0.
    CONVERT(squares, count, q, scale * __builtin_elementwise_sqrt(NAME(most)(q, NAME(all)(0))))
}

TARGET static void NAME(one_to_many)(
    struct wm_vector a, const double *vectors, size_t count, double radius, double *lengths) {
    V ax = NAME(all)(a.x), ay = NAME(all)(a.y), az = NAME(all)(a.z);
    for (size_t i = 0; i < count; i += LANES) {
        double rest[3 * LANES];
        V bx, by, bz;
        NAME(split3)(NAME(padded)(vectors + 3 * i, count - i, 3, rest), &bx, &by, &bz);
        NAME(store_some)(lengths + i, count - i, radius * NAME(angle_between)(ax, ay, az, bx, by, bz));
    }
}

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
    double rest[2 * LANES];
    NAME(split2)(NAME(padded)(places + 2 * i, count - i, 2, rest), latitude, longitude);
}

TARGET static void NAME(pairs)(
    const double *starts, size_t step, const double *ends, size_t count, double radius, double *lengths) {
    for (size_t i = 0; i < count; i += LANES) {
        V latitude, longitude, ax, ay, az, bx, by, bz;
        if (step) {
            NAME(load_places)(starts, i, count, &latitude, &longitude);
        } else {
            latitude = NAME(all)(starts[0]), longitude = NAME(all)(starts[1]);
        }
        NAME(unit_vector)(latitude, longitude, &ax, &ay, &az);
        NAME(load_places)(ends, i, count, &latitude, &longitude);
        NAME(unit_vector)(latitude, longitude, &bx, &by, &bz);
        NAME(store_some)(lengths + i, count - i, radius * NAME(angle_between)(ax, ay, az, bx, by, bz));
    }
}

TARGET static void NAME(unit_vectors)(const double *places, size_t count, double *x, double *y, double *z) {
    for (size_t i = 0; i < count; i += LANES) {
        V latitude, longitude, vx, vy, vz;
        NAME(load_places)(places, i, count, &latitude, &longitude);
        NAME(unit_vector)(latitude, longitude, &vx, &vy, &vz);
        NAME(store_some)(x + i, count - i, vx);
        NAME(store_some)(y + i, count - i, vy);
        NAME(store_some)(z + i, count - i, vz);
    }
}
