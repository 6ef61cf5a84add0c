#include "svm.h"
u64 entrypoint(const u8 *input) {
  u8 copy[1024];
  for (int i = 0; i < 1024; i++) copy[i] = input[i];
  sol_log_((const char *)copy, 4);
  return copy[input[3]] == 7;
}
