/** Withdrawals that ended, and whose end the restored books lack: as they were before, and they end again once. */
import { expect, it } from 'vitest';
import { toHex } from '@bellwether/codec';
import { withdrawalStep } from '@bellwether/funding';
import type { WithdrawalFact } from '@bellwether/funding';
import { sendAgainWhatIsNotIn } from '../src/backup-rows/send-again';
import { GasReserveStore } from '../src/funding/gas-reserve-store';
import { WithdrawalStore } from '../src/funding/withdrawal-store';
import { NOW_MS, key, signature, withdrawal } from './funding-rows';
import { twoProcesses } from './two-processes';

const MARKUP = 100;
const both = twoProcesses();

const signed = { kind: 'signed', txSignature: signature('debit') } as const;
const paid = { kind: 'paid', txSignature: signature('debit') } as const;
const CASES = {
  main: [[signed, paid], { kind: 'settled' }],
  ext: [[signed, paid], { kind: 'settled' }],
  refunded: [[{ kind: 'unpayable', failure: 'account_closed' }], { kind: 'refunded' }],
  booked: [[signed, paid], { kind: 'settled' }],
} as const satisfies Readonly<Record<string, readonly [readonly WithdrawalFact[], WithdrawalFact]>>;
const NAMES = ['main', 'ext', 'refunded', 'booked'] as const;
const LACKING: readonly string[] = ['main', 'ext', 'refunded'];

it('ends again what the books have open, and leaves the rest', async () => {
  const { database, url, rows } = both.db;
  const withdrawals = new WithdrawalStore(database);
  const reserve = new GasReserveStore(database);
  const accepted = NAMES.map((name, at) => ({
    ...withdrawal(name, at + 1),
    chain: name === 'main' ? ('main' as const) : ('ext' as const),
    gasItems: [{ kind: 'markup', microUsdc: MARKUP }] as const,
  }));
  await withdrawals.takeEvents({
    after: null,
    to: { seq: 4, index: 0 },
    accepted,
    nowMs: NOW_MS,
  });
  const advance = (name: string, fact: WithdrawalFact) =>
    withdrawals.advance({ withdrawalId: key(name), fact, nowMs: NOW_MS });
  const table = (names: readonly string[]) =>
    rows('SELECT * FROM withdrawals WHERE withdrawal_id = ANY($1) ORDER BY number', [
      names.map(key),
    ]);
  for (const name of NAMES) for (const fact of CASES[name][0]) await advance(name, fact);
  const before = await table(LACKING);
  for (const name of NAMES) await advance(name, CASES[name][1]);
  const after = await table(NAMES);
  const collected = await reserve.read();

  const open = new Set(LACKING.map((name) => toHex(key(name))));
  const books = {
    funding: () => ({ lastCreditSeq: 0, lastChargeSeq: 0 }),
    withdrawal: (id: Uint8Array) => ({ status: open.has(toHex(id)) ? 'open' : 'settled' }),
  };
  const sent = { credits: 0, charges: 0, withdrawals: 3 };
  expect(await sendAgainWhatIsNotIn(url, books, NOW_MS)).toEqual(sent);
  expect(await table(LACKING)).toEqual(before);
  expect(await table(['booked'])).toEqual(after.slice(3));
  expect(await reserve.read()).toEqual({ collectedMicroUsdc: MARKUP, spentMicroUsdc: 0 });

  const due = await withdrawals.claimDue({ limit: 9, nowMs: NOW_MS, leaseMs: 1_000 });
  expect(due.map(withdrawalStep).toSorted()).toEqual(['refunding', 'settling', 'settling']);
  for (const name of LACKING) await advance(name, CASES[name as keyof typeof CASES][1]);
  expect(await table(NAMES)).toEqual(after);
  expect(await reserve.read()).toEqual(collected);
});
