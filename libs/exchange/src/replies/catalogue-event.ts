import type { CatalogueEvent } from '../event';
import type { CatalogueEntry } from '../markets/catalogue';
import type { ExchangeState } from '../state';

/** An event's own fields. */
export function termsOf(entry: CatalogueEntry): Omit<CatalogueEvent, 'markets'> {
  const { command, feeBps, makerRebatePct, createdMs, resolutionRules } = entry;
  const { kind: _, labels: _labels, ...terms } = command;
  const expiry = entry.expiry ?? command.expiry;
  return { ...terms, expiry, feeBps, makerRebatePct, createdMs, resolutionRules };
}

/** An event in the form that history stores. */
export function catalogueEvent(state: ExchangeState, event: number): CatalogueEvent {
  const { catalogue, markets } = state;
  const entry = catalogue.entry(event);
  return {
    ...termsOf(entry),
    markets: entry.markets.map((market, i) => ({
      label: entry.command.labels[i]!,
      marketId: markets.idOf(market),
      status: markets.statusName(market),
    })),
  };
}
