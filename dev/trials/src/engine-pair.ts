/** Two engines of one exchange, by what they log: which one leads, and its death. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { eventually } from '../../e2e/src/eventually';
import { killPart } from '../../e2e/src/processes';
import type { PartName } from '../../e2e/src/processes';

export const ENGINES: readonly PartName[] = ['matching-engine', 'matching-engine-standby'];

const logLine = z.object({
  msg: z.string(),
  epoch: z.int().optional(),
  seq: z.int().optional(),
  state_hash: z.string().optional(),
});

/** Lines of all its processes, oldest first. */
export async function engineLog(dataDir: string, engine: PartName) {
  const log = await readFile(join(dataDir, 'logs', `${engine}.log`), 'utf8');
  const written = log.split('\n').slice(0, -1); // the last one may be cut
  const lines = written.filter((line) => line.includes('"msg"'));
  return lines.map((line) => logLine.parse(JSON.parse(line.slice(line.indexOf('{')))));
}

export class EnginePair {
  kills = 0;

  constructor(private readonly dataDir: string) {}

  /** The engine that began the last epoch, and whether the other one follows it. */
  private async look() {
    const [first, second] = await Promise.all(
      ENGINES.map(async (engine) => {
        const log = await engineLog(this.dataDir, engine);
        const words = log.findLast(({ msg }) => msg === 'serving' || msg === 'standing by');
        const epoch = log.findLast(({ msg }) => msg === 'caught up')?.epoch ?? 0;
        return { engine, epoch, isFollowing: words?.msg === 'standing by' };
      }),
    );
    const [leader, other] = first!.epoch > second!.epoch ? [first!, second!] : [second!, first!];
    return { leader: leader.engine, epoch: leader.epoch, isWhole: other.isFollowing };
  }

  /** Until one leads and the other follows. @param after the epoch of one that died; one who died while it led has said so last */
  async whole(after = 0): Promise<void> {
    await eventually(
      () => this.look(),
      ({ epoch, isWhole }) => epoch > after && isWhole,
    );
  }

  /** @returns the epoch that ended with it, when the supervisor has started that engine again */
  async killLeader(): Promise<number> {
    const { leader, epoch } = await this.look();
    this.kills++;
    await killPart(this.dataDir, leader);
    return epoch;
  }
}
