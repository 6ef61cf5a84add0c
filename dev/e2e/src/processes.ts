import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { eventually } from './eventually';

/** Where the supervisor records the process of each part. */
const RECORDS = {
  'matching-engine': 'run/matching-engine.json',
  projector: 'run/projector.json',
  signer: 'run/signer.json',
  gateway: 'run/gateway.json',
  'deposit-listener': 'run/deposit-listener.json',
  'bridge-relayer': 'run/bridge-relayer.json',
  'withdraw-worker': 'run/withdraw-worker.json',
  'ext-chain': 'run/ext-chain.json',
  'main-chain': 'run/main-chain.json',
  'chain-services': 'run/chain-services.json',
  'nats-server': 'nats/process.json',
  PostgreSQL: 'postgres/process.json',
} as const;
/** With `--standby` and `--archive`. */
const RECORDS_OF_MORE = {
  'matching-engine-standby': 'run/matching-engine-standby.json',
  'journal-archiver': 'run/journal-archiver.json',
} as const;
const ALL_RECORDS = { ...RECORDS, ...RECORDS_OF_MORE };
export type PartName = keyof typeof ALL_RECORDS;

const record = z.object({ pid: z.int().positive() });

export function pidOf(dataDir: string, part: PartName): number {
  return record.parse(JSON.parse(readFileSync(join(dataDir, ALL_RECORDS[part]), 'utf8'))).pid;
}

/** Those that every run has. */
export const partNames = Object.keys(RECORDS).filter((name): name is PartName => name in RECORDS);

/**
 * Sends a signal to the process of a part, and waits for one when there is none: a part that was hurt by an earlier fault
 * may be on its way back. @returns the process that has got it
 */
export function signalPart(
  dataDir: string,
  part: PartName,
  signal: NodeJS.Signals,
): Promise<number> {
  const send = () => {
    const pid = pidOf(dataDir, part);
    process.kill(pid, signal);
    return pid;
  };
  return eventually(
    () => Promise.resolve().then(send),
    () => true,
  );
}

/** Ends a part as a crash would. @returns when the supervisor has started another one */
export async function killPart(dataDir: string, part: PartName): Promise<void> {
  const killed = await signalPart(dataDir, part, 'SIGKILL');
  await eventually(
    () => Promise.resolve().then(() => pidOf(dataDir, part)),
    (pid) => pid !== killed,
  );
}

/** Stops a part where it stands, and lets it go on after `work`, unless another fault has ended it meanwhile. */
export async function whileFrozen<T>(
  dataDir: string,
  part: PartName,
  work: () => Promise<T>,
): Promise<T> {
  const frozen = await signalPart(dataDir, part, 'SIGSTOP');
  try {
    return await work();
  } finally {
    if (isAlive(frozen)) process.kill(frozen, 'SIGCONT');
  }
}

/** False for a zombie too: nothing of it runs any more. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return !['Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2)[0] ?? '');
  } catch {
    return false;
  }
}
