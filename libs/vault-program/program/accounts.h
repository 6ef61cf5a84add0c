// The vault's accounts, byte for byte: Borsh of the same fields, as none needs padding. All spare bytes are
// zero. Addresses: state ["vault"], proxy ["proxy", user].
#pragma once

#define ACCOUNT_VERSION 1
#define MAX_TIER 2
#define WINDOW_WORDS 3

typedef struct {
  u64 discriminator;
  u8 version, bump, paused, spare[5];
  u64 daily_limit;    // the most that may leave in a UTC day, in the mint's smallest unit
  u64 outflow_day;    // the UTC day of `outflow`: days since 1970
  u64 outflow;        // left in that day
  u64 credited_total; // ever
  u64 debited_total;  // ever
  u8 admin[PUBKEY_BYTES];
  u8 operator_key[PUBKEY_BYTES];
  u8 registrar[PUBKEY_BYTES];
  u8 mint[PUBKEY_BYTES];
  u8 vault_token[PUBKEY_BYTES];
  u8 room[64];
} VaultState;
STATIC_ASSERT(sizeof(VaultState) == 280, "as the IDL says");

typedef struct {
  u64 discriminator;
  u8 version, bump, tier, spare[5];
  u64 credit_seq;     // number of the last credit, from 1
  u64 credited_total; // ever, in the mint's smallest unit
  u64 native_seq;     // number of the last sweep, from 1
  u64 native_total;   // ever, in lamports
  u8 user[PUBKEY_BYTES];
  u64 paid_watermark; // all payments up to this number were made or never will be
  u64 paid_window[WINDOW_WORDS]; // the numbers above it, lowest bit first: 1 is paid
} Proxy;
STATIC_ASSERT(sizeof(Proxy) == 112, "as the IDL says");

#define VAULT_SEED TEXT_SLICE("vault")
#define PROXY_SEED TEXT_SLICE("proxy")
