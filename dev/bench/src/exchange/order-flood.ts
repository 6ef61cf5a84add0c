import { setTimeout as sleep } from 'node:timers/promises';
import {
  ENGINE_MESSAGE_VERSION,
  engineRequestLayout,
  engineResponseLayout,
  inboxPrefixOf,
  subjectsOf,
} from '@bellwether/bus';
import { decode, encode } from '@bellwether/codec';
import { createInbox } from '@nats-io/transport-node';
import pLimit from 'p-limit';
import { order } from '../load/commands';
import { UserKeys } from '../load/user-keys';
import type { ExchangeUnderTest } from './exchange-under-test';
import type { FloodMeter } from './flood-meter';
import { RawNats } from './raw-nats';

const IDENTITY = 'gateway';
const SUBJECT = subjectsOf(0).lane.order;
/** The bytes of a rejection, compared without decoding, as the flood should cost little. */
const OVERLOADED = encode(engineResponseLayout, {
  kind: 'failed',
  code: 'OVERLOADED',
  details: [],
});
/** The engine's queue and half as many: so many orders may be unanswered at once. */
const TRADERS = 6_144;
const CREDITS_AT_ONCE = 32;
/** For all orders of a trader: 0.01 USDC is locked while one of them is processed. */
const MONEY_MICRO_USDC = 1_000_000_000;
/** Orders sent for each one that was executed. The mean is a little lower. */
const TIMES_CAPACITY = 11;
/** The rate if few were executed. */
const LEAST_PER_SECOND = 20_000;
const LOOK_EVERY_MS = 250;
/** The most that are sent without a pause. A longer burst would itself be measured. */
const AT_ONCE = 512;

/**
 * Sends signed orders to the engine directly, as a gateway does, at an even rate: eleven for each that it executed in
 * the quarter of a second before. A rejected order is sent again.
 *
 * @returns when the flood has begun
 */
export async function floodWithOrders(exchange: ExchangeUnderTest, meter: FloodMeter) {
  const [marketId] = await exchange.openMarkets('What does the flood want?', 1);
  const traders = Array.from(
    { length: TRADERS },
    (_, index) => new FloodTrader(String(index), marketId!),
  );
  await pLimit(CREDITS_AT_ONCE).map(traders, ({ user }) => exchange.credit(user, MONEY_MICRO_USDC));
  await exchange.historyCaughtUp(); // with the credits, which are not part of the flood
  const flood = new OrderFlood(traders, meter);
  const inbox = createInbox(inboxPrefixOf(IDENTITY));
  const nats = await RawNats.open({
    ...exchange.natsOf(IDENTITY),
    inbox,
    onAnswer: (index, payload) => flood.answered(index, payload),
  });
  void flood.run(nats);
}

/** Long after the end of the flood, as a rejected order is sent again unchanged. */
const DEADLINE_MS = 3_600_000;
/**
 * Orders signed in advance for each trader: more than half a minute needs, so that almost none is signed during the
 * flood.
 */
const ORDERS = 32;

/**
 * A user with one order at a time, which neither matches nor rests. It is signed before the flood, which only sends.
 */
class FloodTrader {
  readonly user: Uint8Array;
  private readonly keys = new UserKeys();
  /** In one piece of memory: orders signed in advance leave nothing to collect during the flood. */
  private readonly signed: Buffer;
  private nonce = 1;

  constructor(
    name: string,
    private readonly marketId: Uint8Array,
  ) {
    this.user = this.keys.add(`flood ${name}`);
    this.signed = Buffer.concat(
      Array.from({ length: ORDERS }, (_, index) => this.requestOf(index + 1)),
    );
  }

  /** The order as the engine gets it. */
  get request(): Uint8Array {
    if (this.nonce > ORDERS) return this.requestOf(this.nonce);
    // All have the same length.
    const length = this.signed.length / ORDERS;
    return this.signed.subarray((this.nonce - 1) * length, this.nonce * length);
  }

  /** The next order of the trader: each differs from the one before, so the engine cannot answer from memory. */
  next(): void {
    this.nonce++;
  }

  private requestOf(nonce: number): Uint8Array {
    const { user, marketId } = this;
    const terms = {
      ...({ user, marketId, side: 'buy', outcome: 'yes', orderType: 'ioc' } as const),
      price: 100,
      size: 1,
      nonce,
    };
    return encode(engineRequestLayout, {
      version: ENGINE_MESSAGE_VERSION,
      deadlineMs: Date.now() + DEADLINE_MS,
      requestId: 'flood',
      command: order(terms, this.keys.signatureOf(terms)),
    });
  }
}

class OrderFlood {
  /** Traders without an order under way, the longest waiting first. */
  private readonly idle: number[];
  /** For each trader, the order that is sent until it is executed. */
  private readonly frames: (Buffer | undefined)[] = [];
  private perSecond = LEAST_PER_SECOND;
  private done = 0;

  constructor(
    private readonly traders: readonly FloodTrader[],
    private readonly meter: FloodMeter,
  ) {
    this.idle = [...traders.keys()];
  }

  async run(nats: RawNats): Promise<never> {
    let lookedMs = performance.now();
    let askedUntilMs = lookedMs;
    for (;;) {
      const nowMs = performance.now();
      if (nowMs - lookedMs >= LOOK_EVERY_MS) {
        this.setRate(nowMs - lookedMs);
        lookedMs = nowMs;
      }
      const due = Math.floor(((nowMs - askedUntilMs) * this.perSecond) / 1_000);
      const asked = this.idle.splice(0, Math.min(due, AT_ONCE));
      nats.send(asked.map((index) => this.frameOf(nats, index)));
      this.meter.asked += asked.length;
      askedUntilMs += (asked.length * 1_000) / this.perSecond;
      // What could not be sent for this long is never sent.
      askedUntilMs = Math.max(askedUntilMs, nowMs - LOOK_EVERY_MS);
      await sleep(1);
    }
  }

  /** @throws Error if it was neither executed nor rejected as too much */
  answered(index: number, payload: Buffer): void {
    this.idle.push(index);
    if (payload.equals(OVERLOADED)) {
      this.meter.refused++;
      return;
    }
    const response = decode(engineResponseLayout, payload);
    const isAnswer = response.kind === 'answer';
    const outcome = isAnswer ? response.answer.reply.body.kind : JSON.stringify(response);
    if (outcome !== 'order') throw new Error(`an order of the flood is answered ${outcome}`);
    this.meter.done++;
    this.done++;
    this.traders[index]!.next();
    this.frames[index] = undefined;
  }

  private frameOf(nats: RawNats, index: number): Buffer {
    this.frames[index] ??= nats.frameOf(SUBJECT, index, this.traders[index]!.request);
    return this.frames[index];
  }

  private setRate(sinceMs: number): void {
    this.perSecond = Math.max(LEAST_PER_SECOND, (TIMES_CAPACITY * this.done * 1_000) / sinceMs);
    this.done = 0;
  }
}
