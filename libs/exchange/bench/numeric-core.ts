import { CAPACITIES } from '../src/capacities';
import type { ExpectedLoad } from '../src/capacities';
import type { Network, SequencedCommand } from '../src/command';
import { CommandEvents } from '../src/command-events';
import { carryOut } from '../src/commands/carry-out';
import { MARKET } from '../src/orders/order-pool';
import { GTC, IOC, yesPriceOf } from '../src/orders/order-word';
import { ExchangeState } from '../src/state';
import type { IncomingOrder } from '../src/trading/incoming-order';
import { reasonIndex } from '../src/trading/order-ends';
import { MAKER_WORD, QUANTITY } from '../src/trading/step-log';

const BY_USER = reasonIndex('user');

/**
 * The door for benchmarks: the matching core as `commands/` calls it, without the objects around it. Walk, admission,
 * locks, settlement, fees and the audit of every command are all on; replies, events and remembered outcomes are what
 * is left out.
 */
export class NumericCore {
  /** The caller fills in account, market, outcome, side, price and size, then calls `place`. */
  readonly order: IncomingOrder;
  trades = 0;
  volume = 0;
  /** Σ quantity * YES price */
  notional = 0;

  private readonly state: ExchangeState;

  constructor(network: Network, expected: ExpectedLoad) {
    this.state = new ExchangeState(network, CAPACITIES, expected);
    this.order = this.state.incoming;
  }

  /** Any command, in words: for what comes before the measurement. */
  setUp(sequenced: SequencedCommand): void {
    const { state } = this;
    state.lastSeq = sequenced.seq;
    state.lastTimestampMs = sequenced.timestampMs;
    const { reply } = carryOut(state, sequenced, new CommandEvents());
    state.dirty.clear();
    if (reply.body.kind === 'refused') throw new Error(`set-up: ${reply.body.code}`);
  }

  accountNumber(user: Uint8Array): number {
    return this.state.accountTable.find(user);
  }

  marketNumber(marketId: Uint8Array): number {
    return this.state.markets.find(marketId);
  }

  get resting(): number {
    return this.state.orders.live;
  }

  resetTotals(): void {
    this.trades = 0;
    this.volume = 0;
    this.notional = 0;
    this.order.feeBps = 0;
    this.order.builder = 0;
  }

  /** Answers the order's id. */
  place(isIoc: boolean): number {
    const { state, order } = this;
    order.orderType = isIoc ? IOC : GTC;
    order.seq = ++state.lastSeq;
    order.nonce = order.seq;
    order.timestampMs = state.lastTimestampMs;
    order.derive();
    const refusal = state.placement.place(order);
    if (refusal !== null) throw new Error(`order ${order.seq}: ${refusal}`);
    this.conclude();
    const { log } = state.placement.matching;
    for (let step = 0; step < log.steps; step++) {
      const quantity = log.int(step, QUANTITY);
      this.trades++;
      this.volume += quantity;
      this.notional += quantity * yesPriceOf(log.int(step, MAKER_WORD));
    }
    return state.placement.orderId;
  }

  cancel(orderId: number): void {
    const { state } = this;
    state.lastSeq++;
    const record = state.orders.find(orderId);
    if (record === 0) throw new Error(`cancel ${state.lastSeq}: no open order ${orderId}`);
    state.audit.touch(state.orders.int(record, MARKET));
    state.ends.cancel(record, BY_USER);
    this.conclude();
  }

  private conclude(): void {
    const breaches = this.state.audit.conclude();
    this.state.dirty.clear();
    if (breaches.length > 0) throw new Error(breaches[0]!.message);
  }
}
