/**
 * Decides whether to trust an answer that shows less of a stream than was there before. A nats-server that was cut off
 * from the others answers with what it had, for a while even after it is back. So such an answer counts only if all
 * answers were short for `SHORT_TAIL_TIMEOUT_MS`. A stream with one copy has no server that could lag.
 */
import type { Bus } from '../connection/bus';

export type ShortAnswersBus = Pick<
  Bus,
  'connectionNumber' | 'shortTailTimeoutMs' | 'countShortAnswer'
>;

export class ShortAnswers {
  private sinceMs: number | undefined;
  private connectionNumber = -1;

  constructor(
    private readonly bus: ShortAnswersBus,
    /** Monotonic milliseconds. */
    private readonly elapsedMs = () => performance.now(),
  ) {}

  /** Call it at each short answer, in order. */
  isConfirmed(copies: number): boolean {
    this.bus.countShortAnswer();
    if (copies <= 1) return true;
    const { connectionNumber, shortTailTimeoutMs } = this.bus;
    // Time without a connection does not count.
    if (connectionNumber !== this.connectionNumber) this.sinceMs = undefined;
    this.connectionNumber = connectionNumber;
    this.sinceMs ??= this.elapsedMs();
    return this.elapsedMs() - this.sinceMs > shortTailTimeoutMs;
  }

  /** Call it when an answer was complete again. */
  forget(): void {
    this.sinceMs = undefined;
  }
}
