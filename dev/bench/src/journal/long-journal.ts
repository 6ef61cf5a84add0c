/**
 * What a long journal costs. An archive as an archiver leaves it, with a proven snapshot a day before its end, is
 * loaded into a journal. Engines start on it and take over. It is purged behind the snapshot, and built again from
 * there.
 */
import { cp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveReplay, newestProven, restoreEvents } from '@bellwether/backup';
import type { ProvenSnapshot } from '@bellwether/backup';
import {
  JOURNAL_START,
  Journal,
  connectBus,
  purgeJournalBefore,
  restoreJournal,
} from '@bellwether/bus';
import type { Bus } from '@bellwether/bus';
import { ArchiveFolder } from '@bellwether/journal-files';
import { startNatsServer } from '@bellwether/local-services';
import type { NatsServer } from '@bellwether/local-services';
import { jetstreamManager } from '@nats-io/jetstream';
import { residentBytes } from '../harness/processes';
import { quiet } from '../harness/quiet';
import { voidUnless } from '../harness/scenario';
import type { Result, Run } from '../harness/scenario';
import { IDENTITY, archiveYear } from './archived-year';
import { killed, startApp, stateHashOf } from './start-app';

/** A year at a million orders a day, and a day of it, at a hundredth of the size. */
const YEAR_RECORDS = 3_650_000;
const QUICK_RECORDS = 200_000;
const DAY_RECORDS = 10_000;

export async function longJournal(run: Run): Promise<Result> {
  const records = run.number('records', YEAR_RECORDS, QUICK_RECORDS);
  run.say(`writing an archive of ${records} records`);
  const stage = new Stage(run);
  const position = await archiveYear(stage, { records, day: DAY_RECORDS });
  run.keep(stage, () => stage.end());
  const snapshot = await stage.snapshot();
  // A single server that syncs once the journal is complete, as docs/OPERATIONS.md says.
  await stage.startServer(false);
  const whole = { after: JOURNAL_START, records: position.number };
  await stage.restore('restore: the whole journal', whole, snapshot);
  await stage.timed('nats-server stopped in order, and started so that it syncs', async () => {
    await stage.end();
    await stage.startServer();
  });
  await stage.measureSize('journal', stage.natsDir);
  await stage.engines('the whole journal there');
  await stage.restartServer('nats-server after kill -9, the whole journal there');
  await stage.timed('purge behind the snapshot', () => stage.purge(snapshot));
  await stage.measureSize('journal_purged', stage.natsDir);
  await stage.engines('purged');
  await stage.restartServer('nats-server after kill -9, purged');
  await stage.loseStreams();
  const { position: after } = snapshot.snapshot;
  const day = { after, records: position.number - after.number };
  await stage.restore('restore: from the snapshot, each record synced', day, snapshot);
  await stage.engines('made anew from the snapshot');
  await stage.measureSize('archive', stage.archive);
  await stage.measureSize('snapshot', stage.snapshots);
  const { rows, bytes, memory } = stage;
  return { figures: { records, day: DAY_RECORDS, rows, bytes, memory } };
}

/** The archive, a nats-server with the journal, and what was measured on it. */
class Stage {
  readonly rows: { what: string; seconds: number; records_per_second?: number }[] = [];
  readonly bytes: Record<string, number> = {};
  readonly memory: Record<string, number> = {};
  readonly archive: string;
  readonly snapshots: string;
  readonly natsDir: string;
  private server: NatsServer | undefined;
  private bus: Bus | undefined;

  constructor(private readonly run: Run) {
    this.archive = join(run.folder, 'archive');
    this.snapshots = join(run.folder, 'snapshots');
    this.natsDir = join(run.folder, 'nats');
  }

  async end(): Promise<void> {
    await this.bus?.close();
    await this.server?.stop();
  }

  async timed(what: string, work: () => Promise<unknown>, records?: number): Promise<void> {
    const startedMs = performance.now();
    await work();
    this.note(what, (performance.now() - startedMs) / 1_000, records);
  }

  async startServer(syncs = true): Promise<void> {
    this.server = await startNatsServer({ dataDir: this.natsDir, syncs });
    this.bus = await connectBus({ servers: this.server.url, name: 'bench', log: quiet });
  }

