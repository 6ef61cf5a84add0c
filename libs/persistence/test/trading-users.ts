/** A real exchange under random, seeded commands that move money in every possible way, and all its events. */
import { Exchange } from '@bellwether/exchange';
import type { Command, Lane, SequencedEvent } from '@bellwether/exchange';
import { Random } from '@bellwether/seeded-random';
import { START_MS, key16, key32 } from './event-script';

export const USERS = 8;
/** Users below this number trade through a key. */
const DELEGATED = 4;
const CREDIT = 1_000_000_000;
const EXPIRY_SECONDS = Date.UTC(2040, 0, 1) / 1_000;

export class TradingUsers {
  readonly exchange = new Exchange({ network: 'test' });
  readonly events: SequencedEvent[] = [];
  private readonly random: Random;
  private readonly marketIds: Uint8Array[] = [];
  private readonly creditSeqs = new Map<number, number>();
  private readonly chargeSeqs = new Map<number, number>();
  private readonly withdrawals: Uint8Array[] = [];
  private nonce = 0;
  private timestampMs = START_MS;

  constructor(seed: number) {
    this.random = new Random(seed);
    for (let user = 0; user < DELEGATED; user++)
      this.apply('builder', {
        kind: 'register_delegate',
        user: this.userKey(user),
        builderId: 'b',
      });
    for (let user = 0; user < USERS; user++)
      this.apply('admin', {
        kind: 'test_credit',
        user: this.userKey(user),
        amount: CREDIT,
        reference: `credit ${user}`,
      });
    this.createMarkets();
  }

  userKey(number: number): Uint8Array {
    return key32(number + 1);
  }

  /** One more random command; most are orders. */
  next(): void {
    this.timestampMs += this.below(5_000);
    const what = this.random.unit();
    if (what < 0.7) this.order();
    else if (what < 0.78) this.deposit();
    else if (what < 0.84) this.charge();
    else if (what < 0.92) this.withdraw();
    else if (what < 0.96) this.endWithdrawal();
    else if (what < 0.98) this.redeem();
    else this.resolve();
  }

  /** Sizes of small batches that cover all events. */
  *randomSizes(random: Random): Iterable<number> {
    for (let left = this.events.length; left > 0;) {
      const size = 1 + random.index(9);
      left -= size;
      yield size;
    }
  }

  private createMarkets(): void {
    const { reply } = this.apply('admin', {
      kind: 'create_event',
      eventId: `event ${this.exchange.lastSeq}`,
      question: 'Who?',
      description: '',
      category: { name: 'sport', sub: 'chess' },
      expiry: EXPIRY_SECONDS,
      mutuallyExclusive: false,
      feeBps: null,
      opensAt: null,
      labels: ['one', 'other'],
    });
    if (reply.body.kind !== 'event_created') throw new Error(`no event: ${reply.body.kind}`);
    this.marketIds.push(...reply.body.markets.map(({ marketId }) => marketId));
  }

  private order(): void {
    const number = this.below(USERS);
    const isDelegated = number < DELEGATED;
    this.apply(isDelegated ? 'builder' : 'order', {
      kind: 'order',
      user: this.userKey(number),
      marketId: this.marketIds.at(-1 - this.below(2))!,
      outcome: this.random.unit() < 0.5 ? 'yes' : 'no',
      side: this.random.unit() < 0.65 ? 'buy' : 'sell',
      price: 4_800 + this.below(400),
      size: 1 + this.below(40),
      orderType: this.random.unit() < 0.7 ? 'gtc' : 'ioc',
      nonce: ++this.nonce,
      feeBps: isDelegated ? this.below(101) : 0,
      builder: isDelegated ? key16(number % 2) : null,
      signature: new Uint8Array(64),
    });
  }

  private deposit(): void {
    const number = this.below(USERS);
    const creditSeq = (this.creditSeqs.get(number) ?? 0) + 1;
    this.creditSeqs.set(number, creditSeq);
    this.apply('deposit', {
      kind: 'chain_credit',
      user: this.userKey(number),
      creditSeq,
      amount: 1 + this.below(1_000_000),
      txSignature: new Uint8Array(64).fill(creditSeq),
      slot: creditSeq,
    });
  }

  private charge(): void {
    const number = this.below(USERS);
    const chargeSeq = (this.chargeSeqs.get(number) ?? 0) + 1;
    this.chargeSeqs.set(number, chargeSeq);
    const amount = 1 + this.below(5_000);
    const user = this.userKey(number);
    this.apply('deposit', { kind: 'charge_gas', user, chargeSeq, amount, purpose: 'sweep' });
  }

  private withdraw(): void {
    const number = DELEGATED + this.below(USERS - DELEGATED);
    const { reply } = this.apply('withdrawal', {
      kind: 'withdraw',
      user: this.userKey(number),
      amount: 10_000 + this.below(500_000),
      maxGasFee: 0,
      recipientKind: 'default',
      recipient: null,
      allowProgramAddress: false,
      nonce: ++this.nonce,
      gasFee: 1 + this.below(5_000),
      builder: null,
      signature: new Uint8Array(64),
    });
    if (reply.body.kind === 'withdrawal') this.withdrawals.push(reply.body.withdrawalId);
  }

  private endWithdrawal(): void {
    const withdrawalId = this.withdrawals.pop();
    if (withdrawalId === undefined) return;
    if (this.random.unit() < 0.5)
      this.apply('withdrawal', { kind: 'settle_withdrawal', withdrawalId, gasFee: null });
    else this.apply('withdrawal', { kind: 'refund_withdrawal', withdrawalId, reason: 'no way' });
  }

  /** The first user who holds a pair that no order has locked. */
  private redeem(): void {
    const marketId = this.marketIds.at(-1 - this.below(2))!;
    for (let number = 0; number < USERS; number++) {
      const user = this.userKey(number);
      const { yes, no, yesLocked, noLocked } = this.exchange.position(user, marketId);
      const pairs = Math.min(yes - yesLocked, no - noLocked);
      if (pairs === 0) continue;
      const isDelegated = number < DELEGATED;
      this.apply(isDelegated ? 'builder' : 'order', {
        kind: 'redeem',
        user,
        marketId,
        size: 1 + this.below(pairs),
        nonce: ++this.nonce,
        builder: isDelegated ? key16(number % 2) : null,
        signature: new Uint8Array(64),
      });
      return;
    }
  }

  private resolve(): void {
    const marketId = this.marketIds.at(-1 - this.below(2))!;
    const resolution = (['yes', 'no', 'void'] as const)[this.below(3)]!;
    const price = resolution === 'void' ? 3_000 : null;
    this.apply('admin', { kind: 'resolve_market', marketId, resolution, price });
    this.createMarkets();
  }

  private apply(lane: Lane, command: Command) {
    const { exchange, timestampMs } = this;
    const seq = exchange.lastSeq + 1;
    const { answer, events } = exchange.apply({ lane, command, seq, timestampMs });
    for (const [index, event] of events.entries())
      this.events.push({ seq, index, timestampMs, event });
    return answer;
  }

  private below(count: number): number {
    return this.random.index(count);
  }
}
