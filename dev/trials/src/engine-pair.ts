/** Two engines of one exchange, by what they log: which one leads, and its death. */
import { open } from 'node:fs/promises';
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

/** Lines of all its processes, oldest first, from an offset in bytes on. */
async function linesFrom(dataDir: string, engine: PartName, offset: number) {
  const file = await open(join(dataDir, 'logs', `${engine}.log`));
  try {
    const length = (await file.stat()).size - offset;
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
    const end = buffer.lastIndexOf('\n') + 1; // the last line may be cut
    const lines = buffer.toString('utf8', 0, end).split('\n');
    const ours = lines.filter((line) => line.includes('"msg"'));
    const parsed = ours.map((line) => logLine.parse(JSON.parse(line.slice(line.indexOf('{')))));
    return { parsed, offset: offset + end };
  } finally {
    await file.close();
  }
}

export const engineLog = async (dataDir: string, engine: PartName) =>
  (await linesFrom(dataDir, engine, 0)).parsed;

export class EnginePair {
  kills = 0;
  /** How far each log was read, with the last epoch that the engine began, and whether it follows the other. */
  private readonly seen = ENGINES.map((engine) => ({
    engine,
    offset: 0,
    epoch: 0,
    isFollowing: false,
  }));

  constructor(private readonly dataDir: string) {}

  /** The engine that began the last epoch, and whether the other one follows it. */
  private async look() {
    for (const one of this.seen) {
      const { parsed, offset } = await linesFrom(this.dataDir, one.engine, one.offset);
      one.offset = offset;
      for (const { msg, epoch = 0 } of parsed) {
        if (msg === 'caught up') one.epoch = epoch;
        if (msg === 'serving' || msg === 'standing by') one.isFollowing = msg === 'standing by';
      }
    }
    const [leader, other] = this.seen.toSorted((a, b) => b.epoch - a.epoch);
    return { leader: leader!.engine, epoch: leader!.epoch, isWhole: other!.isFollowing };
  }

  /** Until one leads and the other follows. @param after the epoch of one that died; one who died while it led has said so last */
  async whole(after = 0): Promise<void> {
    await eventually(
      () => this.look(),
      ({ epoch, isWhole }) => epoch > after && isWhole,
    );
  }

  /** The engine that leads now, and its death, which comes at once. */
  async aim() {
    const { leader, epoch } = await this.look();
    return { epoch, fire: () => this.kill(leader) };
  }

  /** @returns when the supervisor has started it again */
  private async kill(engine: PartName): Promise<void> {
    this.kills++;
    await killPart(this.dataDir, engine);
  }
}
