/** Publishes an outbox into the stream FUNDING: in order, each message until the server has it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@bellwether/errors';
import { headers } from '@nats-io/transport-node';
import { pause } from '../connection/backoff';
import type { Bus } from '../connection/bus';
import { fundingStream } from './funding-stream';
import {
  APPEND_TIMEOUT_MS,
  FUNDING_ACK_WAIT_MS,
  OUTBOX_BATCH,
  OUTBOX_INTERVAL_MS,
} from '../limits';
import type { Log } from '../connection/log';
import { FUNDING_STREAM } from '../subjects';

/** The outbox of an app, as libs/persistence has it. */
export interface OutboxSource {
  claim(claim: {
    readonly limit: number;
    readonly nowMs: number;
    readonly leaseMs: number;
  }): Promise<readonly OutboxEntry[]>;
  published(outboxIds: readonly number[], nowMs: number): Promise<void>;
  unpublished(outboxIds: readonly number[]): Promise<void>;
}

export interface OutboxEntry {
  readonly outboxId: number;
  readonly messageId: string;
  readonly subject: string;
  readonly payload: Uint8Array;
}

export interface PublishOutboxOptions {
  /** Servers that keep a copy of the stream FUNDING. */
  readonly replicas: number;
  readonly signal: AbortSignal;
  readonly intervalMs?: number;
}

/**
 * Publishes what is in the outbox, and looks again every 250 ms, until `signal` is aborted. Several processes may do so
 * for one outbox. A server or a database that is away is waited for.
 * @throws Fault (poison) where the stream FUNDING is set otherwise than it must be, or kept by fewer servers
 */
export async function publishOutbox(
  outbox: OutboxSource,
  { replicas, signal, intervalMs = OUTBOX_INTERVAL_MS }: PublishOutboxOptions,
  { bus, log }: { readonly bus: Bus; readonly log: Log },
): Promise<void> {
  let failures = 0;
  try {
    await fundingStream({ replicas, signal }, { bus, log }).ensure();
    while (!signal.aborted) {
      try {
        const count = await publishBatch(outbox, bus);
        failures = 0;
        if (count < OUTBOX_BATCH) await sleep(intervalMs, undefined, { signal });
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error, failures }, 'outbox: not published yet');
        await pause(failures++, signal);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** @returns how many there were; throws where one of them was not stored, after the rest were noted */
async function publishBatch(outbox: OutboxSource, bus: Bus): Promise<number> {
  const nowMs = Date.now();
  const entries = await outbox.claim({ limit: OUTBOX_BATCH, nowMs, leaseMs: FUNDING_ACK_WAIT_MS });
  if (entries.length === 0) return 0;
  const stored = await Promise.allSettled(entries.map((entry) => publish(entry, bus)));
  const idsOf = (status: 'fulfilled' | 'rejected'): number[] =>
    entries.filter((_, index) => stored[index]?.status === status).map((one) => one.outboxId);
  await outbox.published(idsOf('fulfilled'), Date.now());
  const failed = stored.find((one) => one.status === 'rejected');
  if (failed === undefined) return entries.length;
  await outbox.unpublished(idsOf('rejected'));
  throw failed.reason;
}

async function publish({ messageId, subject, payload }: OutboxEntry, bus: Bus): Promise<void> {
  const conditions = headers();
  conditions.set('Nats-Expected-Stream', FUNDING_STREAM);
  conditions.set('Nats-Msg-Id', messageId);
  const answer = await bus.request(subject, payload, APPEND_TIMEOUT_MS, conditions);
  const { error, seq } = Object(JSON.parse(answer.string())) as { error?: unknown; seq?: unknown };
  // A duplicate that the server recognised is stored as well.
  if (error !== undefined || typeof seq !== 'number') {
    throw new Fault('retry', `message ${messageId} was not stored: ${JSON.stringify(error)}`);
  }
}
