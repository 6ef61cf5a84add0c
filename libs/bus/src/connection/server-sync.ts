/**
 * Checks that a journal's servers sync every append to disk before they acknowledge it (`sync_interval: always`). By
 * default nats-server syncs every two minutes, and after a power cut it comes back healthy without what it acknowledged
 * since. Clients cannot see this setting; the server's monitoring shows it (`/varz`).
 */
import { Fault } from '@bellwether/errors';
import { pause } from './backoff';
import type { Log } from './log';

const ANSWER_TIMEOUT_MS = 2_000;
/** If all servers stay silent this long, there is no cluster to start on. */
const ATTEMPTS = 20;

export interface MonitoredServers {
  /** e.g. `http://nats-0:8222`, one per server. */
  readonly monitorUrls: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Asks every server. Servers that are down are skipped, as a cluster works without them, but one must answer.
 * @throws Fault (poison) if one does not sync, or none answers
 */
export async function requireSyncedServers(
  { monitorUrls, signal }: MonitoredServers,
  log: Log,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const answers = await Promise.all(monitorUrls.map((url) => syncsAlways(url)));
    for (const [at, url] of monitorUrls.entries()) {
      if (answers[at] === false) {
        throw new Fault('poison', `the nats-server at ${url} runs without sync_interval: always`);
      }
      if (answers[at] === null) log.warn({ url }, 'a nats-server does not tell whether it syncs');
    }
    if (answers.includes(true)) return;
    await pause(attempt, signal);
  }
  throw new Fault('poison', `no nats-server tells whether it syncs: ${monitorUrls.join(', ')}`);
}

/** true: all that answer sync; false: one does not; null: none answers. */
export async function syncedServers(monitorUrls: readonly string[]): Promise<boolean | null> {
  const answers = await Promise.all(monitorUrls.map((url) => syncsAlways(url)));
  if (answers.includes(false)) return false;
  return answers.includes(true) ? true : null;
}

/** null: no answer. */
async function syncsAlways(url: string): Promise<boolean | null> {
  try {
    const response = await fetch(new URL('/varz', url), {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    const { jetstream } = Object(await response.json()) as {
      jetstream?: { config?: { sync_always?: unknown } };
    };
    return jetstream?.config?.sync_always === true;
  } catch {
    return null;
  }
}
