// set_limits, and the limit itself: the most that may leave in a day.
#pragma once

#define SECONDS_A_DAY 86400UL

// Accounts: state w, admin s. Arguments: daily limit; 0 allows no withdrawal.
FUNCTION u64 set_limits(const Context *context) {
  TRY(require_shape(context, 2, 8));
  const Account *a = context->accounts;
  VaultState *state;
  TRY(load_state(context, &a[0], &state));
  TRY(require_writable(&a[0]));
  TRY(require_role(&a[1], state->admin));

  LimitsSetEvent *event = heap_alloc(sizeof(LimitsSetEvent));
  event->discriminator = EVENT_LIMITS_SET;
  event->previous_daily_limit = state->daily_limit;
  state->daily_limit = read_u64(arguments(context));
  event->daily_limit = state->daily_limit;
  log_event(event, sizeof(LimitsSetEvent));
  return 0;
}

// Adds `amount` to its UTC day's outflow, or refuses it. A clock that goes back starts no second day.
FUNCTION u64 count_outflow(VaultState *state, const Clock *clock, u64 amount) {
  REQUIRE(clock->unix_timestamp >= 0, ERROR_INVALID_CLOCK);
  u64 day = (u64)clock->unix_timestamp / SECONDS_A_DAY;
  bool is_new_day = day > state->outflow_day;
  u64 outflow = 0;
  TRY(add(is_new_day ? 0 : state->outflow, amount, &outflow));
  REQUIRE(outflow <= state->daily_limit, ERROR_DAILY_LIMIT_EXCEEDED);
  if (is_new_day) state->outflow_day = day;
  state->outflow = outflow;
  return 0;
}
