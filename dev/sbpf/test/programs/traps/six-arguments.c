#include "svm.h"
FUNCTION u64 sum(u64 a, u64 b, u64 c, u64 d, u64 e, u64 f) { return a * b + c * d + e * f; }
u64 entrypoint(const u8 *in) { return sum(in[0], in[1], in[2], in[3], in[4], in[5]); }
