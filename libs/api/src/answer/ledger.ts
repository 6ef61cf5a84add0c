/** `GET /v1/ledger/{public_key}`: a user's statement. */
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
  signedCount,
  time,
  transaction,
} from './fields';
import { from } from './inside';
import { endOfPage } from './page';

/** `reference`: a deposit's transaction, or a withdrawal's id. */
interface Referring {
  readonly kind: MoneyEvent;
  readonly reference: Uint8Array | null;
}

const entry = named(
  'LedgerEntry',
  z.strictObject({
    seq: count('The command that moved the money', EXAMPLE.seq),
    event_index: count('Which of the events of that command it was', 1),
    time: from('timestampMs', time('When it was carried out')),
    kind: oneOf(MONEY_EVENTS, 'Why the money moved', 'trade'),
    amount: signedCount('What came or, below 0, went, fees included, in micro-USDC', -4_673_250),
    balance: micro('The total after it: available and locked', 95_326_750),
    trade_id: count('The trade', 17).nullable(),
    market_id: market('The market of a payout or a redemption').nullable(),
    withdrawal_id: from(
      ({ kind, reference }: Referring) => (kind.startsWith('withdrawal_') ? reference : null),
      hex32('The withdrawal', EXAMPLE.withdrawalId).nullable(),
    ),
    tx_signature: from(
      ({ kind, reference }: Referring) => (kind === 'deposit_credited' ? reference : null),
      transaction("The vault's transaction of a deposit").nullable(),
    ),
  }),
  "One movement of a user's money. Locking and unlocking it moves none.",
);

export const ledgerAnswer = named(
  'LedgerPage',
  z.strictObject({
    entries: from('items', z.array(entry).meta({ description: 'Newest first' })),
    ...endOfPage(encodePlaceCursor),
  }),
  "A user's statement: every movement of its money, each with the total that it left.",
);
