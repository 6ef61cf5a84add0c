// The list, and the owner address that it is: ["split", sha256(salt, rent_to, then of each entry
// account and amount)]. Whoever makes a list gives it a salt that no other list has, so that money of two never meets.
#pragma once

#define MAX_ENTRIES 10
#define SHA256_BYTES 32
#define SALT_BYTES 32
#define AMOUNT_BYTES 8
#define SPLIT_SEED TEXT_SLICE("split")

typedef struct {
  const u8 *salt;
  const Account *rent_to;
  const Account *recipients; // one an entry; an account may be named twice
  const u8 *amounts;         // one u64 an entry, as given
  u64 count;
  u64 payable; // a bit an entry: its recipient can be paid
} List;

INLINE bool is_payable(const List *list, u64 entry) { return (list->payable >> entry & 1) != 0; }
INLINE u64 amount_of(const List *list, u64 entry) {
  return read_u64(list->amounts + entry * AMOUNT_BYTES);
}

// Hashes the entries that have a bit in `chosen`, in order.
FUNCTION u64 hash_entries(const List *list, u64 chosen, u8 *hash) {
  Slice *slices = heap_alloc((2 + 2 * MAX_ENTRIES) * sizeof(Slice));
  u64 count = 2;
  slices[0] = (Slice){list->salt, SALT_BYTES};
  slices[1] = (Slice){list->rent_to->key, PUBKEY_BYTES};
  for (u64 i = 0; i < list->count; i++) {
    if ((chosen >> i & 1) == 0) continue;
    slices[count] = (Slice){list->recipients[i].key, PUBKEY_BYTES};
    slices[count + 1] = (Slice){list->amounts + i * AMOUNT_BYTES, AMOUNT_BYTES};
    count += 2;
  }
  return sol_sha256(slices, count, hash);
}

// The associated token account of `owner`: the only one of its token accounts that is looked at, so that what happened
// to a list is in the history of one address.
FUNCTION bool is_associated(const Account *token, const u8 *owner, const Account *mint) {
  const u8 *address = NULL;
  u8 bump;
  Slice seeds[3] = {
      {owner, PUBKEY_BYTES}, {TOKEN_PROGRAM_ID, PUBKEY_BYTES}, {mint->key, PUBKEY_BYTES}};
  return find_address(seeds, 3, ASSOCIATED_TOKEN_PROGRAM_ID, &address, &bump) == 0 &&
         equal_keys(address, token->key);
}

INLINE bool can_receive(const Account *token, const Account *mint) {
  return is_token_account(token) && equal_keys(token_mint(token), mint->key);
}
