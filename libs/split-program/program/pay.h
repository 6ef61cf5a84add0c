// pay: pays every entry whose account can be paid, and moves the amounts of the others to the split account of the list
// that they alone are. Anyone may call it: the list leaves no choice.
// Accounts: owner, split token account w, mint, token program, rent_to w, a recipient w for each entry, then, where some
// cannot be paid, the token account of the remainder w.
// Arguments: bump of the owner u8, salt, then u64 the amount of each entry.
#pragma once

#define FIRST_RECIPIENT 5
#define HEAD_BYTES (9 + SALT_BYTES)

typedef struct {
  const Account *owner, *token, *mint;
  Signer signer;
} From;

FUNCTION u64 read_list(const Context *context, List *list) {
  REQUIRE(context->data_len > HEAD_BYTES, ERROR_INSTRUCTION_DATA);
  u64 amount_bytes = context->data_len - HEAD_BYTES;
  REQUIRE(amount_bytes % AMOUNT_BYTES == 0, ERROR_INSTRUCTION_DATA);
  list->count = amount_bytes / AMOUNT_BYTES;
  REQUIRE(list->count <= MAX_ENTRIES, ERROR_INSTRUCTION_DATA);
  REQUIRE(context->account_count >= FIRST_RECIPIENT + list->count, ERROR_TOO_FEW_ACCOUNTS);
  list->salt = context->data + 9;
  list->rent_to = &context->accounts[4];
  list->recipients = &context->accounts[FIRST_RECIPIENT];
  list->amounts = context->data + HEAD_BYTES;
  return 0;
}

// The owner is the list's address, and the token account is the owner's and holds what arrived.
FUNCTION u64 check_from(const Context *context, const List *list, const Slice *seeds) {
  const Account *a = context->accounts;
  u8 *expected = heap_alloc(PUBKEY_BYTES);
  REQUIRE(equal_keys(a[3].key, TOKEN_PROGRAM_ID), ERROR_WRONG_PROGRAM);
  REQUIRE(sol_create_program_address(seeds, 3, context->program_id, expected) == 0,
      ERROR_WRONG_ADDRESS);
  REQUIRE(equal_keys(expected, a[0].key), ERROR_WRONG_ADDRESS);
  REQUIRE(is_mint(&a[2]), ERROR_WRONG_MINT);
  REQUIRE(can_receive(&a[1], &a[2]), ERROR_WRONG_SPLIT_TOKEN);
  REQUIRE(is_associated(&a[1], a[0].key, &a[2]), ERROR_WRONG_SPLIT_TOKEN);
  REQUIRE(a[1].is_writable && list->rent_to->is_writable, ERROR_NOT_WRITABLE);
  return 0;
}

// Finds who can be paid. Only they need be writable: the chain makes some addresses read-only whatever the transaction
// says, and one of those in the list must not hold the others.
FUNCTION u64 judge_recipients(List *list, const Account *mint, u64 *sum, u64 *unpaid) {
  for (u64 i = 0; i < list->count; i++) {
    u64 amount = amount_of(list, i);
    REQUIRE(amount > 0, ERROR_ZERO_AMOUNT);
    *sum += amount;
    REQUIRE(*sum >= amount, ERROR_OVERFLOW);
    if (!can_receive(&list->recipients[i], mint)) {
      *unpaid += amount;
      continue;
    }
    REQUIRE(list->recipients[i].is_writable, ERROR_NOT_WRITABLE);
    list->payable |= 1UL << i;
  }
  return 0;
}

// The token account of the remainder: the caller does not choose it.
FUNCTION u64 check_remainder(const Context *context, const List *list, const Account **remainder) {
  const Account *mint = &context->accounts[2], *account = NULL;
  REQUIRE(context->account_count > FIRST_RECIPIENT + list->count, ERROR_NO_REMAINDER);
  account = &context->accounts[FIRST_RECIPIENT + list->count];
  u8 *hash = heap_alloc(SHA256_BYTES);
  const u8 *owner = NULL;
  u8 bump;
  TRY(hash_entries(list, ~list->payable, hash));
  Slice seeds[2] = {SPLIT_SEED, {hash, SHA256_BYTES}};
  TRY(find_address(seeds, 2, context->program_id, &owner, &bump));
  REQUIRE(can_receive(account, mint), ERROR_WRONG_REMAINDER);
  REQUIRE(equal_keys(token_owner(account), owner), ERROR_WRONG_REMAINDER);
  REQUIRE(is_associated(account, owner, mint), ERROR_WRONG_REMAINDER);
  REQUIRE(account->is_writable, ERROR_NOT_WRITABLE);
  *remainder = account;
  return 0;
}

FUNCTION u64 transfer_to(const Context *context, const From *from, const Account *to, u64 amount) {
  TokenTransfer transfer = {from->token, from->mint, to, from->owner->key, &from->signer, amount};
  return transfer_tokens(context, &transfer);
}

// `surplus`: what lies in the account beyond the sum; the first who can be paid gets it.
FUNCTION u64 pay_recipients(const Context *context, const From *from, const List *list,
    u64 surplus) {
  for (u64 i = 0; i < list->count; i++) {
    if (!is_payable(list, i)) continue;
    TRY(transfer_to(context, from, &list->recipients[i], amount_of(list, i) + surplus));
    surplus = 0;
  }
  return 0;
}

FUNCTION u64 pay(const Context *context) {
  List *list = heap_alloc(sizeof(List));
  const Account *a = context->accounts, *remainder = NULL;
  TRY(read_list(context, list));
  u8 *hash = heap_alloc(SHA256_BYTES);
  TRY(hash_entries(list, ~0UL, hash));
  Slice seeds[3] = {SPLIT_SEED, {hash, SHA256_BYTES}, {context->data + 8, 1}};
  TRY(check_from(context, list, seeds));
  u64 sum = 0, unpaid = 0, balance = token_amount(&a[1]);
  TRY(judge_recipients(list, &a[2], &sum, &unpaid));
  REQUIRE(balance >= sum, ERROR_NOT_ARRIVED);
  REQUIRE(list->payable != 0, ERROR_NOBODY_PAYABLE);
  if (unpaid > 0) TRY(check_remainder(context, list, &remainder));

  From from = {&a[0], &a[1], &a[2], {seeds, 3}};
  TRY(pay_recipients(context, &from, list, balance - sum));
  if (unpaid > 0) TRY(transfer_to(context, &from, remainder, unpaid));
  return close_token_account(context, &(TokenClose){&a[1], list->rent_to, a[0].key, &from.signer});
}
