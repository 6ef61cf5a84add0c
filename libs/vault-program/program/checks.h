// Checks that several instructions make, each of one account. They change nothing.
#pragma once

INLINE u64 require_shape(const Context *context, u64 account_count, u64 argument_bytes) {
  REQUIRE(context->data_len == 8 + argument_bytes, ERROR_INSTRUCTION_DATA);
  REQUIRE(context->account_count >= account_count, ERROR_TOO_FEW_ACCOUNTS);
  return 0;
}
INLINE const u8 *arguments(const Context *context) { return context->data + 8; }

INLINE u64 require_signed(const Account *account) {
  REQUIRE(account->is_signer, ERROR_NOT_SIGNED);
  return 0;
}
INLINE u64 require_writable(const Account *account) {
  REQUIRE(account->is_writable, ERROR_NOT_WRITABLE);
  return 0;
}
INLINE u64 require_program(const Account *account, const u8 *program_id) {
  REQUIRE(equal_keys(account->key, program_id), ERROR_WRONG_PROGRAM);
  return 0;
}

// Owned by this program, of the kind, and of a known version. Only this program creates accounts that it owns, each at
// the address of its kind, so owner and discriminator prove the address.
FUNCTION u64 require_kind(const Context *context, const Account *account, u64 discriminator,
    u64 len) {
  if (is_unused(account)) return ERROR_NOT_INITIALIZED;
  REQUIRE(equal_keys(account->owner, context->program_id), ERROR_FOREIGN_ACCOUNT);
  REQUIRE(account->data_len == len && *(const u64 *)account->data == discriminator,
      ERROR_WRONG_ACCOUNT_KIND);
  REQUIRE(account->data[8] == ACCOUNT_VERSION, ERROR_UNKNOWN_VERSION);
  return 0;
}

INLINE u64 load_state(const Context *context, const Account *account, VaultState **state) {
  TRY(require_kind(context, account, ACCOUNT_VAULT_STATE, sizeof(VaultState)));
  *state = (VaultState *)account->data;
  return 0;
}
INLINE u64 load_proxy(const Context *context, const Account *account, Proxy **proxy) {
  TRY(require_kind(context, account, ACCOUNT_PROXY, sizeof(Proxy)));
  *proxy = (Proxy *)account->data;
  return 0;
}

// Any account of the proxy and the mint, not only its associated one: money in another would be lost.
FUNCTION u64 require_proxy_token(const Account *account, const u8 *proxy, const u8 *mint) {
  REQUIRE(is_token_account(account), ERROR_WRONG_PROXY_TOKEN);
  REQUIRE(equal_keys(token_owner(account), proxy), ERROR_WRONG_PROXY_TOKEN);
  REQUIRE(equal_keys(token_mint(account), mint), ERROR_WRONG_PROXY_TOKEN);
  return require_writable(account);
}

// The account signs, and has the role.
INLINE u64 require_role(const Account *account, const u8 *role) {
  TRY(require_signed(account));
  REQUIRE(equal_keys(account->key, role), ERROR_UNAUTHORIZED);
  return 0;
}

// The account is at the address derived from the seeds; returns their bump.
FUNCTION u64 require_address(const Account *account, const Slice *seeds, u64 count,
    const u8 *program_id, u8 *bump) {
  const u8 *address = NULL;
  REQUIRE(find_address(seeds, count, program_id, &address, bump) == 0, ERROR_WRONG_ADDRESS);
  REQUIRE(equal_keys(address, account->key), ERROR_WRONG_ADDRESS);
  return 0;
}

INLINE u64 add(u64 a, u64 b, u64 *sum) {
  *sum = a + b;
  REQUIRE(*sum >= a, ERROR_OVERFLOW);
  return 0;
}
