/** Movements into the USDC accounts of proxy wallets. */
import { bytea, integer, nullable, oneOf } from './columns';
import { Table } from './table';

/**
 * `bridged`: by a completion of the token bridge. `swept`: paid for lamports (test network). `native`: sent. `side`:
 * into another account of the proxy wallet, found with the credit that swept it.
 */
export const ARRIVAL_KINDS = ['bridged', 'native', 'swept', 'side'] as const;
export type ArrivalKind = (typeof ARRIVAL_KINDS)[number];

export interface MainArrival {
  readonly txSignature: Uint8Array;
  /** Identifies the movement together with the account (`movementIndex`). */
  readonly accountIndex: number;
  readonly user: Uint8Array;
  readonly kind: ArrivalKind;
  readonly amountMicroUsdc: number;
  readonly slot: number;
  readonly txIndex: number;
  /** Sequence of the completed bridge message; `null` for other kinds. */
  readonly transferSequence: number | null;
  /** The deposit it belongs to, if known: the movement's own, or the one that was bridged. */
  readonly depositId: Uint8Array | null;
  /** The vault's credit that swept it; `null` while it is in the proxy wallet. */
  readonly creditSeq: number | null;
  readonly foundMs: number;
}

export const MAIN_ARRIVALS = new Table<MainArrival>(
  'main_arrivals',
  {
    txSignature: bytea('tx_signature'),
    accountIndex: integer('account_index'),
    user: bytea('user_key'),
    kind: oneOf('kind', ARRIVAL_KINDS),
    amountMicroUsdc: integer('amount_micro_usdc'),
    slot: integer('slot'),
    txIndex: integer('tx_index'),
    transferSequence: nullable(integer('transfer_sequence')),
    depositId: nullable(bytea('deposit_id')),
    creditSeq: nullable(integer('credit_seq')),
    foundMs: integer('found_ms'),
  },
  ['txSignature', 'accountIndex'],
);
