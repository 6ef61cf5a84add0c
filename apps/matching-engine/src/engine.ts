/**
 * The command loop: take in -> check -> sequence -> append -> apply -> answer -> publish.
 *
 * - Nothing is answered before its record is durable, and what is answered was applied.
 * - One record is on its way at a time; what is checked meanwhile makes the next one. Nothing waits for company.
 * - Until the events of those before it are published, an engine that began its reign takes cancels only.
 * - Every line is bounded; a full one answers OVERLOADED before anything is journaled.
 * - A broken belief ends the loop without another word: to its caller, silence is an unknown outcome, which is true.
 */
import type {
  EngineQuestion,
  EventPublisher,
  IncomingCommand,
  IncomingQuery,
  Journal,
  WantedLease,
} from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { believe } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import type { Breach, Exchange, RequestLane } from '@bellwether/exchange';
import type { Logger } from '@bellwether/runtime';
import { applyRecord } from './apply-record';
import { Arrivals } from './arrivals';
import { recordTimeMs } from './catch-up';
import { Checks } from './checks';
import type { EngineMetrics } from './engine-metrics';
import { traceBatch } from './engine-traces';
import { isOrderLane } from './intake';
import type { IntakeLimits } from './intake';
import { MAX_TIMER_MS, STALLED_APPEND_MS, URGENT_EVENT_FACTOR } from './limits';
import { logApplied, requestsOf } from './log-applied';
import { TICK, limitsToJournal } from './own-commands';
import type { ConfiguredLimits } from './own-commands';
import { Questions } from './questions';
import type { ReadLeases } from './read-leases';
import type { Reign } from './reign';
import type { SignatureChecks } from './signature-checks';
import type { UserLimits } from './user-limits';
import type { Snapshots } from './snapshots';

export interface EngineDependencies extends ConfiguredLimits {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly publisher: EventPublisher;
  readonly reign: Reign;
  readonly leases: ReadLeases;
  readonly snapshots: Snapshots;
  readonly signatures: SignatureChecks;
  /** Absent: no rate limits. */
  readonly userLimits?: Pick<UserLimits, 'refusal'>;
  readonly metrics: EngineMetrics;
  readonly log: Logger;
  /** Unix time in milliseconds. */
  readonly clock: () => number;
}

export class Engine {
  private readonly arrivals = new Arrivals(() => performance.now());
  private readonly checks: Checks;
  private readonly questions: Questions;
  private phase: 'serving' | 'stopping' | 'ended' = 'serving';
  private turnIsComing = false;
  /** The events that another process left unpublished are not out yet. */
  private isRecovering = false;
  /** What this process cannot go on from. */
  private lost: Error | undefined;
  private appendingSinceMs: number | null = null;
  private wake: () => void = () => {};

  constructor(
    limits: IntakeLimits,
    private readonly parts: EngineDependencies,
  ) {
    this.checks = new Checks(limits, {
      ...parts,
      turnAway: (incoming, code, details) => this.turnAway(incoming, code, details),
      onWaiting: () => this.turnSoon(),
      onChecked: () => this.wake(),
    });
    this.questions = new Questions({
      ...parts,
      isAppending: () => this.appendingSinceMs !== null,
      takesOrders: () => !this.isRecovering,
      onSure: () => this.turnSoon(),
      onLost: (error) => {
        this.lost = error;
        this.wake();
      },
    });
    parts.metrics.watch(() => ({
      waitingOrders: this.arrivals.waiting + this.checks.waitingOrders,
      waitingUrgent: this.checks.waitingUrgent,
      waitingChecked: this.checks.waitingChecked,
      waitingQuestions: this.questions.length,
      pendingEvents: parts.publisher.pending,
      seq: parts.exchange.lastSeq,
      epoch: parts.journal.position.epoch,
    }));
  }

  /**
   * Serves until `stop`, and then until everything that was taken in is done.
   * @throws BrokenBelief, Fenced: the process must stop, and says nothing more
   */
  async run(): Promise<void> {
    this.recover();
    this.parts.leases.begin();
    try {
      for (const limits of limitsToJournal(this.parts.exchange, this.parts))
        await this.carryOut([], limits);
      for (;;) {
        if (this.lost !== undefined) throw this.lost;
        const commands = this.checks.nextBatch();
        if (commands.length > 0) await this.carryOut(commands);
        else if (this.isTickDue()) await this.carryOut([]);
        else if (this.isFinished()) break;
        else await this.somethingToDo();
      }
      // Whoever leads next may not wait for them.
      await this.parts.leases.end();
    } finally {
      this.phase = 'ended';
    }
  }

  private recover(): void {
    const { publisher } = this.parts;
    if (publisher.pending === 0) return;
    this.isRecovering = true;
    // Where publishing ends before, the process does: it is told of it as of everything that breaks.
    const isOver = publisher.whenPublished();
    isOver.then(() => (this.isRecovering = false)).catch(() => undefined);
  }

  /** Questions reach this process from now on: those before reached the one that led. */
  beginHearing(): void {
    this.parts.leases.inherit();
  }

  /** Ends the taking in; `run` returns when what was taken in before is done. */
  stop(): void {
    if (this.phase === 'serving') this.phase = 'stopping';
    this.arrivals.finish(); // they are turned away
    this.wake();
  }

  /** False while a record takes so long that callers give up on theirs. */
  get isKeepingUp(): boolean {
    const sinceMs = this.appendingSinceMs;
    const isStalled = sinceMs !== null && performance.now() - sinceMs > STALLED_APPEND_MS;
    return this.phase === 'serving' && !isStalled;
  }

  /** A command came on that lane: `take` reads it, now or when those that came before it were read. */
  hear(lane: RequestLane, take: () => void): void {
    if (isOrderLane({ lane })) this.arrivals.add(take);
    else take();
  }

