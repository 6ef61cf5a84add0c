/** What a long journal costs: see README.md beside this folder. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ArchiveReplay, newestProven, restoreEvents } from '@bellwether/backup';
import type { ProvenSnapshot } from '@bellwether/backup';
import { JOURNAL_START, connectBus, purgeJournalBefore, restoreJournal } from '@bellwether/bus';
import type { Bus, Log } from '@bellwether/bus';
import { ArchiveFolder } from '@bellwether/journal-files';
import { startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { jetstreamManager } from '@nats-io/jetstream';
import { IDENTITY, archiveYear } from './archived-year';
import type { ArchivedYear } from './archived-year';
import { killEngine, startEngine } from './serving-engine';
import type { EngineStart } from './serving-engine';
import { bytesOf, residentBytes } from './sizes';

/** A year at a million orders a day, and a day of it, at a hundredth. */
const YEAR_RECORDS = 3_650_000;
const DAY_RECORDS = 10_000;

const quiet: Log = {
  info: () => {},
  warn: (facts, text) => console.error(text, facts),
  error: (facts, text) => console.error(text, facts),
};

interface Row {
  readonly what: string;
  readonly seconds: number;
  readonly records_per_second?: number;
}

class Measurement {
  readonly rows: Row[] = [];
  readonly bytes: Record<string, number> = {};
  readonly memory: Record<string, number | null> = {};
  private server: NatsServer | undefined;
  private bus: Bus | undefined;

  constructor(
    private readonly folder: string,
    private readonly main: string,
    private readonly year: ArchivedYear,
  ) {}

  readonly archive = (): string => join(this.folder, 'archive');
  readonly snapshots = (): string => join(this.folder, 'snapshots');
  private readonly natsDir = (): string => join(this.folder, 'nats');

  async run(): Promise<void> {
    const snapshot = await this.snapshot();
    // One server alone: it syncs once the journal is whole, as docs/OPERATIONS.md has it.
    await this.startServer(false);
    await this.restoreFrom('restore: the whole journal', undefined, snapshot);
    await this.timed('nats-server stopped in order, and started so that it syncs', async () => {
      await this.end();
      await this.startServer();
    });
    this.bytes['journal'] = await bytesOf(this.natsDir());
    await this.engines('the whole journal there');
    await this.restartServer('nats-server after kill -9, the whole journal there');
    await this.timed('purge behind the snapshot', () => this.purge(snapshot));
    this.bytes['journal_purged'] = await bytesOf(this.natsDir());
    await this.engines('purged');
    await this.restartServer('nats-server after kill -9, purged');
    await this.loseStreams();
    await this.restoreFrom('restore: from the snapshot, each record synced', snapshot, snapshot);
    await this.engines('made anew from the snapshot');
    this.bytes['archive'] = await bytesOf(this.archive());
    this.bytes['snapshot'] = await bytesOf(this.snapshots());
  }

  async end(): Promise<void> {
    await this.bus?.close();
    await this.server?.stop();
  }

  private note(what: string, seconds: number, records?: number): void {
    const perSecond =
      records === undefined ? {} : { records_per_second: Math.round(records / seconds) };
    this.rows.push({ what, seconds: Math.round(seconds * 100) / 100, ...perSecond });
    console.error(`bench-growth: ${JSON.stringify(this.rows.at(-1))}`);
  }

  private async timed(what: string, work: () => Promise<unknown>, records?: number): Promise<void> {
    const startedMs = performance.now();
    await work();
    this.note(what, (performance.now() - startedMs) / 1_000, records);
  }

  private async startServer(syncs = true): Promise<void> {
    this.server = await startNatsServer({ dataDir: this.natsDir(), syncs });
    this.bus = await connectBus({ servers: this.server.url, name: 'bench-growth', log: quiet });
  }

  private async restartServer(what: string): Promise<void> {
    await this.bus?.close();
    this.server?.kill('SIGKILL');
    await this.server?.exited;
    await this.timed(what, async () => {
      await this.startServer();
      const { streams } = await jetstreamManager(this.bus!.connection);
      await streams.info('JOURNAL_0');
    });
    this.memory[what] = await residentBytes(this.server!.pid);
  }

