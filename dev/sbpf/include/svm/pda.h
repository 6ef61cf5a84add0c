// Addresses derived from a program and seeds. The bump that makes one valid is found from 255 down.
#pragma once

// Finds the address of `seeds` under `program_id`; a zeroed `address` is on the heap. 1500 compute units a bump tried.
FUNCTION u64 find_address(const Slice *seeds, u64 count, const u8 *program_id, const u8 **address,
    u8 *bump) {
  u8 *found = heap_alloc(PUBKEY_BYTES);
  TRY(sol_try_find_program_address(seeds, count, program_id, found, bump));
  *address = found;
  return 0;
}

static const u8 ASSOCIATED_TOKEN_PROGRAM_ID[PUBKEY_BYTES] = {
    0x8c, 0x97, 0x25, 0x8f, 0x4e, 0x24, 0x89, 0xf1, 0xbb, 0x3d, 0x10, 0x29, 0x14, 0x8e, 0x0d, 0x83,
    0x0b, 0x5a, 0x13, 0x99, 0xda, 0xff, 0x10, 0x84, 0x04, 0x8e, 0x7b, 0xd8, 0xdb, 0xe9, 0xf8, 0x59};
