/**
 * Whether this process may speak for the exchange right now (docs/protocol/leadership.md). That it leads is proven by an
 * append that a quorum of the journal's servers acknowledged, and by nothing else: a server that was cut off goes on
 * answering any other question. For a second after a proof was begun the engine is sure; whoever leads next is silent for
 * longer than that.
 */
import type { ConnectionState } from '@bellwether/bus';
import { SURE_AFTER_PROOF_MS } from '../limits';

/** A proof that is being made: what it shows is true as of its beginning, and on these connections. */
export interface BegunLease {
  readonly elapsedMs: number;
  readonly timeMs: number;
  readonly connectionNumber: number;
}

const NEVER: BegunLease = { elapsedMs: -Infinity, timeMs: -Infinity, connectionNumber: -1 };

export interface LeaderLeaseParts {
  readonly connection: ConnectionState;
  /** Milliseconds that rise steadily, also while the process is stopped. */
  readonly elapsedMs: () => number;
  /** Unix time: it shows how long a machine stood still whose steady clock stood still with it. */
  readonly timeMs: () => number;
}

export class LeaderLease {
  private last = NEVER;
  private isOver = false;

  constructor(private readonly parts: LeaderLeaseParts) {}

  /** A connection that was lost may have hidden anything, for however short a time. */
  get isHeld(): boolean {
    const { elapsedMs, timeMs } = this.parts;
    const ageMs = Math.max(elapsedMs() - this.last.elapsedMs, timeMs() - this.last.timeMs);
    return this.isOfTheseConnections && ageMs < SURE_AFTER_PROOF_MS;
  }

  /** Nothing was lost since the last proof, however old it is. */
  get isOfTheseConnections(): boolean {
    const { connected, connectionNumber } = this.parts.connection;
    return !this.isOver && connected && connectionNumber === this.last.connectionNumber;
  }

  begin(): BegunLease {
    const { connection, elapsedMs, timeMs } = this.parts;
    const { connectionNumber } = connection;
    return { elapsedMs: elapsedMs(), timeMs: timeMs(), connectionNumber };
  }

  /** The append that was begun then is acknowledged. */
  renew(lease: BegunLease): void {
    this.last = lease;
  }

  /** This process leads no more, and never will. */
  end(): void {
    this.isOver = true;
  }
}
