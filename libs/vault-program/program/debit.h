// debit: pays out of the vault, once per withdrawal id, within the day's limit.
// Accounts: payer sw, operator s, state w, withdrawal w, vault token account w, mint, recipient token account w,
// token program, system program. Arguments: withdrawal id, amount.
#pragma once

typedef struct {
  const Account *payer, *operator_account, *state, *withdrawal, *vault_token, *mint, *recipient;
} DebitAccounts;

// Checks the signers and the accounts; the checks of the money follow.
FUNCTION u64 check_debit(const Context *context, const DebitAccounts *a, const VaultState *state) {
  TRY(require_writable(a->state));
  TRY(require_role(a->operator_account, state->operator_key));
  TRY(require_signed(a->payer));
  TRY(require_writable(a->payer));
  TRY(require_program(&context->accounts[7], TOKEN_PROGRAM_ID));
  TRY(require_program(&context->accounts[8], SYSTEM_PROGRAM_ID));
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

// The id's account: its existence makes a second payout impossible, so it is never closed.
FUNCTION u64 record_withdrawal(const Context *context, const DebitAccounts *a, u8 bump, u64 slot) {
  const u8 *withdrawal_id = arguments(context);
  Slice seeds[3] = {WITHDRAWAL_SEED, {withdrawal_id, WITHDRAWAL_ID_BYTES}, {&bump, 1}};
  Signer signer = {seeds, 3};
  Account *account = (Account *)a->withdrawal;
  TRY(create_account(context, &(NewAccount){a->payer, account, &signer, sizeof(Withdrawal)}));
  Withdrawal *withdrawal = (Withdrawal *)account->data;
  withdrawal->discriminator = ACCOUNT_WITHDRAWAL;
  withdrawal->version = ACCOUNT_VERSION;
  withdrawal->bump = bump;
  withdrawal->amount = read_u64(withdrawal_id + WITHDRAWAL_ID_BYTES);
  withdrawal->slot = slot;
  copy_key(withdrawal->recipient_token, a->recipient->key);
  copy_bytes(withdrawal->withdrawal_id, withdrawal_id, WITHDRAWAL_ID_BYTES);
  return 0;
}

FUNCTION u64 transfer_to_recipient(const Context *context, const DebitAccounts *a,
    const VaultState *state, u64 amount) {
  Slice seeds[2] = {VAULT_SEED, {&state->bump, 1}};
  Signer signer = {seeds, 2};
  TokenTransfer transfer = {a->vault_token, a->mint, a->recipient, a->state->key, &signer, amount};
  return transfer_tokens(context, &transfer);
}

FUNCTION void log_debit(const Withdrawal *withdrawal, const VaultState *state) {
  DebitEvent *event = heap_alloc(sizeof(DebitEvent));
  event->discriminator = EVENT_DEBIT;
  copy_bytes(event->withdrawal_id, withdrawal->withdrawal_id, WITHDRAWAL_ID_BYTES);
  copy_key(event->recipient_token, withdrawal->recipient_token);
  event->amount = withdrawal->amount;
  event->outflow_day = state->outflow_day;
  event->outflow = state->outflow;
  log_event(event, sizeof(DebitEvent));
}

FUNCTION u64 debit(const Context *context) {
  TRY(require_shape(context, 9, WITHDRAWAL_ID_BYTES + 8));
  const Account *all = context->accounts;
  DebitAccounts *a = heap_alloc(sizeof(DebitAccounts));
  *a = (DebitAccounts){&all[0], &all[1], &all[2], &all[3], &all[4], &all[5], &all[6]};
  const u8 *withdrawal_id = arguments(context);
  u64 amount = read_u64(withdrawal_id + WITHDRAWAL_ID_BYTES), debited_total = 0;
  VaultState *state;
  TRY(load_state(context, a->state, &state));
  TRY(check_debit(context, a, state));
  u8 bump;
  Slice seeds[2] = {WITHDRAWAL_SEED, {withdrawal_id, WITHDRAWAL_ID_BYTES}};
  TRY(require_address(a->withdrawal, seeds, 2, context->program_id, &bump));
  // Before pause, limit and balance: a repeated payout must report that it was made, whatever has happened since.
  REQUIRE(is_unused(a->withdrawal), ERROR_ALREADY_DEBITED);
  TRY(require_writable(a->withdrawal));
  REQUIRE(!state->paused, ERROR_PAUSED);
  REQUIRE(amount > 0, ERROR_ZERO_AMOUNT);
  REQUIRE(amount <= token_amount(a->vault_token), ERROR_INSUFFICIENT_VAULT);
  TRY(add(state->debited_total, amount, &debited_total));
  Clock clock;
  TRY(sol_get_clock_sysvar(&clock));
  TRY(count_outflow(state, &clock, amount));

  state->debited_total = debited_total;
  TRY(record_withdrawal(context, a, bump, clock.slot));
  TRY(transfer_to_recipient(context, a, state, amount));
  log_debit((const Withdrawal *)a->withdrawal->data, state);
  return 0;
}
