/** What a resolution would pay is what it then pays, in every stream, and asking changes nothing. */
import { describe, expect, it } from 'vitest';
import { CAPACITIES } from '../src/capacities';
import type { SequencedCommand } from '../src/command';
import type { Exchange } from '../src/exchange';
import type { ExchangeEvent } from '../src/event';
import type { ResolutionView } from '../src/views';
import { PROFILES, exchangeOf, seededCommands } from './seeded-journal';

const SEED = Number(process.env['EXCHANGE_SEED'] ?? 1);
const COMMANDS = 3_000;
/** A stream goes on until a resolution paid and another was refused: but no longer than this. */
const MOST_COMMANDS = 60_000;
const ASKED_OF = ['everyday', 'lifecycle', 'archiving'];

const askedOf = (exchange: Exchange, { command }: SequencedCommand): ResolutionView | null => {
  if (command.kind === 'resolve_market') return exchange.marketResolution(command);
  return command.kind === 'resolve_event' ? exchange.eventResolution(command) : null;
};

/** The same sums, from the events of the command itself. */
function sumsOf(events: readonly ExchangeEvent[]) {
  const payouts = events.filter((event) => event.kind === 'payout');
  const holds = payouts.filter(({ yesContracts, noContracts }) => yesContracts + noContracts > 0);
  const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0);
  return {
    users: holds.length,
    paid: sum(payouts.map(({ paidMicroUsdc }) => paidMicroUsdc)),
    yes: sum(payouts.map(({ yesContracts }) => yesContracts)),
    no: sum(payouts.map(({ noContracts }) => noContracts)),
    yesUsers: payouts.filter(({ yesContracts }) => yesContracts > 0).length,
    noUsers: payouts.filter(({ noContracts }) => noContracts > 0).length,
    cancelled: events.filter(
      (event) => event.kind === 'order_cancelled' && event.reason === 'market_resolved',
    ).length,
  };
}

function sumsOfView({ markets }: Extract<ResolutionView, { kind: 'resolution' }>) {
  const sum = (of: (market: (typeof markets)[number]) => number) =>
    markets.reduce((total, market) => total + of(market), 0);
  return {
    users: sum(({ users }) => users),
    paid: sum(({ paidMicroUsdc }) => paidMicroUsdc),
    yes: sum(({ yes }) => yes.contracts),
    no: sum(({ no }) => no.contracts),
    yesUsers: sum(({ yes }) => yes.users),
    noUsers: sum(({ no }) => no.users),
    cancelled: sum(({ openOrders }) => openOrders),
  };
}

/** With slices of the usual size, a resolution pays all of its few holders at once. */
const profiles = PROFILES.filter(({ name }) => ASKED_OF.includes(name)).map((profile) => ({
  ...profile,
  limits: { ...profile.limits, endedPerSlice: CAPACITIES.endedPerSlice },
}));

describe.each(profiles)(`along $name, seed ${SEED}`, (profile) => {
  it('each resolution pays what was said before it', () => {
    const exchange = exchangeOf(profile);
    let [paying, refused] = [0, 0];
    const said: unknown[] = [];
    const done: unknown[] = [];
    for (const command of seededCommands(profile, SEED)) {
      if (command.seq > (Math.min(refused, paying) > 0 ? COMMANDS : MOST_COMMANDS)) break;
      const isDue = (exchange.nextDueMs() ?? Infinity) <= command.timestampMs;
      const isResolution = command.command.kind.startsWith('resolve_');
      const before = isResolution ? exchange.stateHash() : '';
      const view = askedOf(exchange, command);
      const after = isResolution ? exchange.stateHash() : '';
      const { answer, events } = exchange.apply(command);
      // Time that passes with the command may cancel orders first, or archive the event.
      if (view === null || isDue) continue;
      const { body } = answer.reply;
      if (view.kind === 'refused') {
        refused++;
        said.push([after, { kind: 'refused', ...view.refusal }]);
        done.push([before, body]);
        continue;
      }
      said.push([after, false, sumsOfView(view)]);
      done.push([before, body.kind === 'refused', sumsOf(events)]);
      if (sumsOf(events).paid > 0) paying++;
    }
    expect(said).toEqual(done);
    expect(refused).toBeGreaterThan(0);
    expect(paying).toBeGreaterThan(0);
  });
});
