// Instruction 7: notes which guardians' signatures the secp256k1 precompile has verified right before.
#pragma once

// Accounts: payer ws, guardian_set, signature_set ws, instructions sysvar, rent, system
enum { VS_PAYER, VS_GUARDIAN_SET, VS_SIGNATURE_SET, VS_INSTRUCTIONS, VS_ACCOUNTS = 6 };

// Data: tag u8, then i8 a guardian: the number of its signature in the precompile's instruction, or -1
#define VS_INDEXES_AT 1
#define VS_DATA_BYTES (VS_INDEXES_AT + MAX_GUARDIANS)

static const u8 INSTRUCTIONS_SYSVAR_ID[PUBKEY_BYTES] = {
    0x06, 0xa7, 0xd5, 0x17, 0x18, 0x7b, 0xd1, 0x66, 0x35, 0xda, 0xd4, 0x04, 0x55, 0xfd, 0xc2, 0xc0,
    0xc1, 0x24, 0xc6, 0x8f, 0x21, 0x56, 0x75, 0xa5, 0xdb, 0xba, 0xcb, 0x5f, 0x08, 0x00, 0x00, 0x00};
static const u8 SECP256K1_PROGRAM_ID[PUBKEY_BYTES] = {
    0x04, 0xc6, 0xfc, 0x20, 0xf0, 0x50, 0xcc, 0xf0, 0x55, 0x84, 0xd7, 0x21, 0x1c, 0x9f, 0x8c, 0xf5,
    0x9e, 0xc1, 0x47, 0x85, 0xbb, 0x16, 0x6a, 0x1e, 0x28, 0x30, 0xe8, 0x12, 0x20, 0x00, 0x00, 0x00};

// The precompile's instruction: a count u8, then an entry a signature: signature at u16, in instruction u8, address
// at u16, in instruction u8, message at u16, of length u16, in instruction u8.
#define SECP_ENTRY_BYTES 11
#define SECP_SIGNATURE_BYTES 65

typedef struct {
  const u8 *data;
  u64 data_len;
  u64 index; // of the instruction in its transaction
  u64 count; // of signatures
} Precompile;

// The instruction before the current one, out of the instructions sysvar: a count u16, an offset u16 an instruction,
// the instructions (account count u16, 33 bytes an account, program id, data length u16, data), the current index
// u16.
FUNCTION u64 find_precompile(const Account *sysvar, Precompile *precompile) {
  REQUIRE(equal_keys(sysvar->key, INSTRUCTIONS_SYSVAR_ID), ERROR_INVALID_SECP_INSTRUCTION);
  u64 current = read_u16(sysvar->data + sysvar->data_len - 2);
  REQUIRE(current > 0, ERROR_INSTRUCTION_AT_WRONG_INDEX);
  precompile->index = current - 1;
  const u8 *at = sysvar->data + read_u16(sysvar->data + 2 + 2 * precompile->index);
  at += 2 + 33 * (u64)read_u16(at);
  REQUIRE(equal_keys(at, SECP256K1_PROGRAM_ID), ERROR_INVALID_SECP_INSTRUCTION);
  precompile->data_len = read_u16(at + PUBKEY_BYTES);
  precompile->data = at + PUBKEY_BYTES + 2;
  REQUIRE(precompile->data_len >= 2, ERROR_INVALID_SECP_INSTRUCTION);
  precompile->count = precompile->data[0];
  REQUIRE(precompile->count > 0 && precompile->data_len >= 1 + SECP_ENTRY_BYTES * precompile->count,
          ERROR_INVALID_SECP_INSTRUCTION);
  return 0;
}

INLINE const u8 *secp_entry(const Precompile *precompile, u64 number) {
  return precompile->data + 1 + SECP_ENTRY_BYTES * number;
}

