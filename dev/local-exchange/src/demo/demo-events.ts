/** The markets a newcomer finds: plausible, always in the future, never about anyone's misfortune. */
export interface DemoEvent {
  readonly event_id: string;
  readonly question: string;
  readonly description: string;
  readonly rules: string;
  readonly resolution_source: string;
  readonly category: { readonly name: string; readonly sub: string };
  /** Unix seconds. */
  readonly expiry: number;
  readonly mutually_exclusive: boolean;
  readonly outcomes: readonly { readonly label: string }[];
}

/** A demo event with the price the demo maker quotes around, in bp, by label. */
export interface QuotedEvent {
  readonly event: DemoEvent;
  readonly fairPrices: Readonly<Record<string, number>>;
}

/** A market that is about to close makes a poor first impression: then the next year's is taken. */
const SHORTEST_LIFE_DAYS = 30;
const DAY_MS = 86_400_000;

export function demoEvents(nowMs: number): readonly QuotedEvent[] {
  return [
    rainOnNewYearsEve(nextYearOf(nowMs, (year) => Date.UTC(year, 11, 31, 23, 59, 59))),
    championsLeague(nextYearOf(nowMs, (year) => Date.UTC(year, 4, 25, 18))),
  ];
}

function nextYearOf(
  nowMs: number,
  endOf: (year: number) => number,
): { year: number; expiry: number } {
  let year = new Date(nowMs).getUTCFullYear();
  while (endOf(year) < nowMs + SHORTEST_LIFE_DAYS * DAY_MS) year++;
  return { year, expiry: Math.floor(endOf(year) / 1_000) };
}

function rainOnNewYearsEve({ year, expiry }: { year: number; expiry: number }): QuotedEvent {
  return {
    event: {
      event_id: `rain-in-london-${year}-12-31`,
      question: `Will it rain in London on 31 December ${year}?`,
      description: 'Rain at Heathrow on the last day of the year.',
      rules:
        'Resolves to yes when the Met Office station at Heathrow records at least 0.2 mm of rain between 00:00 and 24:00 UTC on that day, else to no. Snow counts as the water it melts to. If the station publishes nothing within 14 days, the market is void at 50 cents.',
      resolution_source: 'https://www.metoffice.gov.uk/',
      category: { name: 'weather', sub: 'rain' },
      expiry,
      mutually_exclusive: false,
      outcomes: [{ label: 'Yes' }],
    },
    fairPrices: { Yes: 4_400 },
  };
}

function championsLeague({ year, expiry }: { year: number; expiry: number }): QuotedEvent {
  const fairPrices = {
    Arsenal: 2_000,
    Barcelona: 1_700,
    'Bayern Munich': 1_800,
    'Paris Saint-Germain': 2_200,
    'Any other club': 2_300,
  };
  return {
    event: {
      event_id: `champions-league-${year}`,
      question: `Who wins the ${year} Champions League?`,
      description: 'One market a club.',
      rules:
        'The winner of the final, after extra time and penalties if it comes to them, resolves to yes and all others to no. Without a final before the markets close, all are void at 50 cents.',
      resolution_source: 'https://www.uefa.com/',
      category: { name: 'sports', sub: 'football' },
      expiry,
      mutually_exclusive: true,
      outcomes: Object.keys(fairPrices).map((label) => ({ label })),
    },
    fairPrices,
  };
}
