// Integers, and the structures whose layout the machine prescribes.
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long u64;
typedef long i64;
typedef _Bool bool;
#define true 1
#define false 0
#define NULL ((void *)0)

#define INLINE static inline __attribute__((always_inline))
// A function of its own: keeps its locals in a stack frame of its own. Unused ones of a header are dropped.
#define FUNCTION static __attribute__((noinline, unused))
#define STATIC_ASSERT(condition, reason) _Static_assert(condition, reason)

#define PUBKEY_BYTES 32

// An account as the instruction sees it. The pointers lead into the instruction's input, which the machine writes back:
// changing `*lamports` or `data` changes the account. `data_len` is as of the entry: see `current_data_len`.
typedef struct {
  const u8 *key;
  u64 *lamports;
  u64 data_len;
  u8 *data;
  const u8 *owner;
  u64 rent_epoch;
  bool is_signer, is_writable, executable;
} Account;

// A run of bytes: a seed of a derived address, a part of what is hashed or logged.
typedef struct {
  const u8 *bytes;
  u64 len;
} Slice;

// The seeds, bump included, with which the program signs for one derived address.
typedef struct {
  const Slice *seeds;
  u64 count;
} Signer;

typedef struct {
  const u8 *key;
  bool is_writable, is_signer;
} AccountMeta;

typedef struct {
  const u8 *program_id;
  const AccountMeta *metas;
  u64 meta_count;
  const u8 *data;
  u64 data_len;
} Instruction;

// The parsed input of one instruction.
typedef struct {
  Account *accounts;
  u64 account_count;
  const u8 *data;
  u64 data_len;
  const u8 *program_id;
} Context;

#define TEXT_SLICE(text) ((Slice){(const u8 *)(text), sizeof(text) - 1})
