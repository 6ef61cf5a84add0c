// Instructions 2 and 3: tokens of a posted transfer arrive, once: out of custody where they are of this chain, minted
// where they are wrapped.
#pragma once

// Accounts of both: payer ws, config, vaa, claim w, endpoint, to w, to_fees w, …
enum { CT_VAA = 2, CT_CLAIM, CT_ENDPOINT, CT_TO, CT_TO_FEES };
// … custody w, mint, custody_signer, rent, system, token, wormhole
enum { CN_CUSTODY = 7, CN_MINT, CN_CUSTODY_SIGNER };
// … mint w, wrapped_meta, mint_authority, rent, system, token, wormhole
enum { CW_MINT = 7, CW_META, CW_MINT_AUTHORITY };
#define CT_ACCOUNTS 14

INLINE const u8 *payload_of(const Account *vaa) { return vaa->data + POSTED_PAYLOAD_AT; }

// A VAA that the core bridge put on record, with a transfer whose numbers fit a u64.
FUNCTION u64 require_transfer(const Context *context, const Account *vaa) {
  REQUIRE(equal_keys(vaa->owner, core_program(context)), ERROR_ILLEGAL_OWNER);
  REQUIRE(vaa->data_len == POSTED_PAYLOAD_AT + TRANSFER_BYTES && equal_bytes(vaa->data, (const u8 *)"vaa", 3),
          ERROR_INVALID_VAA);
  const u8 *payload = payload_of(vaa);
  REQUIRE(payload[0] == TRANSFER_TAG && is_zero(payload + TRANSFER_AMOUNT_AT, U256_HIGH_BYTES) &&
              is_zero(payload + TRANSFER_FEE_AT, U256_HIGH_BYTES),
          ERROR_INVALID_PAYLOAD);
  return 0;
}

// Only the token bridge that was registered for the VAA's chain may say that tokens were locked there.
FUNCTION u64 require_registered(const Context *context, const Account *vaa) {
  const Account *endpoint = &context->accounts[CT_ENDPOINT];
  u8 chain[2], bump;
  write_big_endian(chain, read_u16(vaa->data + POSTED_EMITTER_CHAIN_AT), 2);
  Slice seeds[2] = {{chain, 2}, {vaa->data + POSTED_EMITTER_AT, PUBKEY_BYTES}};
  TRY(require_derived(context, seeds, 2, endpoint, &bump));
  REQUIRE(equal_keys(endpoint->owner, context->program_id) && endpoint->data_len == ENDPOINT_BYTES,
          ERROR_UNINITIALIZED);
  return 0;
}

// To this chain, to this account: whoever completes chooses neither.
FUNCTION u64 require_recipient(const Context *context, const u8 *payload, const Account *mint) {
  const Account *to = &context->accounts[CT_TO], *to_fees = &context->accounts[CT_TO_FEES];
  REQUIRE(is_mint(mint), ERROR_INVALID_MINT);
  REQUIRE(is_token_account(to) && equal_keys(token_mint(to), mint->key), ERROR_INVALID_MINT);
  REQUIRE(is_token_account(to_fees) && equal_keys(token_mint(to_fees), mint->key), ERROR_INVALID_MINT);
  REQUIRE(read_big_endian(payload + TRANSFER_TO_CHAIN_AT, 2) == CHAIN_ID, ERROR_INVALID_CHAIN);
  REQUIRE(equal_keys(payload + TRANSFER_TO_AT, to->key), ERROR_INVALID_RECIPIENT);
  return 0;
}

// The claim account can be made once: a second completion ends here.
FUNCTION u64 claim_transfer(const Context *context, const Account *vaa) {
  Account *claim = &context->accounts[CT_CLAIM];
  u8 chain[2], sequence[8], bump;
  write_big_endian(chain, read_u16(vaa->data + POSTED_EMITTER_CHAIN_AT), 2);
  write_big_endian(sequence, read_u64(vaa->data + POSTED_SEQUENCE_AT), 8);
  Slice *seeds = heap_alloc(4 * sizeof(Slice));
  seeds[0] = (Slice){vaa->data + POSTED_EMITTER_AT, PUBKEY_BYTES};
  seeds[1] = (Slice){chain, 2};
  seeds[2] = (Slice){sequence, 8};
  seeds[3] = (Slice){&bump, 1};
  TRY(require_derived(context, seeds, 3, claim, &bump));
  Signer signer = {seeds, 4};
  TRY(create_account(context, &(NewAccount){&context->accounts[TB_PAYER], claim, &signer, CLAIM_BYTES}));
  claim->data[0] = 1;
  return 0;
}

#define MAX_BEFORE_TEN_TIMES 0x1999999999999999UL

// Out of a message's units of at most 8 decimals into the mint's. Digit by digit, as there is no product of 128 bits.
FUNCTION u64 to_mint_units(const Account *mint, u64 *amount) {
  for (u8 decimals = mint_decimals(mint); decimals > BRIDGE_DECIMALS; decimals--) {
    REQUIRE(*amount <= MAX_BEFORE_TEN_TIMES, ERROR_INVALID_PAYLOAD);
    *amount *= 10;
  }
  return 0;
}

