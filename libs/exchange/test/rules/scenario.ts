/**
 * Short commands for tables of rules: `scenario.order('ann', 'buy yes 100 @ 5000 ioc')`. A scenario drives anything
 * that behaves like the exchange, so each table checks both the oracle and the engine.
 */
import { marketIdOf, withdrawalIdOf } from '@bellwether/canonical-message';
import type {
  Command,
  CommandOf,
  Lane,
  MoneyLimits,
  WithdrawalLimits,
  OrderCommand,
  SequencedCommand,
} from '../../src/command';
import { ORDER_TYPES, OUTCOMES, SIDES } from '../../src/command';
import { Exchange, type ExchangeOptions } from '../../src/exchange';
import { DEFAULT_MONEY_LIMITS } from '../../src/money-limits';
import { DEFAULT_WITHDRAWAL_LIMITS } from '../../src/withdrawals/withdrawal-limits';
import type { ReplyKind, ReplyOf } from '../../src/reply';
import { factsOf } from '../state-deltas/facts';
import { NaiveExchange } from '../oracle/naive-exchange';
import type { NaiveApplied } from '../oracle/state';

export interface Subject extends Pick<
  Exchange,
  | 'balance'
  | 'position'
  | 'book'
  | 'market'
  | 'nonces'
  | 'tradingKeys'
  | 'openOrders'
  | 'order'
  | 'nextDueMs'
  | 'solvency'
  | 'status'
  | 'funding'
  | 'withdrawal'
  | 'cases'
  | 'sources'
> {
  apply(command: SequencedCommand): NaiveApplied;
}

export const SUBJECTS: readonly {
  readonly name: string;
  readonly create: (options: ExchangeOptions) => Subject;
}[] = [
  { name: 'the oracle', create: (options) => new NaiveExchange(options) },
  { name: 'the engine', create: (options) => new Exchange(options) },
];

const START_SECONDS = 1_700_000_000;
const ORDER_TEXT = /^(buy|sell) (yes|no) (\d+) @ (\d+)(?: (gtc|ioc|fok|post_only))?$/;

export class Scenario {
  readonly subject: Subject;
  readonly network: 'test' | 'production';
  private seq = 0;
  private references = 0;
  private nowMs = START_SECONDS * 1000;
  private readonly nonces = new Map<string, number>();
  /** The result of the last command; its events exclude state deltas. */
  last: NaiveApplied | null = null;

  constructor(
    create: (options: ExchangeOptions) => Subject,
    options: Partial<ExchangeOptions> = {},
  ) {
    this.network = options.network ?? 'test';
    this.subject = create({ network: this.network, ...options });
  }

  /** A key that spells the name. */
  user(name: string): Uint8Array {
    const key = new Uint8Array(32);
    key.set(new TextEncoder().encode(name));
    return key;
  }

  get nowSeconds(): number {
    return Math.floor(this.nowMs / 1000);
  }

  /** Advances the time of the next commands. */
  wait(seconds: number): void {
    this.nowMs += seconds * 1000;
  }

  apply(lane: Lane, command: Command): NaiveApplied {
    this.seq++;
    const place = { seq: this.seq, timestampMs: this.nowMs };
    const { answer, events } = this.subject.apply({ lane, command, ...place });
    this.last = { answer, events: factsOf(events) };
    return this.last;
  }

  /** Applies a command that must return this kind of reply. */
  expect<K extends ReplyKind>(kind: K, lane: Lane, command: Command): ReplyOf<K> {
    const { body } = this.apply(lane, command).answer.reply;
    if (!isKind(body, kind)) throw new Error(`not ${kind} but ${JSON.stringify(body)}`);
    return body;
  }

  /** Active markets `a`, `b`, … of one event without fees, unless `terms` overrides them. */
  event(terms: Partial<CommandOf<'create_event'>> = {}): CommandOf<'create_event'> {
    const command: CommandOf<'create_event'> = {
      kind: 'create_event',
      eventId: 'event',
      question: 'Will it?',
      description: '',
      category: { name: 'any', sub: 'any' },
      expiry: this.nowSeconds + 3_600,
      mutuallyExclusive: false,
      feeBps: 0,
      opensAt: null,
      labels: ['a'],
      ...terms,
    };
    this.apply('admin', command);
    return command;
  }

  /** The subject has applied commands already. */
  resumeAt(seq: number, timestampMs: number): void {
    this.seq = seq;
    this.nowMs = timestampMs;
  }

  /** The next order of `name` uses a nonce above this one. */
  useNoncesFrom(name: string, nonce: number): void {
    this.nonces.set(name, nonce);
  }

  /** Sets money limits: those of production, unless `limits` overrides them. */
  setMoneyLimits(limits: Partial<MoneyLimits> = {}): void {
    this.expect('money_limits', 'internal', {
      kind: 'set_money_limits',
      limits: { ...DEFAULT_MONEY_LIMITS, ...limits },
    });
  }

  setWithdrawalLimits(limits: Partial<WithdrawalLimits> = {}): void {
    this.expect('withdrawal_limits', 'internal', {
      kind: 'set_withdrawal_limits',
      limits: { ...DEFAULT_WITHDRAWAL_LIMITS, ...limits },
    });
  }

  /** Enables archiving: a day after resolution, unless `afterSeconds` says otherwise. */
  setArchiving(afterSeconds = 86_400): void {
    this.expect('archiving', 'internal', { kind: 'set_archiving', archiving: { afterSeconds } });
  }

  tick(): NaiveApplied {
    return this.apply('internal', { kind: 'tick' });
  }

  marketId(label = 'a', eventId = 'event'): Uint8Array {
    return marketIdOf({ network: this.network, eventId, label });
  }

