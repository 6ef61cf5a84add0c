/**
 * The commands before a workload's first: markets, money, and contracts of both outcomes for every account in each of
 * its markets, so that half of the orders can be sells. They are ordinary commands: nothing is written into the
 * engine's state directly.
 */
import type { Command, Lane, SequencedCommand } from '@bellwether/exchange';
import { createEvent, order, testCredit } from '../load/commands';
import { NETWORK, accountKey, eventIdOf, eventsOf, labelOf, marketKey } from './keys';
import { type WorkloadShape, accountsOf } from './workload';

export const START_MS = 1_700_000_000_000;
const FEE_BPS = 700;

type Placed = Omit<SequencedCommand, 'seq'>;

/** The time of an exchange that has executed nothing yet. */
export function* setUpCommands(shape: WorkloadShape): Generator<SequencedCommand> {
  let seq = 0;
  for (const list of [eventCommands(shape), creditCommands(shape), holdingCommands(shape)]) {
    for (const placed of list) yield { seq: ++seq, ...placed };
  }
}

const place = (lane: Lane, command: Command): Placed => ({ lane, command, timestampMs: START_MS });

const usersOf = (shape: WorkloadShape): readonly Uint8Array[] =>
  Array.from({ length: shape.accounts }, (_, account) => accountKey(account));

function* creditCommands(shape: WorkloadShape): Generator<Placed> {
  for (const [account, user] of usersOf(shape).entries())
    yield place('admin', testCredit(user, shape.credit, `credit ${account}`));
}

/** The accounts of a market in pairs: one buys an outcome, the other one buys the other outcome. */
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
        const terms = { user, marketId, outcome, size: shape.holding, nonce };
        yield place('order', order({ ...terms, side: 'buy', price: 5_000, orderType: 'gtc' }));
      }
    }
  }
}

function* eventCommands({ markets }: WorkloadShape): Generator<Placed> {
  for (const [event, members] of eventsOf(markets).entries())
    yield place('admin', createEvent(eventIdOf(event), members.map(labelOf), FEE_BPS));
}

/** The nonce of the workload's own orders: above all that the set-up used. */
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
