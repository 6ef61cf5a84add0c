/**
 * What a node said that cannot be true, or that another node contradicts. Never a decision by itself: the call that
 * met it answers `CHAIN_DISAGREEMENT`, or waits. An app counts alarms and shows them.
 */
export interface ChainAlarm {
  readonly chain: 'ext' | 'main';
  readonly kind: AlarmKind;
  /** Host and place of the endpoint, never its path: keys of providers are in there. */
  readonly endpoint: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export type AlarmKind =
  /** The node is of another chain. */
  | 'genesis_differs'
  /** The node's finalized slot fell below one it named before. */
  | 'finalized_went_back'
  /** Two nodes' newest blocks are too far apart for both to be of the chain's present. */
  | 'heights_differ'
  /** A block is malformed, or does not follow the one before it. */
  | 'block_broken'
  /** Two nodes show another block, or another list of blocks, for finalized slots. */
  | 'blocks_differ'
  /** A finalized signature is unknown, or ended otherwise, at the other node. */
  | 'status_differs'
  /** Two nodes keep showing another content of the same finalized account. */
  | 'accounts_differ';
