// The vault on the main chain: holds the users' money, accepts it in numbered credits, and pays it out by numbers, each once.
// One translation unit; one file per subject. README.md beside this folder says what each instruction guarantees.
#include "svm.h"

#include "discriminators.h"
#include "errors.h"

#include "accounts.h"
#include "events.h"

#include "checks.h"

#include "keys.h"

#include "initialize.h"
#include "limits.h"
#include "pause.h"

#include "proxy.h"

#include "credit.h"
#include "payment-window.h"
#include "debit.h"
#include "close-proxy-token.h"
#include "sweep-native.h"

#define DISPATCH(discriminator, name, instruction) \
  if (tag == (discriminator)) { \
    LOG("Instruction: " name); \
    return instruction(context); \
  }

u64 entrypoint(const u8 *input) {
  Context *context = heap_alloc(sizeof(Context));
  TRY(parse_input(input, context));
  REQUIRE(context->data_len >= 8, ERROR_UNKNOWN_INSTRUCTION);
  u64 tag = read_u64(context->data);
  DISPATCH(INSTRUCTION_CREDIT, "Credit", credit)
  DISPATCH(INSTRUCTION_DEBIT, "Debit", debit)
  DISPATCH(INSTRUCTION_INIT_PROXY, "InitProxy", init_proxy)
  DISPATCH(INSTRUCTION_SET_TIER, "SetTier", set_tier)
  DISPATCH(INSTRUCTION_SWEEP_NATIVE, "SweepNative", sweep_native)
  DISPATCH(INSTRUCTION_CLOSE_PROXY_TOKEN, "CloseProxyToken", close_proxy_token)
  DISPATCH(INSTRUCTION_SET_PAUSED, "SetPaused", set_paused)
  DISPATCH(INSTRUCTION_SET_LIMITS, "SetLimits", set_limits)
  DISPATCH(INSTRUCTION_SET_KEYS, "SetKeys", set_keys)
  DISPATCH(INSTRUCTION_INITIALIZE, "Initialize", initialize)
  return ERROR_UNKNOWN_INSTRUCTION;
}
