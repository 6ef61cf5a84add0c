/**
 * The commands before a workload's first: markets, money, and contracts of both outcomes for every account in each of its
 * markets, so that half of the orders can be sells. They are ordinary commands; nothing is put into the engine by hand.
 */
import type { Command, Lane, OrderCommand, SequencedCommand } from '@bellwether/exchange';
import { NETWORK, accountKey, eventIdOf, eventsOf, labelOf, marketKey } from './keys';
import { type WorkloadShape, accountsOf } from './workload';

export const START_MS = 1_700_000_000_000;
const EXPIRY_SECONDS = 4_000_000_000;
const FEE_BPS = 700;
const SIGNATURE = new Uint8Array(64);

type Placed = Omit<SequencedCommand, 'seq'>;

export function* setUpCommands(shape: WorkloadShape): Generator<SequencedCommand> {
  yield* numbered([eventCommands(shape.markets), creditCommands(shape), holdingCommands(shape)]);
}

/** Commands of an exchange that has seen none yet. */
export function* numbered(lists: readonly Iterable<Placed>[]): Generator<SequencedCommand> {
  let seq = 0;
  for (const list of lists) {
    for (const placed of list) yield { seq: ++seq, ...placed };
  }
}

const place = (lane: Lane, command: Command): Placed => ({ lane, command, timestampMs: START_MS });

const usersOf = (shape: WorkloadShape): readonly Uint8Array[] =>
  Array.from({ length: shape.accounts }, (_, account) => accountKey(account));

export function* creditCommands(shape: WorkloadShape): Generator<Placed> {
  for (const [account, user] of usersOf(shape).entries()) {
    const reference = `credit ${account}`;
    yield place('admin', { kind: 'test_credit', user, amount: shape.credit, reference });
  }
}

/** The accounts of a market in pairs: what one buys of an outcome, the other buys of the other. */
function* holdingCommands(shape: WorkloadShape): Generator<Placed> {
  const users = usersOf(shape);
  const nonces = new Uint32Array(shape.accounts);
  for (let market = 0; market < shape.markets; market++) {
    const marketId = marketKey(market);
    const accounts = accountsOf(shape, market);
    for (let index = 0; index + 1 < accounts.length; index += 2) {
      const [one, other] = [accounts[index]!, accounts[index + 1]!];
      for (const [outcome, account] of [
        ['yes', one],
        ['no', other],
        ['no', one],
        ['yes', other],
      ] as const) {
        const nonce = ++nonces[account]!;
        const user = users[account]!;
        yield place('order', mintOrder({ user, marketId, outcome, size: shape.holding, nonce }));
      }
    }
  }
}

export function* eventCommands(markets: number): Generator<Placed> {
  for (const [event, members] of eventsOf(markets).entries()) {
    yield place('admin', {
      kind: 'create_event',
      eventId: eventIdOf(event),
      question: 'Will it?',
      description: '',
      category: { name: 'bench', sub: 'core' },
      expiry: EXPIRY_SECONDS,
      mutuallyExclusive: false,
      feeBps: FEE_BPS,
      opensAt: null,
      labels: members.map(labelOf),
    });
  }
}

const mintOrder = (
  terms: Pick<OrderCommand, 'user' | 'marketId' | 'outcome' | 'size' | 'nonce'>,
): OrderCommand => ({
  kind: 'order',
  ...terms,
  side: 'buy',
  price: 5_000,
  orderType: 'gtc',
  feeBps: 0,
  builder: null,
  signature: SIGNATURE,
});

/** Of the workload's own orders: above all that the set-up used. */
export const FIRST_NONCE = 1_000_000;

export const networkOptions = (shape: WorkloadShape) =>
  ({
    network: NETWORK,
    expected: {
      accounts: shape.accounts,
      markets: shape.markets,
      restingOrders: Math.ceil(shape.markets * shape.depth * 1.5),
      positions: shape.markets * shape.accountsPerMarket,
    },
  }) as const;
