/**
 * The real rules behind the real bus, without a journal. Commands are verified, applied and answered in one step, and
 * their events go into the real event stream and straight into history. Crashes and takeovers, which need the journal,
 * are tested elsewhere.
 */
import {
  EventPublisher,
  MAX_ACCOUNT_ORDERS,
  MAX_ACCOUNT_POSITIONS,
  serveEngine,
} from '@bellwether/bus';
import type {
  Bus,
  EngineQueryRequest,
  EngineService,
  IncomingCommand,
  OpenCase,
  ViewOf,
} from '@bellwether/bus';
import { encodeCancel, encodeCancelAll } from '@bellwether/canonical-message';
import {
  Exchange,
  attestationBytes,
  challengeBytes,
  challengeTextBytes,
  orderBytes,
  recoverBytes,
  validateCommand,
  withdrawBytes,
} from '@bellwether/exchange';
import type {
  Answer,
  CaseView,
  Command,
  EventBatch,
  Lane,
  SequencedEvent,
} from '@bellwether/exchange';
import { flatten } from '@bellwether/market-data';
import type { Projection } from '@bellwether/persistence';
import { verify } from '@bellwether/signature';

const WHOLE_BOOK = 9_999;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

export class EngineInProcess {
  readonly exchange = new Exchange({ network: 'test' });
  /** The exchange's time. */
  nowMs = (): number => Date.now();
  private service: EngineService | undefined;
  private unprojected: SequencedEvent[] = [];
  private lastProjected = { seq: 0, index: 0 };
  private batches = 0;
  private readonly publisher: EventPublisher;

  constructor(
    private readonly bus: Bus,
    private readonly shard = 0,
  ) {
    const onBroken = (error: unknown): never => {
      throw error;
    };
    this.publisher = new EventPublisher({ shard }, { bus, log: silent, onBroken });
  }

  /** Starts it, also again after a stop. */
  async start(): Promise<void> {
    await this.publisher.open();
    this.service = await serveEngine(this.bus, this.shard, {
      nowMs: () => this.nowMs(),
      onCommand: (incoming) => this.carryOut(incoming),
      onQuery: (incoming) => {
        const { lastSeq: seq, lastTimestampMs: timestampMs } = this.exchange;
        incoming.answer({ seq, timestampMs, view: this.view(incoming.query) });
      },
    });
  }

  async stop(): Promise<void> {
    await this.service?.stop();
    await this.publisher.whenIdle();
  }

  /** Waits until history is up to date. */
  async project(projection: Projection): Promise<void> {
    const events = this.unprojected;
    const last = events.at(-1);
    if (last === undefined) return;
    const { seq: previousSeq, index: previousIndex } = this.lastProjected;
    const batch: EventBatch = { previousSeq, previousIndex, events };
    await projection.apply([{ streamSequence: ++this.batches, batch }]);
    this.unprojected = [];
    this.lastProjected = { seq: last.seq, index: last.index };
  }

  private carryOut(incoming: IncomingCommand): void {
    const { command, lane, deadlineMs } = incoming;
    const nowMs = this.nowMs();
    if (nowMs > deadlineMs) {
      incoming.fail('DEADLINE_EXCEEDED', { now_ms: nowMs });
      return;
    }
    const refusal = validateCommand(command, lane);
    if (refusal !== null) {
      incoming.fail(
        'VALIDATION_FAILED',
        Object.fromEntries(refusal.details.map((one) => [one.name, one.value])),
      );
      return;
    }
    if (!isSigned(command)) {
      incoming.fail('SIGNATURE_INVALID');
      return;
    }
    incoming.answer(this.apply(lane, command));
  }

  /** Applies a command of a test's own. */
  apply(lane: Lane, command: Command, nowMs = this.nowMs()): Answer {
    const seq = this.exchange.lastSeq + 1;
    const timestampMs = Math.max(nowMs, this.exchange.lastTimestampMs);
    const { answer, events } = this.exchange.apply({ seq, timestampMs, lane, command });
    const sequenced = events.map((event, index) => ({ seq, index, timestampMs, event }));
    this.unprojected.push(...sequenced);
    this.publisher.publish(sequenced);
    return answer;
  }

