import { toHex } from '@bellwether/codec';
import type { CaseOutcome } from '../command';
import { isResolved } from '../commands/resolution';
import { PRICE_SCALE_BPS } from '../limits';
import { DEFAULT_VOID_PRICE_BPS, endingOf } from '../markets/ending';
import { refused } from '../refusal';
import type { ReplyOf } from '../reply';
import type { ExchangeState } from '../state';
import type { Case, CaseEnding, Challenge } from './case-table';

type Refused = ReplyOf<'refused'>;
type About = Pick<Case, 'event' | 'market'>;

export const isRefused = (found: readonly CaseEnding[] | Refused): found is Refused =>
  'kind' in found;

const wrong = (field: string, value: number | string, expected: string): Refused =>
  refused('VALIDATION_FAILED', { field, value, expected });

/** How the markets of a case end under an outcome, in order of their creation; of an event those that are unresolved. */
export function endingsOf(
  state: ExchangeState,
  about: About,
  outcome: CaseOutcome,
): readonly CaseEnding[] | Refused {
  const isOfMarket = outcome.kind === 'market';
  if (isOfMarket !== (about.market !== 0)) {
    const expected = isOfMarket ? 'winner, prices or void' : 'yes, no or void';
    return wrong('outcome', isOfMarket ? outcome.resolution : outcome.kind, expected);
  }
  return isOfMarket ? ofMarket(state, about, outcome) : ofEvent(state, about.event, outcome);
}

function ofMarket(
  { catalogue }: ExchangeState,
  { event, market }: About,
  { resolution, price }: Extract<CaseOutcome, { kind: 'market' }>,
): readonly CaseEnding[] | Refused {
  const { eventId, mutuallyExclusive, voidPrice, voidAtLast } = catalogue.entry(event).command;
  if (mutuallyExclusive && resolution !== 'no')
    return refused('RESOLVE_BY_EVENT', { event_id: eventId });
  if (resolution !== 'void') return [{ market, ending: endingOf(resolution, null) }];
  if (voidAtLast === true && price === null)
    return wrong('price', 'none', 'the last price before price_as_of');
  const fixed = voidAtLast === true ? price : (voidPrice ?? DEFAULT_VOID_PRICE_BPS);
  if (price !== null && price !== fixed) return wrong('price', price, `${fixed}`);
  return [{ market, ending: endingOf('void', fixed) }];
}

function ofEvent(
  state: ExchangeState,
  event: number,
  outcome: Exclude<CaseOutcome, { kind: 'market' }>,
): readonly CaseEnding[] | Refused {
  const { catalogue, markets } = state;
  const ofIt = catalogue.marketsOf(event);
  const won = ofIt.find((market) => markets.resolution(market) === 'yes');
  if (won !== undefined) return alreadyResolved(state, won);
  const open = ofIt.filter((market) => !isResolved(state, market));
  if (outcome.kind === 'winner') {
    const winner = markets.find(outcome.winner);
    if (!ofIt.includes(winner)) return unknownMarket(outcome.winner);
    if (!open.includes(winner)) return alreadyResolved(state, winner);
    return open.map((market) => {
      return { market, ending: endingOf(market === winner ? 'yes' : 'no', null) };
    });
  }
  const isExhaustive = catalogue.entry(event).command.exhaustive === true;
  const prices =
    outcome.kind === 'void'
      ? equalShares(open.length, isExhaustive)
      : sharesOf(state, open, isExhaustive, outcome.prices);
  if (!Array.isArray(prices)) return prices;
  return open.map((market, i) => ({ market, ending: endingOf('void', prices[i]!) }));
}

/** What is missing to 10,000 goes by 1 bp to the first in order of creation. */
function equalShares(count: number, isExhaustive: boolean): number[] | Refused {
  if (!isExhaustive) return wrong('void', 'true', 'prices: more than these outcomes may come true');
  const share = Math.floor(PRICE_SCALE_BPS / count);
  const missing = PRICE_SCALE_BPS - share * count;
  return Array.from({ length: count }, (_, i) => share + (i < missing ? 1 : 0));
}

function sharesOf(
  { markets }: ExchangeState,
  open: readonly number[],
  isExhaustive: boolean,
  prices: readonly { readonly marketId: Uint8Array; readonly price: number }[],
): number[] | Refused {
  const shares = new Map<number, number>();
  for (const { marketId, price } of prices) {
    const market = markets.find(marketId);
    if (!open.includes(market)) return unknownMarket(marketId);
    shares.set(market, price);
  }
  const sum = [...shares.values()].reduce((a, b) => a + b, 0);
  if (sum > PRICE_SCALE_BPS || (isExhaustive && sum < PRICE_SCALE_BPS)) {
    const expected = isExhaustive ? `exactly ${PRICE_SCALE_BPS}` : `at most ${PRICE_SCALE_BPS}`;
    return wrong('prices', sum, `${expected} in all`);
  }
  return open.map((market) => shares.get(market) ?? 0);
}

const unknownMarket = (marketId: Uint8Array): Refused =>
  refused('MARKET_NOT_FOUND', { market_id: toHex(marketId) });

const alreadyResolved = ({ markets }: ExchangeState, market: number): Refused =>
  refused('ALREADY_RESOLVED', {
    resolution: markets.resolution(market)!,
    market_id: toHex(markets.idOf(market)),
  });

export const areSameEndings = (a: readonly CaseEnding[], b: readonly CaseEnding[]): boolean =>
  a.every(({ ending: { resolution, price } }, i) => {
    const other = b[i]!.ending;
    return other.resolution === resolution && other.price === price;
  });

/** Whether a challenger claims what these endings say. Nobody claims prices. */
export function isClaimed(
  about: Pick<Case, 'market' | 'endings'>,
  { claim, claimMarket }: Pick<Challenge, 'claim' | 'claimMarket'>,
): boolean {
  if (about.market !== 0) return claim === about.endings[0]!.ending.resolution;
  const winner = about.endings.find(({ ending }) => ending.resolution === 'yes')?.market ?? 0;
  return winner === 0 ? claim === 'void' : claim === 'winner' && claimMarket === winner;
}
