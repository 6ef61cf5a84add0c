/**
 * The command loop: take in -> check -> sequence -> append -> apply -> answer -> publish.
 *
 * - Nothing is answered before its record is durable, and what is answered was applied.
 * - One record is on its way at a time; what is checked meanwhile makes the next one. Nothing waits for company.
 * - Until the events of those before it are published, an engine that began its reign takes cancels only.
 * - Every line is bounded; a full one answers OVERLOADED before anything is journaled.
 * - A broken belief ends the loop without another word to anyone: to its caller, silence is an unknown outcome, and
 *   that is true.
 */
import type { EventPublisher, IncomingCommand, IncomingQuery, Journal } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { CodedError, believe } from '@bellwether/errors';
import type { Code } from '@bellwether/errors';
import type { Breach, Exchange, JournaledCommand, RequestLane } from '@bellwether/exchange';
import type { Logger } from '@bellwether/runtime';
import { applyRecord } from './apply-record';
import { recordTimeMs } from './catch-up';
import { checkCommand } from './command-check';
import type { EngineMetrics } from './engine-metrics';
import { traceBatch } from './engine-traces';
import { Intake, isOrderLane } from './intake';
import type { IntakeLimits } from './intake';
import {
  CHECKED_AT_ONCE,
  CHECKED_URGENT_BESIDES,
  MAX_CHECKED_COMMANDS,
  MAX_TIMER_MS,
  STALLED_APPEND_MS,
  URGENT_EVENT_FACTOR,
} from './limits';
import { logApplied, requestsOf } from './log-applied';
import { nextRecord } from './next-record';
import { Questions } from './questions';
import type { Reign } from './reign';
import type { SignatureChecks } from './signature-checks';
import { signedBytes } from './signed-bytes';
import type { UserLimits } from './user-limits';
import type { Snapshots } from './snapshots';

export interface EngineDependencies {
  readonly exchange: Exchange;
  readonly journal: Journal;
  readonly publisher: EventPublisher;
  readonly reign: Reign;
  readonly snapshots: Snapshots;
  readonly signatures: SignatureChecks;
  /** Absent: no rate limits. */
  readonly userLimits?: Pick<UserLimits, 'refusal'>;
  readonly metrics: EngineMetrics;
  readonly log: Logger;
  /** Unix time in milliseconds. */
  readonly clock: () => number;
}

const TICK: JournaledCommand = { lane: 'internal', command: { kind: 'tick' } };

export class Engine {
  private readonly intake: Intake;
  private readonly questions: Questions;
  /** Commands that passed every check and have no place yet. */
  private checked: IncomingCommand[] = [];
  /** Commands whose signatures are being verified. */
  private checking = 0;
  private phase: 'serving' | 'stopping' | 'ended' = 'serving';
  private turnIsComing = false;
  /** Since the last turn. */
  private checkedAtOnce = 0;
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
    this.intake = new Intake(limits);
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
      waitingOrders: this.intake.waitingOrders,
      waitingUrgent: this.intake.waitingUrgent,
      waitingChecked: this.checking + this.checked.length,
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
      for (;;) {
        if (this.lost !== undefined) throw this.lost;
        const commands = this.nextBatch();
        if (commands.length > 0) await this.carryOut(commands);
        else if (this.isTickDue()) await this.carryOut([]);
        else if (this.isFinished()) return;
        else await this.somethingToDo();
      }
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

  /** Ends the taking in; `run` returns when what was taken in before is done. */
  stop(): void {
    if (this.phase === 'serving') this.phase = 'stopping';
    this.wake();
  }

  /** False while a record takes so long that callers give up on theirs. */
  get isKeepingUp(): boolean {
    const sinceMs = this.appendingSinceMs;
    const isStalled = sinceMs !== null && performance.now() - sinceMs > STALLED_APPEND_MS;
    return this.phase === 'serving' && !isStalled;
  }

  /** A command from the bus. It is taken in, or answered at once. */
  take(incoming: IncomingCommand): void {
    if (this.phase === 'ended') return;
    const closed = this.closedTo(incoming.lane);
    if (closed !== null) this.turnAway(incoming, closed);
    else if (this.isCheckedAtOnce(incoming)) this.checkAtOnce(incoming);
    else if (this.intake.offer(incoming)) this.turnSoon();
    else this.turnAway(incoming, 'OVERLOADED');
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
    return isOrder && this.intake.isFullOfOrders ? 'OVERLOADED' : null;
  }

  /**
   * A cancel does not wait until all is read that came with it, and all checked that came before: in a flood these take
   * longer than all the rest. It overtakes nothing that it could depend on.
   */
  private isCheckedAtOnce({ command }: IncomingCommand): boolean {
    return (
      command.kind === 'cancel' &&
      this.intake.waitingUrgent === 0 &&
      this.checkedAtOnce < CHECKED_AT_ONCE &&
      this.roomForUrgent() > 0
    );
  }