  private view({ what, params }: EngineQueryRequest): ViewOf<EngineQueryRequest['what']> {
    const { exchange } = this;
    switch (what) {
      case 'balance':
        return exchange.balance(params.user);
      case 'position':
        return exchange.position(params.user, params.marketId);
      case 'account':
        return {
          balance: exchange.balance(params.user),
          positions: exchange.positions(params.user, MAX_ACCOUNT_POSITIONS),
          morePositions: false,
          orders: exchange.openOrders(params.user, { limit: MAX_ACCOUNT_ORDERS }),
          nextOrders: null,
        };
      case 'trading_keys':
        return exchange.tradingKeys(params.user);
      case 'revenue':
        return exchange.revenue(params.keys);
      case 'nonces':
        return exchange.nonces(params.user);
      case 'limits':
        return { maxOpenOrders: exchange.maxOpenOrders(params.user), rates: null };
      case 'preview':
        return exchange.preview(params);
      case 'market_resolution':
        return exchange.marketResolution(params);
      case 'event_resolution':
        return exchange.eventResolution(params);
      case 'proposal':
        return exchange.proposal(params);
      case 'cases':
        return {
          cases: exchange.cases().toReversed().slice(0, params.limit).map(openCase),
          hasMore: exchange.cases().length > params.limit,
        };
      case 'resolution_rules':
        return exchange.resolutionRules();
      case 'sources':
        return exchange.sources();
      case 'book':
        return exchange.book(params.marketId, params.depth);
      case 'levels': {
        const book = exchange.book(params.marketId, WHOLE_BOOK);
        return book && { bids: flatten(book.bids), asks: flatten(book.asks) };
      }
      case 'event_place':
        return this.publisher.lastKnown();
      case 'nonce_outcome':
        return exchange.nonceOutcome(params.user, params.nonce);
      case 'order':
        return exchange.order(params.user, params.orderId);
      case 'event':
        return exchange.event(params.eventId);
      case 'market':
        return exchange.market(params.marketId);
      case 'fees':
        return exchange.feeSchedule();
      case 'status':
        return exchange.status();
      case 'solvency':
        return exchange.solvency();
      case 'bookings':
        return exchange.bookings(params.users, params.withdrawalIds);
      case 'funding':
        return exchange.funding(params.user);
      case 'withdrawal':
        return exchange.withdrawal(params.withdrawalId);
      case 'delegate':
        return exchange.delegatedTo(params.user);
      case 'orders': {
        const orders = exchange.openOrders(params.user, { ...params, limit: params.limit + 1 });
        const page = orders.slice(0, params.limit);
        return {
          orders: page,
          next: orders.length > page.length ? (page.at(-1)?.seq ?? null) : null,
        };
      }
      case 'events': {
        const { limit, before = Infinity } = params;
        const events = exchange.events().filter((event) => event.createdSeq < before);
        const page = events.slice(0, limit);
        return {
          events: page,
          next: events.length > limit ? (page.at(-1)?.createdSeq ?? null) : null,
        };
      }
    }
  }
}

const openCase = ({ challenges, dueMs, ...one }: CaseView): OpenCase => {
  const isDisputed = one.isContradicted || challenges.length > 0;
  const status = isDisputed ? 'disputed' : 'proposed';
  return { ...one, status, dueMs: isDisputed ? null : dueMs, challenges: challenges.length };
};

function isSigned(command: Command): boolean {
  const signer = 'signer' in command ? command.signer : undefined;
  switch (command.kind) {
    case 'order':
      return verify(command.signature, orderBytes(command, 'test'), signer ?? command.user);
    case 'cancel':
      return verify(command.signature, encodeCancel(command), signer ?? command.user);
    case 'attest':
      return verify(command.signature, attestationBytes(command, 'test'), command.source);
    case 'cancel_all':
      return verify(command.signature, encodeCancelAll(command), signer ?? command.user);
    case 'withdraw':
      return verify(command.signature, withdrawBytes(command, 'test'), command.user);
    case 'recover':
      return verify(command.signature, recoverBytes(command, 'test'), command.user);
    case 'challenge': {
      const { textForm } = command;
      const signed =
        textForm === undefined
          ? challengeBytes(command, 'test')
          : challengeTextBytes(command, textForm, 'test');
      return verify(command.signature, signed, command.user);
    }
    default:
      return true;
  }
}
