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
/** How an order is turned away, compared as it is: the flood is to cost little. */
const OVERLOADED = encode(engineResponseLayout, {
  kind: 'failed',
  code: 'OVERLOADED',
  details: [],
});
/** Half as many again as the engine lets wait: so many may be without an answer at once. */
const TRADERS = 6_144;
const CREDITS_AT_ONCE = 32;
/** For all orders of a trader: 0.01 USDC is locked while one of them is looked at. */
const MONEY_MICRO_USDC = 1_000_000_000;
/** Orders asked for each one that was carried out: in the mean it comes to a little less. */
const TIMES_CAPACITY = 11;
/** However few were carried out. */
const LEAST_PER_SECOND = 20_000;
const LOOK_EVERY_MS = 250;
/** Asked in one piece: more, and what is measured would be the piece. */
const AT_ONCE = 512;

/**
 * Signed orders straight to the engine, as a gateway sends them, evenly: eleven for each that it carried out in the quarter of
 * a second before. What is turned away is sent again. @returns when they are under way
 */
export async function floodWithOrders(exchange: ExchangeUnderTest, meter: FloodMeter) {
  const [marketId] = await exchange.openMarkets('What does the flood want?', 1);
  const traders = Array.from(
    { length: TRADERS },
    (_, index) => new FloodTrader(String(index), marketId!),
  );
  await pLimit(CREDITS_AT_ONCE).map(traders, ({ user }) => exchange.credit(user, MONEY_MICRO_USDC));
  await exchange.historyCaughtUp(); // with the credits: they are no part of the flood
  const flood = new OrderFlood(traders, meter);
  const inbox = createInbox(inboxPrefixOf(IDENTITY));
  const nats = await RawNats.open({
    ...exchange.natsOf(IDENTITY),
    inbox,
    onAnswer: (index, payload) => flood.answered(index, payload),
  });
  void flood.run(nats);
}

/** Far behind the end of the flood: an order that is turned away is sent again as it is. */
const DEADLINE_MS = 3_600_000;
/** Of a trader, signed ahead: more than it comes to in half a minute, so that hardly one is signed while the flood goes on. */
const ORDERS = 32;

/** A user with one order at a time, which matches nothing and rests nowhere; signed before the flood, which is to send alone. */
class FloodTrader {
  readonly user: Uint8Array;
  private readonly keys = new UserKeys();
  /** In one piece of memory: what is signed ahead leaves nothing to be collected while the flood goes on. */
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
    // All of them are of one length.
    const length = this.signed.length / ORDERS;
    return this.signed.subarray((this.nonce - 1) * length, this.nonce * length);
  }

  /** After the one before was carried out: none is like another, and the engine recalls no answer. */
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
  /** Who has no order under way, the longest without one first. */
  private readonly idle: number[];
  /** Of each trader, the order that is asked for until it is carried out. */
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
      // What it could not ask for so long it never does.
      askedUntilMs = Math.max(askedUntilMs, nowMs - LOOK_EVERY_MS);
      await sleep(1);
    }
  }

  /** @throws Error where it was neither carried out nor turned away as too much */
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
