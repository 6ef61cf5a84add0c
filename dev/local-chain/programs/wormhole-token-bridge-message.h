// The message of a transfer, posted through the core bridge.
#pragma once

// The accounts of both transfers have these from 7 on: bridge w, message ws, emitter, sequence w, fee_collector w,
// clock, rent, system, token, wormhole
enum { MA_BRIDGE = 7, MA_MESSAGE, MA_EMITTER, MA_SEQUENCE, MA_FEE_COLLECTOR, MA_CLOCK, MA_RENT, MA_SYSTEM };
#define MA_ACCOUNTS 17

// Payload 1, big-endian: 1, amount u256, token, token chain u16, to, to chain u16, fee u256. The numbers fit u64.
#define TRANSFER_TAG 1
#define TRANSFER_AMOUNT_AT 1
#define TRANSFER_TOKEN_AT 33
#define TRANSFER_TOKEN_CHAIN_AT 65
#define TRANSFER_TO_AT 67
#define TRANSFER_TO_CHAIN_AT 99
#define TRANSFER_FEE_AT 101
#define TRANSFER_BYTES 133
#define U256_HIGH_BYTES 24

// The core bridge's instruction: tag u8, nonce u32, payload behind its length u32, consistency level u8
#define CORE_POST_MESSAGE 1
#define CORE_PAYLOAD_AT 9
#define CORE_DATA_BYTES (CORE_PAYLOAD_AT + TRANSFER_BYTES + 1)
#define CORE_ACCOUNTS 9
#define CORE_FINALIZED 1
#define CORE_BRIDGE_FEE_AT 16
#define CORE_BRIDGE_BYTES 24

// What is transferred, as the message says it.
typedef struct {
  u64 amount, fee; // in units of at most 8 decimals
  const u8 *token; // on the chain where it is native
  u16 token_chain;
} Transferred;

FUNCTION u64 pay_message_fee(const Context *context) {
  const Account *accounts = context->accounts, *bridge = &accounts[MA_BRIDGE];
  REQUIRE(equal_keys(bridge->owner, core_program(context)) && bridge->data_len == CORE_BRIDGE_BYTES,
          ERROR_ILLEGAL_OWNER);
  u64 fee = read_u64(bridge->data + CORE_BRIDGE_FEE_AT);
  if (fee == 0) return 0;
  return transfer_lamports(context, &accounts[TB_PAYER], &accounts[MA_FEE_COLLECTOR], fee);
}

// `arguments`: nonce u32, amount u64, fee u64, target u8[32], target chain u16
FUNCTION u8 *core_data(const u8 *arguments, const Transferred *transferred) {
  u8 *data = heap_alloc(CORE_DATA_BYTES), *payload = data + CORE_PAYLOAD_AT;
  data[0] = CORE_POST_MESSAGE;
  copy_bytes(data + 1, arguments, 4);
  write_u32(data + 5, TRANSFER_BYTES);
  payload[0] = TRANSFER_TAG;
  write_big_endian(payload + TRANSFER_AMOUNT_AT + U256_HIGH_BYTES, transferred->amount, 8);
  copy_key(payload + TRANSFER_TOKEN_AT, transferred->token);
  write_big_endian(payload + TRANSFER_TOKEN_CHAIN_AT, transferred->token_chain, 2);
  copy_key(payload + TRANSFER_TO_AT, arguments + 20);
  write_big_endian(payload + TRANSFER_TO_CHAIN_AT, read_u16(arguments + 52), 2);
  write_big_endian(payload + TRANSFER_FEE_AT + U256_HIGH_BYTES, transferred->fee, 8);
  data[CORE_DATA_BYTES - 1] = CORE_FINALIZED;
  return data;
}

FUNCTION u64 post_transfer(const Context *context, const u8 *arguments, const Transferred *transferred) {
  const Account *accounts = context->accounts;
  u8 bump;
  Slice seeds[2] = {TEXT_SLICE("emitter"), {&bump, 1}};
  TRY(require_derived(context, seeds, 1, &accounts[MA_EMITTER], &bump));
  TRY(pay_message_fee(context));
  AccountMeta *metas = heap_alloc(CORE_ACCOUNTS * sizeof(AccountMeta));
  metas[0] = (AccountMeta){accounts[MA_BRIDGE].key, true, false};
  metas[1] = (AccountMeta){accounts[MA_MESSAGE].key, true, true};
  metas[2] = (AccountMeta){accounts[MA_EMITTER].key, false, true};
  metas[3] = (AccountMeta){accounts[MA_SEQUENCE].key, true, false};
  metas[4] = (AccountMeta){accounts[TB_PAYER].key, true, true};
  metas[5] = (AccountMeta){accounts[MA_FEE_COLLECTOR].key, true, false};
  metas[6] = (AccountMeta){accounts[MA_CLOCK].key, false, false};
  metas[7] = (AccountMeta){accounts[MA_RENT].key, false, false};
  metas[8] = (AccountMeta){accounts[MA_SYSTEM].key, false, false};
  Signer signer = {seeds, 2};
  Instruction *instruction = heap_alloc(sizeof(Instruction));
  *instruction = (Instruction){core_program(context), metas, CORE_ACCOUNTS, core_data(arguments, transferred),
                               CORE_DATA_BYTES};
  return sol_invoke_signed_c(instruction, accounts, context->account_count, &signer, 1);
}
