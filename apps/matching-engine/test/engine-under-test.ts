/** Runs the engine in this process, and collects its log and the reason why it failed. */
import { createLogger } from '@bellwether/runtime';
import type { MatchingEngineConfig } from '../src/config';
import { startMatchingEngine } from '../src/start';
import type { EngineStartOptions } from '../src/start';
import type { RunningEngine } from '../src/start';

export interface EngineUnderTest extends RunningEngine {
  readonly log: readonly Record<string, unknown>[];
  /** Resolves with the reason why the engine cannot continue. */
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
    // No limits, unless a test sets them.
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
    // On a loaded machine any order may wait long.
    { ingress: { maxOrderAgeMs: Infinity }, ...starting },
  );
  return { ...engine, log: lines, failed };
}

/** The last seq that an engine had replayed when it had caught up. */
export const seqAtStart = ({ log }: EngineUnderTest): number =>
  Number(log.find(({ msg }) => msg === 'caught up')?.['seq']);

/** The state hash that an engine logged after it caught up. Undefined: it had stood by. */
export const stateHashAtStart = ({ log }: EngineUnderTest): unknown =>
  log.find(({ msg }) => msg === 'caught up')?.['state_hash'];
