// initialize: creates the vault, once. If anyone could call it, a stranger could be first and take the roles: so while
// the program can be upgraded, the admin must be its upgrade authority. A final program has no such authority: make it
// final after this call, not before. Local chains place final programs.
//
// Accounts: payer sw, admin s, state w, mint, vault token account, program, program data (of the older loader: the
// program again), system program. The token account is the state's associated one, made before.
// Arguments: operator, registrar, daily limit.
#pragma once

static const u8 LOADER_V2_ID[PUBKEY_BYTES] = {
    0x02, 0xa8, 0xf6, 0x91, 0x4e, 0x88, 0xa1, 0x6e, 0x39, 0x5a, 0xe1, 0x28, 0x94, 0x8f, 0xfa, 0x69,
    0x56, 0x93, 0x37, 0x68, 0x18, 0xdd, 0x47, 0x43, 0x52, 0x21, 0xf3, 0xc6, 0x00, 0x00, 0x00, 0x00};
static const u8 LOADER_V3_ID[PUBKEY_BYTES] = {
    0x02, 0xa8, 0xf6, 0x91, 0x4e, 0x88, 0xa1, 0xb0, 0xe2, 0x10, 0x15, 0x3e, 0xf7, 0x63, 0xae, 0x2b,
    0x00, 0xc2, 0xb9, 0x3d, 0x16, 0xc1, 0x24, 0xd2, 0xc0, 0x53, 0x7a, 0x10, 0x04, 0x80, 0x00, 0x00};

// The loader's accounts: a u32 kind; then for a program the address of its data; for the data the slot u64, a flag u8,
// the authority.
#define PROGRAM_CODE_AT 4
#define PROGRAM_DATA_KIND 3
#define PROGRAM_DATA_HEADER_BYTES 45
#define PROGRAM_DATA_FLAG_AT 12
#define PROGRAM_DATA_AUTHORITY_AT 13

FUNCTION u64 require_upgrade_authority(const Context *context, const Account *program,
    const Account *program_data, const u8 *admin) {
  TRY(require_program(program, context->program_id));
  if (equal_keys(program->owner, LOADER_V2_ID)) return 0;
  REQUIRE(equal_keys(program->owner, LOADER_V3_ID), ERROR_WRONG_PROGRAM);
  // The program runs, so its account is complete: the loader wrote the address of the code.
  REQUIRE(equal_keys(program->data + PROGRAM_CODE_AT, program_data->key), ERROR_WRONG_ADDRESS);
  REQUIRE(equal_keys(program_data->owner, LOADER_V3_ID), ERROR_FOREIGN_ACCOUNT);
  REQUIRE(program_data->data_len >= PROGRAM_DATA_HEADER_BYTES, ERROR_WRONG_ACCOUNT_KIND);
  REQUIRE(read_u32(program_data->data) == PROGRAM_DATA_KIND, ERROR_WRONG_ACCOUNT_KIND);
  if (program_data->data[PROGRAM_DATA_FLAG_AT] == 0) return 0;
  REQUIRE(equal_keys(program_data->data + PROGRAM_DATA_AUTHORITY_AT, admin),
      ERROR_NOT_UPGRADE_AUTHORITY);
  return 0;
}

// Of the mint, owned by the state, at the associated address, and with no right for anyone else.
FUNCTION u64 require_vault_token(const Account *token, const Account *mint, const Account *state) {
  REQUIRE(is_mint(mint), ERROR_WRONG_MINT);
  REQUIRE(is_token_account(token), ERROR_WRONG_VAULT_TOKEN);
  REQUIRE(equal_keys(token_mint(token), mint->key), ERROR_WRONG_VAULT_TOKEN);
  REQUIRE(equal_keys(token_owner(token), state->key), ERROR_WRONG_VAULT_TOKEN);
  REQUIRE(!token_has_delegate(token) && !token_has_close_authority(token), ERROR_WRONG_VAULT_TOKEN);
  u8 bump;
  Slice seeds[3] = {
      {state->key, PUBKEY_BYTES}, {TOKEN_PROGRAM_ID, PUBKEY_BYTES}, {mint->key, PUBKEY_BYTES}};
  REQUIRE(require_address(token, seeds, 3, ASSOCIATED_TOKEN_PROGRAM_ID, &bump) == 0,
      ERROR_WRONG_VAULT_TOKEN);
  return 0;
}

FUNCTION void log_initialized(const VaultState *state) {
  VaultInitializedEvent *event = heap_alloc(sizeof(VaultInitializedEvent));
  event->discriminator = EVENT_VAULT_INITIALIZED;
  copy_bytes(event->admin, state->admin, 5 * PUBKEY_BYTES);
  event->daily_limit = state->daily_limit;
  log_event(event, sizeof(VaultInitializedEvent));
}

FUNCTION u64 initialize(const Context *context) {
  TRY(require_shape(context, 8, 2 * PUBKEY_BYTES + 8));
  Account *a = context->accounts;
  const Account *payer = &a[0], *admin = &a[1], *mint = &a[3], *token = &a[4];
  Account *account = &a[2];
  const u8 *operator_key = arguments(context), *registrar = operator_key + PUBKEY_BYTES;
  TRY(require_signed(payer));
  TRY(require_writable(payer));
  TRY(require_signed(admin));
  u8 bump;
  Slice seeds[2] = {VAULT_SEED, {&bump, 1}};
  TRY(require_address(account, seeds, 1, context->program_id, &bump));
  REQUIRE(is_unused(account), ERROR_VAULT_EXISTS);
  TRY(require_writable(account));
  TRY(require_program(&a[7], SYSTEM_PROGRAM_ID));
  TRY(require_upgrade_authority(context, &a[5], &a[6], admin->key));
  TRY(require_vault_token(token, mint, account));
  TRY(require_separate_keys(admin->key, operator_key, registrar));

  Signer signer = {seeds, 2};
  TRY(create_account(context, &(NewAccount){payer, account, &signer, sizeof(VaultState)}));
  VaultState *state = (VaultState *)account->data;
  state->discriminator = ACCOUNT_VAULT_STATE;
  state->version = ACCOUNT_VERSION;
  state->bump = bump;
  state->daily_limit = read_u64(registrar + PUBKEY_BYTES);
  copy_key(state->admin, admin->key);
  copy_key(state->operator_key, operator_key);
  copy_key(state->registrar, registrar);
  copy_key(state->mint, mint->key);
  copy_key(state->vault_token, token->key);
  log_initialized(state);
  return 0;
}
