/**
 * Another clock's time, for who must judge by it and not by its own: gateways and signers know the engine's, the funding apps
 * PostgreSQL's. It goes by the monotonic clock between two looks, and moves no more than each look makes it. Before the first
 * there is only the wall clock to go by, and `isSure` says so.
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
  /** Who was asked is of a release that tells no time: there is none but the wall clock's. */
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

  /** Until when somebody may begin on what is asked for now: where one does not know the time, rather too long. */
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

  /** It said `publishedMs`, which may be anything. */
  learn(begun: BegunReading, publishedMs: unknown): void {
    this.isUnpublished = publishedMs === undefined;
    if (typeof publishedMs !== 'number') return;
    this.take({ ...begun, receivedMs: this.clocks.steadyMs(), publishedMs });
  }

  /** The other clock was asked, and said this. An answer that took too long, or is no time, says nothing. */
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
