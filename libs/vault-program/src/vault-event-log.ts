import { dataLoggedBy } from './program-logs';
import { decodeVaultEvent } from './vault-events';
import type { VaultEvent } from './vault-events';

export interface VaultEventLog {
  readonly events: readonly VaultEvent[];
  /**
   * False if the log was cut off: events may be missing. Credits can then be derived from the proxy's account
   * (`creditSeq`, `creditedTotal`) and from the transaction's inner transfers.
   */
  readonly isComplete: boolean;
}

/**
 * The vault's events in a transaction's log, in order. Other programs' lines are ignored, whatever they contain.
 * @param logLines of a transaction that succeeded
 * @param programId the vault's, in base58
 * @throws DecodeError if the vault itself logged an event in a form that this version does not know
 */
export function vaultEventsOfLog(logLines: readonly string[], programId: string): VaultEventLog {
  const { data, isComplete } = dataLoggedBy(logLines, programId);
  const events = data.map(decodeVaultEvent).filter((event) => event !== undefined);
  return { events, isComplete };
}
