/**
 * The exchange as its users meet it: a command object in, an answer and events out, with everything on: locks, fees,
 * positions, remembered outcomes for repeats, and the audit of the invariants before the answer.
 */
import { Exchange, type SequencedCommand } from '@bellwether/exchange';
import {
  ACCOUNT,
  CANCEL,
  ID,
  MARKET,
  NO,
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
import { FIRST_NONCE, START_MS, networkOptions, setUpCommands } from '../set-up';
import type { Contender, Totals, Workload } from '../workload';

const SIGNATURE = new Uint8Array(64);

export class ObjectApi implements Contender {
  private readonly exchange: Exchange;
  private readonly users: Uint8Array[];
  private readonly markets: Uint8Array[];
  /** The engine's id of each of the workload's orders. */
  private readonly orderIds: Float64Array;
  private readonly restingBefore: number;
  private seq = 0;
  private trades = 0;
  private volume = 0;
  private notional = 0;

  constructor({ shape, lastId }: Workload) {
    this.exchange = new Exchange(networkOptions(shape));
    for (const command of setUpCommands(shape)) {
      this.exchange.apply(command);
      this.seq = command.seq;
    }
    this.restingBefore = this.exchange.status().restingOrders;
    // Copies, not views, as a decoder returns them.
    this.users = Array.from({ length: shape.accounts }, (_, account) =>
      accountKey(account).slice(),
    );
    this.markets = Array.from({ length: shape.markets }, (_, market) => marketKey(market).slice());
    this.orderIds = new Float64Array(lastId + 1);
  }

  apply(commands: Int32Array, at: number): void {
    const seq = ++this.seq;
    // 1,000 commands a millisecond: time moves, and no market expires.
    const timestampMs = START_MS + Math.floor(seq / 1_000);
    if (commands[at + OP] === CANCEL) this.cancel(commands, at, seq, timestampMs);
    else this.place(commands, at, seq, timestampMs);
  }

  totals(): Totals {
    const { trades, volume, notional } = this;
    const resting = this.exchange.status().restingOrders - this.restingBefore;
    return { trades, volume, notional, resting };
  }

  private cancel(commands: Int32Array, at: number, seq: number, timestampMs: number): void {
    const command: SequencedCommand = {
      seq,
      timestampMs,
      lane: 'cancel',
      command: {
        kind: 'cancel',
        user: this.users[commands[at + ACCOUNT]!]!,
        marketId: this.markets[commands[at + MARKET]!]!,
        orderId: this.orderIds[commands[at + ID]!]!,
        signature: SIGNATURE,
      },
    };
    const { body } = this.exchange.apply(command).answer.reply;
    if (body.kind !== 'cancel') throw new Error(`cancel ${seq}: ${JSON.stringify(body)}`);
  }

  private place(commands: Int32Array, at: number, seq: number, timestampMs: number): void {
    const outcome = commands[at + OUTCOME]!;
    const side = isSell(commands[at + SIDE]!, outcome) ? 'sell' : 'buy';
    const command: SequencedCommand = {
      seq,
      timestampMs,
      lane: 'order',
      command: {
        kind: 'order',
        user: this.users[commands[at + ACCOUNT]!]!,
        marketId: this.markets[commands[at + MARKET]!]!,
        outcome: outcome === NO ? 'no' : 'yes',
        side,
        price: inTermsOf(outcome, commands[at + PRICE]!),
        size: commands[at + SIZE]!,
        orderType: commands[at + OP] === TAKE ? 'ioc' : 'gtc',
        nonce: FIRST_NONCE + seq,
        feeBps: 0,
        builder: null,
        signature: SIGNATURE,
      },
    };
    const { body } = this.exchange.apply(command).answer.reply;
    if (body.kind !== 'order') throw new Error(`order ${seq}: ${JSON.stringify(body)}`);
    this.orderIds[commands[at + ID]!] = body.order.orderId;
    for (const { quantity, price } of body.fills) {
      this.trades++;
      this.volume += quantity;
      this.notional += quantity * inTermsOf(outcome, price);
    }
  }
}
