/** What the leading engine journals of itself, on the lane `internal`. */
import { isDeepStrictEqual } from 'node:util';
import type { Exchange, JournaledCommand, MoneyLimits } from '@bellwether/exchange';

/** Something is due: the record's time does the rest. */
export const TICK: JournaledCommand = { lane: 'internal', command: { kind: 'tick' } };

/** Rules follow from the journal alone. Null: it says what the configuration does, or that does not say anything. */
export function limitsToJournal(
  exchange: Pick<Exchange, 'moneyLimits'>,
  limits: MoneyLimits | null | undefined,
): JournaledCommand | null {
  if (!limits || isDeepStrictEqual(exchange.moneyLimits(), limits)) return null;
  return { lane: 'internal', command: { kind: 'set_money_limits', limits } };
}
