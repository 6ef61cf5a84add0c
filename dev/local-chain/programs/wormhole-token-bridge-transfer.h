// Instructions 5 and 4: tokens leave this chain. Those of this chain go into custody, wrapped ones are burned.
#pragma once

// Data: tag u8, nonce u32, amount u64, fee u64, target u8[32], target chain u16
#define ARGUMENTS_AT 1
#define TRANSFER_DATA_BYTES 55
#define SPL_INITIALIZE_ACCOUNT_3 18

// Accounts: payer ws, config, from w, mint w, custody w, authority_signer, custody_signer, then those of the message
enum { TN_FROM = 2, TN_MINT, TN_CUSTODY, TN_AUTHORITY_SIGNER, TN_CUSTODY_SIGNER };

// Accounts: payer ws, config, from w, from_owner s, mint w, wrapped_meta, authority_signer, then those of the message
enum { TW_FROM = 2, TW_FROM_OWNER, TW_MINT, TW_META, TW_AUTHORITY_SIGNER };

typedef struct {
  u64 amount, fee; // in the mint's units
} Amounts;

FUNCTION u64 read_amounts(const Context *context, Amounts *amounts) {
  REQUIRE(context->account_count >= MA_ACCOUNTS, ERROR_NOT_ENOUGH_ACCOUNTS);
  REQUIRE(context->data_len == TRANSFER_DATA_BYTES, ERROR_INVALID_INSTRUCTION_DATA);
  const u8 *arguments = context->data + ARGUMENTS_AT;
  amounts->amount = read_u64(arguments + 4);
  amounts->fee = read_u64(arguments + 12);
  REQUIRE(amounts->fee <= amounts->amount, ERROR_INVALID_FEE);
  REQUIRE(read_u16(arguments + 52) != CHAIN_ID, ERROR_INVALID_CHAIN);
  return 0;
}

// Makes the custody account of a mint with its first transfer.
FUNCTION u64 open_custody(const Context *context) {
  const Account *accounts = context->accounts, *mint = &accounts[TN_MINT];
  Account *custody = &context->accounts[TN_CUSTODY];
  u8 bump;
  TRY(require_custody(context, mint, custody, &bump));
  if (!is_unused(custody)) return 0;
  Slice seeds[2] = {{mint->key, PUBKEY_BYTES}, {&bump, 1}};
  Signer signer = {seeds, 2};
  u64 needed = 0;
  TRY(minimum_balance(TOKEN_ACCOUNT_BYTES, &needed));
  if (*custody->lamports < needed)
    TRY(transfer_lamports(context, &accounts[TB_PAYER], custody, needed - *custody->lamports));
  u8 *data = heap_alloc(4 + PUBKEY_BYTES);
  write_u32(data, SYSTEM_ALLOCATE);
  write_u64(data + 4, TOKEN_ACCOUNT_BYTES);
  TRY(invoke_system(context, custody, &(Slice){data, 12}, &signer));
  write_u32(data, SYSTEM_ASSIGN);
  copy_key(data + 4, TOKEN_PROGRAM_ID);
  TRY(invoke_system(context, custody, &(Slice){data, 4 + PUBKEY_BYTES}, &signer));
  data[0] = SPL_INITIALIZE_ACCOUNT_3;
  copy_key(data + 1, accounts[TN_CUSTODY_SIGNER].key);
  AccountMeta *metas = heap_alloc(2 * sizeof(AccountMeta));
  metas[0] = (AccountMeta){custody->key, true, false};
  metas[1] = (AccountMeta){mint->key, false, false};
  Instruction instruction = {TOKEN_PROGRAM_ID, metas, 2, data, 1 + PUBKEY_BYTES};
  return sol_invoke_signed_c(&instruction, accounts, context->account_count, NULL, 0);
}

