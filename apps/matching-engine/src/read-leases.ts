/**
 * Promises to those who keep copies of the state: while one holds a lease no command is applied, so that whoever has all
 * events answers its readers without asking (docs/adr/0034-read-leases.md; "Paxos Quorum Leases", Moraru, Andersen and
 * Kaminsky, 2014, with the engine as the one that writes).
 *
 * - One is given in quiet times, to a question that wants it.
 * - When a command comes all holders are told, and it is applied once each has let go, or its time is over. Its record is
 *   on the way to the journal meanwhile, so that a holder that listens costs a command nothing.
 * - A question says that its holder keeps nothing of the answers before: so a lease is let go.
 * - What the engine before this one promised nobody knows: one begins as if that had been just now.
 */
import type { WantedLease } from '@bellwether/bus';
import {
  MAX_READ_LEASES,
  READ_LEASE_MARGIN_MS,
  READ_LEASE_MS,
  READ_LEASE_QUIET_MS,
} from './limits';

export interface ReadLeasesParts {
  /** Tells all holders that leases end. */
  readonly tell: () => void;
  /** Milliseconds that rise steadily, also while the process is stopped. */
  readonly elapsedMs: () => number;
}

interface Held {
  /** Of the question that it answered. */
  readonly number: number;
  readonly untilMs: number;
}

export class ReadLeases {
  private readonly held = new Map<string, Held>();
  /** Until then others may hold what the engine before this one gave. */
  private inheritedUntilMs = -Infinity;
  /** When the last command was applied; null: one is under way, or this engine does not lead. */
  private quietSinceMs: number | null = null;
  private onLetGo: () => void = () => {};

  constructor(private readonly parts: ReadLeasesParts) {}

  /** This engine leads from now on. */
  begin(): void {
    this.quietSinceMs = this.parts.elapsedMs();
    this.inherit();
  }

  /** Questions up to now may have reached the engine before this one. */
  inherit(): void {
    this.inheritedUntilMs = this.parts.elapsedMs() + READ_LEASE_MS;
  }

  /** A question has come, whatever its answer will be. It says nothing if a later one of its holder was faster. */
  hear({ holder, number }: WantedLease): void {
    const held = this.held.get(holder);
    if (held === undefined || held.number >= number) return;
    this.held.delete(holder);
    this.onLetGo();
  }

  /** @returns for how long after it was sent a question's answer stays true; 0: no promise */
  give({ holder, number }: WantedLease): number {
    const nowMs = this.parts.elapsedMs();
    this.forgetEnded(nowMs);
    const isQuiet = this.quietSinceMs !== null && nowMs - this.quietSinceMs >= READ_LEASE_QUIET_MS;
    if (!isQuiet || this.held.has(holder) || this.held.size === MAX_READ_LEASES) return 0;
    this.held.set(holder, { number, untilMs: nowMs + READ_LEASE_MS });
    return READ_LEASE_MS - READ_LEASE_MARGIN_MS;
  }

  /**
   * A command is under way: none is given until it is applied.
   * @returns settles when nobody holds one; null: nobody does
   */
  end(): Promise<void> | null {
    this.quietSinceMs = null;
    if (this.remainingMs() <= 0) return null;
    if (this.held.size > 0) this.parts.tell();
    return this.whenEnded();
  }

  /** The command was applied. */
  allow(): void {
    this.quietSinceMs = this.parts.elapsedMs();
  }

  private async whenEnded(): Promise<void> {
    for (let leftMs = this.remainingMs(); leftMs > 0; leftMs = this.remainingMs()) {
      await this.nextLetGo(leftMs);
    }
  }

  private async nextLetGo(patienceMs: number): Promise<void> {
    let alarm: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.onLetGo = resolve;
      alarm = setTimeout(resolve, Math.ceil(patienceMs));
    });
    clearTimeout(alarm);
  }

  /** Of the lease that lasts longest. */
  private remainingMs(): number {
    const nowMs = this.parts.elapsedMs();
    this.forgetEnded(nowMs);
    let untilMs = this.inheritedUntilMs;
    for (const held of this.held.values()) untilMs = Math.max(untilMs, held.untilMs);
    return untilMs - nowMs;
  }

  private forgetEnded(nowMs: number): void {
    for (const [holder, { untilMs }] of this.held) {
      if (untilMs <= nowMs) this.held.delete(holder);
    }
  }
}
