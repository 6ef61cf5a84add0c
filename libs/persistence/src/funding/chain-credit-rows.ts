/** The vault's credit events, as the engine has to hear of them. */
import { bytea, integer, nullable, oneOf } from './columns';
import { Table } from './table';

export const ATTRIBUTIONS = ['exact', 'arrival_missing', 'arrival_not_swept'] as const;

interface CreditOnChain {
  readonly user: Uint8Array;
  /** From 1, one more each: the engine takes the next one only. */
  readonly creditSeq: number;
  readonly amountMicroUsdc: number;
  readonly txSignature: Uint8Array;
  readonly slot: number;
  readonly txIndex: number;
}

export interface NewChainCredit extends CreditOnChain {
  /** Credits of the same account that stand before it in its transaction. */
  readonly creditsBefore: number;
  /** Null: it swept the proxy wallet's associated account, as it should. */
  readonly side: SideAccount | null;
}

/** Another token account of a proxy wallet. What comes into one is known when the vault has credited it. */
export interface SideAccount {
  /** In the transaction's list of accounts. */
  readonly accountIndex: number;
  readonly mint: Uint8Array;
}

export interface ChainCredit extends CreditOnChain {
  /** Anything but `exact` is an alarm; the credit counts as the chain says it. */
  readonly attribution: (typeof ATTRIBUTIONS)[number];
  readonly differenceMicroUsdc: number;
  readonly foundMs: number;
  /** When the engine had it; `null` before. */
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