// A mint whose authority is this bridge is a wrapped one: it must be burned, not locked.
FUNCTION u64 require_native(const Context *context, const Account *mint) {
  REQUIRE(is_mint(mint), ERROR_INVALID_MINT);
  const u8 *authority = NULL;
  u8 bump;
  TRY(find_address(&TEXT_SLICE("mint_signer"), 1, context->program_id, &authority, &bump));
  REQUIRE(read_u32(mint->data) == 0 || !equal_keys(mint->data + 4, authority), ERROR_TOKEN_NOT_NATIVE);
  return 0;
}

FUNCTION u64 lock_tokens(const Context *context, u64 units) {
  const Account *accounts = context->accounts;
  u8 bump;
  Slice seeds[2] = {TEXT_SLICE("authority_signer"), {&bump, 1}};
  TRY(require_derived(context, seeds, 1, &accounts[TN_AUTHORITY_SIGNER], &bump));
  Signer signer = {seeds, 2};
  TokenTransfer transfer = {&accounts[TN_FROM],   &accounts[TN_MINT], &accounts[TN_CUSTODY],
                            accounts[TN_AUTHORITY_SIGNER].key, &signer, units};
  return transfer_tokens(context, &transfer);
}

FUNCTION u64 transfer_native(const Context *context) {
  LOG("Instruction: TransferNative");
  Amounts amounts;
  TRY(read_amounts(context, &amounts));
  TRY(require_configured(context));
  const Account *mint = &context->accounts[TN_MINT], *from = &context->accounts[TN_FROM];
  TRY(require_native(context, mint));
  REQUIRE(is_token_account(from) && equal_keys(token_mint(from), mint->key), ERROR_INVALID_MINT);
  u8 bump;
  TRY(require_named(context, &TEXT_SLICE("custody_signer"), &context->accounts[TN_CUSTODY_SIGNER], &bump));
  TRY(open_custody(context));
  u64 unit = 0;
  TRY(units_beyond(mint, &unit));
  Transferred transferred = {amounts.amount / unit, amounts.fee / unit, mint->key, CHAIN_ID};
  TRY(lock_tokens(context, transferred.amount * unit)); // the digits beyond the eighth stay with the sender
  return post_transfer(context, context->data + ARGUMENTS_AT, &transferred);
}

FUNCTION u64 burn_wrapped(const Context *context, u64 units) {
  const Account *accounts = context->accounts;
  u8 bump;
  Slice seeds[2] = {TEXT_SLICE("authority_signer"), {&bump, 1}};
  TRY(require_derived(context, seeds, 1, &accounts[TW_AUTHORITY_SIGNER], &bump));
  Signer signer = {seeds, 2};
  TokenSupplyChange burn = {&accounts[TW_MINT], &accounts[TW_FROM], accounts[TW_AUTHORITY_SIGNER].key, &signer,
                            units};
  return burn_tokens(context, &burn);
}

FUNCTION u64 transfer_wrapped(const Context *context) {
  LOG("Instruction: TransferWrapped");
  Amounts amounts;
  TRY(read_amounts(context, &amounts));
  TRY(require_configured(context));
  const Account *accounts = context->accounts, *from = &accounts[TW_FROM], *meta = &accounts[TW_META];
  REQUIRE(accounts[TW_FROM_OWNER].is_signer, ERROR_MISSING_SIGNATURE);
  REQUIRE(is_token_account(from), ERROR_INVALID_MINT);
  REQUIRE(equal_keys(token_owner(from), accounts[TW_FROM_OWNER].key), ERROR_WRONG_ACCOUNT_OWNER);
  REQUIRE(is_mint(&accounts[TW_MINT]) && equal_keys(token_mint(from), accounts[TW_MINT].key), ERROR_INVALID_MINT);
  TRY(require_wrapped(context, &accounts[TW_MINT], meta));
  TRY(burn_wrapped(context, amounts.amount));
  Transferred transferred = {amounts.amount, amounts.fee, meta->data + WRAPPED_META_TOKEN_AT, read_u16(meta->data)};
  return post_transfer(context, context->data + ARGUMENTS_AT, &transferred);
}
