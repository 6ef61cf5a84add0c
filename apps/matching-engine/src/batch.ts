/**
 * Group commit: of the commands that are verified, which make the next record. What must not wait behind a flood of orders
 * (cancels, admin, funding) goes first, and takes few orders along, so that the record is soon durable: a full one of orders
 * takes some ten milliseconds to apply. As at the ingress, neither keeps the other out, and a cancel-all overtakes no order
 * of its own user.
 */
import { MAX_RECORD_COMMANDS, MAX_RECORD_COMMAND_BYTES } from '@bellwether/bus';
import type { IncomingCommand } from '@bellwether/bus';
import { byteKey } from '@bellwether/codec';
import { isOrderLane } from './ingress/room';
import type { Room } from './ingress/room';
import { URGENT_EIGHTHS } from './limits';

const MAX_URGENT_BESIDE_ORDERS = (MAX_RECORD_COMMANDS * URGENT_EIGHTHS) / 8;
const MAX_ORDERS_BESIDE_URGENT = MAX_RECORD_COMMANDS - MAX_URGENT_BESIDE_ORDERS;

export class BatchBuilder {
  /** In the order of arrival; what pushes here looks at `held` before. */
  private waiting: IncomingCommand[] = [];

  get length(): number {
    return this.waiting.length;
  }

  get held(): Room {
    const orders = this.waiting.filter(isOrderLane).length;
    return { orders, urgent: this.waiting.length - orders };
  }

  push(incoming: IncomingCommand): void {
    this.waiting.push(incoming);
  }

  /** Those past their deadlines: they may have waited long while the record before was under way. */
  pullLate(nowMs: number): IncomingCommand[] {
    const late = this.waiting.filter(({ deadlineMs }) => nowMs > deadlineMs);
    if (late.length > 0)
      this.waiting = this.waiting.filter(({ deadlineMs }) => nowMs <= deadlineMs);
    return late;
  }

  pullAll(): IncomingCommand[] {
    const all = this.waiting;
    this.waiting = [];
    return all;
  }

  /** The commands of the next record, in the order in which they are to be sequenced. */
  pull(): IncomingCommand[] {
    const { urgent, orders } = byUrgency(this.waiting);
    const isMixed = urgent.length > 0 && orders.length > 0;
    const batch = asManyAsFit([
      ...(isMixed ? urgent.slice(0, MAX_URGENT_BESIDE_ORDERS) : urgent),
      ...(isMixed ? orders.slice(0, MAX_ORDERS_BESIDE_URGENT) : orders),
    ]);
    const isTaken = new Set(batch);
    this.waiting = this.waiting.filter((incoming) => !isTaken.has(incoming));
    return batch;
  }
}

function byUrgency(waiting: readonly IncomingCommand[]) {
  const urgent: IncomingCommand[] = [];
  const orders: IncomingCommand[] = [];
  const users = waiting.some(isCancelAll) ? new Set<string>() : undefined;
  for (const incoming of waiting) {
    const isOrder = isOrderLane(incoming);
    if (isOrder) users?.add(keyOfSender(incoming));
    const waits = isOrder || (isCancelAll(incoming) && users?.has(keyOfSender(incoming)) === true);
    (waits ? orders : urgent).push(incoming);
  }
  return { urgent, orders };
}

const isCancelAll = ({ command }: IncomingCommand): boolean => command.kind === 'cancel_all';

const keyOfSender = ({ command }: IncomingCommand): string =>
  'user' in command ? byteKey(command.user) : '';

/** The first of them: no more than a record takes, and one in any case. */
function asManyAsFit(commands: readonly IncomingCommand[]): IncomingCommand[] {
  let bytes = 0;
  let count = 0;
  for (const { byteLength } of commands.slice(0, MAX_RECORD_COMMANDS)) {
    bytes += byteLength;
    if (count > 0 && bytes > MAX_RECORD_COMMAND_BYTES) break;
    count++;
  }
  return commands.slice(0, count);
}
