// debit: pays out of the vault, each number of a user once, within the day's limit.
// Accounts: operator s, state w, proxy w, reference, vault token account w, mint, recipient token account w, token
// program. Arguments: payment seq, amount. The reference's key is the withdrawal id: nobody makes an account there, but
// it makes the transaction one of those that name the id.
#pragma once

typedef struct {
  const Account *operator_account, *state, *proxy, *reference, *vault_token, *mint, *recipient;
} DebitAccounts;

// Checks the signer and the accounts; the checks of the money follow.
FUNCTION u64 check_debit(const Context *context, const DebitAccounts *a, const VaultState *state) {
  TRY(require_writable(a->state));
  TRY(require_role(a->operator_account, state->operator_key));
  TRY(require_program(&context->accounts[7], TOKEN_PROGRAM_ID));
  REQUIRE(equal_keys(a->mint->key, state->mint), ERROR_WRONG_MINT);
  REQUIRE(equal_keys(a->vault_token->key, state->vault_token), ERROR_WRONG_VAULT_TOKEN);
  TRY(require_writable(a->vault_token));
  REQUIRE(is_token_account(a->recipient), ERROR_WRONG_RECIPIENT);
  REQUIRE(equal_keys(token_mint(a->recipient), state->mint), ERROR_WRONG_RECIPIENT);
  // A payment to itself would count as an outflow that did not happen.
  REQUIRE(!equal_keys(token_owner(a->recipient), a->state->key), ERROR_WRONG_RECIPIENT);
  TRY(require_writable(a->recipient));
  return 0;
}

FUNCTION u64 transfer_to_recipient(const Context *context, const DebitAccounts *a,
    const VaultState *state, u64 amount) {
  Slice seeds[2] = {VAULT_SEED, {&state->bump, 1}};
  Signer signer = {seeds, 2};
  TokenTransfer transfer = {a->vault_token, a->mint, a->recipient, a->state->key, &signer, amount};
  return transfer_tokens(context, &transfer);
}

FUNCTION void log_debit(const Context *context, const DebitAccounts *a, const VaultState *state) {
  DebitEvent *event = heap_alloc(sizeof(DebitEvent));
  event->discriminator = EVENT_DEBIT;
  copy_key(event->user, ((const Proxy *)a->proxy->data)->user);
  event->payment_seq = read_u64(arguments(context));
  copy_key(event->withdrawal_id, a->reference->key);
  copy_key(event->recipient_token, a->recipient->key);
  event->amount = read_u64(arguments(context) + 8);
  event->outflow_day = state->outflow_day;
  event->outflow = state->outflow;
  log_event(event, sizeof(DebitEvent));
}

FUNCTION u64 debit(const Context *context) {
  TRY(require_shape(context, 8, 16));
  const Account *all = context->accounts;
  DebitAccounts *a = heap_alloc(sizeof(DebitAccounts));
  *a = (DebitAccounts){&all[0], &all[1], &all[2], &all[3], &all[4], &all[5], &all[6]};
  u64 payment_seq = read_u64(arguments(context)), amount = read_u64(arguments(context) + 8);
  u64 debited_total = 0;
  VaultState *state;
  Proxy *proxy;
  TRY(load_state(context, a->state, &state));
  TRY(check_debit(context, a, state));
  TRY(load_proxy(context, a->proxy, &proxy));
  TRY(require_writable(a->proxy));
  // Before pause, limit and balance: a repeated payout must report that it was made, whatever has happened since.
  TRY(require_unpaid(proxy, payment_seq));
  REQUIRE(!state->paused, ERROR_PAUSED);
  REQUIRE(amount > 0, ERROR_ZERO_AMOUNT);
  REQUIRE(amount <= token_amount(a->vault_token), ERROR_INSUFFICIENT_VAULT);
  TRY(add(state->debited_total, amount, &debited_total));
  Clock clock;
  TRY(sol_get_clock_sysvar(&clock));
  TRY(count_outflow(state, &clock, amount));

  state->debited_total = debited_total;
  mark_paid(proxy, payment_seq);
  TRY(transfer_to_recipient(context, a, state, amount));
  log_debit(context, a, state);
  return 0;
}
