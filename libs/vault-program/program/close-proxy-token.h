// close_proxy_token: closes an empty token account of a proxy. Its rent goes to the registrar, whose exchange paid it.
// Accounts: state, registrar sw, proxy, proxy token account w, token program.
#pragma once

FUNCTION u64 close_token_of(const Context *context, const Proxy *proxy) {
  const Account *a = context->accounts;
  Slice seeds[3] = {PROXY_SEED, {proxy->user, PUBKEY_BYTES}, {&proxy->bump, 1}};
  Signer signer = {seeds, 3};
  return close_token_account(context, &(TokenClose){&a[3], &a[1], a[2].key, &signer});
}

FUNCTION u64 close_proxy_token(const Context *context) {
  TRY(require_shape(context, 5, 0));
  const Account *a = context->accounts;
  const Account *registrar = &a[1], *token = &a[3];
  VaultState *state;
  Proxy *proxy;
  TRY(load_state(context, &a[0], &state));
  TRY(require_role(registrar, state->registrar));
  TRY(require_writable(registrar));
  REQUIRE(!state->paused, ERROR_PAUSED);
  TRY(load_proxy(context, &a[2], &proxy));
  TRY(require_program(&a[4], TOKEN_PROGRAM_ID));
  TRY(require_proxy_token(token, a[2].key, state->mint));
  REQUIRE(token_amount(token) == 0, ERROR_TOKEN_NOT_EMPTY);
  u64 lamports = *token->lamports;

  TRY(close_token_of(context, proxy));

  ProxyTokenClosedEvent *event = heap_alloc(sizeof(ProxyTokenClosedEvent));
  event->discriminator = EVENT_PROXY_TOKEN_CLOSED;
  copy_key(event->user, proxy->user);
  copy_key(event->proxy, a[2].key);
  copy_key(event->proxy_token, token->key);
  event->lamports = lamports;
  log_event(event, sizeof(ProxyTokenClosedEvent));
  return 0;
}
