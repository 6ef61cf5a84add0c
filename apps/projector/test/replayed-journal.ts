import { Journal } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { Exchange } from '@bellwether/exchange';
import type { SequencedEvent } from '@bellwether/exchange';
import { silent } from './services-under-test';
import { USERS, userKey } from './trading-exchange';
import type { NonceUse, WhatHappened } from './trading-exchange';

/** What a user had after a command that changed it: the books' word, not that of any event. */
export interface TotalAfter {
  readonly number: number;
  readonly seq: number;
  readonly total: number;
  readonly change: number;
}

export interface Replayed extends WhatHappened {
  readonly totals: readonly TotalAfter[];
}

/** The journal, applied by the exchange's rules: what the engine did, without asking the engine. */
export async function replayJournal(bus: Bus, shard: number): Promise<Replayed> {
  const exchange = new Exchange({ network: 'test' });
  const events: SequencedEvent[] = [];
  const marketIds: Uint8Array[] = [];
  const nonceOutcomes: NonceUse[] = [];
  const totals: TotalAfter[] = [];
  const held = Array.from({ length: USERS }, () => 0);
  const journal = new Journal({ network: 'test', shard }, { bus, log: silent });
  for await (const { firstSeq, timestampMs, commands } of journal.read()) {
    for (const [offset, { lane, command }] of commands.entries()) {
      const seq = firstSeq + offset;
      const applied = exchange.apply({ seq, timestampMs, lane, command });
      const { replayed, reply } = applied.answer;
      for (const [index, event] of applied.events.entries()) {
        events.push({ seq, index, timestampMs, event });
        if (event.kind === 'event_created')
          marketIds.push(...event.event.markets.map(({ marketId }) => marketId));
      }
      const { body } = reply;
      if (command.kind === 'order' && !replayed && body.kind === 'order')
        nonceOutcomes.push({ ...command, outcome: body.order.orderId });
      if (command.kind === 'order' && !replayed && body.kind === 'refused')
        nonceOutcomes.push({ ...command, outcome: body.code });
      for (let number = 0; number < USERS; number++) {
        const { total } = exchange.balance(userKey(number));
        const change = total - held[number]!;
        if (change !== 0) totals.push({ number, seq, total, change });
        held[number] = total;
      }
    }
  }
  return { exchange, events, marketIds, nonceOutcomes, totals };
}
