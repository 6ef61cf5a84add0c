/**
 * Cancels that users have signed and left here for the end of their session: docs/adr/0063. The gateway can do nothing
 * with one but send it. They are only in memory: a gateway that is killed sends none.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedCancelAllRequest } from '@bellwether/api';
import { refusalError } from '@bellwether/bus';
import { encodeCancelAll } from '@bellwether/canonical-message';
import { sameBytes, toHex } from '@bellwether/codec';
import { CODES, CodedError, InvariantViolation, backoffMs } from '@bellwether/errors';
import { refusalOfEndedKey, refusalOfFarNonce, refusalOfUnknownKey } from '@bellwether/exchange';
import { verify } from '@bellwether/signature';
import { asCodedError } from '@bellwether/runtime';
import type { Logger } from '@bellwether/runtime';
import pLimit from 'p-limit';
import type { EngineReader } from '../../live/shared-queries';
import type { OrderOperations } from '../../trading/order-operations';
import { withSignatureHelp } from '../../trading/signature-help';
import {
  CANCELLING_AT_ONCE,
  CANCELLING_TIMEOUT_MS,
  CANCELLING_PAUSE,
  FEW_HELD_CANCELS,
  FUNDED_FROM_MICRO_USDC,
  MAX_HELD_CANCELS,
  MAX_HELD_CANCELS_OF_FUNDED_USER,
  MAX_HELD_CANCELS_OF_STRANGERS,
  MAX_HELD_CANCELS_OF_USER,
  RESERVED_HELD_CANCELS,
} from './limits';

export interface HeldCancel {
  readonly cancelAll: SignedCancelAllRequest;
  readonly requestId: string;
  /** Cancels of a user without money, who has done nothing. */
  readonly isOfStranger: boolean;
  /** What its user had when it was examined. */
  readonly equityMicroUsdc: number;
}

/** The result of a held cancel. */
export type CancelFate = 'sent' | 'refused' | 'given_up';

export interface HeldCancelsParts {
  readonly operations: Pick<OrderOperations, 'cancelAll'>;
  readonly engine: EngineReader;
  readonly log: Logger;
  /** The exchange's time: Unix milliseconds. */
  readonly nowMs: () => number;
  readonly onFate: (fate: CancelFate) => void;
  readonly limits?: typeof USUAL_LIMITS;
}

const USUAL_LIMITS = {
  all: MAX_HELD_CANCELS,
  reserved: RESERVED_HELD_CANCELS,
  ofStrangers: MAX_HELD_CANCELS_OF_STRANGERS,
  ofUser: MAX_HELD_CANCELS_OF_USER,
  ofFundedUser: MAX_HELD_CANCELS_OF_FUNDED_USER,
  few: FEW_HELD_CANCELS,
};

/** The held cancels of all sessions of a gateway. */
export class HeldCancels {
  private readonly ofUser = new Map<string, number>();
  private strangers = 0;
  private heldNow = 0;
  private readonly turns = pLimit(CANCELLING_AT_ONCE);
  private readonly sending = new Set<Promise<void>>();
  private readonly limits: typeof USUAL_LIMITS;

  constructor(private readonly parts: HeldCancelsParts) {
    this.limits = parts.limits ?? USUAL_LIMITS;
  }

  /** Held or being sent. */
  get count(): number {
    return this.heldNow;
  }

  /**
   * Checks a cancel before it is held. What the engine would refuse is refused now, while its user can read the answer,
   * in the engine's order. A trading key may end while its cancel is held, and so may a market: then the engine refuses
   * it when it is sent.
   *
   * @throws CodedError SIGNATURE_INVALID, TRADING_KEY_UNKNOWN, TRADING_KEY_ENDED, VALIDATION_FAILED of a nonce,
   *   NONCE_TOO_LOW, MARKET_NOT_FOUND, ENGINE_UNAVAILABLE, OVERLOADED
   */
  async examine(cancelAll: SignedCancelAllRequest, requestId: string): Promise<HeldCancel> {
    const { user, marketId, nonce, signature, signer } = cancelAll;
    await withSignatureHelp(
      () => encodeCancelAll(cancelAll),
      async () => {
        if (!verify(signature, encodeCancelAll(cancelAll), signer ?? user)) {
          throw new CodedError('SIGNATURE_INVALID');
        }
      },
    );
    // Also if the signer is the user: the account's own key is none of its trading keys.
    if (signer !== undefined) await this.requireTradingKey(user, signer);
    const { view: used, timestampMs } = await this.parts.engine.query('nonces', { user });
    if (signer !== undefined) {
      // The engine's state is as of its last record, which may be 20 seconds old.
      const nowMs = Math.max(timestampMs, this.parts.nowMs());
      const tooFar = refusalOfFarNonce(nonce, used.cancel_all, nowMs);
      if (tooFar !== null) throw refusalError(tooFar);
    }
    if (nonce <= used.cancel_all) {
      throw new CodedError('NONCE_TOO_LOW', { nonce, last_nonce: used.cancel_all });
    }
    if (marketId !== null) await this.requireMarket(marketId);
    const hasActed = Object.values(used).some((last) => last > 0);
    const { view: balance } = await this.parts.engine.query('balance', { user });
    const equityMicroUsdc = balance.total;
    const isOfStranger = !hasActed && equityMicroUsdc === 0;
    return { cancelAll, requestId, isOfStranger, equityMicroUsdc };
  }

