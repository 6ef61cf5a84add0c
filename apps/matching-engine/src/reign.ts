/**
 * Whether this process may speak for the exchange right now. Writing is held by the journal; what is *read* from an engine
 * that was frozen while another took over would be of yesterday. So a question is answered only within a second of the
 * last proof that nobody else had begun an epoch: an append that succeeded, or a look at the journal's tail. Who stands
 * by waits longer than that before it takes over from a leader it does not hear.
 */
import type { ConnectionState, Journal } from '@bellwether/bus';
import { SURE_AFTER_PROOF_MS } from './limits';

/** A proof that is being made: what it shows is true as of its beginning, and on this connection. */
export interface BegunProof {
  readonly atMs: number;
  readonly connectionNumber: number;
}

const NO_PROOF: BegunProof = { atMs: -Infinity, connectionNumber: -1 };

export interface ReignParts {
  readonly journal: Pick<Journal, 'stillReigns'>;
  readonly connection: ConnectionState;
  /** Milliseconds that rise steadily, also while the process is stopped. */
  readonly elapsedMs: () => number;
}

export class Reign {
  private proof = NO_PROOF;
  private renewing: Promise<void> | undefined;

  constructor(private readonly parts: ReignParts) {}

  /** A connection that was lost may have hidden anything, for however short a time. */
  get isSure(): boolean {
    const { connection, elapsedMs } = this.parts;
    const { atMs, connectionNumber } = this.proof;
    const isFresh = elapsedMs() - atMs < SURE_AFTER_PROOF_MS;
    return isFresh && connection.connected && connectionNumber === connection.connectionNumber;
  }

  beginProof(): BegunProof {
    const { connection, elapsedMs } = this.parts;
    return { atMs: elapsedMs(), connectionNumber: connection.connectionNumber };
  }

  /** What was begun then has succeeded. */
  proven(proof: BegunProof): void {
    this.proof = proof;
  }

  /** Looks at the journal's tail, once however many ask. @throws Fenced where another engine reigns */
  renew(): Promise<void> {
    this.renewing ??= this.look().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async look(): Promise<void> {
    const proof = this.beginProof();
    if (await this.parts.journal.stillReigns()) this.proven(proof);
  }
}
