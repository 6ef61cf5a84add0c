// init_proxy and set_tier.
#pragma once

// init_proxy: creates a user's proxy wallet; anyone may pay for it. The user need not sign: it gives no one any right.
// Accounts: payer sw, proxy w, user, system program.
FUNCTION u64 init_proxy(const Context *context) {
  TRY(require_shape(context, 4, 0));
  Account *a = context->accounts;
  const Account *payer = &a[0], *user = &a[2];
  Account *account = &a[1];
  TRY(require_signed(payer));
  TRY(require_writable(payer));
  u8 bump;
  Slice seeds[3] = {PROXY_SEED, {user->key, PUBKEY_BYTES}, {&bump, 1}};
  TRY(require_address(account, seeds, 2, context->program_id, &bump));
  REQUIRE(is_unused(account), ERROR_PROXY_EXISTS);
  TRY(require_writable(account));
  TRY(require_program(&a[3], SYSTEM_PROGRAM_ID));

  Signer signer = {seeds, 3};
  TRY(create_account(context, &(NewAccount){payer, account, &signer, sizeof(Proxy)}));
  Proxy *proxy = (Proxy *)account->data;
  proxy->discriminator = ACCOUNT_PROXY;
  proxy->version = ACCOUNT_VERSION;
  proxy->bump = bump;
  copy_key(proxy->user, user->key);

  ProxyInitializedEvent *event = heap_alloc(sizeof(ProxyInitializedEvent));
  event->discriminator = EVENT_PROXY_INITIALIZED;
  copy_key(event->user, user->key);
  copy_key(event->proxy, account->key);
  log_event(event, sizeof(ProxyInitializedEvent));
  return 0;
}

// set_tier: the registrar sets how much a user may deposit at once. The vault only stores it; the exchange reads it.
// Accounts: state, registrar s, proxy w. Arguments: tier u8.
FUNCTION u64 set_tier(const Context *context) {
  TRY(require_shape(context, 3, 1));
  const Account *a = context->accounts;
  u8 tier = arguments(context)[0];
  VaultState *state;
  Proxy *proxy;
  TRY(load_state(context, &a[0], &state));
  TRY(require_role(&a[1], state->registrar));
  TRY(load_proxy(context, &a[2], &proxy));
  TRY(require_writable(&a[2]));
  REQUIRE(tier <= MAX_TIER, ERROR_INVALID_TIER);

  TierSetEvent *event = heap_alloc(sizeof(TierSetEvent));
  event->discriminator = EVENT_TIER_SET;
  copy_key(event->user, proxy->user);
  event->previous_tier = proxy->tier;
  event->tier = tier;
  proxy->tier = tier;
  log_event(event, TIER_SET_EVENT_BYTES);
  return 0;
}
