/** What came of a trial: every deposit and withdrawal against the exchange's answers, its books and the chains. */
import type { Books } from '../../../e2e/src/funding-scenario';
import { chainOf } from './trial-user';
import type { TrialUser, TrialWorld } from './trial-user';
import type { Flooded } from './dust-flood';

export interface TrialSums {
  readonly deposits: {
    readonly sent: number;
    readonly credited: number;
    readonly missed: number;
    /** Credited with another amount than was sent, or more often than it was sent. */
    readonly wrong: number;
    readonly microUsdc: number;
    readonly bridged: number;
    readonly native: number;
  };
  readonly withdrawals: {
    readonly accepted: number;
    readonly paid: number;
    /** The recipient holds less than it was to be paid. */
    readonly missing: number;
    /** The recipient holds more. */
    readonly paidTwice: number;
    readonly microUsdc: number;
  };
  readonly dust: { readonly transactions: number; readonly microUsdc: number };
}

interface Finished {
  readonly users: readonly TrialUser[];
  readonly floods: readonly Flooded[];
}

export function depositSums({ users, floods }: Finished): TrialSums['deposits'] {
  const sums = { sent: 0, credited: 0, missed: 0, wrong: 0, microUsdc: 0, bridged: 0, native: 0 };
  const all = users.flatMap(({ sent, deposits }) =>
    sent.map((one) => ({
      ...one,
      records: deposits.filter((record) => record.tx_signature === one.signature),
    })),
  );
  for (const { planned, records } of all) {
    sums.sent++;
    if (chainOf(planned.kind) === 'ext') sums.bridged++;
    else sums.native++;
    const credited = records.reduce((sum, one) => sum + one.credited_micro_usdc, 0);
    sums.microUsdc += credited;
    if (credited === 0) sums.missed++;
    else if (credited === planned.microUsdc && records.length === 1) sums.credited++;
    else sums.wrong++;
  }
  // What was not sent as a deposit, as a payout to a deposit address is not.
  for (const { sent, deposits } of users) {
    const known = new Set(sent.map(({ signature }) => signature));
    sums.wrong += deposits.filter((one) => !known.has(one.tx_signature)).length;
  }
  for (const { sent } of floods) {
    sums.sent++;
    sums.credited++;
    sums.microUsdc += sent.planned.microUsdc;
  }
  return sums;
}

/** By what each recipient holds on its chain: nobody else ever paid it. */
export async function withdrawalSums(
  { rpc }: TrialWorld,
  { users }: Finished,
): Promise<TrialSums['withdrawals']> {
  const sums = { accepted: 0, paid: 0, missing: 0, paidTwice: 0, microUsdc: 0 };
  for (const { withdrawals } of users) {
    const expected = new Map<string, { chain: 'ext' | 'main'; microUsdc: number; count: number }>();
    for (const { chain, recipient, record } of withdrawals) {
      const known = expected.get(recipient) ?? { chain, microUsdc: 0, count: 0 };
      const microUsdc = known.microUsdc + record.net_amount;
      expected.set(recipient, { chain, microUsdc, count: known.count + 1 });
    }
    for (const [recipient, { chain, microUsdc, count }] of expected) {
      const held = await rpc[chain].usdcOf(recipient);
      sums.accepted += count;
      sums.microUsdc += held;
      if (held < microUsdc) sums.missing += count;
      else if (held > microUsdc) sums.paidTwice += count;
      else sums.paid += count;
    }
  }
  return sums;
}

/** What a flood left at its address, beside the deposit: on ext all of it, as it is below the minimum; on main nothing. */
export async function dustLeft(
  { rpc }: TrialWorld,
  { chain, depositor }: Flooded,
): Promise<number> {
  return rpc[chain].usdcOf(chain === 'ext' ? depositor.depositAddress : depositor.proxyWallet);
}

export function book(books: Books, { users, floods }: Finished): void {
  for (const { depositor, sent, withdrawals } of users) {
    for (const { planned } of sent) books.credit(depositor.user, planned.microUsdc);
    for (const { record } of withdrawals) books.payOut(record);
  }
  for (const { chain, depositor, sent, microUsdc } of floods) {
    books.credit(depositor.user, sent.planned.microUsdc);
    if (chain === 'main') books.credit(depositor.user, microUsdc);
  }
}
