// The instruction's input: account count, the accounts, instruction data, program id; all little-endian.
#pragma once

// A transaction can name no more, as the runtime locks at most 64.
#define MAX_ACCOUNTS 64
// Room the machine leaves behind each account's data for it to grow in.
#define GROWTH_ROOM 10240
#define NOT_A_DUPLICATE 0xff

// Call once, first. An account that is named twice is parsed once: both entries point at the same memory.
FUNCTION u64 parse_input(const u8 *input, Context *context) {
  u64 count = *(const u64 *)input;
  REQUIRE(count <= MAX_ACCOUNTS, ERROR_INVALID_ARGUMENT);
  Account *accounts = heap_alloc(count * sizeof(Account));
  const u8 *at = input + sizeof(u64);
  for (u64 i = 0; i < count; i++) {
    Account *account = &accounts[i];
    if (at[0] != NOT_A_DUPLICATE) {
      copy_bytes(account, &accounts[at[0]], sizeof(Account));
      at += 8;
      continue;
    }
    account->is_signer = at[1] != 0;
    account->is_writable = at[2] != 0;
    account->executable = at[3] != 0;
    account->key = at + 8;
    account->owner = at + 40;
    account->lamports = (u64 *)(at + 72);
    account->data_len = *(const u64 *)(at + 80);
    account->data = (u8 *)at + 88;
    at += 88 + account->data_len + GROWTH_ROOM;
    at = (const u8 *)(((u64)at + 7) & ~7UL);
    account->rent_epoch = *(const u64 *)at;
    at += 8;
  }
  context->accounts = accounts;
  context->account_count = count;
  context->data_len = *(const u64 *)at;
  context->data = at + 8;
  context->program_id = at + 8 + context->data_len;
  return 0;
}

// The length now: a program that was called may have changed it since the entry.
INLINE u64 current_data_len(const Account *account) { return ((const u64 *)account->data)[-1]; }
