/** Commands as a journal contains them, without signatures. */
import type { CommandOf } from '@bellwether/exchange';
import type { OrderTerms } from './trading-pair';

const FAR_AWAY_SECONDS = 4_000_000_000;
const NO_SIGNATURE = new Uint8Array(64);

export const createEvent = (
  eventId: string,
  labels: readonly string[],
  feeBps: number | null = null,
): CommandOf<'create_event'> => ({
  kind: 'create_event',
  eventId,
  question: `${eventId}?`,
  description: '',
  category: { name: 'bench', sub: 'bench' },
  expiry: FAR_AWAY_SECONDS,
  mutuallyExclusive: false,
  feeBps,
  opensAt: null,
  labels: [...labels],
});

export const testCredit = (
  user: Uint8Array,
  amount: number,
  reference: string,
): CommandOf<'test_credit'> => ({ kind: 'test_credit', user, amount, reference });

export const order = (
  terms: OrderTerms,
  signature: Uint8Array = NO_SIGNATURE,
): CommandOf<'order'> => ({
  kind: 'order',
  ...terms,
  feeBps: 0,
  builder: null,
  signature,
});
