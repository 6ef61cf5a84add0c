/**
 * The matching core of the exchange without its command objects: numbers in, numbers in its step log. Money, locks and
 * fees are on.
 */
import { NumericCore } from '../../../../../libs/exchange/bench/numeric-core';
import {
  ACCOUNT,
  CANCEL,
  ID,
  MARKET,
  OP,
  OUTCOME,
  PRICE,
  SIDE,
  SIZE,
  TAKE,
  inTermsOf,
  isSell,
} from '../command-words';
import { accountKey, marketKey } from '../keys';
import { networkOptions, setUpCommands } from '../set-up';
import type { Contender, Totals, Workload } from '../workload';

export class NumericCoreContender implements Contender {
  private readonly core: NumericCore;
  /** The engine's numbers of accounts, markets and orders. */
  private readonly accounts: Int32Array;
  private readonly markets: Int32Array;
  private readonly orderIds: Float64Array;
  private readonly restingBefore: number;

  constructor({ shape, lastId }: Workload) {
    const { network, expected } = networkOptions(shape);
    const core = new NumericCore(network, expected);
    for (const command of setUpCommands(shape)) core.setUp(command);
    this.core = core;
    this.restingBefore = core.resting;
    this.accounts = Int32Array.from({ length: shape.accounts }, (_, account) =>
      core.accountNumber(accountKey(account)),
    );
    this.markets = Int32Array.from({ length: shape.markets }, (_, market) =>
      core.marketNumber(marketKey(market)),
    );
    this.orderIds = new Float64Array(lastId + 1);
    core.resetTotals();
  }

  apply(commands: Int32Array, at: number): void {
    const { core } = this;
    const id = commands[at + ID]!;
    if (commands[at + OP] === CANCEL) {
      core.cancel(this.orderIds[id]!);
      return;
    }
    const outcome = commands[at + OUTCOME]!;
    const order = core.order;
    order.account = this.accounts[commands[at + ACCOUNT]!]!;
    order.market = this.markets[commands[at + MARKET]!]!;
    order.outcome = outcome;
    order.side = isSell(commands[at + SIDE]!, outcome) ? 1 : 0;
    order.price = inTermsOf(outcome, commands[at + PRICE]!);
    order.size = commands[at + SIZE]!;
    this.orderIds[id] = core.place(commands[at + OP] === TAKE);
  }

  totals(): Totals {
    const { trades, volume, notional, resting } = this.core;
    return { trades, volume, notional, resting: resting - this.restingBefore };
  }
}
