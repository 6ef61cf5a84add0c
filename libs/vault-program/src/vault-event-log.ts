import { dataLoggedBy } from './program-logs';
import { decodeVaultEvent } from './vault-events';
import type { VaultEvent } from './vault-events';

export interface VaultEventLog {
  readonly events: readonly VaultEvent[];
  /**
   * False where the log was cut off: events may be missing. What was credited then follows from the proxy's account
   * (`creditSeq`, `creditedTotal`) and from the transaction's inner transfers.
   */
  readonly isComplete: boolean;
}

/**
 * The vault's events in a transaction's log, in order. Lines of other programs do not count, whatever they say.
 * @param logLines of a transaction that succeeded
 * @param programId the vault's, in base58
 * @throws DecodeError where the vault itself logged an event in a form that this version does not know
 */
export function vaultEventsOfLog(logLines: readonly string[], programId: string): VaultEventLog {
  const { data, isComplete } = dataLoggedBy(logLines, programId);
  const events = data.map(decodeVaultEvent).filter((event) => event !== undefined);
  return { events, isComplete };
}
