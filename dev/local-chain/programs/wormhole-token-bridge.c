// Stand-in for Wormhole's token bridge on a local chain: the instruction numbers, account lists, seeds, account
// layouts and checks of the deployed program for transfers and their completion. Configuration, registered chains and
// wrapped mints come with genesis. Built once a chain: -DCHAIN_ID=1 for ext, 51 for main.
// Source: wormhole-foundation/wormhole, solana/modules/token_bridge/program/src/api.
#include "svm.h"
#include "wormhole-derived-address.h"
#include "wormhole-posted-message.h"
#include "wormhole-token-bridge-state.h"
#include "wormhole-token-bridge-message.h"
#include "wormhole-token-bridge-transfer.h"
#include "wormhole-token-bridge-complete.h"

#ifndef CHAIN_ID
#error "say which chain: -DCHAIN_ID=1 or -DCHAIN_ID=51"
#endif

#define COMPLETE_NATIVE 2
#define COMPLETE_WRAPPED 3
#define TRANSFER_WRAPPED 4
#define TRANSFER_NATIVE 5

u64 entrypoint(const u8 *input) {
  Context *context = heap_alloc(sizeof(Context));
  TRY(parse_input(input, context));
  REQUIRE(context->data_len >= 1, ERROR_INVALID_INSTRUCTION_DATA);
  u8 tag = context->data[0];
  if (tag == COMPLETE_NATIVE) return complete_native(context);
  if (tag == COMPLETE_WRAPPED) return complete_wrapped(context);
  if (tag == TRANSFER_WRAPPED) return transfer_wrapped(context);
  if (tag == TRANSFER_NATIVE) return transfer_native(context);
  return ERROR_INVALID_INSTRUCTION_DATA;
}
