// Instruction 2: puts a VAA on record, for programs to believe. Its signatures were verified before.
#pragma once

// Accounts: guardian_set, bridge, signature_set, vaa w, payer ws, clock, rent, system
enum { PV_GUARDIAN_SET, PV_BRIDGE, PV_SIGNATURE_SET, PV_VAA, PV_PAYER, PV_ACCOUNTS = 8 };

// Data: tag u8, version u8, guardian set index u32, timestamp u32, nonce u32, emitter chain u16, emitter, sequence
// u64, consistency level u8, payload behind its length u32
#define PV_VERSION_AT 1
#define PV_GUARDIAN_SET_INDEX_AT 2
#define PV_TIMESTAMP_AT 6
#define PV_NONCE_AT 10
#define PV_EMITTER_CHAIN_AT 14
#define PV_EMITTER_AT 16
#define PV_SEQUENCE_AT 48
#define PV_CONSISTENCY_AT 56
#define PV_PAYLOAD_LEN_AT 57
#define PV_PAYLOAD_AT 61

#define BODY_FIXED_BYTES 51

// The keccak of the VAA's body, which has the same fields big-endian.
FUNCTION u64 hash_body(const u8 *data, u64 payload_len, u8 *hash) {
  u8 *body = heap_alloc(BODY_FIXED_BYTES + payload_len);
  write_big_endian(body, read_u32(data + PV_TIMESTAMP_AT), 4);
  write_big_endian(body + 4, read_u32(data + PV_NONCE_AT), 4);
  write_big_endian(body + 8, read_u16(data + PV_EMITTER_CHAIN_AT), 2);
  copy_key(body + 10, data + PV_EMITTER_AT);
  write_big_endian(body + 42, read_u64(data + PV_SEQUENCE_AT), 8);
  body[50] = data[PV_CONSISTENCY_AT];
  copy_bytes(body + BODY_FIXED_BYTES, data + PV_PAYLOAD_AT, payload_len);
  Slice slice = {body, BODY_FIXED_BYTES + payload_len};
  return sol_keccak256(&slice, 1, hash);
}

// Enough signatures, of a guardian set in force, of this very body.
FUNCTION u64 require_signed(const Context *context, u64 guardian_count, const u8 *hash) {
  const Account *guardian_set = &context->accounts[PV_GUARDIAN_SET], *set = &context->accounts[PV_SIGNATURE_SET];
  u32 now = 0;
  TRY(unix_time(&now));
  u32 expires = read_u32(guardian_set->data + GUARDIAN_SET_BYTES(guardian_count) - 4);
  REQUIRE(expires == 0 || expires >= now, ERROR_POST_VAA_GUARDIAN_SET_EXPIRED);
  const u8 *flags = set->data + SIGNATURE_SET_FLAGS_AT;
  REQUIRE(set->data_len == SIGNATURE_SET_BYTES(guardian_count) &&
              equal_bytes(flags + guardian_count + HASH_BYTES, guardian_set->data, 4),
          ERROR_GUARDIAN_SET_MISMATCH);
  REQUIRE(equal_bytes(flags + guardian_count, hash, HASH_BYTES), ERROR_INVALID_ACCOUNT_DATA);
  u64 signature_count = 0;
  for (u64 i = 0; i < guardian_count; i++) signature_count += flags[i];
  REQUIRE(signature_count >= guardian_count * 2 / 3 + 1, ERROR_POST_VAA_CONSENSUS_FAILED);
  return 0;
}

FUNCTION u64 write_posted_vaa(const Context *context, u64 payload_len) {
  const u8 *data = context->data;
  u8 *vaa = context->accounts[PV_VAA].data;
  u32 now = 0;
  TRY(unix_time(&now));
  copy_bytes(vaa, "vaa", 3);
  vaa[POSTED_VAA_VERSION_AT] = data[PV_VERSION_AT];
  vaa[POSTED_CONSISTENCY_AT] = data[PV_CONSISTENCY_AT];
  copy_bytes(vaa + POSTED_VAA_TIME_AT, data + PV_TIMESTAMP_AT, 4);
  copy_key(vaa + POSTED_SIGNATURE_SET_AT, context->accounts[PV_SIGNATURE_SET].key);
  write_u32(vaa + POSTED_SUBMISSION_TIME_AT, now);
  copy_bytes(vaa + POSTED_NONCE_AT, data + PV_NONCE_AT, 4);
  copy_bytes(vaa + POSTED_SEQUENCE_AT, data + PV_SEQUENCE_AT, 8);
  copy_bytes(vaa + POSTED_EMITTER_CHAIN_AT, data + PV_EMITTER_CHAIN_AT, 2);
  copy_key(vaa + POSTED_EMITTER_AT, data + PV_EMITTER_AT);
  copy_bytes(vaa + POSTED_PAYLOAD_LEN_AT, data + PV_PAYLOAD_LEN_AT, 4 + payload_len);
  return 0;
}

FUNCTION u64 post_vaa(const Context *context) {
  LOG("Instruction: PostVAA");
  Account *accounts = context->accounts, *vaa = &accounts[PV_VAA];
  const u8 *data = context->data;
  REQUIRE(context->account_count >= PV_ACCOUNTS, ERROR_NOT_ENOUGH_ACCOUNTS);
  REQUIRE(context->data_len >= PV_PAYLOAD_AT, ERROR_INVALID_INSTRUCTION_DATA);
  u64 payload_len = read_u32(data + PV_PAYLOAD_LEN_AT);
  REQUIRE(payload_len <= MAX_PAYLOAD_BYTES && context->data_len == PV_PAYLOAD_AT + payload_len,
          ERROR_INVALID_INSTRUCTION_DATA);
  REQUIRE(accounts[PV_PAYER].is_signer, ERROR_MISSING_SIGNATURE);
  u64 guardian_count = 0;
  TRY(read_guardian_count(context, &accounts[PV_GUARDIAN_SET], &guardian_count));
  REQUIRE(equal_bytes(data + PV_GUARDIAN_SET_INDEX_AT, accounts[PV_GUARDIAN_SET].data, 4),
          ERROR_GUARDIAN_SET_MISMATCH);
  REQUIRE(equal_keys(accounts[PV_SIGNATURE_SET].owner, context->program_id), ERROR_ILLEGAL_OWNER);
  u8 hash[HASH_BYTES], bump;
  TRY(hash_body(data, payload_len, hash));
  Slice seeds[3] = {TEXT_SLICE("PostedVAA"), {hash, HASH_BYTES}, {&bump, 1}};
  TRY(require_derived(context, seeds, 2, vaa, &bump));
  if (vaa->data_len != 0) return 0; // on record already: as the deployed program, no error
  TRY(require_signed(context, guardian_count, hash));
  Signer signer = {seeds, 3};
  TRY(create_account(context, &(NewAccount){&accounts[PV_PAYER], vaa, &signer, POSTED_PAYLOAD_AT + payload_len}));
  return write_posted_vaa(context, payload_len);
}
