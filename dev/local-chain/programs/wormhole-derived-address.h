// Accounts whose address must be the one derived from known seeds.
#pragma once

// Answers the bump too, which the program needs to sign for the address.
FUNCTION u64 require_derived(const Context *context, const Slice *seeds, u64 count, const Account *account,
                             u8 *bump) {
  const u8 *address = NULL;
  TRY(find_address(seeds, count, context->program_id, &address, bump));
  REQUIRE(equal_keys(address, account->key), ERROR_INVALID_SEEDS);
  return 0;
}

// The program's one address of that name.
FUNCTION u64 require_named(const Context *context, const Slice *name, const Account *account, u8 *bump) {
  return require_derived(context, name, 1, account, bump);
}
