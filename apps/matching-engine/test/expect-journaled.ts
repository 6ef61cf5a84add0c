/** Must hold after any fault: every answer is in the journal once, and the event stream agrees. */
import { expect } from 'vitest';
import type { Bus } from '@bellwether/bus';
import type { Answer, Command } from '@bellwether/exchange';
import { witness } from './journal-witness';
import { publishedEvents } from './published-events';

export interface AnsweredOrders {
  readonly bus: Bus;
  readonly shard: number;
  /** Keyed by `<number of the user>/<nonce>`. */
  readonly answers: ReadonlyMap<string, Answer>;
  readonly orderOf: (number: number, nonce: number) => Command;
}

/** Compares every answer with the test's own replay of the journal, and the event stream with both. */
export async function expectJournaled(orders: AnsweredOrders): Promise<void> {
  const { bus, shard, answers, orderOf } = orders;
  const { exchange, bySeq, eventOffsets } = await witness(bus, shard);
  const seqs = new Set<number>();
  for (const [key, { reply }] of answers) {
    const [number, nonce] = key.split('/').map(Number);
    const journaled = bySeq.get(reply.seq);
    expect(journaled?.command.command).toEqual(orderOf(number!, nonce!));
    expect(journaled?.answer).toEqual({ replayed: false, reply });
    seqs.add(reply.seq);
  }
  expect(seqs.size).toBe(answers.size);
  // Nothing was carried out twice: of the journaled orders, exactly the answered ones were carried out. Those in the full
  // form are others, which end by themselves.
  const carriedOut = [...bySeq.values()].filter(
    ({ command: { command }, answer }) =>
      command.kind === 'order' && command.terms === undefined && !answer.replayed,
  );
  expect(carriedOut).toHaveLength(answers.size);
  expect(exchange.checkInvariants()).toEqual([]);
  const events = await publishedEvents(bus, shard, eventOffsets.length);
  expect(events.map(({ seq, index }) => `${seq}.${index}`)).toEqual(eventOffsets);
}
