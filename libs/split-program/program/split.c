// Splits what arrived in one token account among a list of token accounts. The address of the account's owner is the
// list, so nobody can pay another: there is no state, no role and no key. README.md beside this folder says what `pay`
// guarantees.
#include "svm.h"

#include "errors.h"

#include "list.h"

#include "pay.h"

// The first 8 bytes, as a little-endian number, of sha256 over `global:pay`: Anchor's rule. A test compares them.
#define INSTRUCTION_PAY 0xdc7a75c041d81277UL

u64 entrypoint(const u8 *input) {
  Context *context = heap_alloc(sizeof(Context));
  TRY(parse_input(input, context));
  REQUIRE(context->data_len >= 8, ERROR_UNKNOWN_INSTRUCTION);
  REQUIRE(read_u64(context->data) == INSTRUCTION_PAY, ERROR_UNKNOWN_INSTRUCTION);
  LOG("Instruction: Pay");
  return pay(context);
}
