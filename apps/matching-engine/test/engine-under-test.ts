/** The engine in this process, with what it logged and what made it fail. */
import { createLogger } from '@bellwether/runtime';
import type { MatchingEngineConfig } from '../src/config';
import { startMatchingEngine } from '../src/start';
import type { EngineStartOptions } from '../src/start';
import type { RunningEngine } from '../src/start';

export interface EngineUnderTest extends RunningEngine {
  readonly log: readonly Record<string, unknown>[];
  /** Settles with what the engine could not go on from. */
  readonly failed: Promise<unknown>;
}

export async function startEngine(
  natsUrl: string,
  options: Partial<MatchingEngineConfig> & { shard: number },
  starting: EngineStartOptions = {},
): Promise<EngineUnderTest> {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => {
    lines.push(JSON.parse(line));
  };
  const config: MatchingEngineConfig = {
    network: 'test',
    natsServers: [natsUrl],
    natsNkeySeed: undefined,
    natsJournalNkeySeed: undefined,
    natsToken: undefined,
    natsMonitorUrls: undefined,
    journalDir: undefined,
    journalReserveBytes: 2 ** 24,
    streamReplicas: 1,
    signatureThreads: 0,
    snapshotDir: undefined,
    snapshotCommands: 500_000,
    // What the engine can do is looked at here; limits are a test's own to set.
    rates: null,
    moneyLimits: null,
    withdrawalLimits: null,
    archiving: null,
    host: '127.0.0.1',
    healthPort: 0,
    logLevel: 'info',
    ...options,
  };
  let fail: (reason: unknown) => void = () => {};
  const failed = new Promise<unknown>((resolve) => {
    fail = resolve;
  });
  const log = createLogger({ service: 'matching-engine', level: 'info' }, { write });
  const engine = await startMatchingEngine(
    { config, log, fail },
    // A loaded machine may hold up any order.
    { ingress: { maxOrderAgeMs: Infinity }, ...starting },
  );
  return { ...engine, log: lines, failed };
}

/** The state hash that an engine logged when it had caught up. */
export const stateHashAtStart = ({ log }: EngineUnderTest): unknown =>
  log.find(({ msg }) => msg === 'caught up')?.['state_hash'];
