// The token bridge's own accounts and errors, and what every instruction checks first.
#pragma once

// Configuration: the core bridge's program id.
#define CONFIG_BYTES 32
// A registered chain: emitter chain u16, emitter.
#define ENDPOINT_BYTES 34
// What a wrapped mint stands for: token chain u16, token, the token's own decimals u8.
#define WRAPPED_META_TOKEN_AT 2
#define WRAPPED_META_BYTES 35
#define CLAIM_BYTES 1

// Numbered by their place in the deployed program's list (lib.rs).
#define ERROR_INVALID_CHAIN 1
#define ERROR_INVALID_MINT 4
#define ERROR_INVALID_PAYLOAD 5
#define ERROR_TOKEN_NOT_NATIVE 7
#define ERROR_WRONG_ACCOUNT_OWNER 9
#define ERROR_INVALID_FEE 10
#define ERROR_INVALID_RECIPIENT 11
#define ERROR_INVALID_VAA 12

// Every instruction's account lists begin so.
enum { TB_PAYER, TB_CONFIG };

#define BRIDGE_DECIMALS 8

#define MAX_DECIMALS (BRIDGE_DECIMALS + 19) // 10^19 is the last that a u64 holds

// What one unit in a message is in the mint's units: more than 1 only where the mint has more than 8 decimals.
FUNCTION u64 units_beyond(const Account *mint, u64 *units) {
  REQUIRE(mint_decimals(mint) <= MAX_DECIMALS, ERROR_INVALID_MINT);
  *units = 1;
  for (u8 decimals = mint_decimals(mint); decimals > BRIDGE_DECIMALS; decimals--) *units *= 10;
  return 0;
}

FUNCTION u64 require_configured(const Context *context) {
  const Account *config = &context->accounts[TB_CONFIG];
  u8 bump;
  REQUIRE(context->accounts[TB_PAYER].is_signer, ERROR_MISSING_SIGNATURE);
  TRY(require_named(context, &TEXT_SLICE("config"), config, &bump));
  REQUIRE(equal_keys(config->owner, context->program_id) && config->data_len == CONFIG_BYTES, ERROR_UNINITIALIZED);
  return 0;
}

INLINE const u8 *core_program(const Context *context) { return context->accounts[TB_CONFIG].data; }

// Where users' tokens of a mint of this chain lie while they are on another.
FUNCTION u64 require_custody(const Context *context, const Account *mint, const Account *custody, u8 *bump) {
  Slice seed = {mint->key, PUBKEY_BYTES};
  return require_derived(context, &seed, 1, custody, bump);
}

// `meta` tells of `mint` that it is a wrapped one of this bridge.
FUNCTION u64 require_wrapped(const Context *context, const Account *mint, const Account *meta) {
  u8 bump;
  Slice seeds[2] = {TEXT_SLICE("meta"), {mint->key, PUBKEY_BYTES}};
  TRY(require_derived(context, seeds, 2, meta, &bump));
  REQUIRE(equal_keys(meta->owner, context->program_id) && meta->data_len == WRAPPED_META_BYTES, ERROR_UNINITIALIZED);
  return 0;
}
