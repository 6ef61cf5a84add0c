import { setTimeout as sleep } from 'node:timers/promises';
import { ProgressWatch } from '@bellwether/local-services';
import type { ManagedProcess } from '@bellwether/local-services';

const POLL_MS = 50;
const REQUEST_TIMEOUT_MS = 2_000;
/** How often a start that takes long is spoken of. */
const SAY_MS = 10_000;
const MAX_SHOWN_CHARACTERS = 200;

export interface Waiting {
  /** How long the process may show no sign of work. Default: see `ProgressWatch`; Infinity: for as long as it lives. */
  readonly stillMs?: number;
  /** Called every ten seconds with the thing that it waits for. */
  readonly onSlowStart?: (what: string) => void;
}

/**
 * Waits until `<url>/readyz` says 200, for as long as the process gets on.
 * @throws Error when the process ends before, or with what it lacked when it does nothing any more
 */
export async function untilReady(
  url: string,
  process: Pick<ManagedProcess, 'pid' | 'exited' | 'linesSaid'>,
  { stillMs, onSlowStart }: Waiting = {},
): Promise<void> {
  const progress = new ProgressWatch(process.pid, { stillMs });
  let hasEnded = false;
  void process.exited.then(() => (hasEnded = true));
  let saidMs = performance.now();
  for (let lacks = `no answer yet at ${url}/readyz`; ; await sleep(POLL_MS)) {
    if (hasEnded) throw new Error('it ended while it started');
    const status = await probe(url).catch(() => null);
    if (status?.isReady === true) return;
    if (status !== null) lacks = `waiting for ${whatIsMissing(status.text)}`;
    const end = progress.end(process.linesSaid(), lacks);
    if (end !== null) throw new Error(`${end}: ${lacks}`);
    if (performance.now() - saidMs < SAY_MS) continue;
    saidMs = performance.now();
    onSlowStart?.(lacks);
  }
}

async function probe(url: string): Promise<{ isReady: boolean; text: string }> {
  const response = await fetch(`${url}/readyz`, {
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  return { isReady: response.status === 200, text: await response.text() };
}

/** The checks of an answer that are not well, without their durations, which are never the same. */
export function whatIsMissing(answer: string): string {
  const missing = checksOf(answer)
    .map(([name, check]): [string, Readonly<Record<string, unknown>>] => [
      name,
      { ...Object(check) },
    ])
    .filter(([, { ok, required }]) => ok !== true && required !== false)
    .map(([name, { error }]) => (typeof error === 'string' ? `${name} (${error})` : name));
  return missing.length > 0 ? missing.join(', ') : answer.slice(0, MAX_SHOWN_CHARACTERS);
}

function checksOf(answer: string): readonly [string, unknown][] {
  try {
    const report: unknown = JSON.parse(answer);
    const { checks }: { checks?: unknown } = { ...Object(report) };
    return Object.entries({ ...Object(checks) });
  } catch {
    return []; // not ours, or not whole
  }
}
