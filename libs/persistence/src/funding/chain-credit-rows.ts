/** The vault's credit events, as the engine must receive them. */
import { recordTable } from './table';
import type { RecordIn } from './table';

export const ATTRIBUTIONS = ['exact', 'arrival_missing', 'arrival_not_swept'] as const;

export const CHAIN_CREDITS = recordTable('ChainCredit', { attribution: ATTRIBUTIONS });
export type ChainCredit = RecordIn<typeof CHAIN_CREDITS>;

export interface NewChainCredit extends Pick<
  ChainCredit,
  'user' | 'creditSeq' | 'amountMicroUsdc' | 'txSignature' | 'slot' | 'txIndex'
> {
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
