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
    sharesOfTheYear(nextYearOf(nowMs, (year) => Date.UTC(year, 11, 31, 21))),
    warmestYear(nextYearOf(nowMs, (year) => Date.UTC(year + 1, 0, 31, 12))),
    songContest(nextYearOf(nowMs, (year) => Date.UTC(year, 4, 15, 19))),
    bestPicture(nextYearOf(nowMs, (year) => Date.UTC(year, 2, 14, 23))),
    fiveSets(nextYearOf(nowMs, (year) => Date.UTC(year, 6, 10, 13))),
    onTheMoon(nextYearOf(nowMs, (year) => Date.UTC(year + 1, 11, 31, 23, 59, 59))),
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

const YES = [{ label: 'Yes' }];

function sharesOfTheYear({ year, expiry }: { year: number; expiry: number }): QuotedEvent {
  return {
    event: {
      event_id: `shares-rise-in-${year}`,
      question: `Will the S&P 500 end ${year} higher than it began it?`,
      description: 'The index of prices, without dividends.',
      rules:
        'Resolves to yes when the official closing value of the last trading day of the year is higher than that of the last trading day of the year before, else to no.',
      resolution_source: 'https://www.spglobal.com/',
      category: { name: 'economy', sub: 'shares' },
      expiry,
      mutually_exclusive: false,
      outcomes: YES,
    },
    fairPrices: { Yes: 6_800 },
  };
}

function warmestYear({ year, expiry }: { year: number; expiry: number }): QuotedEvent {
  return {
    event: {
      event_id: `warmest-year-${year}`,
      question: `Will ${year} be the warmest year on record?`,
      description: 'The mean temperature of the air near the surface, worldwide.',
      rules:
        'Resolves to yes when the yearly report of the Copernicus Climate Change Service names the year as the warmest in its ERA5 record, alone or with another, else to no.',
      resolution_source: 'https://climate.copernicus.eu/',
      category: { name: 'science', sub: 'climate' },
      expiry,
      mutually_exclusive: false,
      outcomes: YES,
    },
    fairPrices: { Yes: 3_500 },
  };
}

function songContest({ year, expiry }: { year: number; expiry: number }): QuotedEvent {
  const fairPrices = {
    Sweden: 1_500,
    Italy: 1_300,
    Ukraine: 1_100,
    Finland: 1_000,
    'Any other country': 5_100,
  };
  return {
    event: {
      event_id: `song-contest-${year}`,
      question: `Who wins the ${year} Eurovision Song Contest?`,
      description: 'One market a country.',
      rules:
        'The country that is announced as the winner at the end of the final resolves to yes and all others to no. Without a final before the markets close, all are void at 50 cents.',
      resolution_source: 'https://eurovision.tv/',
      category: { name: 'culture', sub: 'music' },
      expiry,
      mutually_exclusive: true,
      outcomes: Object.keys(fairPrices).map((label) => ({ label })),
    },
    fairPrices,
  };
}

function bestPicture({ year, expiry }: { year: number; expiry: number }): QuotedEvent {
  return {
    event: {
      event_id: `best-picture-${year}`,
      question: `Will a film that is not in English win Best Picture in ${year}?`,
      description: 'At the Academy Awards of that year.',
      rules:
        'Resolves to yes when more than half of the dialogue of the film that is announced as Best Picture is in other languages than English, as its distributor says, else to no.',
      resolution_source: 'https://www.oscars.org/',
      category: { name: 'culture', sub: 'film' },
      expiry,
      mutually_exclusive: false,
      outcomes: YES,
    },
    fairPrices: { Yes: 1_800 },
  };
}

function fiveSets({ year, expiry }: { year: number; expiry: number }): QuotedEvent {
  return {
    event: {
      event_id: `five-sets-${year}`,
      question: `Will the men's final of Wimbledon ${year} go to five sets?`,
      description: 'The final of the singles.',
      rules:
        'Resolves to yes when a fifth set of the final is begun, else to no. If no final is played before the market closes, it is void at 50 cents.',
      resolution_source: 'https://www.wimbledon.com/',
      category: { name: 'sports', sub: 'tennis' },
      expiry,
      mutually_exclusive: false,
      outcomes: YES,
    },
    fairPrices: { Yes: 3_900 },
  };
}

function onTheMoon({ year, expiry }: { year: number; expiry: number }): QuotedEvent {
  return {
    event: {
      event_id: `on-the-moon-${year + 1}`,
      question: `Will somebody walk on the Moon by the end of ${year + 1}?`,
      description: 'For the first time since 1972, whichever country sends them.',
      rules:
        'Resolves to yes when a space agency has announced, and shown by pictures, that a human being has stood on the surface of the Moon before the market closes, else to no.',
      resolution_source: 'https://www.nasa.gov/',
      category: { name: 'science', sub: 'space' },
      expiry,
      mutually_exclusive: false,
      outcomes: YES,
    },
    fairPrices: { Yes: 1_600 },
  };
}
