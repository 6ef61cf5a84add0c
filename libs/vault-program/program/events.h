// What the vault logs, byte for byte. Field order as in the IDL; no field needs padding.
#pragma once

typedef struct {
  u64 discriminator;
  u8 admin[PUBKEY_BYTES], operator_key[PUBKEY_BYTES], registrar[PUBKEY_BYTES];
  u8 mint[PUBKEY_BYTES], vault_token[PUBKEY_BYTES];
  u64 daily_limit;
} VaultInitializedEvent;
STATIC_ASSERT(sizeof(VaultInitializedEvent) == 176, "no padding");

typedef struct {
  u64 discriminator;
  u8 admin[PUBKEY_BYTES], operator_key[PUBKEY_BYTES], registrar[PUBKEY_BYTES];
} KeysSetEvent;

typedef struct {
  u64 discriminator;
  u64 previous_daily_limit, daily_limit;
} LimitsSetEvent;

// 41 bytes are logged: the flag is the last.
typedef struct {
  u64 discriminator;
  u8 by[PUBKEY_BYTES];
  u8 paused;
} PausedSetEvent;
#define PAUSED_SET_EVENT_BYTES 41

// 42 bytes are logged.
typedef struct {
  u64 discriminator;
  u8 user[PUBKEY_BYTES];
  u8 previous_tier, tier;
} TierSetEvent;
#define TIER_SET_EVENT_BYTES 42

typedef struct {
  u64 discriminator;
  u8 user[PUBKEY_BYTES], proxy[PUBKEY_BYTES];
} ProxyInitializedEvent;

typedef struct {
  u64 discriminator;
  u8 user[PUBKEY_BYTES], proxy[PUBKEY_BYTES];
  u64 amount, credit_seq;
} CreditEvent;

typedef struct {
  u64 discriminator;
  u8 user[PUBKEY_BYTES];
  u64 payment_seq;
  u8 withdrawal_id[PUBKEY_BYTES], recipient_token[PUBKEY_BYTES];
  u64 amount, outflow_day, outflow;
} DebitEvent;

typedef struct {
  u64 discriminator;
  u8 user[PUBKEY_BYTES], proxy[PUBKEY_BYTES], treasury[PUBKEY_BYTES];
  u64 lamports, native_seq;
} NativeSweptEvent;

typedef struct {
  u64 discriminator;
  u8 user[PUBKEY_BYTES], proxy[PUBKEY_BYTES], proxy_token[PUBKEY_BYTES];
  u64 lamports;
} ProxyTokenClosedEvent;
