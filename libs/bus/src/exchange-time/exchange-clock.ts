/**
 * The time that records are stamped with. It begins with the host's wall clock, if the journal's server agrees within
 * `MAX_CLOCK_ERROR_MS`. From then on it follows the monotonic clock, and the wall clock no faster than the kernel slews
 * one: a jump of the wall clock moves nothing. If engine and server differ, either may be wrong: nothing is stamped,
 * and the leader ends.
 */
import {
  differenceBounds,
  judgeDifference,
  middleOf,
  nearestWithin,
  offsetBounds,
} from './clock-reading';
import type { ClockReading } from './clock-reading';
import type { Clocks } from './clocks';
import { HOST_CLOCKS } from './clocks';
import {
  CLOCK_JUMP_MS,
  MAX_CLOCK_ERROR_MS,
  MAX_CLOCK_READING_AGE_MS,
  MAX_SLEW_INTERVAL_MS,
  SLEW_PPM,
} from './limits';

/**
 * `unread`: no server was asked, or none answered in time. `journal_ahead`: the journal's last record is of a time that is
 * still to come for the server: both clocks were ahead when it was written, and have been set back.
 */
export type ClockState = 'unread' | 'agrees' | 'differs' | 'journal_ahead';

/** Milliseconds; `NaN` where it is not known. */
export interface ClockFigures {
  readonly state: ClockState;
  /** May be stamped with. */
  readonly isSure: boolean;
  /** The journal server's clock less the engine's time. */
  readonly serverAheadMs: number;
  /** This host's wall clock less the engine's time. */
  readonly wallAheadMs: number;
}

export class ExchangeClock {
  /** The engine's time less the steady clock. */
  private offsetMs: number;
  private stateNow: ClockState = 'unread';
  /** Nothing was stamped yet: the time is the wall clock's, however that is set. */
  private hasStamped = false;
  private agreedAtMs = -Infinity;
  /** The wall clock less the steady one, when the server was asked last. */
  private wallOffsetMs: number;
  private slewedAtMs: number;
  private serverAheadMs = Number.NaN;

  constructor(private readonly clocks: Clocks = HOST_CLOCKS) {
    this.slewedAtMs = clocks.steadyMs();
    this.offsetMs = this.wallOffset();
    this.wallOffsetMs = this.offsetMs;
  }

  /** Unix time, whole milliseconds. */
  readonly nowMs = (): number => Math.floor(this.clocks.steadyMs() + this.offsetMs);

  /** A record may be stamped now. False: ask the server again. */
  get isSure(): boolean {
    const isFresh = this.clocks.steadyMs() - this.agreedAtMs <= MAX_CLOCK_READING_AGE_MS;
    return this.stateNow === 'agrees' && isFresh && !this.hasJumped;
  }

  get state(): ClockState {
    return this.stateNow;
  }

  /** From now on jumps of the wall clock do not change the time. */
  beginStamping(): void {
    this.hasStamped = true;
  }

  /**
   * The journal's server was asked.
   * @param lastStampMs of the journal's last record
   */
  take(reading: ClockReading, lastStampMs: number): void {
    if (!this.hasStamped) this.offsetMs = this.wallOffset();
    const difference = differenceBounds(reading, this.offsetMs);
    const judgement = judgeDifference(difference);
    if (judgement === 'open') return;
    this.serverAheadMs = middleOf(difference);
    this.wallOffsetMs = reading.sentWallMs - reading.sentMs;
    const latestMs = this.clocks.steadyMs() + offsetBounds(reading).high;
    if (lastStampMs - latestMs > MAX_CLOCK_ERROR_MS) this.stateNow = 'journal_ahead';
    else this.stateNow = judgement;
    if (this.stateNow !== 'agrees') return;
    this.agreedAtMs = reading.sentMs;
    this.slew();
  }

  figures(): ClockFigures {
    const { state, isSure, serverAheadMs } = this;
    return { state, isSure, serverAheadMs, wallAheadMs: this.wallOffset() - this.offsetMs };
  }

  private get hasJumped(): boolean {
    return Math.abs(this.wallOffset() - this.wallOffsetMs) > CLOCK_JUMP_MS;
  }

  /** A wall clock that is further away than two clocks may be has jumped: it is not followed. */
  private slew(): void {
    const nowMs = this.clocks.steadyMs();
    const sinceMs = Math.min(nowMs - this.slewedAtMs, MAX_SLEW_INTERVAL_MS);
    this.slewedAtMs = nowMs;
    const wallAheadMs = this.wallOffset() - this.offsetMs;
    if (Math.abs(wallAheadMs) > MAX_CLOCK_ERROR_MS) return;
    const mostMs = (sinceMs * SLEW_PPM) / 1_000_000;
    this.offsetMs += nearestWithin({ low: -mostMs, high: mostMs }, wallAheadMs);
  }

  private wallOffset(): number {
    return this.clocks.wallMs() - this.clocks.steadyMs();
  }
}