// The transfer's amount in the mint's units, and the part of it that is the fee.
FUNCTION u64 arriving_amounts(const u8 *payload, const Account *mint, Amounts *amounts) {
  amounts->amount = read_big_endian(payload + TRANSFER_AMOUNT_AT + U256_HIGH_BYTES, 8);
  amounts->fee = read_big_endian(payload + TRANSFER_FEE_AT + U256_HIGH_BYTES, 8);
  REQUIRE(amounts->fee <= amounts->amount, ERROR_INSUFFICIENT_FUNDS);
  TRY(to_mint_units(mint, &amounts->amount));
  return to_mint_units(mint, &amounts->fee);
}

FUNCTION u64 release_tokens(const Context *context, const Amounts *amounts) {
  const Account *accounts = context->accounts;
  u8 bump;
  Slice seeds[2] = {TEXT_SLICE("custody_signer"), {&bump, 1}};
  TRY(require_derived(context, seeds, 1, &accounts[CN_CUSTODY_SIGNER], &bump));
  Signer signer = {seeds, 2};
  TokenTransfer transfer = {&accounts[CN_CUSTODY], &accounts[CN_MINT], &accounts[CT_TO],
                            accounts[CN_CUSTODY_SIGNER].key, &signer, amounts->amount - amounts->fee};
  TRY(transfer_tokens(context, &transfer));
  if (amounts->fee == 0) return 0;
  transfer.to = &accounts[CT_TO_FEES];
  transfer.amount = amounts->fee;
  return transfer_tokens(context, &transfer);
}

FUNCTION u64 complete_native(const Context *context) {
  LOG("Instruction: CompleteNative");
  REQUIRE(context->account_count >= CT_ACCOUNTS, ERROR_NOT_ENOUGH_ACCOUNTS);
  TRY(require_configured(context));
  const Account *vaa = &context->accounts[CT_VAA], *mint = &context->accounts[CN_MINT];
  TRY(require_transfer(context, vaa));
  TRY(require_registered(context, vaa));
  const u8 *payload = payload_of(vaa);
  TRY(require_recipient(context, payload, mint));
  u8 bump;
  TRY(require_custody(context, mint, &context->accounts[CN_CUSTODY], &bump));
  REQUIRE(equal_keys(payload + TRANSFER_TOKEN_AT, mint->key), ERROR_INVALID_MINT);
  REQUIRE(read_big_endian(payload + TRANSFER_TOKEN_CHAIN_AT, 2) == CHAIN_ID, ERROR_INVALID_CHAIN);
  TRY(claim_transfer(context, vaa));
  Amounts amounts;
  TRY(arriving_amounts(payload, mint, &amounts));
  return release_tokens(context, &amounts);
}

FUNCTION u64 mint_wrapped(const Context *context, const Amounts *amounts) {
  const Account *accounts = context->accounts;
  u8 bump;
  Slice seeds[2] = {TEXT_SLICE("mint_signer"), {&bump, 1}};
  TRY(require_derived(context, seeds, 1, &accounts[CW_MINT_AUTHORITY], &bump));
  Signer signer = {seeds, 2};
  TokenSupplyChange change = {&accounts[CW_MINT], &accounts[CT_TO], accounts[CW_MINT_AUTHORITY].key, &signer,
                              amounts->amount - amounts->fee};
  TRY(mint_tokens(context, &change));
  if (amounts->fee == 0) return 0;
  change.account = &accounts[CT_TO_FEES];
  change.amount = amounts->fee;
  return mint_tokens(context, &change);
}

FUNCTION u64 complete_wrapped(const Context *context) {
  LOG("Instruction: CompleteWrapped");
  REQUIRE(context->account_count >= CT_ACCOUNTS, ERROR_NOT_ENOUGH_ACCOUNTS);
  TRY(require_configured(context));
  const Account *vaa = &context->accounts[CT_VAA], *mint = &context->accounts[CW_MINT];
  const Account *meta = &context->accounts[CW_META];
  TRY(require_transfer(context, vaa));
  TRY(require_registered(context, vaa));
  const u8 *payload = payload_of(vaa);
  TRY(require_wrapped(context, mint, meta));
  REQUIRE(equal_keys(meta->data + WRAPPED_META_TOKEN_AT, payload + TRANSFER_TOKEN_AT) &&
              read_u16(meta->data) == read_big_endian(payload + TRANSFER_TOKEN_CHAIN_AT, 2),
          ERROR_INVALID_MINT);
  TRY(require_recipient(context, payload, mint));
  TRY(claim_transfer(context, vaa));
  // A wrapped mint has at most 8 decimals: the message's units are its own.
  Amounts amounts = {0, 0};
  TRY(arriving_amounts(payload, mint, &amounts));
  return mint_wrapped(context, &amounts);
}
