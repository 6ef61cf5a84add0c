/**
 * Snapshots of the exchange in a local folder, so that a start replays minutes instead of the whole history. They are
 * optional: without them, or with damaged ones, the journal gives the same state as long as it has its first record.
 */
import { BEFORE_ALL_EVENTS, compareOffsets, decodeSnapshot, encodeSnapshot } from '@bellwether/bus';
import type {
  EventOffset,
  Journal,
  JournalIdentity,
  JournalPosition,
  JournalSnapshot,
} from '@bellwether/bus';
import { sameBytes, toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import type { Exchange } from '@bellwether/exchange';
import { hashByTurns } from '@bellwether/journal-files';
import type { SnapshotFolder } from '@bellwether/journal-files';
import type { Logger } from '@bellwether/runtime';
import { MAX_SNAPSHOT_AGE_MS, MAX_SNAPSHOTS_LEFT, STANDBY_SEEN_MS } from '../limits';
import type { SnapshotMetrics } from '../telemetry/snapshot-metrics';

export interface SnapshotsParts {
  readonly identity: JournalIdentity;
  readonly exchange: Pick<Exchange, 'lastSeq' | 'snapshot' | 'load'>;
  readonly journal: Pick<Journal, 'position' | 'firstNumber' | 'goOnFrom'>;
  /** Null: every start replays the journal from its first record. */
  readonly folder: SnapshotFolder | undefined;
  /** Commands from one snapshot to the next. */
  readonly everyCommands: number;
  readonly metrics: SnapshotMetrics;
  readonly log: Logger;
}

export class Snapshots {
  private lastEvent: EventOffset = BEFORE_ALL_EVENTS;
  /** Where the journal was at the newest intact snapshot, whether or not that is loaded, until it is seen there again. */
  private witnessed: JournalPosition | undefined;
  /** Seq of the newest snapshot, started or finished. */
  private takenSeq = 0;
  private writing: Promise<void> | undefined;
  private standbySeenMs = -Infinity;
  /** When the newest was started or loaded. */
  private takenMs = performance.now();

  constructor(private readonly parts: SnapshotsParts) {
    const { folder, everyCommands, metrics } = parts;
    metrics.setInterval(folder === undefined ? 0 : everyCommands);
  }

  /**
   * Sets exchange and journal to the newest intact snapshot that is not ahead of the published events: events after
   * `published` can be made only by applying their commands.
   * @throws InvariantViolation if the journal is shorter than the snapshot, or another one
   * @throws SnapshotNeeded if no snapshot is usable and the journal no longer has its first record
   */
  async restore(published: EventOffset): Promise<void> {
    const { folder, identity, exchange, journal, metrics, log } = this.parts;
    if (folder === undefined) return;
    await folder.open();
    const first = await journal.firstNumber();
    const startedMs = performance.now();
    const loaded = await folder.newest(
      ({ content }) => {
        const snapshot = decodeSnapshot(identity, content);
        this.witnessed ??= snapshot.position;
        assert(
          snapshot.position.number + 1 >= first,
          () => `the journal begins at record ${first}, after it`,
        );
        assert(
          compareOffsets(snapshot.lastEvent, published) <= 0,
          'it is ahead of the events that are published',
        );
        exchange.load(snapshot.state);
        return snapshot;
      },
      (unusable) => {
        metrics.countUnusable();
        log.error({ ...unusable }, 'a snapshot is of no use');
      },
    );
    if (loaded === null) return;
    await journal.goOnFrom(loaded.position);
    this.compareWithWitness();
    this.lastEvent = loaded.lastEvent;
    this.takenSeq = loaded.position.lastSeq;
    metrics.setLoaded(this.takenSeq);
    const ms = Math.round(performance.now() - startedMs);
    const { number, lastSeq: seq } = loaded.position;
    log.info({ record: number, seq, state_hash: toHex(loaded.stateHash), ms }, 'snapshot loaded');
  }

  /** The journal must reach this record. 0: no snapshot says how far it goes. */
  get witnessedNumber(): number {
    return this.witnessed?.number ?? 0;
  }

  /**
   * A server that lost its disk begins a new journal, which is well formed: events are lost with it, and only a snapshot
   * shows that there was another. `isWhole`: the journal was read to its end.
   * @throws InvariantViolation if the journal is shorter than the newest snapshot, or another one
   */
  compareWithWitness({ isWhole = false } = {}): void {
    const { witnessed } = this;
    if (witnessed === undefined) return;
    const { number, hash } = this.parts.journal.position;
    if (number !== witnessed.number) {
      assert(
        !isWhole,
        () => `journal: ends at record ${number}, but a snapshot is of record ${witnessed.number}`,
      );
      return;
    }
    assert(
      sameBytes(hash, witnessed.hash),
      () => `journal: record ${number} is not the one that a snapshot was taken at`,
    );
    this.witnessed = undefined;
  }

  /** A standby takes the snapshots while one is present: there, copying the state delays no command. */
  leaveToStandby(): void {
    this.standbySeenMs = performance.now();
  }

  /** Called after each applied record with its last event. Takes a snapshot if one is due. */
  afterRecord(lastEvent: EventOffset | undefined): void {
    this.compareWithWitness();
    if (lastEvent !== undefined) this.lastEvent = lastEvent;
    const { exchange, everyCommands } = this.parts;
    const isLeft = performance.now() - this.standbySeenMs < STANDBY_SEEN_MS;
    const dueCommands = isLeft ? everyCommands * MAX_SNAPSHOTS_LEFT : everyCommands;
    const commands = exchange.lastSeq - this.takenSeq;
    const isOld = commands > 0 && performance.now() - this.takenMs > MAX_SNAPSHOT_AGE_MS;
    if (isOld || commands >= dueCommands) this.take();
  }

  /** Called when no more records are applied, so that the next start has little to replay. */
  async atTheEnd(): Promise<void> {
    await this.writing;
    if (this.parts.exchange.lastSeq > this.takenSeq) this.take();
    await this.writing;
  }

  private take(): void {
    const { folder, exchange, journal, metrics, log } = this.parts;
    if (folder === undefined || this.writing !== undefined) return;
    const { position } = journal;
    const startedMs = performance.now();
    const state = exchange.snapshot();
    const pauseMs = performance.now() - startedMs;
    metrics.observePause(pauseMs / 1_000);
    this.takenSeq = exchange.lastSeq;
    this.takenMs = performance.now();
    this.writing = this.write({ position, lastEvent: this.lastEvent, state }, pauseMs)
      .catch((error: unknown) => {
        metrics.countFailed();
        log.error({ err: error, record: position.number }, 'a snapshot could not be written');
      })
      .finally(() => {
        this.writing = undefined;
      });
  }

  private async write(
    snapshot: Omit<JournalSnapshot, 'stateHash'>,
    pauseMs: number,
  ): Promise<void> {
    const { folder, identity, metrics, log } = this.parts;
    const stateHash = await hashByTurns([snapshot.state]);
    const { number, lastSeq: seq } = snapshot.position;
    await folder?.write(number, encodeSnapshot(identity, { ...snapshot, stateHash }));
    metrics.setTaken(seq);
    const facts = { record: number, seq, bytes: snapshot.state.length, pause_ms: pauseMs };
    log.info({ ...facts, state_hash: toHex(stateHash) }, 'snapshot taken');
  }
}
