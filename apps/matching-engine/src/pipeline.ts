/**
 * ingress → verify → batch → append → apply → reply → publish. This class pushes to each stage and pulls from it; no
 * stage knows another. Two loops: `turn` verifies and answers queries in slices, `run` commits one record after the
 * other.
 *
 * - An answer leaves after its record is durable and applied.
 * - One record is under way at a time. Commands verified meanwhile make the next one. No command waits for others.
 * - Every queue is bounded. A full one rejects with OVERLOADED before anything is journaled.
 * - A refusal or a query's answer leaves only while this engine certainly leads. If no command will prove that, a tick
 *   does (docs/protocol/leadership.md).
 * - An invariant violation ends the loop without another answer. Callers see an unknown outcome, which is true.
 */
import type { IncomingCommand, IncomingQuery, JournalRecord } from '@bellwether/bus';
import type { Code } from '@bellwether/errors';
import type { JournaledCommand, RequestLane } from '@bellwether/exchange';
import { applyRecord } from './apply-record';
import { BatchBuilder } from './batch';
import { Ticks, assertNothingDue } from './due-time';
import { Admission } from './ingress/admission';
import { Ingress } from './ingress/ingress';
import type { IngressLimits } from './ingress/ingress';
import { JointAdmission } from './ingress/joint-admission';
import { isOrderLane, roomBeside } from './ingress/room';
import { UnreadOrders } from './ingress/unread-orders';
import { ConfirmedAppends } from './leadership/confirmed-appends';
import { STALLED_APPEND_MS } from './limits';
import { TICK, limitsToJournal } from './own-commands';
import type { PipelineParts } from './pipeline-parts';
import { Queries } from './queries/queries';
import { Replies } from './replies';
import { traceBatch } from './telemetry/engine-traces';
import { reportApplied, reportBreaches, requestsOf } from './telemetry/report-applied';
import { Verify } from './verify/verify';
import { Wakeup } from './wakeup';

export class Pipeline {
  private readonly admission: Admission;
  private readonly unread = new UnreadOrders(() => performance.now());
  private readonly ingress: Ingress;
  private readonly verify: Verify;
  private readonly batches = new BatchBuilder();
  private readonly appends: ConfirmedAppends;
  private readonly ticks: Ticks;
  private readonly replies: Replies;
  private readonly joint: JointAdmission;
  private readonly queries = new Queries();
  private readonly wakeup = new Wakeup();
  private turnIsComing = false;
  private hasEnded = false;
  /** A connection was lost: a proof is due whether or not anybody asked. */
  private proofRequested = false;
  /** The reason why this process cannot continue. */
  private failure: Error | undefined;

  constructor(
    limits: IngressLimits,
    private readonly parts: PipelineParts,
  ) {
    this.admission = new Admission(parts);
    this.ingress = new Ingress(limits);
    this.verify = new Verify(parts, () => this.turnSoon());
    this.appends = new ConfirmedAppends(parts);
    this.ticks = new Ticks(parts, this.admission);
    this.replies = new Replies(parts);
    this.joint = new JointAdmission({ ...parts, batches: this.batches, replies: this.replies });
    parts.metrics.watch(() => ({
      waitingOrders: this.unread.length + this.ingress.waitingOrders,
      waitingUrgent: this.ingress.waiting - this.ingress.waitingOrders,
      waitingChecked: this.verify.length + this.joint.waiting + this.batches.length,
      waitingQueries: this.queries.length,
      pendingEvents: parts.publisher.pending,
      seq: parts.exchange.lastSeq,
      epoch: parts.journal.position.epoch,
    }));
  }

  /** A command arrived on that lane. `read` passes it to `push`, now or after the commands that arrived before it. */
  receive(lane: RequestLane, read: () => void): void {
    if (isOrderLane({ lane })) this.unread.push(read);
    else read();
  }

  /** The error that a command of that lane is rejected with, which also counts it. Null: decode and push it. */
  rejection(lane: RequestLane): Code | null {
    if (this.hasEnded) return null;
    const code = this.admission.refusalOf(lane, this.ingress.isFullOfOrders);
    if (code !== null) this.parts.metrics.countRejected(code);
    return code;
  }

