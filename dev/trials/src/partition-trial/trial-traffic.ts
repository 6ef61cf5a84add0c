/** Users who trade and readers who read, through both gateways, whatever is cut; all observations are recorded. */
import { setTimeout as sleep } from 'node:timers/promises';
import { cancelBytes, orderBytes } from '@bellwether/client';
import { toHex } from '@bellwether/codec';
import type { Random } from '@bellwether/seeded-random';
import { z } from 'zod';
import { READS, TrialHistory, balanceText, noncesText, ordersText, positionText } from './history';
import type { Attempt, Outcome, Read, ReadKind } from './history';
import type { TrialExchange, TrialUser } from './trial-exchange';
import { GATEWAYS } from './trial-network';
import type { GatewayName } from './trial-network';

/** Time-outs of a request: some shorter than the gateway's own, some longer, to see its answer then. */
const TIMEOUT_MS = [1_500, 7_000] as const;
const READ_TIMEOUT_MS = 4_000;
const BETWEEN_ORDERS_MS = 60;
const BETWEEN_READS_MS = 25;
/** Probability that a user gives up a nonce after "nothing was done", instead of retrying. */
const GIVEN_UP = 0.5;
/** Probability that a resting order is cancelled; with more than so many, the oldest is. */
const CANCELLED = 0.5;
const MOST_RESTING = 20;
const LONG_LIST = 500;
/** Pause of all traffic before a side is left quiet, and time for the engine's follow-up work (events, ticks). */
const LONGEST_PAUSE_MS = 3_000;
const SETTLING_MS = 300;

const NOTHING_DONE = [
  'ENGINE_UNAVAILABLE',
  'OVERLOADED',
  'DEADLINE_EXCEEDED',
  'CANCEL_ONLY',
  'ACCOUNT_NOT_FUNDED',
];
/** Codes of the gateway itself; all other 4xx and 5xx are the engine's refusals. */
const UNKNOWN = ['OUTCOME_UNKNOWN', 'INTERNAL'];

const submitted = z.object({
  order_id: z.int(),
  filled: z.int(),
  status: z.string(),
  remaining: z.int(),
});
const failure = z.object({ error: z.object({ code: z.string() }) });
const bodies = {
  balance: z
    .object({ available: z.int(), locked: z.int() })
    .transform(({ available, locked }) => balanceText(available, locked)),
  position: z
    .object({
      yes_contracts: z.int(),
      no_contracts: z.int(),
      yes_locked: z.int(),
      no_locked: z.int(),
    })
    .transform((p) => positionText(p.yes_contracts, p.no_contracts, p.yes_locked, p.no_locked)),
  nonces: z
    .object({ order: z.int(), cancel_all: z.int() })
    .transform(({ order, cancel_all: cancelAll }) => noncesText(order, cancelAll)),
  orders: z
    .object({
      orders: z.array(z.object({ order_id: z.int(), filled: z.int(), size: z.int() })),
    })
    .transform(({ orders }) =>
      ordersText(orders.map(({ order_id: id, filled, size }) => ({ id, filled, size }))),
    ),
} satisfies Record<ReadKind, z.ZodType<string>>;

interface HttpResult {
  readonly status: number;
  readonly body: unknown;
}

interface Sent {
  readonly attempt: Attempt;
  readonly body: unknown;
}

