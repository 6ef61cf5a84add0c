/**
 * The engine's side of its subjects: turns messages into commands and questions that can be answered, and answers.
 * Decodes at the door; what does not decode is answered with a code and never reaches the engine.
 */
import { DecodeError, decode, encode } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { Code, ErrorDetails } from '@bellwether/errors';
import { REQUEST_LANES } from '@bellwether/exchange';
import type { Answer, Command, RequestLane } from '@bellwether/exchange';
import type { Msg, Subscription } from '@nats-io/transport-node';
import type { Bus } from '../connection/bus';
import { engineRequestLayout, engineResponseLayout } from './engine-message';
import type { FailureDetail } from './engine-message';
import type { EngineQuery, ResultOf } from './engine-query';
import {
  decodeQueryRequest,
  encodeQueryFailure,
  encodeQueryResult,
  isEngineQuery,
} from './engine-query-json';
import type { EngineQueryRequest } from './engine-query-json';
import { replyOf } from '../connection/inbox';
import { MAX_COMMAND_BYTES, MAX_REQUEST_ID_BYTES } from '../limits';
import { subjectsOf } from '../subjects';
import { tracedSenderOf } from '../connection/trace-headers';
import type { TracedSender } from '../connection/trace-headers';

/** A command that waits for its one answer. */
export interface IncomingCommand {
  readonly lane: RequestLane;
  readonly command: Command;
  readonly deadlineMs: number;
  readonly requestId: string;
  /** Size of the whole request: no less than the command takes in a journal record. */
  readonly byteLength: number;
  /** Where its sender is in a trace that is recorded. */
  readonly traced?: TracedSender;
  answer(answer: Answer): void;
  /** Nothing was done, and why. `details` as flat names with texts or safe integers. */
  fail(code: Code, details?: ErrorDetails): void;
}

export interface IncomingQuery {
  readonly question: EngineQueryRequest;
  readonly requestId: string;
  answer(result: ResultOf<EngineQuery>): void;
  fail(code: Code, details?: ErrorDetails): void;
}

/** Called in order of arrival, synchronously: they queue, and answer later. */
export interface EngineHandlers {
  /** A command came: `take` reads it and hands it over, and is called once, now or later. Absent: now. */
  readonly hear?: (lane: RequestLane, take: () => void) => void;
  /** Why no command of that lane is taken now, else null: asked before one is decoded, as a flood costs least there. */
  readonly turnsAway?: (lane: RequestLane) => Code | null;
  /** A command that cannot be read is to be refused: `send` says so, now, later or never. Absent: now. */
  readonly refuse?: (send: () => void) => void;
  onCommand(incoming: IncomingCommand): void;
  onQuery(incoming: IncomingQuery): void;
  /** The engine's time: stands beside each answer to a question. */
  readonly nowMs?: () => number;
}

export interface EngineService {
  /** Hears nothing new until `resume`: callers get `no responders`. What was heard can still be answered. */
  pause(): void;
  resume(): void;
  /** Hears nothing new from here on: callers get `no responders`. Answers can still be given. */
  stop(): Promise<void>;
}

/**
 * Subscribes every lane and all questions of the shard; ready when it resolves.
 *
 * In no queue group: an engine that froze is still subscribed, and must not get requests in another's place. For the
 * moment in which two hear the same, the journal takes it from the one that leads, and the other ends by it and says
 * nothing (docs/protocol/leadership.md).
 */
export async function serveEngine(
  bus: Bus,
  shard: number,
  handlers: EngineHandlers,
): Promise<EngineService> {
  let subscriptions = subscribe(bus, shard, handlers);
  await bus.whenSubscribed();
  return {
    pause: () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
      subscriptions = [];
    },
    resume: () => {
      if (subscriptions.length === 0) subscriptions = subscribe(bus, shard, handlers);
    },
    stop: () => unsubscribe(bus, subscriptions),
  };
}

function subscribe(bus: Bus, shard: number, handlers: EngineHandlers): Subscription[] {
  const subjects = subjectsOf(shard);
  const subscriptions = REQUEST_LANES.map((lane) =>
    bus.subscribe(subjects.lane[lane], (message) => {
      const take = () => takeCommand(bus, handlers, lane, message);
      const isTooLong = message.data.length > MAX_COMMAND_BYTES; // not to be kept
      if (handlers.hear === undefined || isTooLong) take();
      else handlers.hear(lane, take);
    }),
  );
  const queryPrefix = subjects.query('').length;
  subscriptions.push(
    bus.subscribe(subjects.allQueries, (message) =>
      takeQuery(bus, handlers, message.subject.slice(queryPrefix), message),
    ),
  );
  return subscriptions;
}