// All entries must speak of the precompile's own data, and of one message: the hash of a VAA's body. The precompile
// itself would verify signatures that lie anywhere in the transaction.
FUNCTION u64 signed_hash(const Precompile *precompile, const u8 **hash) {
  const u8 *first = secp_entry(precompile, 0);
  u64 message_at = read_u16(first + 6);
  REQUIRE(read_u16(first + 8) == HASH_BYTES, ERROR_INVALID_HASH);
  REQUIRE(message_at + HASH_BYTES <= precompile->data_len, ERROR_INVALID_SECP_INSTRUCTION);
  for (u64 i = 0; i < precompile->count; i++) {
    const u8 *entry = secp_entry(precompile, i);
    REQUIRE(entry[2] == precompile->index && entry[5] == precompile->index && entry[10] == precompile->index,
            ERROR_INVALID_SECP_INSTRUCTION);
    REQUIRE(read_u16(entry) + SECP_SIGNATURE_BYTES <= precompile->data_len &&
                read_u16(entry + 3) + GUARDIAN_BYTES <= precompile->data_len,
            ERROR_INVALID_SECP_INSTRUCTION);
    REQUIRE(read_u16(entry + 6) == message_at && read_u16(entry + 8) == HASH_BYTES, ERROR_INVALID_SECP_INSTRUCTION);
  }
  *hash = precompile->data + message_at;
  return 0;
}

// Makes the signature set with the first signatures; later ones must be of the same hash and guardian set.
FUNCTION u64 open_signature_set(const Context *context, u64 guardian_count, const u8 *hash) {
  Account *set = &context->accounts[VS_SIGNATURE_SET];
  const u8 *guardian_set_index = context->accounts[VS_GUARDIAN_SET].data;
  u64 hash_at = SIGNATURE_SET_FLAGS_AT + guardian_count;
  if (is_unused(set)) {
    TRY(create_account(context, &(NewAccount){&context->accounts[VS_PAYER], set, NULL,
                                              SIGNATURE_SET_BYTES(guardian_count)}));
    write_u32(set->data, (u32)guardian_count);
    copy_bytes(set->data + hash_at, hash, HASH_BYTES);
    copy_bytes(set->data + hash_at + HASH_BYTES, guardian_set_index, 4);
    return 0;
  }
  REQUIRE(equal_keys(set->owner, context->program_id), ERROR_ILLEGAL_OWNER);
  REQUIRE(set->data_len == SIGNATURE_SET_BYTES(guardian_count), ERROR_GUARDIAN_SET_MISMATCH);
  REQUIRE(equal_bytes(set->data + hash_at + HASH_BYTES, guardian_set_index, 4), ERROR_GUARDIAN_SET_MISMATCH);
  REQUIRE(equal_bytes(set->data + hash_at, hash, HASH_BYTES), ERROR_INVALID_HASH);
  return 0;
}

// Marks the guardians whose address stands beside the signature that the instruction claims for them.
FUNCTION u64 note_signers(const Context *context, const Precompile *precompile, u64 guardian_count) {
  const u8 *indexes = context->data + VS_INDEXES_AT;
  const u8 *guardians = context->accounts[VS_GUARDIAN_SET].data + GUARDIAN_SET_KEYS_AT;
  u8 *flags = context->accounts[VS_SIGNATURE_SET].data + SIGNATURE_SET_FLAGS_AT;
  u64 noted = 0;
  for (u64 guardian = 0; guardian < MAX_GUARDIANS; guardian++) {
    u8 number = indexes[guardian];
    if (number == 0xff) continue;
    REQUIRE(guardian < guardian_count && number < precompile->count, ERROR_INVALID_ARGUMENT);
    const u8 *address = precompile->data + read_u16(secp_entry(precompile, number) + 3);
    REQUIRE(equal_bytes(address, guardians + GUARDIAN_BYTES * guardian, GUARDIAN_BYTES), ERROR_INVALID_ARGUMENT);
    flags[guardian] = 1;
    noted++;
  }
  REQUIRE(noted == precompile->count, ERROR_INVALID_ARGUMENT);
  return 0;
}

FUNCTION u64 verify_signatures(const Context *context) {
  LOG("Instruction: VerifySignatures");
  const Account *accounts = context->accounts;
  REQUIRE(context->account_count >= VS_ACCOUNTS, ERROR_NOT_ENOUGH_ACCOUNTS);
  REQUIRE(context->data_len == VS_DATA_BYTES, ERROR_INVALID_INSTRUCTION_DATA);
  REQUIRE(accounts[VS_PAYER].is_signer && accounts[VS_SIGNATURE_SET].is_signer, ERROR_MISSING_SIGNATURE);
  u64 guardian_count = 0;
  TRY(read_guardian_count(context, &accounts[VS_GUARDIAN_SET], &guardian_count));
  Precompile precompile;
  TRY(find_precompile(&accounts[VS_INSTRUCTIONS], &precompile));
  const u8 *hash = NULL;
  TRY(signed_hash(&precompile, &hash));
  TRY(open_signature_set(context, guardian_count, hash));
  return note_signers(context, &precompile, guardian_count);
}