  /** Waits until it answers for the journal again. */
  async restartServer(what: string): Promise<void> {
    await this.bus?.close();
    this.server?.kill('SIGKILL');
    await this.server?.exited;
    await this.timed(what, async () => {
      await this.startServer();
      const { streams } = await jetstreamManager(this.bus!.connection);
      await streams.info('JOURNAL_0');
    });
    this.memory[what] = residentBytes(this.server!.pid);
  }

  async loseStreams(): Promise<void> {
    const { streams } = await jetstreamManager(this.bus!.connection);
    await streams.delete('JOURNAL_0');
    await streams.delete('EVENTS_0');
  }

  async snapshot(): Promise<ProvenSnapshot> {
    const from = { path: this.snapshots, archive: this.archive, identity: IDENTITY };
    const found = await newestProven(from, () => undefined, console.error);
    if (found === undefined) throw new Error('there is no snapshot');
    return found;
  }

  /** Loads records from the archive and reads each back, then the events since the snapshot. */
  async restore(
    what: string,
    { after, records }: { readonly after: typeof JOURNAL_START; readonly records: number },
    { snapshot: { lastEvent } }: ProvenSnapshot,
  ): Promise<void> {
    const dependencies = { bus: this.bus!, log: quiet };
    const restored = async (): Promise<void> => {
      const archived = new ArchiveFolder(this.archive).read(after.number + 1);
      await restoreJournal(archived, { ...IDENTITY, after }, dependencies);
    };
    await this.timed(`${what}, records`, restored, records);
    await this.timed(`${what}, events since the snapshot`, async () => {
      const { replay } = await this.replay();
      await restoreEvents(lastEvent, replay, { replicas: 1, ...dependencies });
    });
  }

  purge({ snapshot: { position } }: ProvenSnapshot): Promise<unknown> {
    const range = { wanted: position.number, proven: position };
    return purgeJournalBefore(range, IDENTITY, { bus: this.bus!, log: quiet });
  }

  /** One starts, one stands by, the first one is killed. */
  async engines(where: string): Promise<void> {
    const expected = await this.stateOfJournal();
    const leader = await this.startEngine('leader', 'serving');
    this.note(`engine start from the snapshot, ${where}`, leader.seconds);
    const hash = await stateHashOf(leader);
    voidUnless(hash === expected, `the engine comes to ${hash}, the journal to ${expected}`);
    this.memory[`engine, ${where}`] = residentBytes(leader.pid);
    this.memory[`nats-server, ${where}`] = residentBytes(this.server!.pid);
    const standby = await this.startEngine('standby', 'standing by');
    this.note(`standby start, ${where}`, standby.seconds);
    await this.timed(`takeover of a leader that is killed, ${where}`, async () => {
      await killed(leader);
      await standby.says('serving');
    });
    await killed(standby);
  }

  async measureSize(what: string, folder: string): Promise<void> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = files.map(
      async ({ parentPath, name }) => (await stat(join(parentPath, name))).size,
    );
    this.bytes[what] = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  private note(what: string, seconds: number, records?: number): void {
    const row = { what, seconds: Math.round(seconds * 100) / 100 };
    const rate = records === undefined ? {} : { records_per_second: Math.round(records / seconds) };
    this.rows.push({ ...row, ...rate });
    this.run.say(JSON.stringify(this.rows.at(-1)));
  }

  private async startEngine(name: string, ready: string) {
    const snapshotDir = join(this.run.folder, `snapshots-${name}`);
    await rm(snapshotDir, { recursive: true, force: true });
    await cp(this.snapshots, snapshotDir, { recursive: true });
    // Without limits of its own: it results in the archive's state, and adds nothing.
    const env = { NATS_URL: this.server!.url, SNAPSHOT_DIR: snapshotDir, MONEY_LIMITS: 'off' };
    return startApp(this.run, 'matching-engine', env, { name, ready });
  }

  private async replay() {
    const { exchange, snapshot } = await this.snapshot();
    const replay = new ArchiveReplay(this.archive, IDENTITY, { exchange, snapshot });
    return { exchange, snapshot, replay };
  }

  /** The hash of the journal's state: its engines add an epoch each and ticks to the archive's records. */
  private async stateOfJournal(): Promise<string> {
    const { exchange, snapshot, replay } = await this.replay();
    const journal = new Journal(IDENTITY, { bus: this.bus!, log: quiet });
    for await (const record of journal.read(snapshot.position)) replay.carryOut(record);
    return exchange.stateHash();
  }
}
