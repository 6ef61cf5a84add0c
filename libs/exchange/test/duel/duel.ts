/**
 * Runs the engine and the oracle with the same commands. After each command, everything it changed must be equal on
 * both; at intervals, everything.
 */
import { toHex } from '@bellwether/codec';
import type { Command, SequencedCommand } from '../../src/command';
import type { ExchangeEvent } from '../../src/event';
import { type Applied, Exchange } from '../../src/exchange';
import { validateCommand } from '../../src/validate';
import { factsOf } from '../state-deltas/facts';
import { NaiveExchange } from '../oracle/naive-exchange';
import type { NaiveApplied } from '../oracle/state';
import type { Profile } from '../stream/profile';
import { type Step, UNKNOWN_ORDER_ID } from '../stream/step';
import { type Ids, findDifference, newIds, print } from './difference';
import { findRoundTripLoss } from './round-trip';

const NETWORK = 'test';
const BOOK_DEPTH = 500;
const OPEN_ORDERS = 50;

export interface DuelOptions {
  /**
   * After this many steps everything is compared and the engine's full check runs. `never`: only answers and events
   * are compared, for streams that are made for replay.
   */
  readonly fullCheckEvery: number | 'never';
}

export class Duel {
  readonly oracle: NaiveExchange;
  engine: Exchange;
  /** The engine's commands with its own order ids: a stream that can be replayed. */
  readonly journal: SequencedCommand[] = [];
  private readonly ids: Ids = newIds();
  /** Maps a step number to the oracle's order id. */
  private readonly orderOfStep = new Map<number, number>();
  private taken = 0;

  constructor(
    { limits }: Profile,
    private readonly options: DuelOptions,
  ) {
    this.oracle = new NaiveExchange({ network: NETWORK, ...limits });
    this.engine = new Exchange({ network: NETWORK, ...limits });
  }

  /** Applies the step to both. Returns the difference, or null. A command that fails validation gets no seq. */
  take(step: Step, seen: (applied: NaiveApplied) => void = () => {}): string | null {
    if (validateCommand(step.command, step.lane) !== null) return null;
    const place = { lane: step.lane, seq: this.oracle.lastSeq + 1, timestampMs: step.timestampMs };
    const forOracle = { ...place, command: this.aim(step, (id) => id) };
    const forEngine = { ...place, command: this.aim(step, (id) => this.ids.orders.toEngine(id)) };

    const expected = this.oracle.apply(forOracle);
    seen(expected);
    this.journal.push(forEngine);
    const actual = this.engine.apply(forEngine);
    if (expected.answer.reply.body.kind === 'order') {
      this.orderOfStep.set(step.number, expected.answer.reply.body.order.orderId);
    }
    this.taken++;
    return (
      this.compare('answer', expected.answer, actual.answer) ??
      this.compare('events', expected.events, factsOf(actual.events)) ??
      this.compare('breaches', [], actual.breaches) ??
      this.compareState(forEngine, actual)
    );
  }

  private compareState(command: SequencedCommand, actual: Applied): string | null {
    const { fullCheckEvery } = this.options;
    if (fullCheckEvery === 'never') return null;
    return (
      findRoundTripLoss(command, actual) ??
      this.compareDirty(command, actual.events) ??
      (this.taken % fullCheckEvery === 0 ? this.compareAll() : null)
    );
  }

  /** The engine goes on from its snapshot. */
  restore(): void {
    this.engine = Exchange.restore(this.engine.snapshot());
  }

  /** Compares every account, market and order of both, and checks the engine's invariants. */
  compareAll(): string | null {
    const { oracle, engine } = this;
    const users = [...oracle.state.accounts.values()].map(({ user }) => user);
    const markets = [...oracle.state.markets.values()].map(({ marketId }) => marketId);
    const breaches = engine.checkInvariants();
    if (breaches.length > 0) return `invariants: ${print(breaches)}`;
    return (
      firstOf(users, (user) => this.compareUser(user, markets)) ??
      firstOf(markets, (marketId) => this.compareMarket(marketId)) ??
      firstOf([...oracle.state.orders.values()], ({ id, account }) =>
        this.compareOrder(account.user, id),
      ) ??
      firstOf([...oracle.state.withdrawals.values()], ({ withdrawalId }) =>
        this.compareWithdrawal(withdrawalId),
      ) ??
      this.compare('events', oracle.events(), engine.events()) ??
      this.compare('cases', oracle.cases(), engine.cases()) ??
      this.compare('sources', oracle.sources(), engine.sources()) ??
      this.compare('feeSchedule', oracle.feeSchedule(), engine.feeSchedule())
    );
  }

