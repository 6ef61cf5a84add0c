/** Opens the connection to NATS: who this process is, and what the server must be able to take. */
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthorizationError, connect, nkeyAuthenticator } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  CONNECT_TIMEOUT_MS,
  LEAST_MAX_PAYLOAD_BYTES,
  MAX_OUTSTANDING_REQUESTS,
  MAX_PINGS_OUT,
  PING_INTERVAL_MS,
  RECONNECT_WAIT_MS,
  SHORT_TAIL_TIMEOUT_MS,
} from '../limits';
import { Bus } from './bus';
import { inboxPrefixOf } from './inbox';
import type { Log } from './log';
import { publicKeyOfSeed } from './nkey';

export interface BusOptions {
  /** e.g. `nats://127.0.0.1:4222`, or several of one cluster. */
  readonly servers: string | readonly string[];
  /** The app's name: the identity that has its permissions, shown in the server's monitoring, and part of its inbox. */
  readonly name: string;
  /** Seed of the identity's nkey. It authenticates the connection and never leaves the process. */
  readonly nkeySeed?: SecretText | undefined;
  /** For a server without identities, which asks every client for the same token. */
  readonly token?: SecretText | undefined;
  readonly log: Log;
  readonly maxOutstandingRequests?: number;
  /** How long an answer that shows less of a stream than is known is retried, in milliseconds. */
  readonly shortTailTimeoutMs?: number;
  /** Aborts waiting for a server that is down. */
  readonly signal?: AbortSignal;
}

/** A text, or an object that prevents its printing. */
export type SecretText = string | { reveal(): string };

/**
 * Connects, and waits for the server as long as it takes: apps and NATS may start in any order.
 * @throws AuthorizationError at once if the server rejects the nkey or the token; ServerSettingError if it takes no
 * messages of the size that is sent here; Error if the seed is invalid
 */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const { servers, name, log, signal } = options;
  const { maxOutstandingRequests = MAX_OUTSTANDING_REQUESTS } = options;
  const { shortTailTimeoutMs = SHORT_TAIL_TIMEOUT_MS } = options;
  const inboxPrefix = inboxPrefixOf(name);
  const proof = proofOf(options);
  for (;;) {
    signal?.throwIfAborted();
    try {
      const connection = await connect({
        servers: typeof servers === 'string' ? servers : [...servers],
        name,
        inboxPrefix,
        ...proof,
        // Otherwise the library builds an Error with its stack for every request: 60 % of its CPU.
        noAsyncTraces: true,
        maxReconnectAttempts: -1,
        ignoreAuthErrorAbort: true,
        timeout: CONNECT_TIMEOUT_MS,
        reconnectTimeWait: RECONNECT_WAIT_MS,
        reconnectJitter: RECONNECT_WAIT_MS,
        pingInterval: PING_INTERVAL_MS,
        maxPingOut: MAX_PINGS_OUT,
      });
      await requireRoomForMessages(connection);
      return new Bus(connection, log, { inboxPrefix, maxOutstandingRequests, shortTailTimeoutMs });
    } catch (error) {
      if (error instanceof AuthorizationError || error instanceof ServerSettingError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ servers, reason }, 'bus: no connection yet');
      const waitMs = RECONNECT_WAIT_MS * (1 + Math.random());
      await sleep(waitMs, undefined, signal ? { signal } : {});
    }
  }
}

/** Faults that an operator has to mend at nats-server. */
export class ServerSettingError extends Error {}

async function requireRoomForMessages(connection: NatsConnection): Promise<void> {
  const most = connection.info?.max_payload ?? 0;
  if (most >= LEAST_MAX_PAYLOAD_BYTES) return;
  await connection.close();
  throw new ServerSettingError(
    `nats-server has max_payload ${most}: set it to at least ${LEAST_MAX_PAYLOAD_BYTES}`,
  );
}

const revealed = (secret: SecretText): string =>
  typeof secret === 'string' ? secret : secret.reveal();

function proofOf({ nkeySeed, token }: BusOptions) {
  if (nkeySeed === undefined) return token === undefined ? {} : { token: revealed(token) };
  const seed = revealed(nkeySeed);
  publicKeyOfSeed(seed); // an invalid seed fails here, not at the server's challenge
  return { authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)) };
}
