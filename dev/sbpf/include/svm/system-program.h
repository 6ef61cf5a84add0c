// The system program: who owns plain wallets and makes accounts.
#pragma once

static const u8 SYSTEM_PROGRAM_ID[PUBKEY_BYTES] = {0};
#define SYSTEM_ASSIGN 1
#define SYSTEM_TRANSFER 2
#define SYSTEM_ALLOCATE 8

// Moves lamports of a plain wallet that has signed the transaction.
FUNCTION u64 transfer_lamports(const Context *context, const Account *from, const Account *to,
    u64 lamports) {
  u8 *data = heap_alloc(12);
  AccountMeta *metas = heap_alloc(2 * sizeof(AccountMeta));
  write_u32(data, SYSTEM_TRANSFER);
  write_u64(data + 4, lamports);
  metas[0] = (AccountMeta){from->key, true, true};
  metas[1] = (AccountMeta){to->key, true, false};
  Instruction instruction = {SYSTEM_PROGRAM_ID, metas, 2, data, 12};
  return sol_invoke_signed_c(&instruction, context->accounts, context->account_count, NULL, 0);
}

// One of the system program's instructions that take the account alone, signing for it with `signer` where given.
FUNCTION u64 invoke_system(const Context *context, const Account *account, const Slice *data,
    const Signer *signer) {
  AccountMeta *meta = heap_alloc(sizeof(AccountMeta));
  *meta = (AccountMeta){account->key, true, true};
  Instruction instruction = {SYSTEM_PROGRAM_ID, meta, 1, data->bytes, data->len};
  return sol_invoke_signed_c(&instruction, context->accounts, context->account_count, signer,
      signer ? 1 : 0);
}

INLINE bool is_unused(const Account *account) {
  return account->data_len == 0 && equal_keys(account->owner, SYSTEM_PROGRAM_ID);
}

typedef struct {
  const Account *payer; // signs the transaction; pays the rent
  Account *account;     // to be made
  const Signer *signer; // its seeds, or NULL where the account's own key has signed the transaction
  u64 data_len;
} NewAccount;

// Makes an account of this program, zeroed. In three steps, as `CreateAccount` refuses an address that somebody has sent
// lamports to, and anyone can send them anywhere.
FUNCTION u64 create_account(const Context *context, const NewAccount *request) {
  Account *account = request->account;
  REQUIRE(is_unused(account), ERROR_ALREADY_INITIALIZED);
  u64 needed = 0;
  TRY(minimum_balance(request->data_len, &needed));
  if (*account->lamports < needed)
    TRY(transfer_lamports(context, request->payer, account, needed - *account->lamports));
  u8 *data = heap_alloc(4 + PUBKEY_BYTES);
  write_u32(data, SYSTEM_ALLOCATE);
  write_u64(data + 4, request->data_len);
  TRY(invoke_system(context, account, &(Slice){data, 12}, request->signer));
  write_u32(data, SYSTEM_ASSIGN);
  copy_key(data + 4, context->program_id);
  TRY(invoke_system(context, account, &(Slice){data, 4 + PUBKEY_BYTES}, request->signer));
  account->data_len = current_data_len(account);
  return 0;
}