export class TrialTraffic {
  readonly history = new TrialHistory();
  private isOver = false;
  /** The gateway where no user trades for now. */
  private quiet: GatewayName | null = null;
  private isPaused = false;
  /** Orders and cancels that wait for their answers. */
  private underWay = 0;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly exchange: TrialExchange,
    private readonly random: Random,
  ) {}

  start(): void {
    const { users } = this.exchange;
    const traders = users.map((user, at) => this.trade(user, at));
    const readers = GATEWAYS.map((gateway) => this.readAt(gateway));
    this.running = Promise.all([...traders, ...readers]);
    this.running.catch(() => undefined); // thrown by `stop`
  }

  /** @returns once nothing is under way */
  async stop(): Promise<TrialHistory> {
    this.isOver = true;
    await this.running;
    return this.history;
  }

  /**
   * Sends no order there until another gateway is named, so that effects of reads alone become visible. When it
   * resolves, no order is under way anywhere, unless one takes long.
   */
  async leaveQuiet(gateway: GatewayName | null): Promise<void> {
    this.quiet = gateway;
    if (gateway === null) return;
    this.isPaused = true;
    const untilMs = performance.now() + LONGEST_PAUSE_MS;
    while (this.underWay > 0 && performance.now() < untilMs) await sleep(BETWEEN_READS_MS);
    await sleep(SETTLING_MS);
  }

  /** Resumes orders at all gateways that are not left quiet. */
  goOn(): void {
    this.isPaused = false;
  }

  /** A user whose deposit arrives now places this many orders, at that gateway only. */
  async letComeAndTrade(gateway: GatewayName, orders: number): Promise<void> {
    const user = await this.exchange.newcomer();
    for (let nonce = 1; nonce <= orders && !this.isOver; nonce++) {
      await this.place(user, () => gateway, { ...this.drawnOrder('yes'), nonce });
      await sleep(BETWEEN_ORDERS_MS);
    }
  }

  /** True if an order sent after that time was answered there. */
  wasAnswered(gateways: readonly GatewayName[], sinceMs: number): boolean {
    return this.history.writes.some(({ attempts }) => {
      const last = attempts.at(-1);
      return (
        last?.outcome === 'answered' && last.startedMs >= sinceMs && gateways.includes(last.gateway)
      );
    });
  }

  /** The first users stay at one gateway each, the others use any. */
  private gatewayOf(at: number): GatewayName {
    const open = GATEWAYS.filter((gateway) => gateway !== this.quiet);
    const own = GATEWAYS[at];
    return own !== undefined && open.includes(own) ? own : this.random.pick(open);
  }

  private drawnOrder(outcome: 'yes' | 'no') {
    const price = 5_000 + 100 * this.random.between(-1, 1);
    const { marketId: market_id } = this.exchange;
    return { market_id, side: 'buy', outcome, price, size: this.random.between(3, 9) } as const;
  }

  private async trade(user: TrialUser, at: number): Promise<void> {
    const outcome = at % 2 === 0 ? 'yes' : 'no';
    const where = (): GatewayName => this.gatewayOf(at);
    const resting: number[] = [];
    for (let nonce = 1; !this.isOver; nonce++) {
      const placed = await this.place(user, where, { ...this.drawnOrder(outcome), nonce });
      if (placed !== null && placed.remaining > 0) {
        if (this.random.chance(CANCELLED)) await this.cancel(user, where, placed.order_id);
        else resting.push(placed.order_id);
      }
      if (resting.length > MOST_RESTING) await this.cancel(user, where, resting.shift()!);
      await sleep(BETWEEN_ORDERS_MS);
    }
  }

  private async place(
    user: TrialUser,
    where: () => GatewayName,
    order: ReturnType<TrialTraffic['drawnOrder']> & { readonly nonce: number },
  ) {
    const { publicKey } = user.key;
    const bytes = orderBytes(order, { user: publicKey, nonce: order.nonce });
    const body = JSON.stringify({
      user: publicKey,
      order_type: 'gtc',
      ...order,
      signature: toHex(user.key.sign(bytes)),
    });
    const { attempts, answer } = await this.sendUntilKnown(where, '/v1/orders', body);
    const placed = answer === undefined ? null : submitted.parse(answer);
    this.history.writes.push({
      kind: 'order',
      user: publicKey,
      number: order.nonce,
      attempts,
      ...(placed === null ? {} : { orderId: placed.order_id, filled: placed.filled }),
    });
    return placed;
  }

  private async cancel(user: TrialUser, where: () => GatewayName, orderId: number): Promise<void> {
    const { marketId: market_id } = this.exchange;
    const { publicKey } = user.key;
    const bytes = cancelBytes({ market_id, order_id: orderId }, { user: publicKey });
    const body = JSON.stringify({
      user: publicKey,
      market_id,
      order_id: orderId,
      signature: toHex(user.key.sign(bytes)),
    });
    const { attempts } = await this.sendUntilKnown(where, '/v1/orders/cancel', body);
    this.history.writes.push({ kind: 'cancel', user: publicKey, number: orderId, attempts });
  }

  /** Repeats the request until it is answered, or is abandoned after an answer that nothing was done. */
  private async sendUntilKnown(where: () => GatewayName, path: string, body: string) {
    const attempts: Attempt[] = [];
    for (;;) {
      const { attempt, body: answer } = await this.send(where(), path, body);
      attempts.push(attempt);
      const { outcome } = attempt;
      if (outcome === 'answered') return { attempts, answer };
      if (outcome === 'refused') return { attempts };
      const isUndone = attempts.every((one) => one.outcome === 'nothing_done');
      if (isUndone && this.random.chance(GIVEN_UP)) return { attempts };
      if (this.isOver) return { attempts };
      await sleep(BETWEEN_ORDERS_MS);
    }
  }

  private async send(gateway: GatewayName, path: string, body: string): Promise<Sent> {
    while (this.isPaused && !this.isOver) await sleep(BETWEEN_READS_MS);
    const startedMs = performance.now();
    const timeoutMs = this.random.pick(TIMEOUT_MS);
    this.underWay++;
    const result = await this.http(gateway, path, timeoutMs, body);
    this.underWay--;
    const endedMs = performance.now();
    const { outcome, code } = outcomeOf(result);
    return {
      attempt: { gateway, startedMs, endedMs, outcome, code },
      body: typeof result === 'string' ? undefined : result.body,
    };
  }

  private async readAt(gateway: GatewayName): Promise<void> {
    while (!this.isOver) {
      await this.read(gateway, this.random.pick(READS), this.random.pick(this.exchange.users));
      await sleep(BETWEEN_READS_MS);
    }
  }

  private async read(gateway: GatewayName, kind: ReadKind, { key }: TrialUser): Promise<void> {
    const user = key.publicKey;
    const startedMs = performance.now();
    const result = await this.http(gateway, this.pathOf(kind, user), READ_TIMEOUT_MS);
    const endedMs = performance.now();
    if (typeof result === 'string') this.history.countFailedRead(result);
    else if (result.status === 200) {
      const value = bodies[kind].parse(result.body);
      const read: Read = { kind, user, gateway, startedMs, endedMs, value };
      this.history.reads.push(read);
    } else this.history.countFailedRead(codeIn(result.body));
  }

  private pathOf(kind: ReadKind, user: string): string {
    if (kind === 'balance') return `/v1/balance/${user}`;
    if (kind === 'nonces') return `/v1/nonce/${user}`;
    if (kind === 'orders') return `/v1/orders/${user}?status=open&limit=${LONG_LIST}`;
    return `/v1/position/${this.exchange.marketId}/${user}`;
  }

  /** @returns the answer, or how the connection ended */
  private async http(
    gateway: GatewayName,
    path: string,
    timeoutMs: number,
    body?: string,
  ): Promise<HttpResult | string> {
    try {
      const response = await fetch(`${this.exchange.gatewayUrls[gateway]}${path}`, {
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined
          ? {}
          : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }),
      });
      return { status: response.status, body: await response.json() };
    } catch (error) {
      return error instanceof Error ? error.name : 'an end without a word';
    }
  }
}

const codeIn = (body: unknown): string => failure.safeParse(body).data?.error.code ?? 'no code';

function outcomeOf(result: HttpResult | string): { outcome: Outcome; code: string } {
  if (typeof result === 'string') return { outcome: 'unknown', code: result };
  if (result.status === 200) return { outcome: 'answered', code: '' };
  const code = codeIn(result.body);
  if (NOTHING_DONE.includes(code)) return { outcome: 'nothing_done', code };
  return { outcome: UNKNOWN.includes(code) ? 'unknown' : 'refused', code };
}
