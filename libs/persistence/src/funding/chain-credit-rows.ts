/** The vault's credit events, as the engine must receive them. */
import { bytea, integer, nullable, oneOf } from './columns';
import { Table } from './table';

export const ATTRIBUTIONS = ['exact', 'arrival_missing', 'arrival_not_swept'] as const;

interface CreditOnChain {
  readonly user: Uint8Array;
  /** Counts from 1 without a gap; the engine accepts only the next one. */
  readonly creditSeq: number;
  readonly amountMicroUsdc: number;
  readonly txSignature: Uint8Array;
  readonly slot: number;
  readonly txIndex: number;
}

export interface NewChainCredit extends CreditOnChain {
  /** Credits of the same account that precede it in its transaction. */
  readonly creditsBefore: number;
  /** Null if it swept the proxy wallet's associated token account, the normal case. */
  readonly side: SideAccount | null;
}

/** Another token account of a proxy wallet. An arrival there is known only once the vault has credited it. */
export interface SideAccount {
  /** Index in the transaction's account list. */
  readonly accountIndex: number;
  readonly mint: Uint8Array;
}

export interface ChainCredit extends CreditOnChain {
  /** Any value but `exact` raises an alarm; the credit counts with the amount that the chain gives. */
  readonly attribution: (typeof ATTRIBUTIONS)[number];
  readonly differenceMicroUsdc: number;
  readonly foundMs: number;
  /** When the engine accepted it; `null` before. */
  readonly engineMs: number | null;
}

export const CHAIN_CREDITS = new Table<ChainCredit>(
  'chain_credits',
  {
    user: bytea('user_key'),
    creditSeq: integer('credit_seq'),
    amountMicroUsdc: integer('amount_micro_usdc'),
    txSignature: bytea('tx_signature'),
    slot: integer('slot'),
    txIndex: integer('tx_index'),
    attribution: oneOf('attribution', ATTRIBUTIONS),
    differenceMicroUsdc: integer('difference_micro_usdc'),
    foundMs: integer('found_ms'),
    engineMs: nullable(integer('engine_ms')),
  },
  ['user', 'creditSeq'],
);