  /** A cancel or a change names a step. This replaces it by the id that this exchange gave the step's order. */
  private aim({ command, target }: Step, idOf: (oracleId: number) => number | undefined): Command {
    if (command.kind !== 'cancel' && command.kind !== 'amend') return command;
    const oracleId = target === undefined ? undefined : this.orderOfStep.get(target);
    const orderId = oracleId === undefined ? undefined : idOf(oracleId);
    return { ...command, orderId: orderId ?? UNKNOWN_ORDER_ID };
  }

  private compareDirty(
    { command }: SequencedCommand,
    events: readonly ExchangeEvent[],
  ): string | null {
    const { oracle, engine } = this;
    const { users, markets, withdrawals } = dirtiedBy(command, events);
    return (
      this.compare('status', oracle.status(), engine.status()) ??
      this.compare('solvency', oracle.solvency(), engine.solvency()) ??
      this.compare('nextDueMs', oracle.nextDueMs(), engine.nextDueMs()) ??
      firstOf(users, (user) => this.compareUser(user, markets)) ??
      firstOf(markets, (marketId) => this.compareMarket(marketId)) ??
      firstOf(withdrawals, (withdrawalId) => this.compareWithdrawal(withdrawalId))
    );
  }

  private compareUser(user: Uint8Array, markets: readonly Uint8Array[]): string | null {
    const { oracle, engine } = this;
    const query = { limit: OPEN_ORDERS };
    return (
      this.compare('balance', oracle.balance(user), engine.balance(user)) ??
      this.compare('nonces', oracle.nonces(user), engine.nonces(user)) ??
      this.compare('tradingKeys', oracle.tradingKeys(user), engine.tradingKeys(user)) ??
      this.compare('funding', oracle.funding(user), engine.funding(user)) ??
      this.compare('delegatedTo', oracle.delegatedTo(user), engine.delegatedTo(user)) ??
      this.compare('openOrders', oracle.openOrders(user, query), engine.openOrders(user, query)) ??
      firstOf(markets, (marketId) => this.comparePosition(user, marketId))
    );
  }

  private comparePosition(user: Uint8Array, marketId: Uint8Array): string | null {
    const { oracle, engine } = this;
    const newest = oracle.openOrders(user, { marketId, limit: 1 })[0];
    const query = { marketId, limit: OPEN_ORDERS, before: newest?.seq ?? 0 };
    return (
      this.compare('position', oracle.position(user, marketId), engine.position(user, marketId)) ??
      this.compare('openOrders', oracle.openOrders(user, query), engine.openOrders(user, query))
    );
  }

  private compareMarket(marketId: Uint8Array): string | null {
    const { oracle, engine } = this;
    return (
      this.compare('book', oracle.book(marketId, BOOK_DEPTH), engine.book(marketId, BOOK_DEPTH)) ??
      this.compare('market', oracle.market(marketId), engine.market(marketId))
    );
  }

  private compareWithdrawal(id: Uint8Array): string | null {
    return this.compare('withdrawal', this.oracle.withdrawal(id), this.engine.withdrawal(id));
  }

  private compareOrder(user: Uint8Array, id: number): string | null {
    const engineId = this.ids.orders.toEngine(id) ?? UNKNOWN_ORDER_ID;
    return this.compare('order', this.oracle.order(user, id), this.engine.order(user, engineId));
  }

  private compare(name: string, expected: unknown, actual: unknown): string | null {
    return findDifference(name, expected, actual, this.ids);
  }
}

/** Every user, market and withdrawal that the command and its events name. */
function dirtiedBy(
  command: Command,
  events: readonly ExchangeEvent[],
): Readonly<Record<'users' | 'markets' | 'withdrawals', readonly Uint8Array[]>> {
  const users = new Map<string, Uint8Array>();
  const markets = new Map<string, Uint8Array>();
  const withdrawals = new Map<string, Uint8Array>();
  const collect = (value: unknown, field: string): void => {
    if (value instanceof Uint8Array) {
      if (field === 'marketId' || field === 'winner' || field === 'claimMarket')
        markets.set(toHex(value), value);
      if (field === 'withdrawalId') withdrawals.set(toHex(value), value);
      if (['user', 'maker', 'taker'].includes(field)) users.set(toHex(value), value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) collect(inner, name);
    }
  };
  collect(command, '');
  collect(events, '');
  for (const event of events) {
    if (event.kind !== 'event_archived') continue;
    for (const marketId of event.markets) markets.set(toHex(marketId), marketId);
  }
  return {
    users: [...users.values()],
    markets: [...markets.values()],
    withdrawals: [...withdrawals.values()],
  };
}

function firstOf<T>(values: readonly T[], find: (value: T) => string | null): string | null {
  for (const value of values) {
    const found = find(value);
    if (found !== null) return found;
  }
  return null;
}
