/**
 * Group commit: chooses which verified commands make the next record. Urgent commands (cancels, admin, funding) go
 * first and take only a few orders along, so that the record is durable soon: applying a full record of orders takes
 * tens of milliseconds. As at the ingress, neither kind blocks the other, and a cancel-all never overtakes an order of
 * its own user, nor anything that came in a group.
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
  /** In order of arrival. Stages that push check `held` first. */
  private waiting: IncomingCommand[] = [];

  get length(): number {
    return this.waiting.length;
  }

  get held(): Room {
    const orders = this.waiting.filter(isOrderLane).length;
    return { orders, urgent: this.waiting.length - orders };
  }

  /** Verified commands. Those of a group come together, and stay together. */
  push(commands: readonly IncomingCommand[]): void {
    this.waiting.push(...commands);
  }

  /** Commands past their deadlines. They may have waited long for the previous record. */
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

  /** The commands of the next record, in the order in which they will be sequenced. */
  pull(): IncomingCommand[] {
    const { urgent, orders } = byUrgency(this.waiting);
    const isMixed = urgent.length > 0 && orders.length > 0;
    const batch = asManyAsFit([
      ...(isMixed ? urgent.slice(0, MAX_URGENT_BESIDE_ORDERS) : urgent),
      ...(isMixed ? orders.slice(0, wholeGroups(orders, MAX_ORDERS_BESIDE_URGENT)) : orders),
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
    const isGrouped = incoming.group !== undefined;
    if (isOrder || isGrouped) users?.add(keyOfSender(incoming));
    const waits =
      isOrder || isGrouped || (isCancelAll(incoming) && users?.has(keyOfSender(incoming)) === true);
    (waits ? orders : urgent).push(incoming);
  }
  return { urgent, orders };
}

const isCancelAll = ({ command }: IncomingCommand): boolean => command.kind === 'cancel_all';

const keyOfSender = ({ command }: IncomingCommand): string =>
  'user' in command ? byteKey(command.user) : '';

/** As many as fit into a record, and at least one. */
function asManyAsFit(commands: readonly IncomingCommand[]): IncomingCommand[] {
  let bytes = 0;
  let count = 0;
  for (const { byteLength } of commands.slice(0, MAX_RECORD_COMMANDS)) {
    bytes += byteLength;
    if (count > 0 && bytes > MAX_RECORD_COMMAND_BYTES) break;
    count++;
  }
  return commands.slice(0, wholeGroups(commands, count));
}

/** At most `count` commands without a part of a group; the whole of one that is larger. */
function wholeGroups(commands: readonly IncomingCommand[], count: number): number {
  const group = commands[count]?.group?.of;
  if (group === undefined || commands[count - 1]?.group?.of !== group) return count;
  const first = commands.findIndex((one) => one.group?.of === group);
  return first > 0 ? first : commands.findLastIndex((one) => one.group?.of === group) + 1;
}
