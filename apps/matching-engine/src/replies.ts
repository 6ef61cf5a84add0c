/**
 * Sends answers and refusals. An answer is true whichever engine leads. A refusal says "nothing was done", which only a
 * certain leader may say, because another engine may have received and carried out the same command. Until that is
 * proven the refusal waits. If it is never proven, the refusal is never sent, and the outcome is unknown.
 */
import type { IncomingCommand } from '@bellwether/bus';
import type { Code, ErrorDetails } from '@bellwether/errors';
import { FifoQueue } from './ingress/fifo-queue';
import type { LeaderLease } from './leadership/leader-lease';
import { MAX_PENDING_REFUSALS } from './limits';
import type { EngineMetrics } from './telemetry/engine-metrics';
import { deadlineExceeded } from './verify/command-check';

export interface RepliesParts {
  readonly lease: Pick<LeaderLease, 'isHeld'>;
  readonly metrics: Pick<EngineMetrics, 'countRejected' | 'countUnsaidRefusals'>;
}

export class Replies {
  private readonly pending = new FifoQueue<() => void>();
  private isOver = false;

  constructor(private readonly parts: RepliesParts) {}

  /** Refusals that wait for a proof. */
  get pendingRefusals(): number {
    return this.pending.length;
  }

  reject(incoming: IncomingCommand, code: Code, details: ErrorDetails = {}): void {
    if (this.isOver) return;
    this.parts.metrics.countRejected(code);
    this.refuse(() => incoming.fail(code, details));
  }

  rejectLate(incoming: IncomingCommand, nowMs: number): void {
    const { code, details } = deadlineExceeded(nowMs);
    this.reject(incoming, code, details);
  }

  /** Calls `send` now, or once it is proven that this engine leads, or never. */
  refuse(send: () => void): void {
    if (this.isOver) return;
    if (this.parts.lease.isHeld) send();
    else if (this.pending.length < MAX_PENDING_REFUSALS) this.pending.push(send);
    else this.parts.metrics.countUnsaidRefusals(1);
  }

  /** An append was acknowledged that began when so many refusals waited. */
  confirm(pendingThen: number): void {
    const count = this.parts.lease.isHeld ? this.pending.length : pendingThen;
    for (const send of this.pending.take(count)) send();
  }

  /** Sends nothing more: this engine no longer leads. */
  end(): void {
    this.isOver = true;
    this.parts.metrics.countUnsaidRefusals(this.pending.take(this.pending.length).length);
  }
}
