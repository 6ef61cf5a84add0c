import { Counter } from 'prom-client';
import type { Metrics } from './metrics';

/** Counts answers about streams from servers that were behind. */
export function watchShortAnswers(
  { registry }: Metrics,
  buses: () => Iterable<{ readonly shortAnswers: number }>,
): void {
  new Counter({
    name: 'bellwether_short_answers_total',
    help: 'Answers that showed less of a stream than this process knew: a server was cut off, or the stream was cut.',
    registers: [registry],
    collect(this: Counter): void {
      this.reset();
      for (const { shortAnswers } of buses()) this.inc(shortAnswers);
    },
  });
}
