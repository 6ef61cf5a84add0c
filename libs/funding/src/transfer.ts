/** A bridge transfer in either direction, as the relayer's record holds it. */
import { toBase58, toHex } from '@bellwether/codec';
import type { FundingChain } from './chain';
import { withEntry } from './history';
import type { HistoryEntry } from './history';
import { UNCHANGED, advanced, contradiction } from './outcome';
import type { Outcome } from './outcome';
import { decodeSplit, splitSum } from './split';

/** `deposit`: from ext to main. `withdrawal`: from main to ext. */
export const TRANSFER_DIRECTIONS = ['deposit', 'withdrawal'] as const;
export type TransferDirection = (typeof TRANSFER_DIRECTIONS)[number];

/**
 * - `signed`: its source transaction is not known to be final; the relayer broadcasts the stored bytes
 * - `sent`: final on its chain and irreversible: the rest takes only time
 * - `attested`: the guardians' signatures are complete; `completed`: paid out on the other chain
 * - `expired`: the source transaction can never land; its signer signs another transfer
 */
export const TRANSFER_STATES = ['signed', 'sent', 'attested', 'completed', 'expired'] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** The proof that a source transaction never lands: its blockhash is too old, or it failed in a final block. */
export const EXPIRY_REASONS = ['blockhash_expired', 'failed_on_chain'] as const;
export type ExpiryReason = (typeof EXPIRY_REASONS)[number];

export interface Transfer {
  readonly transferId: string;
  readonly direction: TransferDirection;
  /** The deposit or the withdrawal it belongs to. */
  readonly subjectId: Uint8Array;
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
  /** The token account to pay on the other chain. */
  readonly recipientAccount: Uint8Array;
  /** If it shares its message: the list (`encodeSplit`), of which `share` is its entry. Null if it goes alone. */
  readonly split: Uint8Array | null;
  /** 0 if it goes alone. */
  readonly share: number;
  readonly sourceSignature: Uint8Array;
  /** The transaction to broadcast; `null` if its sender has seen it final. */
  readonly sourceBytes: Uint8Array | null;
  readonly lastValidBlockHeight: number | null;
  readonly state: TransferState;
  readonly expiry: ExpiryReason | null;
  /** Wormhole's sequence number of the message, known once it is final. Unique with chain, emitter and `share`. */
  readonly sequence: number | null;
  readonly vaa: Uint8Array | null;
  readonly completionSignature: Uint8Array | null;
  readonly history: readonly HistoryEntry[];
  readonly createdMs: number;
  readonly updatedMs: number;
}

export type NewTransfer = Pick<
  Transfer,
  | 'transferId'
  | 'direction'
  | 'subjectId'
  | 'user'
  | 'amountMicroUsdc'
  | 'recipientAccount'
  | 'split'
  | 'share'
  | 'sourceSignature'
  | 'sourceBytes'
  | 'lastValidBlockHeight'
>;

/** A deposit has one transfer for each attempt, as each has its own transaction. A withdrawal has one debit. */
export const depositTransferId = (depositId: Uint8Array, attempt: number): string =>
  `deposit:${toHex(depositId)}:${attempt}`;
export const withdrawalTransferId = (withdrawalId: Uint8Array): string =>
  `withdrawal:${toHex(withdrawalId)}`;

/** A transfer with a message of its own. */
export const ALONE = { split: null, share: 0 } as const;

/** The same for all that share a message: what is done for it on the target chain is done once. */
export const messageNameOf = ({
  transferId,
  split,
  sourceSignature,
}: Pick<Transfer, 'transferId' | 'split' | 'sourceSignature'>): string =>
  split === null ? transferId : `split:${toHex(sourceSignature)}`;

/** What the bridge's message transfers. */
export const messageAmountOf = ({
  amountMicroUsdc,
  split,
}: Pick<Transfer, 'amountMicroUsdc' | 'split'>): number =>
  split === null ? amountMicroUsdc : splitSum(decodeSplit(split));

export const sourceChainOf = (direction: TransferDirection): FundingChain =>
  direction === 'deposit' ? 'ext' : 'main';
export const targetChainOf = (direction: TransferDirection): FundingChain =>
  direction === 'deposit' ? 'main' : 'ext';

export const newTransfer = (signed: NewTransfer, nowMs: number): Transfer => ({
  ...signed,
  state: 'signed',
  expiry: null,
  sequence: null,
  vaa: null,
  completionSignature: null,
  history: [
    { state: 'signed', atMs: nowMs, reason: null, txSignature: toBase58(signed.sourceSignature) },
  ],
  createdMs: nowMs,
  updatedMs: nowMs,
});

export const isTransferOver = ({ state }: Transfer): boolean =>
  state === 'completed' || state === 'expired';

export type TransferFact =
  | { readonly kind: 'sent'; readonly sequence: number }
  | { readonly kind: 'attested'; readonly vaa: Uint8Array }
  | { readonly kind: 'completed'; readonly txSignature: Uint8Array }
  | { readonly kind: 'expired'; readonly reason: ExpiryReason };

const ORDER: Readonly<Record<TransferState, number>> = {
  signed: 0,
  sent: 1,
  attested: 2,
  completed: 3,
  expired: 3,
};

/** Each state follows the one before it: the relayer observes and reports them in order. */
export function advanceTransfer(
  transfer: Transfer,
  fact: TransferFact,
  nowMs: number,
): Outcome<Transfer> {
  const { state } = transfer;
  if (state === fact.kind) return UNCHANGED;
  if (state === 'expired') return contradiction(`${fact.kind}, but it expired`);
  if (fact.kind === 'expired') {
    if (state !== 'signed') return contradiction(`expired, but it is ${state}`);
  } else if (ORDER[fact.kind] < ORDER[state]) return UNCHANGED;
  else if (ORDER[fact.kind] > ORDER[state] + 1) {
    return contradiction(`${fact.kind}, but it is only ${state}`);
  }
  return advanced({
    ...transfer,
    ...learned(fact),
    state: fact.kind,
    updatedMs: nowMs,
    history: withEntry(transfer.history, {
      state: fact.kind,
      atMs: nowMs,
      reason: fact.kind === 'expired' ? fact.reason : null,
      txSignature: fact.kind === 'completed' ? toBase58(fact.txSignature) : null,
    }),
  });
}

function learned(fact: TransferFact): Partial<Transfer> {
  switch (fact.kind) {
    case 'sent':
      return { sequence: fact.sequence };
    case 'attested':
      return { vaa: fact.vaa };
    case 'completed':
      return { completionSignature: fact.txSignature };
    case 'expired':
      return { expiry: fact.reason };
  }
}
