#include "svm.h"
extern u64 sol_get_money(u64 amount);
u64 entrypoint(const u8 *input) { return sol_get_money(input[0]); }
