/**
 * The engine's side of its subjects: decodes messages into commands and queries, and sends the answers. A message that
 * does not decode is answered with a code and never reaches the engine.
 */
import { DecodeError, decode, encode } from '@bellwether/codec';
import type { Layout } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import type { Code, ErrorDetails } from '@bellwether/errors';
import { MAX_BATCH_OPERATIONS, REQUEST_LANES } from '@bellwether/exchange';
import type { Answer, Command, RequestLane } from '@bellwether/exchange';
import type { Msg, Subscription } from '@nats-io/transport-node';
import type { Bus } from '../connection/bus';
import { CommandGroup } from './command-group';
import type { OperationOutcome, Standing } from './engine-message';
import {
  ENGINE_BATCH_VERSION,
  engineBatchLayout,
  engineRequestLayout,
  engineResponseLayout,
} from './engine-message';
import type { FailureDetail } from './engine-message';
import type { EngineQuery, ResultOf } from './engine-query';
import { decodeQueryRequest, encodeQueryResult, isEngineQuery } from './engine-query-json';
import type { EngineQueryRequest } from './engine-query-json';
import { replyOf } from '../connection/inbox';
import { MAX_COMMAND_BYTES, MAX_REQUEST_ID_BYTES } from '../limits';
import { encodeJsonFailure } from '../rpc/json';
import { subjectsOf } from '../subjects';
import { tracedSenderOf } from '../connection/trace-headers';
import type { TracedSender } from '../connection/trace-headers';

/** A command that waits for its one answer. */
export interface IncomingCommand {
  readonly lane: RequestLane;
  readonly command: Command;
  readonly deadlineMs: number;
  readonly requestId: string;
  /** Size of the whole request: at least the command's size in a journal record. */
  readonly byteLength: number;
  /** Commands of one group enter one record, by rising `index`. Absent: it came alone. */
  readonly group?: { readonly of: CommandGroup; readonly index: number };
  /** The sender, if it is in a sampled trace. */
  readonly traced?: TracedSender;
  /** Sent with the answer; set where the request is charged. */
  standing?: Standing | null;
  answer(answer: Answer): void;
  /** Answers that nothing was done, and why. `details` are flat: names with texts or safe integers. */
  fail(code: Code, details?: ErrorDetails): void;
}

export interface IncomingQuery {
  readonly query: EngineQueryRequest;
  readonly requestId: string;
  answer(result: ResultOf<EngineQuery>): void;
  fail(code: Code, details?: ErrorDetails): void;
}

/** Called in order of arrival, synchronously: they enqueue, and answer later. */
export interface EngineHandlers {
  /**
   * Called when a command arrives. Calling `take` decodes it and passes it on; call it once, now or later. Absent: now.
   */
  readonly receive?: (lane: RequestLane, take: () => void) => void;
  /**
   * Admission control: the code that rejects a command of that lane, or null. Called before a command is decoded, so
   * that a flood costs least.
   */
  readonly turnsAway?: (lane: RequestLane) => Code | null;
  /**
   * Called to reject a command that is not admitted or cannot be decoded: `send` sends the failure, now, later or
   * never. Absent: now.
   */
  readonly refuse?: (send: () => void) => void;
  onCommand(incoming: IncomingCommand): void;
  onQuery(incoming: IncomingQuery): void;
  /** The engine's time, sent with each answer to a query. */
  readonly nowMs?: () => number;
}

export interface EngineService {
  /**
   * Receives nothing new until `resume`: callers get `no responders`. Requests already received can still be answered.
   */
  pause(): void;
  resume(): void;
  /** Receives nothing new from now on: callers get `no responders`. Requests already received can still be answered. */
  stop(): Promise<void>;
}

