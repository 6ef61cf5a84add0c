// credit: sweeps everything in a proxy's token account into the vault, and numbers the credit. Anyone may call it: the
// money can go nowhere else. The number lets the exchange book each credit once.
// Accounts: state w, proxy w, proxy token account w, vault token account w, mint, token program.
#pragma once

FUNCTION u64 transfer_to_vault(const Context *context, const Proxy *proxy, u64 amount) {
  const Account *a = context->accounts;
  Slice seeds[3] = {PROXY_SEED, {proxy->user, PUBKEY_BYTES}, {&proxy->bump, 1}};
  Signer signer = {seeds, 3};
  TokenTransfer transfer = {&a[2], &a[4], &a[3], a[1].key, &signer, amount};
  return transfer_tokens(context, &transfer);
}

FUNCTION u64 credit(const Context *context) {
  TRY(require_shape(context, 6, 0));
  const Account *a = context->accounts;
  const Account *proxy_token = &a[2], *vault_token = &a[3], *mint = &a[4];
  VaultState *state;
  Proxy *proxy;
  TRY(load_state(context, &a[0], &state));
  TRY(require_writable(&a[0]));
  REQUIRE(!state->paused, ERROR_PAUSED);
  TRY(load_proxy(context, &a[1], &proxy));
  TRY(require_writable(&a[1]));
  TRY(require_program(&a[5], TOKEN_PROGRAM_ID));
  REQUIRE(equal_keys(mint->key, state->mint), ERROR_WRONG_MINT);
  REQUIRE(equal_keys(vault_token->key, state->vault_token), ERROR_WRONG_VAULT_TOKEN);
  TRY(require_writable(vault_token));
  TRY(require_proxy_token(proxy_token, a[1].key, state->mint));
  u64 amount = token_amount(proxy_token), credit_seq = 0, of_proxy = 0, of_vault = 0;
  REQUIRE(amount > 0, ERROR_NOTHING_TO_CREDIT);
  TRY(add(proxy->credit_seq, 1, &credit_seq));
  TRY(add(proxy->credited_total, amount, &of_proxy));
  TRY(add(state->credited_total, amount, &of_vault));

  TRY(transfer_to_vault(context, proxy, amount));
  proxy->credit_seq = credit_seq;
  proxy->credited_total = of_proxy;
  state->credited_total = of_vault;

  CreditEvent *event = heap_alloc(sizeof(CreditEvent));
  event->discriminator = EVENT_CREDIT;
  copy_key(event->user, proxy->user);
  copy_key(event->proxy, a[1].key);
  event->amount = amount;
  event->credit_seq = credit_seq;
  log_event(event, sizeof(CreditEvent));
  return 0;
}
