import type { CatalogueEvent } from '../event';
import type { ExchangeState } from '../state';

/** An event in the form that history stores. */
export function catalogueEvent(state: ExchangeState, event: number): CatalogueEvent {
  const { catalogue, markets } = state;
  const { command, feeBps, makerRebatePct, createdMs, markets: numbers } = catalogue.entry(event);
  return {
    eventId: command.eventId,
    question: command.question,
    description: command.description,
    category: command.category,
    expiry: command.expiry,
    mutuallyExclusive: command.mutuallyExclusive === 1,
    feeBps,
    makerRebatePct,
    opensAt: command.opensAt,
    createdMs,
    rules: command.rules,
    resolutionSource: command.resolutionSource,
    imageUrl: command.imageUrl,
    markets: numbers.map((market, i) => ({
      label: command.labels[i]!,
      marketId: markets.idOf(market),
      status: markets.statusName(market),
    })),
  };
}