  /** A decoded command. A cancel-all waits until earlier orders are decoded; in a batch with orders it came after them. */
  push(incoming: IncomingCommand): void {
    const isAlone = incoming.command.kind === 'cancel_all' && incoming.group?.of.hasOrders !== true;
    if (isAlone && this.unread.length > 0) this.unread.push(() => this.enqueue(incoming));
    else this.enqueue(incoming);
  }

  query(incoming: IncomingQuery): void {
    if (this.hasEnded) return;
    if (this.admission.isStopping) incoming.fail('ENGINE_UNAVAILABLE');
    else if (this.queries.push(incoming)) this.turnSoon();
    else incoming.fail('OVERLOADED');
  }

  /** → ingress. A cancel that overtakes nothing is verified at once (docs/adr/0031-cancels-in-a-flood.md). */
  private enqueue(incoming: IncomingCommand): void {
    if (this.hasEnded) return;
    const refusal = this.admission.refusalOf(incoming.lane, this.ingress.isFullOfOrders);
    const isFirst = incoming.command.kind === 'cancel' && this.ingress.waitingUrgent === 0;
    if (refusal !== null) this.joint.reject(incoming, refusal);
    else if (isFirst && this.room().urgent > 0 && this.verify.pushNow(incoming)) this.collect();
    else if (!this.ingress.push(incoming, performance.now()))
      this.joint.reject(incoming, 'OVERLOADED');
    this.turnSoon();
  }

  /** Works in slices, so that acknowledgements and new commands get their turn of the event loop in between. */
  private turnSoon(): void {
    if (this.turnIsComing) return;
    this.turnIsComing = true;
    setImmediate(() => this.turn());
  }

  /** ingress → verify → batch, and queries: a slice of each. */
  private turn(): void {
    this.turnIsComing = false;
    if (this.hasEnded) return;
    this.collect();
    const slice = this.ingress.pull(this.verify.sliceSize, this.room(), performance.now());
    for (const incoming of slice.aged) this.joint.reject(incoming, 'OVERLOADED');
    this.verify.push(slice.commands);
    this.collect();
    const { exchange, publisher, lease } = this.parts;
    const { takesOrders, takesCommands } = this.admission;
    const now = { ...this.parts, eventOffset: publisher.lastKnown(), takesOrders, takesCommands };
    const canAnswerMore = this.queries.answer(exchange, now, lease.isHeld);
    if (canAnswerMore || this.ingress.canPull(this.room())) this.turnSoon();
  }

  /** verify → batch. */
  private collect(): void {
    for (const { incoming, error } of this.verify.pull()) {
      if (error === null) this.joint.verified(incoming);
      else this.joint.reject(incoming, error.code, error.details);
    }
    this.wakeup.ring();
  }

  private room() {
    return roomBeside(this.verify.held, this.batches.held);
  }

  /**
   * Serves until `stop`, and then until all enqueued commands are done.
   * @throws InvariantViolation, Fenced: the process must stop and answers nothing more
   */
  async run(): Promise<void> {
    this.admission.recover();
    try {
      for (const limits of limitsToJournal(this.parts.exchange, this.parts))
        await this.commit([], limits);
      for (;;) {
        if (this.failure !== undefined) throw this.failure;
        const batch = this.ticks.isFirst ? [] : this.nextBatch();
        if (batch.length > 0) await this.commit(batch);
        else if (this.ticks.isDue) await this.commit([]);
        else if (this.isProofWanted()) await this.prove();
        else if (this.isFinished()) break;
        else await this.wakeup.wait(this.ticks.idleMs);
      }
    } finally {
      this.hasEnded = true;
      this.replies.end();
    }
  }

  /** batch →. Commands that are rejected here were not journaled. */
  private nextBatch(): IncomingCommand[] {
    const nowMs = this.parts.clock();
    for (const late of this.batches.pullLate(nowMs)) this.replies.rejectLate(late, nowMs);
    if (!this.admission.takesCommands)
      for (const incoming of this.batches.pullAll()) this.replies.reject(incoming, 'DISK_LOW');
    const batch = this.batches.pull();
    if (this.ingress.canPull(this.room())) this.turnSoon();
    return batch;
  }

