import { CREDIT_SEQ, GAS_DEBT } from '../accounts/account-table';
import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { MAX_SAFE_MICRO_USDC } from '../limits';
import { refused } from '../refusal';
import type { Answer, ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import { fresh, replayed } from './answers';
import { settleGasDebt } from './gas-debt';

type ChainCredit = CommandOf<'chain_credit'>;

/**
 * Books what the vault received for a user, each credit once and in order (I11, docs/ARCHITECTURE.md). It records a
 * fact of the chain, so it is accepted in every mode of the exchange.
 */
export function chainCredit(
  state: ExchangeState,
  command: ChainCredit,
  events: CommandEvents,
): Answer {
  const { accountTable, funding } = state;
  const { user, creditSeq, amount, txSignature, slot } = command;
  const known = accountTable.find(user);
  const last = known === 0 ? 0 : accountTable.int(known, CREDIT_SEQ);
  if (creditSeq <= last) return replayed(fresh(state, credited(state, known, 0)).reply);
  const no = refuse(state, command, known, last + 1);
  if (no !== null) return fresh(state, no);

  const account = known === 0 ? accountTable.open(user) : known;
  accountTable.setInt(account, CREDIT_SEQ, creditSeq);
  funding.credit(account, amount);
  events.add({ kind: 'deposit_credited', user, creditSeq, amount, txSignature, slot });
  const gasPaid = settleGasDebt(state, account, events);
  state.audit.funds(account);
  return fresh(state, credited(state, account, gasPaid));
}

function refuse(
  { money, ledger }: ExchangeState,
  { creditSeq, amount }: ChainCredit,
  account: number,
  expected: number,
): ReplyOf<'refused'> | null {
  if (creditSeq > expected) return refused('CREDIT_GAP', { expected, credit_seq: creditSeq });
  if (ledger.credited > MAX_SAFE_MICRO_USDC - amount) {
    return refused('BALANCE_LIMIT_EXCEEDED', { limit: MAX_SAFE_MICRO_USDC });
  }
  return account === 0 && !money.hasAccountPlace('money') ? refused('CAPACITY_REACHED') : null;
}

const credited = (
  { accountTable, accounts }: ExchangeState,
  account: number,
  gasPaid: number,
): ReplyOf<'chain_credited'> => ({
  kind: 'chain_credited',
  user: accountTable.userOf(account),
  lastCreditSeq: accountTable.int(account, CREDIT_SEQ),
  available: accounts.available(account),
  gasPaid,
  gasDebt: accountTable.word(account, GAS_DEBT),
});
