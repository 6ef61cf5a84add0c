/**
 * The command loop: take in -> check -> sequence -> append -> apply -> answer -> publish.
 *
 * - Nothing is answered before its record is durable, and what is answered was applied.
 * - One record is on its way at a time; what is checked meanwhile makes the next one. Nothing waits for company.
 * - Until the events of those before it are published, an engine that begins to lead takes cancels only.
 * - Every line is bounded; a full one answers OVERLOADED before anything is journaled.
 * - A refusal is said only where it is certain that this engine leads, as a question is answered: where nothing else is to be
 *   appended that would prove it, a tick is (docs/protocol/leadership.md).
 * - A broken belief ends the loop without another word: to its caller, silence is an unknown outcome, which is true.
 */
import type {
  ClockWatch,
  EventPublisher,
  IncomingCommand,
  IncomingQuery,
  Journal,
  JournalCommands,
  JournalRecord,
} from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { believe } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import type { Breach, Exchange, JournaledCommand, RequestLane } from '@bellwether/exchange';
import type { Logger } from '@bellwether/runtime';
import { applyRecord } from './apply-record';
import { Arrivals } from './arrivals';
import { recordTimeMs } from './catch-up';
import { Checks } from './checks';
import type { EngineMetrics } from './engine-metrics';
import { traceBatch } from './engine-traces';
import type { BatchTrace } from './engine-traces';
import { isOrderLane } from './intake';
import type { IntakeLimits } from './intake';
import { KeptRefusals } from './kept-refusals';
import type { LeaderProof } from './leader-proof';
import { MAX_TIMER_MS, STALLED_APPEND_MS, URGENT_EVENT_FACTOR } from './limits';
import { logApplied, requestsOf } from './log-applied';
import { TICK, limitsToJournal } from './own-commands';
import type { ConfiguredLimits } from './own-commands';
import { Questions } from './questions';
import type { SignatureChecks } from './signature-checks';
import type { UserLimits } from './user-limits';
import type { Snapshots } from './snapshots';

export interface EngineDependencies extends ConfiguredLimits {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly publisher: EventPublisher;
  readonly proof: LeaderProof;
  readonly snapshots: Snapshots;
  readonly signatures: SignatureChecks;
  /** Absent: no rate limits. */
  readonly userLimits?: Pick<UserLimits, 'refusal'>;
  readonly metrics: EngineMetrics;
  readonly log: Logger;
  /** The exchange's time: Unix time in milliseconds. */
  readonly clock: () => number;
  /** Whether that may be stamped with. */
  readonly clockWatch: Pick<ClockWatch, 'isSure' | 'whenSure'>;
}

