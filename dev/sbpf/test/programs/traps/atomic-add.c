#include "svm.h"
u64 entrypoint(const u8 *input) {
  __sync_fetch_and_add((u64 *)HEAP_START, input[0]);
  return 0;
}
