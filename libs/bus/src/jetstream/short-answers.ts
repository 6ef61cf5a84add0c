/**
 * Whether an answer that shows less of a stream than was there before is to be believed. A nats-server that was cut off
 * from the others answers with what it had, for a while even after it is back: so such an answer counts only when nothing
 * else was heard for `SHORT_TAIL_PATIENCE_MS`. A stream of one copy has no server that could be behind.
 */
import type { Bus } from '../connection/bus';

export type ShortAnswersBus = Pick<
  Bus,
  'connectionNumber' | 'shortTailPatienceMs' | 'countShortAnswer'
>;

export class ShortAnswers {
  private sinceMs: number | undefined;
  private connectionNumber = -1;

  constructor(
    private readonly bus: ShortAnswersBus,
    /** Milliseconds that rise steadily. */
    private readonly elapsedMs = () => performance.now(),
  ) {}

  /** To be asked at each of them, one after the other. */
  isConfirmed(copies: number): boolean {
    this.bus.countShortAnswer();
    if (copies <= 1) return true;
    const { connectionNumber, shortTailPatienceMs } = this.bus;
    // Time without a connection is no time of answers.
    if (connectionNumber !== this.connectionNumber) this.sinceMs = undefined;
    this.connectionNumber = connectionNumber;
    this.sinceMs ??= this.elapsedMs();
    return this.elapsedMs() - this.sinceMs > shortTailPatienceMs;
  }

  /** What there is was shown again. */
  forget(): void {
    this.sinceMs = undefined;
  }
}