  /** A command from the bus. It is taken in, or answered at once; a cancel-all when the orders that came before it are. */
  take(incoming: IncomingCommand): void {
    if (incoming.command.kind === 'cancel_all' && this.arrivals.waiting > 0)
      this.arrivals.add(() => this.takeIn(incoming));
    else this.takeIn(incoming);
  }

  private takeIn(incoming: IncomingCommand): void {
    if (this.phase === 'ended') return;
    const closed = this.closedTo(incoming.lane);
    if (closed !== null) {
      this.turnAway(incoming, closed);
      return;
    }
    if (!this.checks.take(incoming)) this.turnAway(incoming, 'OVERLOADED');
  }

  /** What a command of that lane would be turned away with, counted as one; null where it may be taken in. */
  turnsAway(lane: RequestLane): Code | null {
    if (this.phase === 'ended') return null;
    const code = this.closedTo(lane);
    if (code !== null) this.parts.metrics.countTurnedAway(code);
    return code;
  }

  /** A question from the bus. */
  ask(incoming: IncomingQuery): void {
    if (this.phase === 'ended') return;
    const lease = wantedLease(incoming.question);
    if (lease !== undefined) this.parts.leases.hear(lease);
    if (this.phase === 'stopping') incoming.fail('ENGINE_UNAVAILABLE');
    else if (this.questions.offer(incoming)) this.turnSoon();
    else incoming.fail('OVERLOADED');
  }

  private closedTo(lane: RequestLane): Code | null {
    if (this.phase === 'stopping') return 'ENGINE_UNAVAILABLE';
    const isOrder = isOrderLane({ lane });
    const { pending, maxPending } = this.parts.publisher;
    if (isOrder && this.isRecovering) return 'CANCEL_ONLY';
    if (pending >= maxPending * (isOrder ? 1 : URGENT_EVENT_FACTOR)) return 'OVERLOADED';
    if (!isOrder || !this.checks.isFullOfOrders) return null;
    return 'OVERLOADED';
  }

  /** Work is done in slices, so that acknowledgements and new commands get their turn in between. */
  private turnSoon(): void {
    if (this.turnIsComing) return;
    this.turnIsComing = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.turnIsComing = false;
    if (this.phase === 'ended') return;
    const canCheckMore = this.checks.turn();
    const canAnswerMore = this.questions.answerSome();
    if (canCheckMore || canAnswerMore) this.turnSoon();
    this.wake();
  }

  private turnAway(incoming: IncomingCommand, code: Code, details = {}): void {
    if (this.phase === 'ended') return;
    this.parts.metrics.countTurnedAway(code);
    incoming.fail(code, details);
  }

  /** Journals the commands (where there is none one of its own), and when that is durable, applies, answers, publishes. */
  private async carryOut(batch: readonly IncomingCommand[], own = TICK): Promise<void> {
    const { journal, exchange, publisher, leases, metrics } = this.parts;
    const commands =
      batch.length > 0 ? batch.map(({ lane, command }) => ({ lane, command })) : [own];
    const traced = traceBatch(batch);
    const startedMs = performance.now();
    this.appendingSinceMs = startedMs;
    const leasesEnd = leases.end();
    const proof = this.parts.reign.beginProof();
    const timestampMs = recordTimeMs(this.parts.clock, journal);
    const record = await journal.append(commands, timestampMs, traced?.traceparents);
    traced?.durable();
    this.appendingSinceMs = null;
    this.parts.reign.proven(proof);
    if (this.questions.length > 0) this.turnSoon();
    metrics.observeRecord(commands.length, (performance.now() - startedMs) / 1_000);
    if (leasesEnd !== null) {
      await leasesEnd;
      metrics.observeLeases((performance.now() - startedMs) / 1_000);
    }
    const { answers, events, breaches } = applyRecord(exchange, record);
    for (const breach of breaches) this.report(breach);
    for (const [index, incoming] of batch.entries()) incoming.answer(answers[index]!);
    leases.allow();
    traced?.answered(record, answers);
    publisher.publish(events, requestsOf(record.firstSeq, batch));
    this.parts.snapshots.afterRecord(events.at(-1));
    for (const { command } of commands) metrics.countApplied(command.kind);
    logApplied(this.parts.log, record.firstSeq, batch);
    const dueMs = exchange.nextDueMs();
    believe(dueMs === null || dueMs > record.timestampMs, () => `${dueMs} is due after its time`);
  }

  /** The exchange has halted what is concerned, before any answer leaves. */
  private report({ invariant, marketId, message }: Breach): void {
    this.parts.metrics.countBreach(invariant);
    const market = marketId === null ? null : toHex(marketId);
    this.parts.log.fatal({ invariant, market_id: market }, `broken invariant: ${message}`);
  }

  private isTickDue(): boolean {
    const dueMs = this.parts.exchange.nextDueMs();
    return dueMs !== null && dueMs <= recordTimeMs(this.parts.clock, this.parts.journal);
  }

  private isFinished(): boolean {
    return this.phase === 'stopping' && this.checks.isEmpty && this.questions.length === 0;
  }

  /** Waits for a command, the end, or the next expiry or opening. */
  private async somethingToDo(): Promise<void> {
    const dueMs = this.parts.exchange.nextDueMs();
    const delayMs = dueMs === null ? MAX_TIMER_MS : dueMs - this.parts.clock();
    const alarm = setTimeout(() => this.wake(), Math.min(Math.max(delayMs, 1), MAX_TIMER_MS));
    await new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    clearTimeout(alarm);
  }
}

const wantedLease = (question: EngineQuestion): WantedLease | undefined =>
  question.what === 'event_place' ? question.params.lease : undefined;