  /** append → apply → reply → publish: the commands of the batch, or one of the engine's own if it is empty. */
  private async commit(batch: readonly IncomingCommand[], own = TICK): Promise<void> {
    const { exchange, publisher, snapshots } = this.parts;
    this.ticks.made(batch.length === 0);
    const trace = traceBatch(batch);
    const commands =
      batch.length > 0 ? batch.map(({ lane, command }) => ({ lane, command })) : [own];

    const record = await this.append(batch, commands, trace?.traceparents);
    trace?.durable();
    // A tick took their place. Otherwise the record holds the very array that was passed.
    const isReplaced = record.commands[0] !== commands[0];
    const carried = isReplaced ? [] : batch;

    const { answers, events, breaches } = applyRecord(exchange, record);
    reportBreaches(breaches, this.parts); // the exchange has halted the affected part before any answer leaves

    for (const [index, incoming] of carried.entries()) incoming.answer(answers[index]!);
    if (carried.length > 0) trace?.answered(record, answers);

    publisher.publish(events, requestsOf(record.firstSeq, carried));

    snapshots.afterRecord(events.at(-1));
    reportApplied(record, carried, this.parts);
    assertNothingDue(exchange, record);
    if (isReplaced) this.giveUp(batch, record);
  }

  /** Queries that waited since before the append may be answered after it, however long it took. */
  private async append(
    batch: readonly IncomingCommand[],
    commands: readonly JournaledCommand[],
    traceparents?: readonly string[],
  ): Promise<JournalRecord> {
    const [asked, refused] = [this.queries.asked, this.replies.pendingRefusals];
    this.proofRequested = false;
    const startedMs = performance.now();
    const record = await this.appends.append(batch, commands, traceparents);
    this.parts.metrics.observeRecord(commands.length, (performance.now() - startedMs) / 1_000);
    this.queries.confirm(asked);
    this.replies.confirm(refused);
    if (this.queries.length > 0) this.turnSoon();
    return record;
  }

  private giveUp(batch: readonly IncomingCommand[], { number }: JournalRecord): void {
    this.parts.metrics.countReplacedRecord();
    this.parts.log.warn({ record: number, commands: batch.length }, 'too late: nothing was done');
    for (const incoming of batch) this.replies.rejectLate(incoming, this.parts.clock());
  }

  private async prove(): Promise<void> {
    this.parts.metrics.countProof();
    await this.commit([]);
  }

  /** A caller waits for an answer that only a leader may give. */
  private isProofWanted(): boolean {
    const waits = this.queries.unconfirmed > 0 || this.replies.pendingRefusals > 0;
    if (!this.proofRequested && (!waits || this.parts.lease.isHeld)) return false;
    return this.admission.takesProofs;
  }

  private isFinished(): boolean {
    const { ingress, verify, joint, batches, queries, replies } = this;
    const underWay = ingress.waiting + verify.length + joint.waiting + batches.length;
    if (underWay + queries.length > 0) return false;
    return this.admission.isStopping && replies.pendingRefusals === 0;
  }

  /** `send` answers that an undecodable command was not carried out: now, once this engine surely leads, or never. */
  refuse(send: () => void): void {
    this.replies.refuse(send);
    if (this.replies.pendingRefusals > 0) this.wakeup.ring();
  }

  /** Takes no new commands. `run` returns when the enqueued ones are done. */
  stop(): void {
    this.admission.isStopping = true;
    this.unread.readAll(); // they are rejected
    this.wakeup.ring();
  }

  /** The loop ends before the next record and answers nothing more. */
  abort(reason: Error): void {
    this.failure ??= reason;
    this.parts.lease.end();
    this.wakeup.ring();
  }

  /** Makes the next record prove that this engine leads: another one may have begun to lead unnoticed. */
  requestProof(): void {
    this.proofRequested = true;
    this.wakeup.ring();
  }

  /** False while an append takes so long that callers give up. */
  get isKeepingUp(): boolean {
    if (this.admission.isStopping || this.hasEnded) return false;
    return this.appendingMs <= STALLED_APPEND_MS;
  }

  /** How long the append under way has taken so far. 0: there is none. */
  get appendingMs(): number {
    return this.appends.underWayMs;
  }
}
