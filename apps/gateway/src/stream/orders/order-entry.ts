/**
 * Operations of one connection. Each is charged, parsed, executed and answered as a request to its endpoint is, by the
 * same code. Many are under way in each lane, and each is answered when it is done.
 */
import { MAX_UNDER_WAY_PER_CONNECTION, OPERATIONS, trading } from '@bellwether/api';
import type { OperationBody, OperationName } from '@bellwether/api';
import { CODES, CodedError, InvariantViolation } from '@bellwether/errors';
import type { Standings } from '@bellwether/bus';
import type { Code } from '@bellwether/errors';
import { asCodedError, errorAnswer, traceOperation } from '@bellwether/runtime';
import type { AddressLane, Logger, Metrics } from '@bellwether/runtime';
import { operationLane } from '../../rate-limits/address-lane';
import type { GatewayLimits } from '../../rate-limits/gateway-limits';
import { sentAs } from '../../trading/order-operations';
import type { OrderOperations, Sent } from '../../trading/order-operations';
import { operationAnswerText } from '../server-texts';
import type { OperationOutcome } from '../server-texts';
import type { HeldCancels } from './held-cancels';
import type { OperationRequest } from './read-operation';
import { SessionCancels } from './session-cancels';

/** Shared by all connections of a gateway. */
export interface OrderEntryParts {
  readonly operations: OrderOperations;
  /** The users' allowances that the engine returned with its answers. */
  readonly standings: Pick<Standings, 'take'>;
  readonly limits: GatewayLimits;
  readonly held: HeldCancels;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export interface OrderSession {
  /** The key that it is charged to. */
  readonly address: string;
  /** The id of the connection; its operations add their number. */
  readonly requestId: string;
  readonly send: (text: string) => void;
}

/** The service in their spans. */
const SERVICE = 'gateway';
/** Its name in metrics, log lines and spans, instead of an HTTP method. */
const METHOD = 'WS';
/** The lane of operations without an endpoint. */
const HOLDING_PATH = '/v1/orders/cancel-all';
const TOO_MANY_REQUESTS = 429;

interface UnderWay {
  readonly request: OperationRequest;
  readonly requestId: string;
  readonly startedMs: number;
}

type Doer<N extends OperationName> = (body: OperationBody<N>, requestId: string) => Promise<Sent>;

export class OrderEntry {
  /** By lane: orders under way block no cancel, and cancels no cancel-all. */
  private readonly underWay = new Map<AddressLane, number>();
  private taken = 0;
  private isStopping = false;
  private whenIdle: (() => void) | null = null;
  private readonly cancels: SessionCancels;
  private readonly doers: { readonly [N in OperationName]: Doer<N> };

  constructor(
    private readonly parts: OrderEntryParts,
    private readonly session: OrderSession,
  ) {
    const { operations, held } = parts;
    const cancels = (this.cancels = new SessionCancels(held));
    this.doers = {
      order: async (body, requestId) =>
        sentAs(trading.placeOrder, await operations.order(body, requestId)),
      cancel: async (body, requestId) =>
        sentAs(trading.cancelOrder, await operations.cancel(body, requestId)),
      amend: async (body, requestId) =>
        sentAs(trading.amendOrder, await operations.amend(body, requestId)),
      cancel_all: async (body, requestId) =>
        sentAs(trading.cancelAllOrders, await operations.cancelAll(body, requestId)),
      batch: async (body, requestId) =>
        sentAs(trading.sendBatch, await operations.batch(body, requestId)),
      cancel_after: async (body, requestId) =>
        sentAs(trading.cancelAfter, await operations.cancelAfter(body, requestId)),
      redeem: async (body, requestId) =>
        sentAs(trading.redeemPairs, await operations.redeem(body, requestId)),
      cancel_on_disconnect: async (body, requestId) => asSent(await cancels.hold(body, requestId)),
      keep_on_disconnect: async ({ user }) => asSent(cancels.drop(user)),
    };
  }

  /** True if cancels are sent when the connection ends. */
  get holdsCancels(): boolean {
    return !this.cancels.isEmpty;
  }

  /** @returns true if it was taken; otherwise the answer is a refusal with the time to retry */
  take(request: OperationRequest): boolean {
    const requestId = `${this.session.requestId}.${++this.taken}`;
    const underWay = { request, requestId, startedMs: performance.now() };
    try {
      this.admit(request.op);
    } catch (error) {
      this.fail(underWay, error);
      return false;
    }
    const lane = laneOf(request.op);
    this.count(lane, 1);
    const traced = { service: SERVICE, method: METHOD, route: routeOf(request), requestId };
    void traceOperation(traced, () => this.carryOut(underWay)).finally(() => {
      this.count(lane, -1);
      if (this.isIdle) this.whenIdle?.();
    });
    return true;
  }

