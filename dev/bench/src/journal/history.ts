/** A long history, command by command: accounts with money, markets, orders that rest, and traffic after them. */
import type { Exchange, JournaledCommand } from '@bellwether/exchange';
import { createEvent, order, testCredit } from '../load/commands';

interface HistorySize {
  readonly accounts: number;
  readonly events: number;
  readonly marketsPerEvent: number;
  readonly restingOrders: number;
}

/** Credited to each: enough for its orders, and together far below the highest total. */
const CREDIT_MICRO_USDC = 1_000_000_000;
/** Micro-USDC for one contract. */
const HOLDER_MICRO_USDC = 2_000_000;
/** Prices that never meet. */
const PRICES = 40;
const EVEN = 5_000;

function userOf(number: number): Uint8Array {
  const user = new Uint8Array(32);
  new DataView(user.buffer).setUint32(0, number + 1, true);
  return user;
}

export const marketsOf = (exchange: Exchange): Uint8Array[] =>
  exchange.events().flatMap(({ markets }) => markets.map(({ marketId }) => marketId));

/** Accounts with money, then the catalogue. */
export function* beginning(size: HistorySize): Generator<JournaledCommand> {
  yield* credits(size.accounts, CREDIT_MICRO_USDC);
  const labels = Array.from({ length: size.marketsPerEvent }, (_, label) => `outcome ${label}`);
  for (let number = 0; number < size.events; number++) {
    yield { lane: 'admin', command: createEvent(`event-${number}`, labels) };
  }
}

function* credits(accounts: number, amount: number): Generator<JournaledCommand> {
  for (let number = 0; number < accounts; number++)
    yield { lane: 'admin', command: testCredit(userOf(number), amount, `r${number}`) };
}

/** Order `number` of the history. Accounts and markets alternate, nonces rise, nothing matches. */
export function restingOrder(
  number: number,
  { accounts }: Pick<HistorySize, 'accounts'>,
  marketIds: readonly Uint8Array[],
  orderType: 'gtc' | 'ioc' = 'gtc',
): JournaledCommand {
  return {
    lane: 'order',
    command: order({
      user: userOf(number % accounts),
      marketId: marketIds[number % marketIds.length]!,
      outcome: 'yes',
      side: 'buy',
      price: 1 + (number % PRICES),
      size: 1 + (number % 9),
      orderType,
      nonce: 1 + Math.floor(number / accounts),
    }),
  };
}

/** One command of the tail: an order that finds no match and ends, as most of the traffic of a quoted market does. */
export const passingOrder = (
  number: number,
  size: HistorySize,
  marketIds: readonly Uint8Array[],
): JournaledCommand => restingOrder(size.restingOrders + number, size, marketIds, 'ioc');

/** Money for each, then an order of each for one contract: every second one matches the one before it. */
export function* holders(count: number, marketId: Uint8Array): Generator<JournaledCommand> {
  yield* credits(count, HOLDER_MICRO_USDC);
  for (let number = 0; number < count; number++) {
    const terms = {
      ...({ user: userOf(number), marketId, side: 'buy', orderType: 'gtc' } as const),
      ...({ outcome: number % 2 === 0 ? 'yes' : 'no', price: EVEN, size: 1, nonce: 1 } as const),
    };
    yield { lane: 'order', command: order(terms) };
  }
}
