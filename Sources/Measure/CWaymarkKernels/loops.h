// The loops, written once in vectors of LANES doubles, compiled for each TARGET under its NAME.
// Included by kernels.c, more than once; with AVX512 where a vector of eight is one register, and its masks another.

#define V NAME(r)
#define M NAME(m)
#define U NAME(u)
#define INLINE static inline __attribute__((always_inline)) TARGET

#include "vectors.h"

#include "lengths.h"
#include "making.h"
// Not in vectors of two registers, which only speed up one long chain of multiplications.
#if LANES <= 4 || defined(AVX512)
#include "points.h"
#include "walking.h"
#endif
#if LANES <= 4
#include "nearest.h"
#endif

#undef CONVERT
#undef V
#undef M
#undef U
#undef INLINE
