/**
 * Whether this process may answer for the exchange now (docs/protocol/leadership.md). Only an append that a quorum of
 * the journal's servers acknowledged proves that it leads: a server that was cut off still answers everything else. A
 * proof holds for one second from the start of its append. The next leader stays silent for longer than that.
 */
import type { ConnectionState } from '@bellwether/bus';
import { SURE_AFTER_PROOF_MS } from '../limits';

/** An append under way. What it proves is true as of its start, and on these connections. */
export interface BegunLease {
  readonly elapsedMs: number;
  readonly timeMs: number;
  readonly connectionNumber: number;
}

const NEVER: BegunLease = { elapsedMs: -Infinity, timeMs: -Infinity, connectionNumber: -1 };

export interface LeaderLeaseParts {
  readonly connection: ConnectionState;
  /** Milliseconds of a monotonic clock, which also runs while the process is stopped. */
  readonly elapsedMs: () => number;
  /** Unix time. It shows how long a machine was suspended if the monotonic clock stopped with it. */
  readonly timeMs: () => number;
}

export class LeaderLease {
  private last = NEVER;
  private isOver = false;

  constructor(private readonly parts: LeaderLeaseParts) {}

  /** A connection that was lost may have hidden anything, however short the loss. */
  get isHeld(): boolean {
    const { elapsedMs, timeMs } = this.parts;
    const ageMs = Math.max(elapsedMs() - this.last.elapsedMs, timeMs() - this.last.timeMs);
    return this.isOfTheseConnections && ageMs < SURE_AFTER_PROOF_MS;
  }

  /** No connection was lost since the last proof, however old that is. */
  get isOfTheseConnections(): boolean {
    const { connected, connectionNumber } = this.parts.connection;
    return !this.isOver && connected && connectionNumber === this.last.connectionNumber;
  }

  begin(): BegunLease {
    const { connection, elapsedMs, timeMs } = this.parts;
    const { connectionNumber } = connection;
    return { elapsedMs: elapsedMs(), timeMs: timeMs(), connectionNumber };
  }

  /** The append that began then was acknowledged. */
  renew(lease: BegunLease): void {
    this.last = lease;
  }

  /** This process never leads again. */
  end(): void {
    this.isOver = true;
  }
}
