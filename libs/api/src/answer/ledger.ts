/** `GET /v1/ledger/{public_key}`: a user's statement. */
import { toBase58, toHex } from '@bellwether/codec';
import { MONEY_EVENTS } from '@bellwether/exchange';
import type { MoneyEvent } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { encodePlaceCursor } from '../place-cursor';
import {
  count,
  hex32,
  market,
  micro,
  named,
  oneOf,
  pageFields,
  signedCount,
  time,
  transaction,
} from './fields';
import type { Answer } from './fields';
import { presentMarketId, unixSecondsOf } from './units';

const entry = named(
  'LedgerEntry',
  z.strictObject({
    seq: count('The command that moved the money', EXAMPLE.seq),
    event_index: count('Which of the events of that command it was', 1),
    time: time('When it was carried out'),
    kind: oneOf(MONEY_EVENTS, 'Why the money moved', 'trade'),
    amount: signedCount('What came or, below 0, went, fees included, in micro-USDC', -4_673_250),
    balance: micro('The total after it: available and locked', 95_326_750),
    trade_id: count('The trade', 17).nullable(),
    market_id: market('The market of a payout or a redemption').nullable(),
    withdrawal_id: hex32('The withdrawal', EXAMPLE.withdrawalId).nullable(),
    tx_signature: transaction("The vault's transaction of a deposit").nullable(),
  }),
  "One movement of a user's money. Locking and unlocking it moves none.",
);

export const ledgerAnswer = named(
  'LedgerPage',
  z.strictObject({
    entries: z.array(entry).meta({ description: 'Newest first' }),
    ...pageFields,
  }),
  "A user's statement: every movement of its money, each with the total that it left.",
);
export type LedgerAnswer = Answer<typeof ledgerAnswer>;

/** Micro-USDC; `reference` is a deposit's transaction or a withdrawal's id. */
export interface LedgerEntry {
  readonly seq: number;
  readonly eventIndex: number;
  readonly timestampMs: number;
  readonly kind: MoneyEvent;
  readonly amount: number;
  readonly balance: number;
  readonly tradeId: number | null;
  readonly marketId: Uint8Array | null;
  readonly reference: Uint8Array | null;
}

export function presentLedger(page: {
  readonly items: readonly LedgerEntry[];
  readonly hasMore: boolean;
}): LedgerAnswer {
  const last = page.items.at(-1);
  return {
    entries: page.items.map(presentEntry),
    next_cursor: page.hasMore && last !== undefined ? encodePlaceCursor(last) : null,
    has_more: page.hasMore,
  };
}

const presentEntry = (one: LedgerEntry): Answer<typeof entry> => ({
  seq: one.seq,
  event_index: one.eventIndex,
  time: unixSecondsOf(one.timestampMs),
  kind: one.kind,
  amount: one.amount,
  balance: one.balance,
  trade_id: one.tradeId,
  market_id: one.marketId === null ? null : presentMarketId(one.marketId),
  withdrawal_id: isWithdrawal(one) && one.reference !== null ? toHex(one.reference) : null,
  tx_signature:
    one.kind === 'deposit_credited' && one.reference !== null ? toBase58(one.reference) : null,
});

const isWithdrawal = ({ kind }: LedgerEntry): boolean => kind.startsWith('withdrawal_');
