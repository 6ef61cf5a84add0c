#include "svm.h"
u64 entrypoint(const u8 *input) { return (*(u64(**)(u64))input)(input[1]); }
