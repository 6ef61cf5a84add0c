/**
 * The second engine of a shard. It follows the journal and polls the leader. It takes over at once if the leader hands
 * over and no longer answers; after `LEADER_GONE_TIMEOUT_MS` if no engine listens; after `LEADER_SILENCE_TIMEOUT_MS` if
 * one listens but does not answer; never before `LEADER_UNANSWERED_ASKS` requests in a row had no answer. A wrong guess
 * is harmless: the journal lets one engine write, the other one ends, and the new leader waits until the old lease has
 * expired (docs/protocol/leadership.md).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { askForLeader, subscribeHandovers } from '@bellwether/bus';
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
  LEADER_GONE_TIMEOUT_MS,
  LEADER_SILENCE_TIMEOUT_MS,
  LEADER_UNANSWERED_ASKS,
  STANDBY_PUBLISHED_INTERVAL_MS,
} from '../limits';

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
  private seenLeader = false;
  /** When a leader last answered, or was faster to take over. */
  private lastHeartbeatMs: number | undefined;
  /** Asks since then. */
  private unanswered = 0;
  /** The journal's last epoch, as far as it was read when a leader was last asked for. */
  private epochWhenAsked = 0;
  /** The writer named by the last handover. */
  private silentWriter: string | undefined;

  constructor(private readonly parts: StandbyParts) {}

  /** It follows another engine and could take over. */
  get isFollowing(): boolean {
    return this.following && this.parts.connection.connected;
  }

  /** Another engine led while this one stood by, so users may wait for this one to take over. */
  get hasSeenLeader(): boolean {
    return this.seenLeader;
  }

  /** The engine of that writer's epoch has announced that it no longer answers. */
  handedOver(writer: Uint8Array): boolean {
    return byteKey(writer) === this.silentWriter;
  }

  /** Another engine began an epoch since this one last asked who leads, so what it learned is no longer so. */
  get isOvertaken(): boolean {
    return this.parts.journal.position.epoch !== this.epochWhenAsked;
  }

  /** Another engine began an epoch while this one tried to. It gets the time to answer. */
  anotherWasFaster(): void {
    this.heartbeat();
  }

  /**
   * Resolves when no engine leads (at once if none did), or when `signal` is aborted. Until then, `apply` gets every
   * record that the leader writes.
   * @throws what `apply` throws, and InvariantViolation if the journal is not the one it was
   */
  async untilFree(apply: (record: JournalRecord) => void): Promise<void> {
    if (this.lastHeartbeatMs === undefined && (await this.ask()) === 'nobody') return;
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

  /** Returns when no engine leads. */
  private async watch(signal: AbortSignal): Promise<void> {
    const { bus, shard, log } = this.parts;
    if (this.lastHeartbeatMs === undefined) this.heartbeat();
    let wakeUp = new AbortController();
    const unsubscribe = subscribeHandovers(bus, shard, (writer) => {
      if (writer !== null) this.silentWriter = byteKey(writer);
      wakeUp.abort();
    });
    try {
      while (!signal.aborted) {
        const wasNotified = wakeUp.signal.aborted;
        if (wasNotified) wakeUp = new AbortController();
        const answer = await this.ask();
        if (wasNotified && answer === 'nobody') break;
        if (this.isTimeoutOver(answer)) {
          log.warn({ answer }, 'the leader is gone');
          break;
        }
        const either = AbortSignal.any([signal, wakeUp.signal]);
        await sleep(LEADER_ASK_INTERVAL_MS, undefined, { signal: either }).catch(() => undefined);
      }
    } finally {
      unsubscribe();
      this.lastHeartbeatMs = undefined;
    }
  }

  private async ask(): Promise<LeaderAnswer> {
    const { bus, shard, journal } = this.parts;
    this.epochWhenAsked = journal.position.epoch;
    const answer = await askForLeader(bus, shard, LEADER_ANSWER_MS);
    if (typeof answer === 'object') this.seenLeader = true;
    // While it is disconnected, it knows nothing about the leader.
    if (typeof answer === 'object' || !bus.connected) this.heartbeat();
    else this.unanswered++;
    return answer;
  }

  private heartbeat(): void {
    this.lastHeartbeatMs = performance.now();
    this.unanswered = 0;
  }

  /** The count matters too: an engine that wakes up after a freeze finds its last request too old. */
  private isTimeoutOver(answer: LeaderAnswer): boolean {
    const timeoutMs = answer === 'nobody' ? LEADER_GONE_TIMEOUT_MS : LEADER_SILENCE_TIMEOUT_MS;
    const silentMs = performance.now() - (this.lastHeartbeatMs ?? 0);
    return silentMs > timeoutMs && this.unanswered >= LEADER_UNANSWERED_ASKS;
  }

  /** Events that the leader has published are dropped here. */
  private async keepUpWithPublished(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.parts.publisher.catchUp();
      await sleep(STANDBY_PUBLISHED_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
