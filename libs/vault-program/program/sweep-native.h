// sweep_native: moves the lamports sent to a proxy wallet, all but its rent, to a treasury. The test network converts
// them into USDC; elsewhere this is how such money is returned.
// Accounts: state, registrar s, proxy w, treasury w. The treasury is a plain wallet.
#pragma once

FUNCTION u64 sweep_native(const Context *context) {
  TRY(require_shape(context, 4, 0));
  const Account *a = context->accounts;
  const Account *account = &a[2], *treasury = &a[3];
  VaultState *state;
  Proxy *proxy;
  TRY(load_state(context, &a[0], &state));
  TRY(require_role(&a[1], state->registrar));
  REQUIRE(!state->paused, ERROR_PAUSED);
  TRY(load_proxy(context, account, &proxy));
  TRY(require_writable(account));
  REQUIRE(is_unused(treasury), ERROR_WRONG_TREASURY);
  TRY(require_writable(treasury));
  u64 rent = 0, native_seq = 0, native_total = 0, of_treasury = 0;
  TRY(minimum_balance(sizeof(Proxy), &rent));
  REQUIRE(*account->lamports > rent, ERROR_NOTHING_TO_SWEEP);
  u64 lamports = *account->lamports - rent;
  TRY(add(proxy->native_seq, 1, &native_seq));
  TRY(add(proxy->native_total, lamports, &native_total));
  TRY(add(*treasury->lamports, lamports, &of_treasury));

  *account->lamports = rent;
  *treasury->lamports = of_treasury;
  proxy->native_seq = native_seq;
  proxy->native_total = native_total;

  NativeSweptEvent *event = heap_alloc(sizeof(NativeSweptEvent));
  event->discriminator = EVENT_NATIVE_SWEPT;
  copy_key(event->user, proxy->user);
  copy_key(event->proxy, account->key);
  copy_key(event->treasury, treasury->key);
  event->lamports = lamports;
  event->native_seq = native_seq;
  log_event(event, sizeof(NativeSweptEvent));
  return 0;
}
