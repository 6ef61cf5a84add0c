/**
 * Decides what may still be written to the journal's disk. Trading stops early, in two steps: orders first, then every
 * command. So cancels, records under way and the server itself have room to the end. A disk that is really full is
 * worse: nats-server remembers a stream's first failed write and refuses all later ones until it is restarted
 * (docs/adr/0044-trading-stops-before-the-disk-is-full.md).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DiskRoom, Logger } from '@bellwether/runtime';
import {
  DISK_LOOK_INTERVAL_MS,
  LARGEST_RESERVE_SHARE,
  LEAST_FREE_BYTES,
  READS_ONLY_SHARE,
  RESERVE_BACK_SHARE,
} from '../limits';

/** The commands that may still be written. */
export const DISK_MODES = ['everything', 'cancels', 'nothing'] as const;
export type DiskMode = (typeof DISK_MODES)[number];

export interface DiskWatchParts {
  /** Each way to measure the disk. The least result counts. Null: not known now. */
  readonly rooms: readonly (() => Promise<DiskRoom | null>)[];
  /** Orders are taken while so much is free. */
  readonly reserveBytes: number;
  readonly log: Logger;
}

export class DiskWatch {
  /** The last result of each measurement. */
  private readonly latest: (DiskRoom | null)[];
  private found: DiskRoom | null = null;
  private now: DiskMode = 'everything';

  constructor(private readonly parts: DiskWatchParts) {
    this.latest = parts.rooms.map(() => null);
  }

  get mode(): DiskMode {
    return this.now;
  }

  /** Not even a proof of leadership may be written. Reads and refusals wait, and callers get an unknown outcome. */
  get isOut(): boolean {
    return this.found !== null && this.found.freeBytes < LEAST_FREE_BYTES;
  }

  /** Null: not known. */
  get freeBytes(): number | null {
    return this.found?.freeBytes ?? null;
  }

  /** No orders are taken below this. Null: not known. */
  get reserveBytes(): number | null {
    return this.found === null ? null : reserveOf(this.found, this.parts.reserveBytes);
  }

  /** Measures now, and then at intervals until `signal`. */
  async start(signal: AbortSignal): Promise<void> {
    await this.look();
    void this.goOn(signal);
  }

  private async goOn(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wait = sleep(DISK_LOOK_INTERVAL_MS, undefined, { signal, ref: false });
      await wait.catch(() => undefined); // the watch ends
      await this.look();
    }
  }

  /** A way that has no result now leaves its last result in force. */
  async look(): Promise<void> {
    const rooms = await Promise.all(this.parts.rooms.map((room) => room()));
    for (const [way, room] of rooms.entries()) if (room !== null) this.latest[way] = room;
    const [least] = this.latest
      .filter((room) => room !== null)
      .toSorted((a, b) => a.freeBytes - b.freeBytes);
    if (least === undefined) return;
    const mode = modeWith(least, this.parts.reserveBytes, this.now);
    if (mode !== this.now) this.log(mode, least);
    this.found = least;
    this.now = mode;
  }

  private log(mode: DiskMode, { freeBytes }: DiskRoom): void {
    const facts = { takes: mode, free_bytes: freeBytes };
    if (mode === 'everything') this.parts.log.info(facts, 'the disk of the journal has room again');
    else this.parts.log.error(facts, 'the disk of the journal is nearly full');
  }
}

/** A small disk is not all reserve. */
const reserveOf = ({ sizeBytes }: DiskRoom, reserveBytes: number): number =>
  Math.min(reserveBytes, sizeBytes * LARGEST_RESERVE_SHARE);

/**
 * Below the reserve no orders are taken, below a quarter of it no commands. Each is taken again only when a quarter
 * more is free, so that the exchange does not switch back and forth.
 */
export function modeWith(room: DiskRoom, reserveBytes: number, before: DiskMode): DiskMode {
  const forOrders = reserveOf(room, reserveBytes);
  const forAnything = forOrders * READS_ONLY_SHARE;
  const isBelow = (limit: number, ended: boolean): boolean =>
    room.freeBytes < (ended ? limit * RESERVE_BACK_SHARE : limit);
  if (isBelow(forAnything, before === 'nothing')) return 'nothing';
  return isBelow(forOrders, before !== 'everything') ? 'cancels' : 'everything';
}