export class Engine {
  private readonly arrivals = new Arrivals(() => performance.now());
  private readonly checks: Checks;
  private readonly questions: Questions;
  private readonly refusals: KeptRefusals;
  /** A proof is wanted whoever asks: a connection was lost. */
  private proofWanted = false;
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
      takesOrders: () => !this.isRecovering,
      onUnsure: () => this.wake(),
    });
    this.refusals = new KeptRefusals({
      proof: parts.proof,
      onKept: () => this.wake(),
      onDropped: () => parts.metrics.countUnsaidRefusal(),
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
    try {
      for (const limits of limitsToJournal(this.parts.exchange, this.parts))
        await this.carryOut([], limits);
      for (;;) {
        if (this.lost !== undefined) throw this.lost;
        const commands = this.checks.nextBatch();
        if (commands.length > 0) await this.carryOut(commands);
        else if (this.isTickDue()) await this.carryOut([]);
        else if (this.isProofWanted()) await this.prove();
        else if (this.isFinished()) break;
        else await this.somethingToDo();
      }
    } finally {
      this.phase = 'ended';
      this.refusals.drop();
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

  /** Ends the taking in; `run` returns when what was taken in before is done. */
  stop(): void {
    if (this.phase === 'serving') this.phase = 'stopping';
    this.arrivals.finish(); // they are turned away
    this.wake();
  }

  /** This process cannot go on: the loop ends before another record, and says nothing more. */
  lose(reason: Error): void {
    this.lost ??= reason;
    this.parts.proof.end();
    this.wake();
  }

  /** False while a record takes so long that callers give up on theirs. */
  get isKeepingUp(): boolean {
    return this.phase === 'serving' && this.appendingMs <= STALLED_APPEND_MS;
  }

  /** How long the record under way has taken so far; 0: there is none. */
  get appendingMs(): number {
    const sinceMs = this.appendingSinceMs;
    return sinceMs === null ? 0 : performance.now() - sinceMs;
  }

  /** Proves with its next record that it leads: another engine may have begun to, unheard. */
  wantProof(): void {
    this.proofWanted = true;
    this.wake();
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
    this.refuse(() => incoming.fail(code, details));
  }

  /** `send` says that nothing was done: now, or when it is certain that this engine leads, or never. */
  refuse(send: () => void): void {
    if (this.phase !== 'ended') this.refusals.refuse(send);
  }

  /** Somebody waits to hear what only the engine that leads may say. */
  private isProofWanted(): boolean {
    if (this.proofWanted) return true;
    const waits = this.questions.unproven > 0 || this.refusals.length > 0;
    return waits && !this.parts.proof.isSure;
  }

  private async prove(): Promise<void> {
    this.parts.metrics.countProof();
    await this.carryOut([]);
  }

  /** Journals the commands (where there is none one of its own), and when that is durable, applies, answers, publishes. */
  private async carryOut(batch: readonly IncomingCommand[], own = TICK): Promise<void> {
    const commands =
      batch.length > 0 ? batch.map(({ lane, command }) => ({ lane, command })) : [own];
    const traced = traceBatch(batch);
    const startedMs = performance.now();
    const record = await this.append(batch, commands, traced?.traceparents);
    traced?.durable();
    this.parts.metrics.observeRecord(commands.length, (performance.now() - startedMs) / 1_000);
    // Another in their place: what was sent is the same object.
    const isReplaced = record.commands[0] !== commands[0];
    this.carriedOut(record, isReplaced ? [] : batch, traced);
    if (isReplaced) this.giveUp(batch, record);
  }

  /** What waited since before the append may be answered when it is acknowledged, however long that took. */
  private async append(
    batch: readonly IncomingCommand[],
    commands: readonly JournaledCommand[],
    traceparents?: readonly string[],
  ): Promise<JournalRecord> {
    const { journal, proof, clock, clockWatch } = this.parts;
    const [asked, refused] = [this.questions.asked, this.refusals.length];
    this.proofWanted = false;
    this.appendingSinceMs = performance.now();
    if (!clockWatch.isSure) await clockWatch.whenSure();
    const begun = proof.begin();
    const record = await journal.append(commands, recordTimeMs(clock, journal), {
      ...(traceparents === undefined ? {} : { traceparents }),
      replacement: () => this.replacementOf(batch),
    });
    this.appendingSinceMs = null;
    proof.made(begun);
    this.questions.proven(asked);
    this.refusals.send(proof.isSure ? this.refusals.length : refused);
    if (this.questions.length > 0) this.turnSoon();
    return record;
  }

  /** A record that nobody waits for any more is not to land at any time: null while somebody does. */
  private replacementOf(batch: readonly IncomingCommand[]): JournalCommands | null {
    const { clock, clockWatch, journal } = this.parts;
    if (!clockWatch.isSure) return null;
    const nowMs = clock();
    if (batch.length === 0 || batch.some(({ deadlineMs }) => deadlineMs >= nowMs)) return null;
    return { commands: [TICK], timestampMs: recordTimeMs(clock, journal) };
  }

  private giveUp(batch: readonly IncomingCommand[], { number }: JournalRecord): void {
    this.parts.metrics.countReplacedRecord();
    this.parts.log.warn({ record: number, commands: batch.length }, 'too late: nothing was done');
    for (const incoming of batch)
      this.turnAway(incoming, 'DEADLINE_EXCEEDED', { now_ms: this.parts.clock() });
  }

  /** A record of these commands is durable. */
  private carriedOut(
    record: JournalRecord,
    batch: readonly IncomingCommand[],
    traced: BatchTrace | undefined,
  ): void {
    const { exchange, publisher, metrics, log, snapshots } = this.parts;
    const { answers, events, breaches } = applyRecord(exchange, record);
    for (const breach of breaches) this.report(breach);
    for (const [index, incoming] of batch.entries()) incoming.answer(answers[index]!);
    if (batch.length > 0) traced?.answered(record, answers);
    publisher.publish(events, requestsOf(record.firstSeq, batch));
    snapshots.afterRecord(events.at(-1));
    for (const { command } of record.commands) metrics.countApplied(command.kind);
    logApplied(log, record.firstSeq, batch);
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
    const isAllSaid = this.questions.length + this.refusals.length === 0;
    return this.phase === 'stopping' && this.checks.isEmpty && isAllSaid;
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