  private async loseStreams(): Promise<void> {
    const { streams } = await jetstreamManager(this.bus!.connection);
    await streams.delete('JOURNAL_0');
    await streams.delete('EVENTS_0');
  }

  private async snapshot(): Promise<ProvenSnapshot> {
    const from = { path: this.snapshots(), archive: this.archive(), identity: IDENTITY };
    const found = await newestProven(from, () => undefined, console.error);
    if (found === undefined) throw new Error('there is no snapshot');
    return found;
  }

  private async restoreFrom(
    what: string,
    start: ProvenSnapshot | undefined,
    known: ProvenSnapshot,
  ): Promise<void> {
    const after = start?.snapshot.position ?? JOURNAL_START;
    const dependencies = { bus: this.bus!, log: quiet };
    const restored = async (): Promise<void> => {
      const records = new ArchiveFolder(this.archive()).read(after.number + 1);
      await restoreJournal(records, { ...IDENTITY, after }, dependencies);
    };
    await this.timed(`${what}, records`, restored, this.year.position.number - after.number);
    await this.timed(`${what}, events since the snapshot`, async () => {
      const { exchange, snapshot } = await this.snapshot();
      const replay = new ArchiveReplay(this.archive(), IDENTITY, { exchange, snapshot });
      await restoreEvents(known.snapshot.lastEvent, replay, { replicas: 1, ...dependencies });
    });
  }

  private purge({ snapshot: { position } }: ProvenSnapshot): Promise<unknown> {
    const range = { wanted: position.number, proven: position };
    return purgeJournalBefore(range, IDENTITY, { bus: this.bus!, log: quiet });
  }

  /** One starts, one stands by, the first one is killed. */
  private async engines(where: string): Promise<void> {
    const start = async (name: string, standsBy: boolean): Promise<EngineStart> => {
      const snapshotDir = join(this.folder, `snapshots-${name}`);
      await rm(snapshotDir, { recursive: true, force: true });
      await cp(this.snapshots(), snapshotDir, { recursive: true });
      const { main, folder } = this;
      return { main, folder, name, natsUrl: this.server!.url, snapshotDir, standsBy };
    };
    const leader = await startEngine(await start('leader', false));
    this.note(`engine start from the snapshot, ${where}`, leader.seconds);
    if (leader.stateHash !== this.year.stateHash) throw new Error(`void: ${leader.stateHash}`);
    this.memory[`engine, ${where}`] = await residentBytes(leader.process.pid);
    this.memory[`nats-server, ${where}`] = await residentBytes(this.server!.pid);
    const standby = await startEngine(await start('standby', true));
    this.note(`standby start, ${where}`, standby.seconds);
    await this.timed(`takeover of a leader that is killed, ${where}`, async () => {
      leader.process.kill('SIGKILL');
      await standby.serves;
    });
    await leader.process.exited;
    await killEngine(standby);
  }
}

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    records: { type: 'string', default: String(YEAR_RECORDS) },
    day: { type: 'string', default: String(DAY_RECORDS) },
    json: { type: 'string' },
  },
});
if (values.engine === undefined) throw new Error('--engine FILE: the built engine');
const [records, day] = [Number(values.records), Number(values.day)];
const folder = await mkdtemp(join(tmpdir(), 'bellwether-growth-'));
try {
  console.error(`bench-growth: writing an archive of ${records} records`);
  const places = { archive: join(folder, 'archive'), snapshots: join(folder, 'snapshots') };
  const year = await archiveYear(places, { records, day });
  const measurement = new Measurement(folder, values.engine, year);
  try {
    await measurement.run();
  } finally {
    await measurement.end();
  }
  const [cpu] = cpus();
  const machine = {
    cpu: cpu?.model,
    cores: cpus().length,
    node: process.version,
    load: loadavg()[0],
  };
  const { rows, bytes, memory } = measurement;
  const figures = { at: new Date().toISOString(), machine, records, day, rows, bytes, memory };
  const json = JSON.stringify(figures, null, 2);
  console.log(json);
  if (values.json !== undefined) await writeFile(values.json, `${json}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
