// Clang reads it in any language.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "CBackdrop.h"

static const unsigned char bytes[] = {
#embed "backdrop.bin"
};

const unsigned char *CBackdrop_bytes(void) { return bytes; }
size_t CBackdrop_count(void) { return sizeof bytes; }
