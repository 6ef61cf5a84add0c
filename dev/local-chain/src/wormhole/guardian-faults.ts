/** What a test makes the guardians do wrong; empty is honest. It holds for every message, old ones too. */
export interface GuardianFaults {
  /** A message has no VAA until this long after the guardians saw it final. */
  readonly delayMs?: number;
  /** No message has a VAA, as in the days when Wormhole's governor holds transfers back. */
  readonly isHolding?: boolean;
  /** So many signatures, whatever the quorum is. */
  readonly signatureCount?: number;
  /** The signatures of these guardians are made by a key that is not theirs. */
  readonly forgedGuardians?: readonly number[];
  /** VAAs name this guardian set. */
  readonly guardianSetIndex?: number;
}
