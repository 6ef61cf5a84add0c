/** A market that many hold: pairs of users buy YES and NO for one contract each. */
import { toHex } from '@bellwether/codec';
import type { JournaledCommand } from '@bellwether/exchange';
import { userOf } from '../../bench-restart/src/history';

const NO_SIGNATURE = new Uint8Array(64);
const CREDIT_MICRO_USDC = 2_000_000;
const EVEN = 5_000;
const FAR_AWAY_SECONDS = 4_000_000_000;

export const LARGE = 'large';
export const QUIET = 'quiet';

export const event = (eventId: string): JournaledCommand => ({
  lane: 'admin',
  command: {
    kind: 'create_event',
    eventId,
    question: `${eventId}?`,
    description: '',
    category: { name: 'bench', sub: 'resolution' },
    expiry: FAR_AWAY_SECONDS,
    mutuallyExclusive: false,
    feeBps: 0,
    opensAt: null,
    labels: ['Yes'],
  },
});

export const credit = (user: Uint8Array, amount = CREDIT_MICRO_USDC): JournaledCommand => ({
  lane: 'admin',
  command: { kind: 'test_credit', user, amount, reference: toHex(user) },
});

/** Money for each, then an order of each: every second one meets the one before it. */
export function* holders(count: number, marketId: Uint8Array): Generator<JournaledCommand> {
  for (let number = 0; number < count; number++) yield credit(userOf(number));
  for (let number = 0; number < count; number++) {
    yield {
      lane: 'order',
      command: {
        kind: 'order',
        user: userOf(number),
        marketId,
        outcome: number % 2 === 0 ? 'yes' : 'no',
        side: 'buy',
        price: EVEN,
        size: 1,
        orderType: 'gtc',
        nonce: 1,
        feeBps: 0,
        builder: null,
        signature: NO_SIGNATURE,
      },
    };
  }
}