  private checkAtOnce(incoming: IncomingCommand): void {
    this.checkedAtOnce++;
    this.turnSoon();
    const nowMs = this.parts.clock();
    const error = checkCommand(incoming, nowMs);
    if (error !== null) {
      this.turnAway(incoming, error.code, error.details);
      return;
    }
    const signed = signedBytes(incoming.command, this.parts.exchange.network);
    this.passOn(incoming, this.parts.signatures.isValid(signed), nowMs);
    this.wake();
  }

  /** Work is done in slices, so that acknowledgements and new commands get their turn in between. */
  private turnSoon(): void {
    if (this.turnIsComing) return;
    this.turnIsComing = true;
    setImmediate(() => this.turn());
  }

  private turn(): void {
    this.turnIsComing = false;
    this.checkedAtOnce = 0;
    if (this.phase === 'ended') return;
    this.check(this.nextSlice());
    const canAnswerMore = this.questions.answerSome();
    const canCheckMore =
      (this.intake.waiting > 0 && this.roomToCheck() > 0) ||
      (this.intake.waitingUrgent > 0 && this.roomForUrgent() > 0);
    if (canCheckMore || canAnswerMore) this.turnSoon();
    this.wake();
  }

  private nextSlice(): IncomingCommand[] {
    const { sliceSize } = this.parts.signatures;
    const room = this.roomToCheck();
    if (room > 0) return this.intake.take(Math.min(room, sliceSize));
    return this.intake.takeUrgent(Math.min(this.roomForUrgent(), sliceSize));
  }

  private roomToCheck(most = MAX_CHECKED_COMMANDS): number {
    return Math.max(0, most - this.checking - this.checked.length);
  }

  private roomForUrgent(): number {
    return this.roomToCheck(MAX_CHECKED_COMMANDS + CHECKED_URGENT_BESIDES);
  }

  private check(slice: readonly IncomingCommand[]): void {
    const nowMs = this.parts.clock();
    const inOrder = slice.filter((incoming) => {
      const error = checkCommand(incoming, nowMs);
      if (error !== null) this.turnAway(incoming, error.code, error.details);
      return error === null;
    });
    if (inOrder.length === 0) return;
    this.checking += inOrder.length;
    const { network } = this.parts.exchange;
    const signed = inOrder.map(({ command }) => signedBytes(command, network));
    this.parts.signatures.check(signed, (valid) => this.checkedSlice(inOrder, valid));
  }

  private checkedSlice(slice: readonly IncomingCommand[], valid: readonly boolean[]): void {
    if (this.phase === 'ended') return;
    this.checking -= slice.length;
    const nowMs = this.parts.clock();
    for (const [index, incoming] of slice.entries()) {
      this.passOn(incoming, valid[index] === true, nowMs);
    }
    if (this.intake.waiting > 0) this.turnSoon();
    this.wake();
  }

  private passOn(incoming: IncomingCommand, isValid: boolean, nowMs: number): void {
    const error = isValid
      ? (this.parts.userLimits?.refusal(incoming.command, nowMs) ?? null)
      : new CodedError('SIGNATURE_INVALID');
    if (error === null) this.checked.push(incoming);
    else this.turnAway(incoming, error.code, error.details);
  }

  private turnAway(incoming: IncomingCommand, code: Code, details = {}): void {
    this.parts.metrics.countTurnedAway(code);
    incoming.fail(code, details);
  }

  /** What was checked, as far as a record takes it. */
  private nextBatch(): IncomingCommand[] {
    this.checked = this.checked.filter((incoming) => !this.isTooLate(incoming));
    const { batch, rest } = nextRecord(this.checked);
    this.checked = rest;
    if (this.intake.waiting > 0) this.turnSoon();
    return batch;
  }

  /** It may have waited long while the record before it was under way. */
  private isTooLate(incoming: IncomingCommand): boolean {
    const isLate = this.parts.clock() > incoming.deadlineMs;
    if (isLate) this.turnAway(incoming, 'DEADLINE_EXCEEDED');
    return isLate;
  }

  /** Journals the commands (a tick where there is none), and when that is durable, applies, answers, publishes. */
  private async carryOut(batch: readonly IncomingCommand[]): Promise<void> {
    const { journal, exchange, publisher, metrics } = this.parts;
    const commands =
      batch.length > 0 ? batch.map(({ lane, command }) => ({ lane, command })) : [TICK];
    const traced = traceBatch(batch);
    const startedMs = performance.now();
    this.appendingSinceMs = startedMs;
    const proof = this.parts.reign.beginProof();
    const timestampMs = recordTimeMs(this.parts.clock, journal);
    const record = await journal.append(commands, timestampMs, traced?.traceparents);
    traced?.durable();
    this.appendingSinceMs = null;
    this.parts.reign.proven(proof);
    if (this.questions.length > 0) this.turnSoon();
    metrics.observeRecord(commands.length, (performance.now() - startedMs) / 1_000);
    const { answers, events, breaches } = applyRecord(exchange, record);
    for (const breach of breaches) this.report(breach);
    for (const [index, incoming] of batch.entries()) incoming.answer(answers[index]!);
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
    const commands = this.intake.waiting + this.checking + this.checked.length;
    return this.phase === 'stopping' && commands + this.questions.length === 0;
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
