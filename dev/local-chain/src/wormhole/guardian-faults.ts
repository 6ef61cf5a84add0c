/** Faults that a test sets in the guardians; empty is honest. They apply to every message, old ones too. */
export interface GuardianFaults {
  /** No message has a VAA, as when Wormhole's governor holds transfers back. */
  readonly isHolding?: boolean;
  /** Number of signatures, whatever the quorum is. */
  readonly signatureCount?: number;
  /** These guardians' signatures are made by another key. */
  readonly forgedGuardians?: readonly number[];
  /** VAAs name this guardian set. */
  readonly guardianSetIndex?: number;
}
