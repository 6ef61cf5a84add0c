/**
 * The metrics that the sources register, by name. A name composed of a prefix and a word appears in its source as the
 * prefix and, beside its help text, the word.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './checkout';

const WHOLE = /'(bellwether_[a-z_]+)'/g;
const PREFIX = /`(bellwether_[a-z_]+_)\$\{name\}`/;
/** `gauge('leads', 'help'`, `this.gauge(places, 'scan_slot', 'help'`, `seq: ['seq', 'help'`. */
const WORD = /(?:gauge\((?:\s*\w+,)?|\w+: \[)\s*'([a-z_]+)',\s*(?:'[^']{8,}'|"[^"]{8,}")/g;
/** Registered for each app with workers, with its name in it. */
const OF_WORKERS = ['alarms_total', 'done_total', 'failing_seconds', 'failures_total'];

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'));

const captured = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

function namesIn(text: string): string[] {
  if (!text.includes("'prom-client'") && !text.includes('UnderWayGauges')) return [];
  const prefix = PREFIX.exec(text)?.[1];
  const words = prefix === undefined ? [] : captured(text, WORD).map((word) => prefix + word);
  return [...captured(text, WHOLE), ...words];
}

export function sourceMetrics(): Set<string> {
  const apps = readdirSync(join(ROOT, 'apps'));
  const names = [
    'libs/runtime/src',
    'libs/nest-bus/src',
    'libs/funding-runtime/src',
    ...apps.map((app) => `apps/${app}/src`),
  ].flatMap((folder) => sourcesOf(folder).flatMap(namesIn));
  const withDuties = apps.filter((app) =>
    sourcesOf(`apps/${app}/src`).some((text) => text.includes('assembleFundingApp(')),
  );
  const workers = withDuties.flatMap((app) =>
    OF_WORKERS.map((what) => `bellwether_${app.replaceAll('-', '_')}_${what}`),
  );
  return new Set([...names, ...workers]);
}

const ROW = /^\| `(bellwether_[a-z_]+)`/gm;

/** The tables of docs/METRICS.md. */
export const documentedMetrics = (): string[] =>
  captured(readFileSync(join(ROOT, 'docs/METRICS.md'), 'utf8'), ROW);

const OF_A_HISTOGRAM = /_(?:bucket|sum|count)$/;

/** True if a series of that name belongs to a metric in `names`. */
export const isSeriesOf = (names: ReadonlySet<string>, series: string): boolean =>
  names.has(series) || names.has(series.replace(OF_A_HISTOGRAM, ''));
