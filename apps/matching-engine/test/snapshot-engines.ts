/** Engines of one shard that keep snapshots in a folder of their own. `close` stops them and removes it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from './engine-under-test';
import type { EngineUnderTest } from './engine-under-test';

const EVERY_COMMANDS = 20;

export class SnapshotEngines {
  /** In the order of their start. */
  readonly engines: EngineUnderTest[] = [];

  private constructor(
    private readonly natsUrl: string,
    private readonly shard: number,
    readonly folder: string,
  ) {}

  static async open(natsUrl: string, shard: number): Promise<SnapshotEngines> {
    const folder = await mkdtemp(join(tmpdir(), 'bellwether-snapshots-'));
    return new SnapshotEngines(natsUrl, shard, folder);
  }

  async start(folder = this.folder): Promise<EngineUnderTest> {
    const options = { shard: this.shard, snapshotDir: folder, snapshotCommands: EVERY_COMMANDS };
    const engine = await startEngine(this.natsUrl, options);
    this.engines.push(engine);
    return engine;
  }

  async close(): Promise<void> {
    await Promise.all(this.engines.map((engine) => engine.stop()));
    await rm(this.folder, { recursive: true, force: true });
  }
}
