#include "svm.h"
u64 start(const u8 *input) { return input[0]; }
