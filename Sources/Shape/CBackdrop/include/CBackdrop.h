#pragma once
#include <stddef.h>

/// The bytes of backdrop.bin, which .ci/backdrop makes.
const unsigned char *CBackdrop_bytes(void);
/// Their number.
size_t CBackdrop_count(void);
