// The heap, and bytes: numbers out of them and into them, comparing, copying.
#pragma once

#define HEAP_START 0x300000000UL
#define HEAP_BYTES 0x8000UL

// Zeroed memory, 8-aligned, for the length of the instruction: nothing is given back. The heap's first word holds where
// the free part begins; the machine zeroes the heap before every instruction. Aborts when it is full.
INLINE void *heap_alloc(u64 len) {
  u64 *free_at = (u64 *)HEAP_START;
  u64 start = *free_at != 0 ? *free_at : HEAP_START + sizeof(u64);
  if (len > HEAP_START + HEAP_BYTES - start) abort();
  *free_at = start + ((len + 7) & ~7UL);
  return (void *)start;
}

INLINE u16 read_u16(const u8 *from) { return (u16)(from[0] | from[1] << 8); }
INLINE u32 read_u32(const u8 *from) {
  return (u32)from[0] | (u32)from[1] << 8 | (u32)from[2] << 16 | (u32)from[3] << 24;
}
INLINE u64 read_u64(const u8 *from) { return (u64)read_u32(from) | (u64)read_u32(from + 4) << 32; }
INLINE void write_u16(u8 *to, u16 value) {
  to[0] = (u8)value;
  to[1] = (u8)(value >> 8);
}
INLINE void write_u32(u8 *to, u32 value) {
  for (int i = 0; i < 4; i++) to[i] = (u8)(value >> (8 * i));
}
INLINE void write_u64(u8 *to, u64 value) {
  for (int i = 0; i < 8; i++) to[i] = (u8)(value >> (8 * i));
}

// Big-endian numbers of `len` bytes, at most 8.
INLINE u64 read_big_endian(const u8 *from, int len) {
  u64 value = 0;
  for (int i = 0; i < len; i++) value = value << 8 | from[i];
  return value;
}
INLINE void write_big_endian(u8 *to, u64 value, int len) {
  for (int i = 0; i < len; i++) to[i] = (u8)(value >> (8 * (len - 1 - i)));
}

FUNCTION bool equal_bytes(const u8 *a, const u8 *b, u64 len) {
  for (u64 i = 0; i < len; i++)
    if (a[i] != b[i]) return false;
  return true;
}
INLINE bool equal_keys(const u8 *a, const u8 *b) { return equal_bytes(a, b, PUBKEY_BYTES); }

FUNCTION bool is_zero(const u8 *bytes, u64 len) {
  for (u64 i = 0; i < len; i++)
    if (bytes[i] != 0) return false;
  return true;
}

// Structures of more than a few words are copied with this: `*to = *from` would call a memcpy that does not exist.
INLINE void copy_bytes(void *to, const void *from, u64 len) { sol_memcpy_(to, from, len); }
INLINE void copy_key(u8 *to, const u8 *from) { sol_memcpy_(to, from, PUBKEY_BYTES); }
