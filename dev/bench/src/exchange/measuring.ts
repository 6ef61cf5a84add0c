import type { Bus, Identity } from '@bellwether/bus';
import { number } from '../harness/markdown';
import { voidUnless } from '../harness/scenario';
import type { Result, Run } from '../harness/scenario';
import { checkAgainstJournal } from '../load/journal-check';
import type { PlacedOrder } from '../load/placed-order';
import { ExchangeUnderTest } from './exchange-under-test';

/** What a part of the scenario measures on, and the orders that were answered. */
export interface Measuring {
  readonly run: Run;
  readonly exchange: ExchangeUnderTest;
  /** Connects as one of the exchange's own identities. */
  readonly bus: Bus;
  readonly placed: PlacedOrder[];
}

export async function measuringOn(run: Run, identity: Identity): Promise<Measuring> {
  const exchange = new ExchangeUnderTest(run.dataDir);
  const bus = run.keep(await exchange.connect(identity), (one) => one.close());
  return { run, exchange, bus, placed: [] };
}

/** @throws Error if the journal differs from the answers, or the books do not balance */
export async function journalTruth({ run, exchange, placed }: Measuring): Promise<Result> {
  run.say('replaying the journal');
  const reader = run.keep(await exchange.connect('replay'), (bus) => bus.close());
  const journal = await checkAgainstJournal(reader, placed);
  const difference = await exchange.insolvency();
  voidUnless(difference === 0, `the exchange is off by ${difference} micro-USDC`);
  return {
    figures: journal,
    tables: [
      `${number(journal.orders)} orders were answered. The journal (${number(journal.records)} records), replayed, holds these ` +
        `orders and no other, each with the result that its answer had.`,
    ],
  };
}
