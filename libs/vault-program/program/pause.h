// set_paused: by the admin, or by the operator, who may start a pause but not end one. While paused no money moves.
// Accounts: state w, admin or operator s. Arguments: a flag, 0 or 1.
#pragma once

FUNCTION u64 set_paused(const Context *context) {
  TRY(require_shape(context, 2, 1));
  const Account *a = context->accounts;
  u8 paused = arguments(context)[0];
  REQUIRE(paused <= 1, ERROR_INSTRUCTION_DATA);
  VaultState *state;
  TRY(load_state(context, &a[0], &state));
  TRY(require_writable(&a[0]));
  TRY(require_signed(&a[1]));
  bool is_admin = equal_keys(a[1].key, state->admin);
  bool is_operator = equal_keys(a[1].key, state->operator_key);
  REQUIRE(is_admin || (is_operator && paused == 1), ERROR_UNAUTHORIZED);

  state->paused = paused;

  PausedSetEvent *event = heap_alloc(sizeof(PausedSetEvent));
  event->discriminator = EVENT_PAUSED_SET;
  copy_key(event->by, a[1].key);
  event->paused = paused;
  log_event(event, PAUSED_SET_EVENT_BYTES);
  return 0;
}
