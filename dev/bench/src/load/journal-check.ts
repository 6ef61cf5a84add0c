import { Journal } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { Exchange } from '@bellwether/exchange';
import { quiet } from '../harness/quiet';
import type { PlacedOrder } from './placed-order';

const NETWORK = 'test';
const SHARD = 0;

/** What the journal contains, and how much of it was compared. */
interface JournalCheck {
  readonly records: number;
  readonly orders: number;
}

/**
 * Replays the journal by the exchange's own rules and compares. Every order that was answered must be in it with the
 * result that its answer said, and there must be no other order. So nothing that was counted was lost, doubled or
 * invented.
 *
 * @param answered every answer of the run
 * @throws Error at the first difference
 */
export async function checkAgainstJournal(
  bus: Bus,
  answered: readonly PlacedOrder[],
): Promise<JournalCheck> {
  const bySeq = new Map(answered.map((placed) => [placed.seq, placed]));
  if (bySeq.size !== answered.length) throw new Error('two answers have the same seq');
  const exchange = new Exchange({ network: NETWORK });
  const journal = new Journal({ network: NETWORK, shard: SHARD }, { bus, log: quiet });
  let records = 0;
  let orders = 0;
  for await (const { firstSeq, timestampMs, commands } of journal.read()) {
    records++;
    for (const [offset, { lane, command }] of commands.entries()) {
      const seq = firstSeq + offset;
      const { body } = exchange.apply({ seq, timestampMs, lane, command }).answer.reply;
      if (command.kind !== 'order') continue;
      orders++;
      if (body.kind !== 'order') throw new Error(`order ${seq} of the journal is refused`);
      const { orderId, status, filled } = body.order;
      requireSame(bySeq.get(seq), { seq, orderId, status, filled, fills: body.fills.length });
    }
  }
  if (orders !== answered.length) {
    throw new Error(`${answered.length} orders were answered, the journal holds ${orders}`);
  }
  return { records, orders };
}

function requireSame(answered: PlacedOrder | undefined, journaled: PlacedOrder): void {
  const [said, is] = [answered, journaled].map((order) => JSON.stringify(order));
  if (said !== is) throw new Error(`answered ${said}, the journal says ${is}`);
}