  /** @throws CodedError CAPACITY_REACHED, OVERLOADED: it is not held */
  add({ cancelAll, isOfStranger, equityMicroUsdc }: HeldCancel): void {
    const { all, reserved, ofStrangers, ofUser, ofFundedUser, few } = this.limits;
    const key = toHex(cancelAll.user);
    const held = this.ofUser.get(key) ?? 0;
    const isFunded = equityMicroUsdc >= FUNDED_FROM_MICRO_USDC;
    const most = isFunded ? ofFundedUser : ofUser;
    if (held >= most) {
      throw new CodedError('CAPACITY_REACHED', { held_of_user: held, max_held_of_user: most });
    }
    const places = isFunded && held < few ? all : all - reserved;
    const isFull = this.heldNow >= places || (isOfStranger && this.strangers >= ofStrangers);
    if (isFull) throw new CodedError('OVERLOADED');
    this.ofUser.set(key, held + 1);
    this.heldNow++;
    if (isOfStranger) this.strangers++;
  }

  remove({ cancelAll, isOfStranger }: HeldCancel): void {
    const key = toHex(cancelAll.user);
    const left = (this.ofUser.get(key) ?? 0) - 1;
    if (left > 0) this.ofUser.set(key, left);
    else this.ofUser.delete(key);
    this.heldNow--;
    if (isOfStranger) this.strangers--;
  }

  /**
   * Sends those of a session that has ended, one after the other, as the nonces of a user rise. Each is removed when it
   * is done.
   */
  send(cancels: readonly HeldCancel[]): void {
    if (cancels.length === 0) return;
    const inTurn = cancels.toSorted((a, b) => a.cancelAll.nonce - b.cancelAll.nonce);
    const sent = this.turns(async () => {
      for (const cancel of inTurn) {
        this.parts.onFate(await this.sendOne(cancel));
        this.remove(cancel);
      }
    });
    this.sending.add(sent);
    // A broken invariant stops the process, so the rejection is not handled on purpose.
    void sent.finally(() => this.sending.delete(sent));
  }

  /** Waits until all of them are sent, up to this limit. */
  async settled(timeoutMs: number): Promise<void> {
    const all = Promise.allSettled(this.sending);
    const timeout = new AbortController();
    await Promise.race([all, sleep(timeoutMs, undefined, { signal: timeout.signal, ref: false })]);
    timeout.abort();
    if (this.heldNow > 0) this.parts.log.warn({ held: this.heldNow }, 'held cancels were not sent');
  }

  private async requireTradingKey(user: Uint8Array, signer: Uint8Array): Promise<void> {
    const { view: keys } = await this.parts.engine.query('trading_keys', { user });
    const ofSigner = keys.filter(({ tradingKey }) => sameBytes(tradingKey, signer));
    if (ofSigner.some(({ ended }) => ended === null)) return;
    const [last] = ofSigner;
    if (!last?.ended) throw refusalError(refusalOfUnknownKey(signer));
    const { nonce, ended } = last;
    throw refusalError(refusalOfEndedKey({ key: signer, nonce, ...ended }));
  }

  private async requireMarket(marketId: Uint8Array): Promise<void> {
    const { view } = await this.parts.engine.query('market', { marketId });
    if (view === null) throw new CodedError('MARKET_NOT_FOUND', { market_id: toHex(marketId) });
  }

  /** Sends until the result is certain, or the engine is away for too long. The nonce prevents a second execution. */
  private async sendOne({ cancelAll, requestId }: HeldCancel): Promise<CancelFate> {
    const { operations, log } = this.parts;
    const untilMs = performance.now() + CANCELLING_TIMEOUT_MS;
    for (let failures = 0; ; failures++) {
      try {
        const { answer, replayed } = await operations.cancelAll(cancelAll, requestId);
        const { length: count } = answer.cancelled;
        log.info({ request_id: requestId, replayed, cancelled: count }, 'held cancel sent');
        return 'sent';
      } catch (thrown) {
        const error = asCodedError(thrown);
        if (thrown instanceof InvariantViolation) throw thrown;
        const context = { request_id: requestId, code: error.code };
        if (error.code === 'INTERNAL') {
          log.error({ ...context, err: thrown }, 'held cancel given up');
          return 'given_up';
        }
        if (!CODES[error.code].retryable) {
          log.info(context, 'held cancel refused');
          return 'refused';
        }
        const pauseMs = backoffMs(CANCELLING_PAUSE, failures, Math.random());
        if (performance.now() + pauseMs > untilMs) {
          log.error(context, 'held cancel given up');
          return 'given_up';
        }
        await sleep(pauseMs);
      }
    }
  }
}
