#include "CFuzzer.h"

// libFuzzer's own main, which is linked and not run, wants one.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) { return 0; }
