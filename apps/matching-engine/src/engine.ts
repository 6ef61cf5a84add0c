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
import type { IncomingCommand, IncomingQuery, JournalRecord } from '@bellwether/bus';
import type { Code } from '@bellwether/errors';
import type { JournaledCommand, RequestLane } from '@bellwether/exchange';
import { Arrivals } from './arrivals';
import { recordTimeMs } from './catch-up';
import { Checks } from './checks';
import { closedTo } from './closed-to';
import { deadlineExceeded } from './command-check';
import type { DiskTakes } from './disk-watch';
import type { EngineParts } from './engine-parts';
import { traceBatch } from './engine-traces';
import { isOrderLane } from './intake';
import type { IntakeLimits } from './intake';
import { KeptRefusals } from './kept-refusals';
import { DISK_LOOK_INTERVAL_MS, MAX_TIMER_MS, STALLED_APPEND_MS } from './limits';
import { TICK, limitsToJournal } from './own-commands';
import { ProvenAppends } from './proven-appends';
import { Questions } from './questions';
import { takeRecord } from './take-record';

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
  private readonly appends: ProvenAppends;
  /** What this process cannot go on from. */
  private lost: Error | undefined;
  private wake: () => void = () => {};

  constructor(
    limits: IntakeLimits,
    private readonly parts: EngineParts,
  ) {
    this.checks = new Checks(limits, {
      ...parts,
      hasRoom: () => this.diskTakes !== 'nothing',
      turnAway: (incoming, code, details) => this.turnAway(incoming, code, details),
      onWaiting: () => this.turnSoon(),
      onChecked: () => this.wake(),
    });
    this.questions = new Questions({
      ...parts,
      takesOrders: () => !this.isRecovering && this.diskTakes === 'everything',
      takesCommands: () => this.diskTakes !== 'nothing',
      onUnsure: () => this.wake(),
    });
    this.appends = new ProvenAppends(parts);
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
   * @throws InvariantViolation, Fenced: the process must stop, and says nothing more
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
    return this.appends.underWayMs;
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

  private get diskTakes(): DiskTakes {
    return this.parts.disk?.takes ?? 'everything';
  }

  private closedTo(lane: RequestLane): Code | null {
    const { isRecovering, diskTakes, phase } = this;
    const { isFullOfOrders } = this.checks;
    const now = { isStopping: phase === 'stopping', isRecovering, diskTakes, isFullOfOrders };
    return closedTo(lane, { ...now, events: this.parts.publisher });
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
    if (this.parts.disk?.isOut === true) return false; // the write would fail, and end all writing
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
    takeRecord(this.parts, record, isReplaced ? [] : batch, traced);
    if (isReplaced) this.giveUp(batch, record);
  }

  /** What waited since before the append may be answered when it is acknowledged, however long that took. */
  private async append(
    batch: readonly IncomingCommand[],
    commands: readonly JournaledCommand[],
    traceparents?: readonly string[],
  ): Promise<JournalRecord> {
    const [asked, refused] = [this.questions.asked, this.refusals.length];
    this.proofWanted = false;
    const record = await this.appends.append(batch, commands, traceparents);
    this.questions.proven(asked);
    this.refusals.send(this.parts.proof.isSure ? this.refusals.length : refused);
    if (this.questions.length > 0) this.turnSoon();
    return record;
  }

  private giveUp(batch: readonly IncomingCommand[], { number }: JournalRecord): void {
    this.parts.metrics.countReplacedRecord();
    this.parts.log.warn({ record: number, commands: batch.length }, 'too late: nothing was done');
    const { code, details } = deadlineExceeded(this.parts.clock());
    for (const incoming of batch) this.turnAway(incoming, code, details);
  }

  /** On a disk without room time waits for the next command, before which it passes as ever. */
  private isTickDue(): boolean {
    if (this.diskTakes === 'nothing') return false;
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
    const untilDueMs = dueMs === null ? MAX_TIMER_MS : dueMs - this.parts.clock();
    const delayMs = this.diskTakes === 'nothing' ? DISK_LOOK_INTERVAL_MS : untilDueMs;
    const alarm = setTimeout(() => this.wake(), Math.min(Math.max(delayMs, 1), MAX_TIMER_MS));
    await new Promise<void>((resolve) => {
      this.wake = resolve;
    });
    clearTimeout(alarm);
  }
}
