// An attacker's program: it logs whatever its caller hands it, as any program may.
#include "svm.h"

// The first byte of the instruction says how.
#define AS_EVENT 0
#define AS_TEXT 1
#define UNTIL_CUT_OFF 2
#define AND_FAIL 3

#define TIMES 24

u64 entrypoint(const u8 *input) {
  Context *context = heap_alloc(sizeof(Context));
  TRY(parse_input(input, context));
  REQUIRE(context->data_len >= 1, ERROR_INVALID_ARGUMENT);
  const u8 *said = context->data + 1;
  u64 len = context->data_len - 1;
  switch (context->data[0]) {
    case AS_EVENT: log_event(said, len); return 0;
    case AS_TEXT: sol_log_((const char *)said, len); return 0;
    case UNTIL_CUT_OFF:
      for (u64 i = 0; i < TIMES; i++) sol_log_((const char *)said, len);
      return 0;
    case AND_FAIL: log_event(said, len); return ERROR_INVALID_ARGUMENT;
  }
  return ERROR_INVALID_ARGUMENT;
}
