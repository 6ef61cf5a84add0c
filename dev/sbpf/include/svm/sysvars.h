// Clock and rent, as the machine gives them.
#pragma once

typedef struct {
  u64 slot;
  i64 epoch_start_timestamp;
  u64 epoch;
  u64 leader_schedule_epoch;
  i64 unix_timestamp;
} Clock;
STATIC_ASSERT(sizeof(Clock) == 40, "the machine writes 40 bytes");

typedef struct {
  u64 lamports_per_byte_year;
  u64 exemption_threshold_bits; // a double: years of rent that make an account exempt
  u8 burn_percent;
} Rent;
STATIC_ASSERT(sizeof(Rent) == 24, "the machine writes 17 bytes and pads");

#define ACCOUNT_OVERHEAD_BYTES 128
#define DOUBLE_ONE 0x3ff0000000000000UL
#define DOUBLE_TWO 0x4000000000000000UL

// The least balance an account of `data_len` bytes must keep. There are no doubles here: the thresholds that ever were
// are told apart by their bits, and another is an error.
FUNCTION u64 minimum_balance(u64 data_len, u64 *lamports) {
  Rent rent;
  TRY(sol_get_rent_sysvar(&rent));
  u64 bits = rent.exemption_threshold_bits;
  REQUIRE(bits == DOUBLE_ONE || bits == DOUBLE_TWO, ERROR_INVALID_ARGUMENT);
  u64 years = bits == DOUBLE_TWO ? 2 : 1;
  *lamports = (ACCOUNT_OVERHEAD_BYTES + data_len) * rent.lamports_per_byte_year * years;
  return 0;
}
