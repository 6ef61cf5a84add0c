/**
 * Snapshots of the exchange beside the journal, so that a start replays the last minutes and not the whole history. They
 * are a short cut: without any, or with damaged ones, the journal tells the same, as long as it has its first record.
 */
import {
  BEFORE_ALL_EVENTS,
  compareOffsets,
  decodeSnapshot,
  encodeSnapshot,
  hashOf,
} from '@bellwether/bus';
import type { EventOffset, Journal, JournalIdentity, JournalSnapshot } from '@bellwether/bus';
import { toHex } from '@bellwether/codec';
import { assert } from '@bellwether/errors';
import type { Exchange } from '@bellwether/exchange';
import type { SnapshotFolder } from '@bellwether/journal-files';
import type { Logger } from '@bellwether/runtime';
import { MAX_SNAPSHOT_AGE_MS, MAX_SNAPSHOTS_LEFT, STANDBY_HEARD_MS } from './limits';
import type { SnapshotMetrics } from './snapshot-metrics';

export interface SnapshotsParts {
  readonly identity: JournalIdentity;
  readonly exchange: Exchange;
  readonly journal: Journal;
  /** None: every start replays the journal from its first record. */
  readonly folder: SnapshotFolder | undefined;
  /** Commands from one snapshot to the next. */
  readonly everyCommands: number;
  readonly metrics: SnapshotMetrics;
  readonly log: Logger;
}

export class Snapshots {
  private lastEvent: EventOffset = BEFORE_ALL_EVENTS;
  /** Seq of the newest snapshot, begun or done. */
  private takenSeq = 0;
  private writing: Promise<void> | undefined;
  private standbyHeardMs = -Infinity;
  /** When the newest was begun, or loaded. */
  private takenMs = performance.now();

  constructor(private readonly parts: SnapshotsParts) {
    const { folder, everyCommands, metrics } = parts;
    metrics.setInterval(folder === undefined ? 0 : everyCommands);
  }

  /**
   * Puts exchange and journal at the newest snapshot that is intact and not ahead of what is published: events after
   * `published` can only be made by carrying out their commands.
   * @throws InvariantViolation where the journal is shorter than the snapshot, or another one. Without any that is of use, a journal
   *   that begins behind one is not replayed (`SnapshotNeeded`).
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
    this.lastEvent = loaded.lastEvent;
    this.takenSeq = loaded.position.lastSeq;
    metrics.setLoaded(this.takenSeq);
    const ms = Math.round(performance.now() - startedMs);
    const { number, lastSeq: seq } = loaded.position;
    log.info({ record: number, seq, state_hash: toHex(loaded.stateHash), ms }, 'snapshot loaded');
  }

  /**
   * This engine leads and another one stands by: that one takes the snapshots, as the copying of its state holds nobody up.
   * It is left to it for as long as it is heard.
   */
  leaveToStandby(): void {
    this.standbyHeardMs = performance.now();
  }

  /** After each record that was applied, with the last event it made: takes a snapshot where one is due. */
  afterRecord(lastEvent: EventOffset | undefined): void {
    if (lastEvent !== undefined) this.lastEvent = lastEvent;
    const { exchange, everyCommands } = this.parts;
    const isLeft = performance.now() - this.standbyHeardMs < STANDBY_HEARD_MS;
    const dueCommands = isLeft ? everyCommands * MAX_SNAPSHOTS_LEFT : everyCommands;
    const dueMs = MAX_SNAPSHOT_AGE_MS * (isLeft ? MAX_SNAPSHOTS_LEFT : 1);
    const commands = exchange.lastSeq - this.takenSeq;
    const isOld = commands > 0 && performance.now() - this.takenMs > dueMs;
    if (isOld || commands >= dueCommands) this.take();
  }

  /** When nothing is applied any more: so that the next start has little to replay. */
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
    const stateHash = hashOf(snapshot.state);
    const { number, lastSeq: seq } = snapshot.position;
    await folder?.write(number, encodeSnapshot(identity, { ...snapshot, stateHash }));
    metrics.setTaken(seq);
    const facts = { record: number, seq, bytes: snapshot.state.length, pause_ms: pauseMs };
    log.info({ ...facts, state_hash: toHex(stateHash) }, 'snapshot taken');
  }
}
