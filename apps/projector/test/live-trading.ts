/** Random, seeded trading through the bus, with every movement of money there is: orders, funding, resolutions. */
import { EngineClient } from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { encodeCancelAll, encodeOrder } from '@bellwether/canonical-message';
import { CodedError } from '@bellwether/errors';
import { withdrawBytes } from '@bellwether/exchange';
import type { Answer, Command, RequestLane } from '@bellwether/exchange';
import { sign } from '@bellwether/signature';
import { Random } from '@bellwether/seeded-random';
import {
  BUILDER_ID,
  DELEGATED_USERS,
  USERS,
  apiKeyId,
  userKey,
  userSeed,
} from './trading-exchange';

const CREDIT = 10_000_000_000;
const EXPIRY_SECONDS = Date.UTC(2090, 0, 1) / 1_000;

interface Sent {
  readonly lane: RequestLane;
  readonly command: Command;
}

/** Commands of a round, one a user, are under way together: the engine journals several in a record. */
export class LiveTrading {
  private readonly client: EngineClient;
  private readonly random: Random;
  private readonly nonces = new Map<number, number>();
  private readonly credits = new Map<number, number>();
  private readonly withdrawals: Uint8Array[] = [];
  private readonly marketIds: Uint8Array[] = [];
  private rounds = 0;

  constructor(bus: Bus, shard: number, seed: number) {
    this.client = new EngineClient({ bus, shard });
    this.random = new Random(seed);
  }

  async open(): Promise<void> {
    for (let number = 0; number < USERS; number++) {
      const user = userKey(number);
      if (number < DELEGATED_USERS) {
        const command = { kind: 'register_delegate', user, builderId: BUILDER_ID } as const;
        await this.send({ lane: 'builder', command });
      }
      const credit = { kind: 'test_credit', user, amount: CREDIT, reference: `${number}` } as const;
      await this.send({ lane: 'admin', command: credit });
    }
    await this.createEvent();
    await this.createEvent();
  }

  /** A command of each user, and now and then the end of a market. */
  async round(): Promise<void> {
    this.rounds++;
    const commands = Array.from({ length: USERS }, (_, number) => this.commandOf(number));
    const answers = await Promise.all(commands.map((command) => this.send(command)));
    for (const { reply } of answers) {
      if (reply.body.kind === 'withdrawal') this.withdrawals.push(reply.body.withdrawalId);
    }
    if (this.rounds % ROUNDS_A_MARKET === 0) await this.endMarket();
  }

  private commandOf(number: number): Sent {
    const what = this.random.unit();
    if (what < 0.75) return this.order(number);
    if (what < 0.8) return this.cancelAll(number);
    if (what < 0.85) return this.deposit(number);
    if (what < 0.9 && number >= DELEGATED_USERS) return this.withdraw(number);
    const withdrawalId = this.withdrawals.pop();
    if (withdrawalId === undefined) return this.order(number);
    return { lane: 'withdrawal', command: this.endOf(withdrawalId) };
  }

  private order(number: number): Sent {
    const isDelegated = number < DELEGATED_USERS;
    const order = {
      kind: 'order' as const,
      user: userKey(number),
      marketId: this.pick(this.marketIds),
      outcome: this.pick(['yes', 'no'] as const),
      side: this.random.unit() < 0.65 ? ('buy' as const) : ('sell' as const),
      price: 4_900 + this.below(200),
      size: 3 + this.below(40),
      orderType: this.pick(['gtc', 'gtc', 'gtc', 'ioc', 'fok', 'post_only'] as const),
      nonce: this.nextNonce(number),
      feeBps: isDelegated ? this.below(101) : 0,
      builder: isDelegated ? apiKeyId(0) : null,
    };
    const signature = sign(encodeOrder(order), userSeed(number));
    return { lane: isDelegated ? 'builder' : 'order', command: { ...order, signature } };
  }

  private cancelAll(number: number): Sent {
    const message = { user: userKey(number), marketId: null, nonce: this.nextNonce(number) };
    const signature = sign(encodeCancelAll(message), userSeed(number));
    return { lane: 'cancel', command: { kind: 'cancel_all', ...message, signature } };
  }

  private deposit(number: number): Sent {
    const creditSeq = (this.credits.get(number) ?? 0) + 1;
    this.credits.set(number, creditSeq);
    const txSignature = new Uint8Array(64).fill(creditSeq);
    const what = { user: userKey(number), creditSeq, txSignature, slot: creditSeq };
    const command = { kind: 'chain_credit', ...what, amount: 1 + this.below(1_000_000) } as const;
    return { lane: 'deposit', command };
  }

  private withdraw(number: number): Sent {
    const withdraw = {
      kind: 'withdraw' as const,
      user: userKey(number),
      amount: 10_000 + this.below(500_000),
      maxGasFee: 0,
      recipientKind: 'default' as const,
      recipient: null,
      allowProgramAddress: false,
      nonce: this.nextNonce(number),
      gasFee: 1 + this.below(5_000),
      builder: null,
    };
    const signature = sign(withdrawBytes(withdraw, 'test'), userSeed(number));
    return { lane: 'withdrawal', command: { ...withdraw, signature } };
  }

  private endOf(withdrawalId: Uint8Array): Command {
    return this.random.unit() < 0.5
      ? { kind: 'settle_withdrawal', withdrawalId, gasFee: null }
      : { kind: 'refund_withdrawal', withdrawalId, reason: 'it cannot land' };
  }

  private async endMarket(): Promise<void> {
    const marketId = this.marketIds.shift()!;
    const resolution = this.pick(['yes', 'no', 'void'] as const);
    const price = resolution === 'void' ? 3_300 : null;
    const command = { kind: 'resolve_market', marketId, resolution, price } as const;
    await this.send({ lane: 'admin', command });
    await this.createEvent();
  }

  private async createEvent(): Promise<void> {
    const { reply } = await this.send({
      lane: 'admin',
      command: {
        kind: 'create_event',
        eventId: `event-${this.rounds}-${this.marketIds.length}`,
        question: 'Who?',
        description: '',
        category: { name: 'sport', sub: 'chess' },
        expiry: EXPIRY_SECONDS,
        mutuallyExclusive: false,
        feeBps: null,
        opensAt: null,
        labels: ['one'],
      },
    });
    if (reply.body.kind !== 'event_created') throw new Error(`no event: ${reply.body.kind}`);
    this.marketIds.push(...reply.body.markets.map(({ marketId }) => marketId));
  }

  /** Until it is answered, as nobody kills the engine: only a busy machine stands between. */
  private async send({ lane, command }: Sent): Promise<Answer> {
    for (;;) {
      try {
        return await this.client.send(lane, command, { requestId: 'test' });
      } catch (error) {
        if (!(error instanceof CodedError && error.retryable)) throw error;
      }
    }
  }

  private nextNonce(number: number): number {
    const nonce = (this.nonces.get(number) ?? 0) + 1 + this.below(2);
    this.nonces.set(number, nonce);
    return nonce;
  }

  private below(count: number): number {
    return this.random.index(count);
  }

  private pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}

const ROUNDS_A_MARKET = 40;