  /** Takes no more. Resolves when all that are under way are answered. */
  async stop(): Promise<void> {
    this.isStopping = true;
    if (!this.isIdle) await new Promise<void>((resolve) => (this.whenIdle = resolve));
  }

  /** The connection has ended, or is being ended. */
  end(): void {
    this.cancels.end();
  }

  private admit(op: OperationName): void {
    this.charge(op, 1);
    if (this.isStopping) throw new CodedError('OVERLOADED');
    const underWay = this.underWay.get(laneOf(op)) ?? 0;
    if (underWay < MAX_UNDER_WAY_PER_CONNECTION) return;
    throw new CodedError('RATE_LIMITED', {
      under_way: underWay,
      max_under_way: MAX_UNDER_WAY_PER_CONNECTION,
    });
  }

  private count(lane: AddressLane, change: number): void {
    this.underWay.set(lane, (this.underWay.get(lane) ?? 0) + change);
  }

  private get isIdle(): boolean {
    return [...this.underWay.values()].every((count) => count === 0);
  }

  /** @returns the status of its answer */
  private async carryOut(underWay: UnderWay): Promise<number> {
    try {
      const { request, requestId } = underWay;
      const done = await this.done(request, requestId);
      this.answer(underWay, { status: 200, replayed: done.replayed, body: done.body });
      return 200;
    } catch (error) {
      const status = this.fail(underWay, error);
      // Not handled on purpose: it stops the process.
      if (error instanceof InvariantViolation) throw error;
      return status;
    }
  }

  private done<N extends OperationName>(
    { op, body }: OperationRequest<N>,
    requestId: string,
  ): Promise<Sent> {
    const parsed = body();
    if (typeof parsed === 'object' && 'operations' in parsed) {
      // As over HTTP, the message itself was charged as one.
      const more = parsed.operations.length - 1;
      if (more > 0) this.charge(op, more);
    }
    return this.doers[op](parsed, requestId);
  }

  private charge(op: OperationName, count: number): void {
    this.parts.limits.chargeOperation(this.session.address, pathOf(op), count);
  }

  /** @returns the status of its answer */
  private fail(underWay: UnderWay, thrown: unknown): number {
    const error = asCodedError(thrown);
    const { metrics, log } = this.parts;
    const { requestId, request } = underWay;
    metrics.countError(error.code);
    if (CODES[error.code].status >= 500 && error.code !== 'OVERLOADED') {
      const context = { err: thrown, code: error.code, request_id: requestId, op: request.op };
      if (error.code === 'INTERNAL') log.error(context, 'operation failed');
      else log.warn(context, 'operation could not be served');
    }
    const { status, headers, body } = errorAnswer(error, requestId);
    const retryAfter = headers['retry-after'];
    this.answer(
      underWay,
      {
        status,
        replayed: error.isReplay,
        body,
        ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }),
      },
      error.code,
    );
    return status;
  }

  private answer(
    { request, requestId, startedMs }: UnderWay,
    outcome: OperationOutcome,
    code?: Code,
  ): void {
    const standing = this.parts.standings.take(requestId);
    this.session.send(operationAnswerText(request.id, requestId, outcome, standing));
    const { status } = outcome;
    const route = routeOf(request);
    const ms = performance.now() - startedMs;
    this.parts.metrics.observeRequest({ method: METHOD, route, status, seconds: ms / 1_000 });
    const level = status === TOO_MANY_REQUESTS ? 'debug' : 'info';
    const { log } = this.parts;
    if (!log.isLevelEnabled(level)) return;
    const line = { request_id: requestId, method: METHOD, route, status };
    log[level](
      { ...line, ...(code === undefined ? {} : { code }), ms: Math.round(ms) },
      'request answered',
    );
  }
}

const pathOf = (op: OperationName): string => OPERATIONS[op].path ?? HOLDING_PATH;
const laneOf = (op: OperationName): AddressLane => operationLane(pathOf(op));
const routeOf = ({ op }: OperationRequest): string => OPERATIONS[op].path ?? `/v1/ws ${op}`;
const asSent = (body: object): Sent => ({ replayed: false, body });
