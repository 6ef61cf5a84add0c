// The three keys with roles. The admin's key is well protected and rarely used; if it were also the operator's or the
// registrar's, it would sign every payout. Operator and registrar are in two apps: one key for both would give whoever
// breaks into the one what only the other may do.
#pragma once

#define KEYS_BYTES (3 * PUBKEY_BYTES)

// The admin has signed, so its key exists and is not zero.
FUNCTION u64 require_separate_keys(const u8 *admin, const u8 *operator_key, const u8 *registrar) {
  REQUIRE(!is_zero(operator_key, PUBKEY_BYTES), ERROR_INVALID_KEYS);
  REQUIRE(!is_zero(registrar, PUBKEY_BYTES), ERROR_INVALID_KEYS);
  REQUIRE(!equal_keys(admin, operator_key) && !equal_keys(admin, registrar), ERROR_INVALID_KEYS);
  REQUIRE(!equal_keys(operator_key, registrar), ERROR_INVALID_KEYS);
  return 0;
}

// set_keys: the admin sets all three keys. A new admin signs too, so that the role cannot go to a key that no one has.
// Accounts: state w, admin s, new admin s. Arguments: operator, registrar.
FUNCTION u64 set_keys(const Context *context) {
  TRY(require_shape(context, 3, 2 * PUBKEY_BYTES));
  const Account *a = context->accounts;
  const Account *new_admin = &a[2];
  const u8 *operator_key = arguments(context), *registrar = operator_key + PUBKEY_BYTES;
  VaultState *state;
  TRY(load_state(context, &a[0], &state));
  TRY(require_writable(&a[0]));
  TRY(require_role(&a[1], state->admin));
  TRY(require_signed(new_admin));
  TRY(require_separate_keys(new_admin->key, operator_key, registrar));

  copy_key(state->admin, new_admin->key);
  copy_key(state->operator_key, operator_key);
  copy_key(state->registrar, registrar);

  KeysSetEvent *event = heap_alloc(sizeof(KeysSetEvent));
  event->discriminator = EVENT_KEYS_SET;
  copy_bytes(event->admin, state->admin, KEYS_BYTES);
  log_event(event, sizeof(KeysSetEvent));
  return 0;
}
