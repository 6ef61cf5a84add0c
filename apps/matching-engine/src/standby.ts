/**
 * A second engine of a shard: it follows the journal, ready to lead, for as long as it hears the one that does. It takes
 * over at once where the leader hands over and answers no more, after a moment where no engine listens, and after two
 * seconds where one listens but does not answer. To be wrong is harmless: the journal lets one engine write, the
 * other ends, and who takes over waits until that one is silent (docs/protocol/leadership.md).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { askForLeader, hearHandovers } from '@bellwether/bus';
import { byteKey } from '@bellwether/codec';
import type {
  Bus,
  ConnectionState,
  EventPublisher,
  Journal,
  JournalRecord,
  LeaderAnswer,
} from '@bellwether/bus';
import type { Logger } from '@bellwether/runtime';
import {
  LEADER_ANSWER_MS,
  LEADER_ASK_INTERVAL_MS,
  LEADER_GONE_PATIENCE_MS,
  LEADER_SILENCE_PATIENCE_MS,
  STANDBY_PUBLISHED_INTERVAL_MS,
} from './limits';

export interface StandbyParts {
  readonly bus: Bus;
  readonly connection: ConnectionState;
  readonly shard: number;
  readonly journal: Journal;
  readonly publisher: EventPublisher;
  /** Ends the standing by. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

export class Standby {
  private following = false;
  /** When a leader was heard last: its answer, or that it was faster. */
  private heardMs: number | undefined;
  /** Of the last handover that said whose it was. */
  private silentWriter: string | undefined;

  constructor(private readonly parts: StandbyParts) {}

  /** It follows another engine, and could take over. */
  get isFollowing(): boolean {
    return this.following && this.parts.connection.connected;
  }

  /** The engine of that writer's epoch has said that it is silent. */
  handedOver(writer: Uint8Array): boolean {
    return byteKey(writer) === this.silentWriter;
  }

  /** An engine began an epoch while this one tried to: it gets the time to answer. */
  anotherWasFaster(): void {
    this.heardMs = performance.now();
  }

  /**
   * Resolves when nobody leads any more (at once where nobody did), or `signal` is aborted. Until then every record
   * that the leader writes goes to `apply`.
   * @throws what `apply` throws, and what a journal that is not what it was throws
   */
  async untilFree(apply: (record: JournalRecord) => void): Promise<void> {
    if (this.heardMs === undefined && (await this.ask()) === 'nobody') return;
    const { journal, log, signal } = this.parts;
    const free = new AbortController();
    const ended = AbortSignal.any([free.signal, signal]);
    const watching = this.watch(ended).finally(() => free.abort());
    const keepingUp = this.keepUpWithPublished(ended);
    log.info({ record: journal.position.number }, 'standing by');
    this.following = true;
    try {
      for await (const record of journal.follow(journal.position, ended)) apply(record);
      await Promise.all([watching, keepingUp]);
    } finally {
      this.following = false;
      free.abort();
    }
  }

  /** Returns when the place is free. */
  private async watch(signal: AbortSignal): Promise<void> {
    const { bus, shard, log } = this.parts;
    this.heardMs ??= performance.now();
    let wakeUp = new AbortController();
    const unsubscribe = hearHandovers(bus, shard, (writer) => {
      if (writer !== null) this.silentWriter = byteKey(writer);
      wakeUp.abort();
    });
    try {
      while (!signal.aborted) {
        const wasNotified = wakeUp.signal.aborted;
        if (wasNotified) wakeUp = new AbortController();
        const answer = await this.ask();
        if (wasNotified && answer === 'nobody') break;
        const patienceMs =
          answer === 'nobody' ? LEADER_GONE_PATIENCE_MS : LEADER_SILENCE_PATIENCE_MS;
        if (performance.now() - this.heardMs > patienceMs) {
          log.warn({ answer }, 'the leader is gone');
          break;
        }
        const either = AbortSignal.any([signal, wakeUp.signal]);
        await sleep(LEADER_ASK_INTERVAL_MS, undefined, { signal: either }).catch(() => undefined);
      }
    } finally {
      unsubscribe();
      this.heardMs = undefined;
    }
  }

  private async ask(): Promise<LeaderAnswer> {
    const { bus, shard } = this.parts;
    const answer = await askForLeader(bus, shard, LEADER_ANSWER_MS);
    // Who cannot ask knows nothing of the leader.
    if (typeof answer === 'object' || !bus.connected) this.heardMs = performance.now();
    return answer;
  }

  /** What the leader publishes need not be kept here. */
  private async keepUpWithPublished(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.parts.publisher.catchUp();
      await sleep(STANDBY_PUBLISHED_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
