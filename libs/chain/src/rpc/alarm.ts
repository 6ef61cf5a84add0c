/**
 * A node's statement that cannot be true, or that another node contradicts. An alarm decides nothing: the call that met
 * it throws `CHAIN_DISAGREEMENT`, or waits. Apps count alarms and show them.
 */
export interface ChainAlarm {
  readonly chain: 'ext' | 'main';
  readonly kind: AlarmKind;
  /** Host and index of the endpoint, never its path, which may contain a provider's key. */
  readonly endpoint: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export type AlarmKind =
  /** The node belongs to another chain. */
  | 'genesis_differs'
  /** The node's finalized slot is lower than one it named before. */
  | 'finalized_went_back'
  /** Two nodes' newest blocks are too far apart for both to be current. */
  | 'heights_differ'
  /** A block is malformed, or does not follow the one before it. */
  | 'block_broken'
  /** Two nodes show different blocks, or different lists of blocks, for finalized slots. */
  | 'blocks_differ'
  /** A finalized signature is unknown, or has another outcome, at the other node. */
  | 'status_differs'
  /** Two nodes keep showing different content of the same finalized account. */
  | 'accounts_differ';
