// Instruction 1: puts a message of an emitter on record, for guardians to sign.
#pragma once

// Accounts: bridge w, message ws, emitter s, sequence w, payer ws, fee_collector w, clock, rent, system
enum { PM_BRIDGE, PM_MESSAGE, PM_EMITTER, PM_SEQUENCE, PM_PAYER, PM_FEE_COLLECTOR, PM_ACCOUNTS = 9 };

// Data: tag u8, nonce u32, payload behind its length u32, consistency level u8 (0 confirmed, 1 finalized)
#define PM_NONCE_AT 1
#define PM_PAYLOAD_LEN_AT 5
#define PM_PAYLOAD_AT 9
#define CONSISTENCY_CONFIRMED 1
#define CONSISTENCY_FINALIZED 32

// The fee must have come since the last message: whoever posts has paid it into the collector.
FUNCTION u64 take_fee(const Context *context) {
  const Account *collector = &context->accounts[PM_FEE_COLLECTOR], *bridge = &context->accounts[PM_BRIDGE];
  u8 bump;
  TRY(require_named(context, &TEXT_SLICE("fee_collector"), collector, &bump));
  TRY(require_named(context, &TEXT_SLICE("Bridge"), bridge, &bump));
  REQUIRE(bridge->data_len == BRIDGE_BYTES, ERROR_UNINITIALIZED);
  u64 collected = read_u64(bridge->data + BRIDGE_COLLECTED_AT);
  REQUIRE(*collector->lamports >= collected, ERROR_MATH_OVERFLOW);
  REQUIRE(*collector->lamports - collected >= read_u64(bridge->data + BRIDGE_FEE_AT), ERROR_INSUFFICIENT_FEES);
  write_u64(bridge->data + BRIDGE_COLLECTED_AT, *collector->lamports);
  return 0;
}

// The emitter's next number; its counter is made with its first message.
FUNCTION u64 next_sequence(const Context *context, u64 *sequence) {
  Account *counter = &context->accounts[PM_SEQUENCE];
  u8 bump;
  Slice seeds[3] = {TEXT_SLICE("Sequence"), {context->accounts[PM_EMITTER].key, PUBKEY_BYTES}, {&bump, 1}};
  TRY(require_derived(context, seeds, 2, counter, &bump));
  if (!equal_keys(counter->owner, context->program_id)) {
    Signer signer = {seeds, 3};
    TRY(create_account(context, &(NewAccount){&context->accounts[PM_PAYER], counter, &signer, sizeof(u64)}));
  }
  *sequence = read_u64(counter->data);
  write_u64(counter->data, *sequence + 1);
  return 0;
}

// "Sequence: 7": the line by which clients learn the number.
FUNCTION void log_sequence(u64 sequence) {
  u8 *line = heap_alloc(40);
  copy_bytes(line, "Sequence: ", 10);
  u64 digits = 1;
  for (u64 rest = sequence; rest >= 10; rest /= 10) digits++;
  u64 rest = sequence;
  for (u64 at = digits; at > 0; at--) {
    line[9 + at] = (u8)('0' + rest % 10);
    rest /= 10;
  }
  sol_log_((const char *)line, 10 + digits);
}

FUNCTION u64 write_message(const Context *context, u64 sequence, u64 payload_len) {
  const u8 *data = context->data;
  u8 *message = context->accounts[PM_MESSAGE].data;
  u32 now = 0;
  TRY(unix_time(&now));
  bool is_finalized = data[PM_PAYLOAD_AT + payload_len] == 1;
  copy_bytes(message, "msg", 3);
  message[POSTED_CONSISTENCY_AT] = is_finalized ? CONSISTENCY_FINALIZED : CONSISTENCY_CONFIRMED;
  write_u32(message + POSTED_SUBMISSION_TIME_AT, now);
  copy_bytes(message + POSTED_NONCE_AT, data + PM_NONCE_AT, 4);
  write_u64(message + POSTED_SEQUENCE_AT, sequence);
  write_u16(message + POSTED_EMITTER_CHAIN_AT, CHAIN_ID);
  copy_key(message + POSTED_EMITTER_AT, context->accounts[PM_EMITTER].key);
  write_u32(message + POSTED_PAYLOAD_LEN_AT, (u32)payload_len);
  copy_bytes(message + POSTED_PAYLOAD_AT, data + PM_PAYLOAD_AT, payload_len);
  return 0;
}

FUNCTION u64 post_message(const Context *context) {
  LOG("Instruction: PostMessage");
  Account *accounts = context->accounts;
  REQUIRE(context->account_count >= PM_ACCOUNTS, ERROR_NOT_ENOUGH_ACCOUNTS);
  REQUIRE(context->data_len > PM_PAYLOAD_AT, ERROR_INVALID_INSTRUCTION_DATA);
  u64 payload_len = read_u32(context->data + PM_PAYLOAD_LEN_AT);
  REQUIRE(payload_len <= MAX_PAYLOAD_BYTES && context->data_len == PM_PAYLOAD_AT + payload_len + 1,
          ERROR_INVALID_INSTRUCTION_DATA);
  REQUIRE(context->data[PM_PAYLOAD_AT + payload_len] <= 1, ERROR_INVALID_INSTRUCTION_DATA);
  REQUIRE(accounts[PM_MESSAGE].is_signer && accounts[PM_EMITTER].is_signer && accounts[PM_PAYER].is_signer,
          ERROR_MISSING_SIGNATURE);
  TRY(take_fee(context));
  u64 sequence = 0;
  TRY(next_sequence(context, &sequence));
  TRY(create_account(context, &(NewAccount){&accounts[PM_PAYER], &accounts[PM_MESSAGE], NULL,
                                            POSTED_PAYLOAD_AT + payload_len}));
  TRY(write_message(context, sequence, payload_len));
  log_sequence(sequence);
  return 0;
}