/**
 * Subscribes to all lanes and queries of the shard; ready when the promise resolves.
 *
 * There is no queue group, as a frozen engine is still subscribed and must not take requests from another. If two
 * engines receive the same request for a moment, the journal accepts it from the leader; the other is fenced, stops,
 * and does not answer (docs/protocol/leadership.md).
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
      const isTooLong = message.data.length > MAX_COMMAND_BYTES; // not to be stored for reuse
      if (handlers.receive === undefined || isTooLong) take();
      else handlers.receive(lane, take);
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
  // A broken connection has nothing to drain and must not be waited for.
  if (!bus.connected) for (const subscription of subscriptions) subscription.unsubscribe();
  else await Promise.allSettled(subscriptions.map((subscription) => subscription.drain()));
}

function takeCommand(bus: Bus, handlers: EngineHandlers, lane: RequestLane, message: Msg): void {
  const reply = replyOf(message);
  // Without a reply address it is not a request; a command must not run if its outcome cannot be reported.
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
  if (message.data[0] === ENGINE_BATCH_VERSION) {
    takeBatch(bus, handlers, { lane, message, reply }, refuse);
    return;
  }
  const request = decodeCommand(engineRequestLayout, message.data, refuse);
  if (request === undefined) return;
  const traced = tracedSenderOf(message.headers);
  const incoming: IncomingCommand = {
    lane,
    command: request.command,
    deadlineMs: request.deadlineMs,
    requestId: request.requestId,
    byteLength: message.data.length,
    ...(traced === undefined ? {} : { traced }),
    answer: (answer) => {
      const { standing = null } = incoming;
      bus.publish(reply, encode(engineResponseLayout, { kind: 'answer', answer, standing }));
    },
    fail,
  };
  handlers.onCommand(incoming);
}

interface BatchMessage {
  readonly lane: RequestLane;
  readonly message: Msg;
  readonly reply: string;
}

/** Each command is passed on as if it had come alone on its lane; the answer leaves when all have their outcomes. */
function takeBatch(
  bus: Bus,
  handlers: EngineHandlers,
  { lane, message, reply }: BatchMessage,
  refuse: IncomingCommand['fail'],
): void {
  const request = decodeCommand(engineBatchLayout, message.data, refuse);
  if (request === undefined) return;
  const { operations, deadlineMs, requestId } = request;
  const isAllowed = operations.every((one) => one.lane === lane || one.lane === 'cancel');
  if (operations.length === 0 || operations.length > MAX_BATCH_OPERATIONS || !isAllowed) {
    const expected = `1 to ${MAX_BATCH_OPERATIONS} commands of ${lane} and cancel`;
    refuse('VALIDATION_FAILED', { field: 'operations', value: operations.length, expected });
    return;
  }
  const send = (outcomes: OperationOutcome[]): void => {
    const { standing } = of;
    bus.publish(reply, encode(engineResponseLayout, { kind: 'outcomes', outcomes, standing }));
  };
  const hasOrders = operations.some((one) => one.lane !== 'cancel');
  const of = new CommandGroup(operations.length, send, hasOrders);
  const traced = tracedSenderOf(message.headers);
  const byteLength = Math.ceil(message.data.length / operations.length);
  for (const [index, operation] of operations.entries()) {
    handlers.onCommand({
      ...operation,
      deadlineMs,
      requestId,
      byteLength,
      group: { of, index },
      ...(traced === undefined ? {} : { traced }),
      answer: (answer) => of.settle(index, { kind: 'answer', answer }),
      fail: (code, details = {}) =>
        of.settle(index, { kind: 'failed', code, details: factsOf(details) }),
    });
  }
}

const encodeFailure = (code: Code, details: ErrorDetails): Uint8Array =>
  encode(engineResponseLayout, { kind: 'failed', code, details: factsOf(details) });

/** Encoded failures without details, cached because a flood is rejected with one of them. */
const failures = new Map<Code, Uint8Array>();

function failureOf(code: Code): Uint8Array {
  const bytes = failures.get(code) ?? encodeFailure(code, {});
  failures.set(code, bytes);
  return bytes;
}

function decodeCommand<T extends { readonly requestId: string }>(
  layout: Layout<T>,
  data: Uint8Array,
  fail: IncomingCommand['fail'],
): T | undefined {
  if (data.length > MAX_COMMAND_BYTES) {
    fail('BODY_TOO_LARGE', { bytes: data.length, max_bytes: MAX_COMMAND_BYTES });
    return undefined;
  }
  try {
    const request = decode(layout, data);
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
    bus.publish(reply, encodeJsonFailure(code, details));
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
    else fail('VALIDATION_FAILED', { field: 'request', expected: 'a query as JSON' });
    return undefined;
  }
}

/** No layout can encode one, and a refusal must not end the engine. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Converts details to the response's layout: texts and safe integers; anything else becomes text. */
const factsOf = (details: ErrorDetails): FailureDetail[] =>
  Object.entries(details).map(([name, value]) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
      ? { kind: 'number', name, value }
      : { kind: 'text', name, value: String(value).replace(LONE_SURROGATE, '') },
  );
