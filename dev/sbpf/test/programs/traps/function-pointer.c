#include "svm.h"
static u64 one(u64 value) { return value + 1; }
static u64 other(u64 value) { return value * 3; }
static u64 (*const TABLE[])(u64) = {one, other};
u64 entrypoint(const u8 *input) { return TABLE[input[0] & 1](input[1]); }
