// SPL Token (the first one; Token-2022 has another id and is not taken): reading its accounts, calling it.
#pragma once

static const u8 TOKEN_PROGRAM_ID[PUBKEY_BYTES] = {
    0x06, 0xdd, 0xf6, 0xe1, 0xd7, 0x65, 0xa1, 0x93, 0xd9, 0xcb, 0xe1, 0x46, 0xce, 0xeb, 0x79, 0xac,
    0x1c, 0xb4, 0x85, 0xed, 0x5f, 0x5b, 0x37, 0x91, 0x3a, 0x8c, 0xf5, 0x85, 0x7e, 0xff, 0x00, 0xa9};

#define MINT_BYTES 82
#define MINT_DECIMALS_AT 44
#define MINT_IS_INITIALIZED_AT 45
#define TOKEN_ACCOUNT_BYTES 165
#define TOKEN_ACCOUNT_OWNER_AT 32
#define TOKEN_ACCOUNT_AMOUNT_AT 64
#define TOKEN_ACCOUNT_HAS_DELEGATE_AT 72
#define TOKEN_ACCOUNT_STATE_AT 108
#define TOKEN_ACCOUNT_HAS_CLOSE_AUTHORITY_AT 129
#define TOKEN_ACCOUNT_INITIALIZED 1 // 2 is frozen

INLINE bool is_mint(const Account *account) {
  return account->data_len == MINT_BYTES && equal_keys(account->owner, TOKEN_PROGRAM_ID) &&
         account->data[MINT_IS_INITIALIZED_AT] == 1;
}
INLINE u8 mint_decimals(const Account *mint) { return mint->data[MINT_DECIMALS_AT]; }

// An account that can be paid into and out of: initialized, not frozen.
INLINE bool is_token_account(const Account *account) {
  return account->data_len == TOKEN_ACCOUNT_BYTES && equal_keys(account->owner, TOKEN_PROGRAM_ID) &&
         account->data[TOKEN_ACCOUNT_STATE_AT] == TOKEN_ACCOUNT_INITIALIZED;
}
INLINE const u8 *token_mint(const Account *account) { return account->data; }
INLINE const u8 *token_owner(const Account *account) {
  return account->data + TOKEN_ACCOUNT_OWNER_AT;
}
INLINE u64 token_amount(const Account *account) {
  return read_u64(account->data + TOKEN_ACCOUNT_AMOUNT_AT);
}
INLINE bool token_has_delegate(const Account *account) {
  return read_u32(account->data + TOKEN_ACCOUNT_HAS_DELEGATE_AT) != 0;
}
INLINE bool token_has_close_authority(const Account *account) {
  return read_u32(account->data + TOKEN_ACCOUNT_HAS_CLOSE_AUTHORITY_AT) != 0;
}

#define TOKEN_MINT_TO 7
#define TOKEN_BURN 8
#define TOKEN_CLOSE_ACCOUNT 9
#define TOKEN_TRANSFER_CHECKED 12
#define MAX_TOKEN_METAS 4

// A call that moves, makes or ends tokens, as the token program takes it. A structure, as there are at most five arguments.
typedef struct {
  u8 tag;
  u8 decimals; // of TRANSFER_CHECKED alone
  u64 amount;
  u64 meta_count;
  AccountMeta metas[MAX_TOKEN_METAS];
} TokenCall;

FUNCTION u64 invoke_token(const Context *context, const TokenCall *call, const Signer *signer) {
  u8 *data = heap_alloc(10);
  data[0] = call->tag;
  write_u64(data + 1, call->amount);
  data[9] = call->decimals;
  u64 len = call->tag == TOKEN_TRANSFER_CHECKED ? 10 : 9;
  Instruction instruction = {TOKEN_PROGRAM_ID, call->metas, call->meta_count, data, len};
  return sol_invoke_signed_c(&instruction, context->accounts, context->account_count, signer,
      signer ? 1 : 0);
}

typedef struct {
  const Account *from, *mint, *to;
  const u8 *authority;  // the owner of `from` or its delegate
  const Signer *signer; // the authority's seeds, or NULL where it has signed the transaction
  u64 amount;
} TokenTransfer;

FUNCTION u64 transfer_tokens(const Context *context, const TokenTransfer *transfer) {
  TokenCall *call = heap_alloc(sizeof(TokenCall));
  call->tag = TOKEN_TRANSFER_CHECKED;
  call->decimals = mint_decimals(transfer->mint);
  call->amount = transfer->amount;
  call->meta_count = 4;
  call->metas[0] = (AccountMeta){transfer->from->key, true, false};
  call->metas[1] = (AccountMeta){transfer->mint->key, false, false};
  call->metas[2] = (AccountMeta){transfer->to->key, true, false};
  call->metas[3] = (AccountMeta){transfer->authority, false, true};
  return invoke_token(context, call, transfer->signer);
}

typedef struct {
  const Account *mint, *account;
  const u8 *authority;  // of MINT_TO the mint's, of BURN the account's owner or delegate
  const Signer *signer; // the authority's seeds, or NULL where it has signed the transaction
  u64 amount;
} TokenSupplyChange;

FUNCTION u64 mint_tokens(const Context *context, const TokenSupplyChange *change) {
  TokenCall *call = heap_alloc(sizeof(TokenCall));
  call->tag = TOKEN_MINT_TO;
  call->amount = change->amount;
  call->meta_count = 3;
  call->metas[0] = (AccountMeta){change->mint->key, true, false};
  call->metas[1] = (AccountMeta){change->account->key, true, false};
  call->metas[2] = (AccountMeta){change->authority, false, true};
  return invoke_token(context, call, change->signer);
}

FUNCTION u64 burn_tokens(const Context *context, const TokenSupplyChange *change) {
  TokenCall *call = heap_alloc(sizeof(TokenCall));
  call->tag = TOKEN_BURN;
  call->amount = change->amount;
  call->meta_count = 3;
  call->metas[0] = (AccountMeta){change->account->key, true, false};
  call->metas[1] = (AccountMeta){change->mint->key, true, false};
  call->metas[2] = (AccountMeta){change->authority, false, true};
  return invoke_token(context, call, change->signer);
}

typedef struct {
  const Account *account, *destination; // an empty account; where its lamports go
  const u8 *authority;                  // the account's owner or close authority
  const Signer *signer; // the authority's seeds, or NULL where it has signed the transaction
} TokenClose;

FUNCTION u64 close_token_account(const Context *context, const TokenClose *close) {
  u8 *data = heap_alloc(1);
  data[0] = TOKEN_CLOSE_ACCOUNT;
  AccountMeta *metas = heap_alloc(3 * sizeof(AccountMeta));
  metas[0] = (AccountMeta){close->account->key, true, false};
  metas[1] = (AccountMeta){close->destination->key, true, false};
  metas[2] = (AccountMeta){close->authority, false, true};
  Instruction instruction = {TOKEN_PROGRAM_ID, metas, 3, data, 1};
  return sol_invoke_signed_c(&instruction, context->accounts, context->account_count,
      close->signer, close->signer ? 1 : 0);
}
