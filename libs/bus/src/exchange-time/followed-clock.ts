/**
 * Another clock's time, for processes that decide by it and not by their own: gateways and signers follow the engine's,
 * the funding apps PostgreSQL's. Between two readings it follows the monotonic clock. Before the first it is the wall
 * clock's, and `isSure` is false.
 */
import { nearestWithin, offsetBounds } from './clock-reading';
import type { ClockReading } from './clock-reading';
import type { Clocks } from './clocks';
import { HOST_CLOCKS } from './clocks';
import { CLOCK_JUMP_MS, MAX_CLOCK_READING_MS } from './limits';

export type BegunReading = Pick<ClockReading, 'sentMs' | 'sentWallMs'>;

export class FollowedClock {
  /** The other clock less the steady one. */
  private offsetMs: number | undefined;
  /** The wall clock less the steady one, at the last look. */
  private wallOffsetMs = Number.NaN;
  /** The answer came from a release that reports no time: the wall clock's is used. */
  private isUnpublished = false;

  constructor(readonly clocks: Clocks = HOST_CLOCKS) {}

  /** Unix time, whole milliseconds. */
  readonly nowMs = (): number =>
    this.offsetMs === undefined
      ? this.clocks.wallMs()
      : Math.floor(this.clocks.steadyMs() + this.offsetMs);

  /** It was looked at. */
  get isKnown(): boolean {
    return this.offsetMs !== undefined;
  }

  /** False before the first look, and where the machine may have slept since the last one, or its wall clock was set. */
  get isSure(): boolean {
    if (this.offsetMs === undefined) return this.isUnpublished;
    return Math.abs(this.wallOffset() - this.wallOffsetMs) <= CLOCK_JUMP_MS;
  }

  /** The deadline of a request made now: if the time is unknown, rather too late. */
  deadlineMs(timeoutMs: number): number {
    const nowMs = this.nowMs();
    return (this.isSure ? nowMs : Math.max(nowMs, this.clocks.wallMs())) + timeoutMs;
  }

  /** This host's wall clock less the other one, in milliseconds; `NaN` before the first look. */
  get wallAheadMs(): number {
    return this.offsetMs === undefined ? Number.NaN : this.wallOffset() - this.offsetMs;
  }

  /** The other clock is being asked. */
  begin(): BegunReading {
    return { sentMs: this.clocks.steadyMs(), sentWallMs: this.clocks.wallMs() };
  }

  /** `publishedMs` comes from outside and may be anything. */
  learn(begun: BegunReading, publishedMs: unknown): void {
    this.isUnpublished = publishedMs === undefined;
    if (typeof publishedMs !== 'number') return;
    this.take({ ...begun, receivedMs: this.clocks.steadyMs(), publishedMs });
  }

  /** Takes an answer of the other clock. One that took too long, or is no time, is ignored. */
  take(reading: ClockReading): void {
    const { sentMs, sentWallMs, receivedMs, publishedMs } = reading;
    if (!Number.isSafeInteger(publishedMs) || publishedMs <= 0) return;
    if (receivedMs - sentMs > MAX_CLOCK_READING_MS) return;
    const bounds = offsetBounds(reading);
    this.offsetMs = nearestWithin(bounds, this.offsetMs ?? (bounds.low + bounds.high) / 2);
    this.wallOffsetMs = sentWallMs - sentMs;
  }

  private wallOffset(): number {
    return this.clocks.wallMs() - this.clocks.steadyMs();
  }
}
