// The core bridge's own accounts and errors.
#pragma once

// The bridge: guardian set index u32, lamports of the fee collector after the last message u64, expiration u32, fee
// u64.
#define BRIDGE_COLLECTED_AT 4
#define BRIDGE_FEE_AT 16
#define BRIDGE_BYTES 24

// A guardian set: index u32, count u32, 20 bytes a guardian, creation time u32, expiration time u32.
#define GUARDIAN_SET_COUNT_AT 4
#define GUARDIAN_SET_KEYS_AT 8
#define GUARDIAN_BYTES 20
#define GUARDIAN_SET_BYTES(count) (16 + (count) * GUARDIAN_BYTES)
#define MAX_GUARDIANS 19

// A signature set: count u32, a byte a guardian, the body's hash, guardian set index u32.
#define SIGNATURE_SET_FLAGS_AT 4
#define HASH_BYTES 32
#define SIGNATURE_SET_BYTES(count) (40 + (count))

// Numbered by their place in the deployed program's list (error.rs); the machine writes a custom error 0 so.
#define ERROR_GUARDIAN_SET_MISMATCH BUILT_IN_ERROR(1)
#define ERROR_INSTRUCTION_AT_WRONG_INDEX 1
#define ERROR_INSUFFICIENT_FEES 2
#define ERROR_INVALID_HASH 10
#define ERROR_INVALID_SECP_INSTRUCTION 11
#define ERROR_MATH_OVERFLOW 12
#define ERROR_POST_VAA_CONSENSUS_FAILED 13
#define ERROR_POST_VAA_GUARDIAN_SET_EXPIRED 14

// A guardian set of this program's, with its number of guardians.
FUNCTION u64 read_guardian_count(const Context *context, const Account *guardian_set, u64 *count) {
  REQUIRE(equal_keys(guardian_set->owner, context->program_id), ERROR_ILLEGAL_OWNER);
  REQUIRE(guardian_set->data_len >= GUARDIAN_SET_BYTES(1), ERROR_INVALID_ACCOUNT_DATA);
  *count = read_u32(guardian_set->data + GUARDIAN_SET_COUNT_AT);
  REQUIRE(*count > 0 && *count <= MAX_GUARDIANS, ERROR_INVALID_ACCOUNT_DATA);
  REQUIRE(guardian_set->data_len == GUARDIAN_SET_BYTES(*count), ERROR_INVALID_ACCOUNT_DATA);
  u8 index[4], bump;
  write_big_endian(index, read_u32(guardian_set->data), 4);
  Slice seeds[2] = {TEXT_SLICE("GuardianSet"), {index, 4}};
  return require_derived(context, seeds, 2, guardian_set, &bump);
}

FUNCTION u64 unix_time(u32 *seconds) {
  Clock clock;
  TRY(sol_get_clock_sysvar(&clock));
  *seconds = (u32)clock.unix_timestamp;
  return 0;
}
