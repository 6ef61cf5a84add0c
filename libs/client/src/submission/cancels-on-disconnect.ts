import type { HeldCancels } from '../answers';
import type { CancelAllRequest } from '../requests';
import { ConnectionError } from '../errors';
import type { Caller, Receipt } from '../http/caller';
import type { CallOptions } from '../http/http-sender';
import { ATTEMPT_TIMEOUT_MS } from '../limits';
import { HOLD_PATH, KEEP_PATH } from '../stream/order-socket';
import type { OrderSocket } from '../stream/order-socket';
import type { Draft, Submissions } from './submissions';

const CANCEL_ALL_PATH = '/v1/orders/cancel-all';
const SERVER_FAULT = 500;
const TOO_MANY = 429;

export interface CancelsOnDisconnectParts {
  readonly user: string;
  readonly socket: OrderSocket;
  readonly caller: Caller;
  readonly submissions: Submissions;
  readonly draftOf: (cancelAll: CancelAllRequest) => Draft<'cancel_all'>;
}

interface Held {
  readonly request: CancelAllRequest;
  /** As it was signed. */
  readonly body: string;
}

/**
 * The signed cancels that a trader has left with the gateway. After a lost connection the same ones are sent first, so
 * that nothing placed later is cancelled by them, and others are left in their place.
 */
export class CancelsOnDisconnect {
  private readonly held = new Map<string, Held>();
  private forget: (() => void) | undefined;

  constructor(private readonly parts: CancelsOnDisconnectParts) {}

  async hold(request: CancelAllRequest, options?: CallOptions): Promise<Receipt<HeldCancels>> {
    this.forget ??= this.parts.socket.beforeAll(() => this.beginAgain());
    const held = await this.signed(request, options);
    const receipt = await this.parts.caller.change<HeldCancels>(
      { path: HOLD_PATH, body: held.body, effect: 'exactly-once' },
      ['held'],
      options,
    );
    this.held.set(keyOf(request), held);
    return receipt;
  }

  /** None is sent any more. */
  async drop(options?: CallOptions): Promise<Receipt<HeldCancels>> {
    this.held.clear();
    this.forget?.();
    this.forget = undefined;
    return this.parts.caller.change<HeldCancels>(
      { path: KEEP_PATH, body: JSON.stringify({ user: this.parts.user }), effect: 'exactly-once' },
      ['held'],
      options,
    );
  }

  /**
   * A later cancel-all has used a higher nonce: those that are held would be refused. If others cannot be left in their
   * place, the connection is made again, which begins with just that.
   */
  async renew(): Promise<void> {
    try {
      for (const { request } of Array.from(this.held.values())) await this.hold(request);
    } catch {
      this.parts.socket.restart();
    }
  }

  private async signed(request: CancelAllRequest, options?: CallOptions): Promise<Held> {
    const { submissions, user, draftOf } = this.parts;
    const nonce = await submissions.nextNonce(user, 'cancel_all', options);
    const { body } = await submissions.prepare(draftOf(request), nonce);
    return { request, body };
  }

  /** The connection is new. */
  private async beginAgain(): Promise<void> {
    for (const { body } of this.held.values()) await this.ask(CANCEL_ALL_PATH, body);
    for (const [key, { request }] of Array.from(this.held)) {
      const held = await this.signed(request);
      await this.ask(HOLD_PATH, held.body);
      this.held.set(key, held);
    }
  }

  /** @throws ConnectionError if it has to be tried again. What is refused for good stays refused */
  private async ask(path: string, body: string): Promise<void> {
    const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
    const { status } = await this.parts.socket.exchange({ path, body, signal });
    if (status < SERVER_FAULT && status !== TOO_MANY) return;
    throw new ConnectionError(`${path} was answered ${status}`, {
      mayBeSent: true,
      cause: undefined,
    });
  }
}

const keyOf = ({ market_id: marketId }: CancelAllRequest): string =>
  marketId?.toLowerCase() ?? 'all';
