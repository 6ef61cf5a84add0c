// One of everything that a program may do, each told in the log: what the machine makes of it is compared.
#include "svm.h"

static const char *const WORDS[] = {"zero", "one", "two"}; // pointers in constant data
static const u64 SQUARES[] = {0, 1, 4, 9, 16, 25};

FUNCTION u64 factorial(u64 n) { return n == 0 ? 1 : n * factorial(n - 1); }

FUNCTION u64 choose(u64 which) {
  switch (which) {
    case 0: return 10;
    case 1: return SQUARES[which + 2];
    case 2: return which * 100;
    case 3: return factorial(which);
    case 4: return 44;
    case 5: return 55;
    default: return 0x0123456789abcdefUL;
  }
}

FUNCTION void log_slices(const u8 *data, u64 len) {
  Slice slices[2] = {{data, len}, TEXT_SLICE("!")};
  sol_log_data(slices, 2);
}

u64 entrypoint(const u8 *input) {
  Context *context = heap_alloc(sizeof(Context));
  TRY(parse_input(input, context));
  REQUIRE(context->data_len >= 1, ERROR_INVALID_INSTRUCTION_DATA);
  const u8 *data = context->data;
  LOG("hello");
  sol_log_(WORDS[data[0] % 3], 3);
  sol_log_64_(context->account_count, context->data_len, choose(data[0]), read_big_endian(data, 2),
      SQUARES[data[0] % 6]);
  log_slices(data, context->data_len);
  u8 *copy = heap_alloc(context->data_len);
  copy_bytes(copy, data, context->data_len);
  if (!equal_bytes(copy, data, context->data_len)) return 1;
  if (context->account_count > 1 && context->accounts[0].key != context->accounts[1].key) return 2;
  u64 lamports = 0;
  TRY(minimum_balance(165, &lamports));
  Clock clock;
  TRY(sol_get_clock_sysvar(&clock));
  sol_log_64_(lamports, (u64)clock.unix_timestamp, heap_alloc(1) == heap_alloc(1), 0, 0);
  return data[0] == 9 ? 4242 : 0;
}