  credit(name: string, amount: number): void {
    const reference = `reference ${++this.references}`;
    this.expect('credited', 'admin', {
      kind: 'test_credit',
      user: this.user(name),
      amount,
      reference,
    });
  }

  /** A vault credit: the user's next, unless `terms` overrides it. */
  deposit(name: string, amount: number, terms: Partial<CommandOf<'chain_credit'>> = {}) {
    const user = this.user(name);
    const creditSeq = this.subject.funding(user).lastCreditSeq + 1;
    const proof = { txSignature: new Uint8Array(64), slot: 1 };
    return this.apply('deposit', {
      kind: 'chain_credit',
      user,
      creditSeq,
      amount,
      ...proof,
      ...terms,
    });
  }

  /** The user's next gas charge, unless `terms` overrides it. */
  charge(name: string, amount: number, terms: Partial<CommandOf<'charge_gas'>> = {}) {
    const user = this.user(name);
    const chargeSeq = this.subject.funding(user).lastChargeSeq + 1;
    const command = { kind: 'charge_gas', user, chargeSeq, amount, purpose: 'bridge' } as const;
    return this.apply('deposit', { ...command, ...terms });
  }

  /** To the default recipient, without a gas fee, with the user's next nonce, unless `terms` overrides them. */
  withdraw(name: string, amount: number, terms: Partial<CommandOf<'withdraw'>> = {}) {
    const user = this.user(name);
    return this.apply('withdrawal', {
      kind: 'withdraw',
      user,
      amount,
      maxGasFee: 0,
      recipientKind: 'default',
      recipient: null,
      allowProgramAddress: false,
      nonce: this.subject.nonces(user).withdraw + 1,
      gasFee: 0,
      builder: null,
      signature: new Uint8Array(64),
      ...terms,
    });
  }

  withdrawalId(name: string, nonce: number): Uint8Array {
    return withdrawalIdOf({ network: this.network, user: this.user(name), nonce });
  }

  settle(withdrawalId: Uint8Array, gasFee: number | null = null) {
    return this.apply('withdrawal', { kind: 'settle_withdrawal', withdrawalId, gasFee });
  }

  refund(withdrawalId: Uint8Array, reason = 'blockhash_expired') {
    return this.apply('withdrawal', { kind: 'refund_withdrawal', withdrawalId, reason });
  }

  /** Orders of `name` may carry a builder fee from now on. */
  delegate(name: string, builderId = 'builder'): void {
    const user = this.user(name);
    this.expect('delegate_registered', 'builder', { kind: 'register_delegate', user, builderId });
  }

  /** `text` is like `buy yes 100 @ 5000 ioc`, gtc by default; the nonce is the user's next. */
  orderCommand(name: string, text: string, terms: Partial<OrderCommand> = {}): OrderCommand {
    const match = ORDER_TEXT.exec(text);
    if (match === null) throw new Error(`not an order: ${text}`);
    const nonce = terms.nonce ?? (this.nonces.get(name) ?? 0) + 1;
    this.nonces.set(name, Math.max(nonce, this.nonces.get(name) ?? 0));
    return {
      kind: 'order',
      user: this.user(name),
      marketId: this.marketId(),
      side: oneOf(SIDES, match[1]),
      outcome: oneOf(OUTCOMES, match[2]),
      size: Number(match[3]),
      price: Number(match[4]),
      orderType: oneOf(ORDER_TYPES, match[5] ?? 'gtc'),
      feeBps: 0,
      builder: null,
      signature: new Uint8Array(64),
      ...terms,
      nonce,
    };
  }

  tryOrder(name: string, text: string, terms: Partial<OrderCommand> = {}): NaiveApplied {
    const lane = terms.builder === undefined ? 'order' : 'builder';
    return this.apply(lane, this.orderCommand(name, text, terms));
  }

  order(name: string, text: string, terms: Partial<OrderCommand> = {}): ReplyOf<'order'> {
    const lane = terms.builder === undefined ? 'order' : 'builder';
    return this.expect('order', lane, this.orderCommand(name, text, terms));
  }

  /** Gives `name` contracts of both outcomes, minted with the user `mint`. */
  giveContracts(name: string, size: number): void {
    this.credit(name, size * 500_000);
    this.credit('mint', size * 550_000);
    this.order(name, `buy yes ${size} @ 5000 post_only`);
    this.order('mint', `buy no ${size} @ 5000`);
    this.credit(name, size * 500_000);
    this.credit('mint', size * 550_000);
    this.order(name, `buy no ${size} @ 5000 post_only`);
    this.order('mint', `buy yes ${size} @ 5000`);
  }

  /** The code a command was refused with, or the kind of its reply. */
  outcomeOf({ answer }: NaiveApplied): string {
    const { body } = answer.reply;
    return body.kind === 'refused' ? body.code : body.kind;
  }

  /** The details of a refusal by name. */
  detailsOf({ answer }: NaiveApplied): Record<string, number | string> {
    const { body } = answer.reply;
    if (body.kind !== 'refused') throw new Error(`not refused but ${body.kind}`);
    return Object.fromEntries(body.details.map(({ name, value }) => [name, value]));
  }

  balance(name: string) {
    return this.subject.balance(this.user(name));
  }

  position(name: string, label = 'a') {
    return this.subject.position(this.user(name), this.marketId(label));
  }
}

const isKind = <K extends ReplyKind>(body: { kind: ReplyKind }, kind: K): body is ReplyOf<K> =>
  body.kind === kind;

function oneOf<const W extends readonly string[]>(words: W, text: string | undefined): W[number] {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new Error(`${text} is none of ${words.join(', ')}`);
  return word;
}