async function unsubscribe(bus: Bus, subscriptions: readonly Subscription[]): Promise<void> {
  // A connection that is broken has nothing to drain; it must not be waited for.
  if (!bus.connected) for (const subscription of subscriptions) subscription.unsubscribe();
  else await Promise.allSettled(subscriptions.map((subscription) => subscription.drain()));
}

function takeCommand(bus: Bus, handlers: EngineHandlers, lane: RequestLane, message: Msg): void {
  const reply = replyOf(message);
  // Without an address to answer to it is no request; a command must not be carried out unheard.
  if (reply === undefined) return;
  const fail = (code: Code, details?: ErrorDetails): void => {
    bus.publish(reply, details === undefined ? failureOf(code) : encodeFailure(code, details));
  };
  const refuse: IncomingCommand['fail'] = (code, details) => {
    const send = () => fail(code, details);
    if (handlers.refuse === undefined) send();
    else handlers.refuse(send);
  };
  const turnedAway = handlers.turnsAway?.(lane) ?? null;
  if (turnedAway !== null) {
    refuse(turnedAway);
    return;
  }
  const request = decodeCommand(message.data, refuse);
  if (request === undefined) return;
  const traced = tracedSenderOf(message.headers);
  handlers.onCommand({
    lane,
    command: request.command,
    deadlineMs: request.deadlineMs,
    requestId: request.requestId,
    byteLength: message.data.length,
    ...(traced === undefined ? {} : { traced }),
    answer: (answer) => {
      bus.publish(reply, encode(engineResponseLayout, { kind: 'answer', answer }));
    },
    fail,
  });
}

const encodeFailure = (code: Code, details: ErrorDetails): Uint8Array =>
  encode(engineResponseLayout, { kind: 'failed', code, details: factsOf(details) });

/** Of those without details, as a flood is turned away with one of them. */
const failures = new Map<Code, Uint8Array>();

function failureOf(code: Code): Uint8Array {
  const bytes = failures.get(code) ?? encodeFailure(code, {});
  failures.set(code, bytes);
  return bytes;
}

function decodeCommand(data: Uint8Array, fail: IncomingCommand['fail']) {
  if (data.length > MAX_COMMAND_BYTES) {
    fail('BODY_TOO_LARGE', { bytes: data.length, max_bytes: MAX_COMMAND_BYTES });
    return undefined;
  }
  try {
    const request = decode(engineRequestLayout, data);
    if (request.requestId.length <= MAX_REQUEST_ID_BYTES) return request;
    fail('VALIDATION_FAILED', { field: 'request_id', expected: `at most ${MAX_REQUEST_ID_BYTES}` });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    fail('VALIDATION_FAILED', { field: 'request', expected: error.message });
  }
  return undefined;
}

function takeQuery(bus: Bus, handlers: EngineHandlers, what: string, message: Msg): void {
  const reply = replyOf(message);
  if (reply === undefined) return;
  const fail = (code: Code, details: ErrorDetails = {}): void => {
    bus.publish(reply, encodeQueryFailure(code, details));
  };
  if (!isEngineQuery(what)) {
    fail('NOT_FOUND', { query: what.slice(0, MAX_REQUEST_ID_BYTES) });
    return;
  }
  const request = decodeQuery(what, message.data, fail);
  if (request === undefined) return;
  const answer = (result: ResultOf<EngineQuery>): void => {
    bus.publish(reply, encodeQueryResult(result, handlers.nowMs?.()));
  };
  handlers.onQuery({ ...request, answer, fail });
}

function decodeQuery(what: EngineQuery, data: Uint8Array, fail: IncomingQuery['fail']) {
  try {
    return decodeQueryRequest(what, data);
  } catch (error) {
    if (error instanceof CodedError) fail(error.code, error.details);
    else fail('VALIDATION_FAILED', { field: 'request', expected: 'JSON of a question' });
    return undefined;
  }
}

/** Details as the response's layout takes them: texts and safe integers, anything else as its text. */
const factsOf = (details: ErrorDetails): FailureDetail[] =>
  Object.entries(details).map(([name, value]) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
      ? { kind: 'number', name, value }
      : { kind: 'text', name, value: String(value) },
  );
