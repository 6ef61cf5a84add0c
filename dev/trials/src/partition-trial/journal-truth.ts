/** The truth: the journal, executed by the rules. It is the only order of all commands. */
import { Journal } from '@bellwether/bus';
import type { Bus, JournalRecord } from '@bellwether/bus';
import { fromHex, sameBytes } from '@bellwether/codec';
import { Exchange } from '@bellwether/exchange';
import { READS, balanceText, noncesText, ordersText, positionText } from './history';
import type { ReadKind } from './history';
import { silent } from './trial-exchange';
import type { TrialUser } from './trial-exchange';

/** More than a trial's user has open. */
const ALL_ORDERS = 10_000;

/** Valid from this command on, until the next change. */
export interface Change {
  readonly seq: number;
  readonly value: string;
}

export interface OrderEffect {
  readonly seq: number;
  readonly orderId: number;
  readonly filled: number;
}

export interface JournalTruth {
  readonly lastSeq: number;
  /** By `<user> <nonce>`: every time an order was placed under it; more than once is an error. */
  readonly orders: ReadonlyMap<string, readonly OrderEffect[]>;
  /** By `<user> <order id>`. */
  readonly cancels: ReadonlyMap<string, readonly number[]>;
  /** By `<user> <kind>`, by rising seq, the first as of seq 0. */
  readonly changes: ReadonlyMap<string, readonly Change[]>;
  readonly epochOf: (seq: number) => number;
  readonly invariantsBroken: number;
}

export const keyOf = (user: string, what: number | ReadKind): string => `${user} ${what}`;

export async function readTruth(
  bus: Bus,
  { marketId, users }: { readonly marketId: string; readonly users: readonly TrialUser[] },
): Promise<JournalTruth> {
  const market = fromHex(marketId, 32);
  if (market === undefined) throw new Error(`${marketId} is no market`);
  const journal = new Journal({ network: 'test', shard: 0 }, { bus, log: silent });
  const exchange = new Exchange({ network: 'test' });
  const reporting = new Reporting(exchange, market, users);
  for await (const record of journal.read()) reporting.take(record);
  return reporting.truth();
}

class Reporting {
  private readonly orders = new Map<string, OrderEffect[]>();
  private readonly cancels = new Map<string, number[]>();
  private readonly changes = new Map<string, Change[]>();
  private readonly epochs: { fromSeq: number; epoch: number }[] = [];
  private readonly names: ReadonlyMap<string, TrialUser>;

  constructor(
    private readonly exchange: Exchange,
    private readonly market: Uint8Array,
    users: readonly TrialUser[],
  ) {
    this.names = new Map(users.map((user) => [user.key.publicKey, user]));
    this.noteChanges(0, [...this.names.keys()]);
  }

  take(record: JournalRecord): void {
    if (record.epoch !== this.epochs.at(-1)?.epoch)
      this.epochs.push({ fromSeq: record.firstSeq, epoch: record.epoch });
    const { timestampMs } = record;
    for (const [offset, { lane, command }] of record.commands.entries()) {
      const seq = record.firstSeq + offset;
      const { answer, events } = this.exchange.apply({ seq, timestampMs, lane, command });
      if (command.kind === 'order') this.noteOrder(seq, command, answer);
      if (command.kind === 'cancel') this.noteCancel(seq, command, answer);
      this.noteChanges(seq, this.namedIn([command, ...events]));
    }
  }

  truth(): JournalTruth {
    const { orders, cancels, changes, epochs, exchange } = this;
    return {
      lastSeq: exchange.lastSeq,
      orders,
      cancels,
      changes,
      epochOf: (seq) => epochs.findLast(({ fromSeq }) => fromSeq <= seq)?.epoch ?? 0,
      invariantsBroken: exchange.checkInvariants().length,
    };
  }

  private nameOf(user: Uint8Array): string {
    for (const [name, { bytes }] of this.names) if (sameBytes(bytes, user)) return name;
    return 'a stranger';
  }

  private noteOrder(
    seq: number,
    { user, nonce }: { readonly user: Uint8Array; readonly nonce: number },
    { replayed, reply: { body } }: Answer,
  ): void {
    if (replayed || body.kind !== 'order') return;
    const key = keyOf(this.nameOf(user), nonce);
    const { orderId, filled } = body.order;
    push(this.orders, key, { seq, orderId, filled });
  }

  private noteCancel(
    seq: number,
    { user, orderId }: { readonly user: Uint8Array; readonly orderId: number },
    { replayed, reply: { body } }: Answer,
  ): void {
    if (replayed || body.kind !== 'cancel') return;
    push(this.cancels, keyOf(this.nameOf(user), orderId), seq);
  }

  /** The users whose keys stand in a command and its events: nothing of anyone else has changed. */
  private namedIn(all: readonly object[]): string[] {
    const values = all.flatMap((one) => Object.values(one) as unknown[]);
    return [...this.names].flatMap(([name, { bytes }]) =>
      values.some((value) => value instanceof Uint8Array && sameBytes(value, bytes)) ? [name] : [],
    );
  }

  private noteChanges(seq: number, names: readonly string[]): void {
    for (const name of names) {
      const { bytes } = this.names.get(name)!;
      for (const kind of READS) {
        const value = this.valueOf(kind, bytes);
        const known = this.changes.get(keyOf(name, kind));
        if (known?.at(-1)?.value === value) continue;
        push(this.changes, keyOf(name, kind), { seq, value });
      }
    }
  }

  private valueOf(kind: ReadKind, user: Uint8Array): string {
    const { exchange, market } = this;
    if (kind === 'balance') {
      const { available, locked } = exchange.balance(user);
      return balanceText(available, locked);
    }
    if (kind === 'position') {
      const { yes, no, yesLocked, noLocked } = exchange.position(user, market);
      return positionText(yes, no, yesLocked, noLocked);
    }
    if (kind === 'nonces') {
      const { order, cancel_all: cancelAll } = exchange.nonces(user);
      return noncesText(order, cancelAll);
    }
    const open = exchange.openOrders(user, { limit: ALL_ORDERS });
    return ordersText(open.map(({ orderId: id, filled, size }) => ({ id, filled, size })));
  }
}

type Answer = ReturnType<Exchange['apply']>['answer'];

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
