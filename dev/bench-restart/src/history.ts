/** A long history, command by command: accounts with money, markets, orders that rest, and traffic on top of them. */
import type { JournaledCommand } from '@bellwether/exchange';

export interface HistorySize {
  readonly accounts: number;
  readonly events: number;
  readonly marketsPerEvent: number;
  readonly restingOrders: number;
}

const FAR_AWAY_SECONDS = 4_000_000_000;
const NO_SIGNATURE = new Uint8Array(64);
/** To each: enough for its orders, and together far below what a total may be. */
const CREDIT_MICRO_USDC = 1_000_000_000;
/** Prices that never meet: buys below, sells of NO mirror them. */
const PRICES = 40;

export function userOf(number: number): Uint8Array {
  const user = new Uint8Array(32);
  new DataView(user.buffer).setUint32(0, number + 1, true);
  return user;
}

/** Accounts with money, then the catalogue. */
export function* beginning({
  accounts,
  events,
  marketsPerEvent,
}: HistorySize): Generator<JournaledCommand> {
  for (let number = 0; number < accounts; number++) {
    const credit = { user: userOf(number), amount: CREDIT_MICRO_USDC, reference: `r${number}` };
    yield { lane: 'admin', command: { kind: 'test_credit', ...credit } };
  }
  for (let number = 0; number < events; number++) {
    yield {
      lane: 'admin',
      command: {
        kind: 'create_event',
        eventId: `event-${number}`,
        question: `Question ${number}?`,
        description: '',
        category: { name: 'bench', sub: 'restart' },
        expiry: FAR_AWAY_SECONDS,
        mutuallyExclusive: false,
        feeBps: null,
        opensAt: null,
        labels: Array.from({ length: marketsPerEvent }, (_, label) => `outcome ${label}`),
      },
    };
  }
}

/** Order `number` of the history: accounts and markets take turns, nonces rise, nothing meets. */
export function restingOrder(
  number: number,
  { accounts }: Pick<HistorySize, 'accounts'>,
  marketIds: readonly Uint8Array[],
): JournaledCommand {
  return {
    lane: 'order',
    command: {
      kind: 'order',
      user: userOf(number % accounts),
      marketId: marketIds[number % marketIds.length]!,
      outcome: 'yes',
      side: 'buy',
      price: 1 + (number % PRICES),
      size: 1 + (number % 9),
      orderType: 'gtc',
      nonce: 1 + Math.floor(number / accounts),
      feeBps: 0,
      builder: null,
      signature: NO_SIGNATURE,
    },
  };
}

/** One command of the tail: an order that finds nothing and goes, as most of the traffic of a quoted market does. */
export function passingOrder(
  number: number,
  { accounts, restingOrders }: HistorySize,
  marketIds: readonly Uint8Array[],
): JournaledCommand {
  const { lane, command } = restingOrder(restingOrders + number, { accounts }, marketIds);
  return { lane, command: { ...command, orderType: 'ioc' } as typeof command };
}
