// Stand-in for Wormhole's core bridge on a local chain: the instruction numbers, account lists, seeds, account
// layouts and checks of the deployed program for posting messages, verifying signatures and posting VAAs. The
// bridge's state and the guardian sets come with genesis; governance is not here. Built once a chain: -DCHAIN_ID=1
// for ext, 51 for main.
// Source: wormhole-foundation/wormhole, solana/bridge/program/src/api.
#include "svm.h"
#include "wormhole-derived-address.h"
#include "wormhole-posted-message.h"
#include "wormhole-core-state.h"
#include "wormhole-core-post-message.h"
#include "wormhole-core-verify-signatures.h"
#include "wormhole-core-post-vaa.h"

#ifndef CHAIN_ID
#error "say which chain: -DCHAIN_ID=1 or -DCHAIN_ID=51"
#endif

#define POST_MESSAGE 1
#define POST_VAA 2
#define VERIFY_SIGNATURES 7

u64 entrypoint(const u8 *input) {
  Context *context = heap_alloc(sizeof(Context));
  TRY(parse_input(input, context));
  REQUIRE(context->data_len >= 1, ERROR_INVALID_INSTRUCTION_DATA);
  u8 tag = context->data[0];
  if (tag == POST_MESSAGE) return post_message(context);
  if (tag == POST_VAA) return post_vaa(context);
  if (tag == VERIFY_SIGNATURES) return verify_signatures(context);
  return ERROR_INVALID_INSTRUCTION_DATA;
}
