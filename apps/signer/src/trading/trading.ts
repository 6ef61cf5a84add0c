/**
 * What a builder does in its users' names: sign, submit, cancel. The checks have the same order everywhere: whether
 * this key may trade, whether its terms are allowed, whether the user is its own. Only then is a key derived and
 * something signed.
 */
import {
  carriedOut,
  onOpenOrder,
  type AmendRequest,
  type CancelAfterRequest,
  type CarriedOut,
  type ChallengeRequest,
  type OrderTerms,
  type RedeemRequest,
} from '@bellwether/api';
import type { CommandSender, EngineClient } from '@bellwether/bus';
import {
  encodeCancel,
  encodeCancelAll,
  messageHash,
  type CancelAllMessage,
  type CancelMessage,
} from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import {
  amendBytes,
  cancelAfterBytes,
  challengeBytes,
  orderBytes,
  redeemBytes,
} from '@bellwether/exchange';
import type { Network } from '@bellwether/exchange';
import type { OrderHistory } from '@bellwether/persistence';
import type { Caller } from '../envelope/authenticator';
import type { DelegatedKeys, KeyOwner } from '../keys/delegated-keys';
import { requireScope } from '../keys/scopes';
import type { UserLinks } from '../keys/user-links';
import { requireMarket } from './engine-market';
import { requireFeeWithinCap } from './fee-cap';

export interface SignedOrder {
  /** 64 bytes in hex, over the canonical bytes of the order's form. */
  readonly signature: string;
  readonly messageHash: string;
}

export interface TradingParts {
  readonly keys: DelegatedKeys;
  readonly links: UserLinks;
  readonly engine: Pick<EngineClient, 'send' | 'query'>;
  readonly history: Pick<OrderHistory, 'byId'>;
  readonly network: Network;
}

export class Trading {
  constructor(private readonly parts: TradingParts) {}

  /** The same operations, with another sender. */
  through(sender: CommandSender): Trading {
    const send: EngineClient['send'] = (...sent) => sender.send(...sent);
    const query: EngineClient['query'] = (...asked) => this.parts.engine.query(...asked);
    return new Trading({ ...this.parts, engine: { send, query } });
  }

  /**
   * Signs and sends. Throws `SCOPE_MISSING`, `VALIDATION_FAILED` (the fee cap), `NOT_YOUR_USER`, the engine's refusals,
   * and `OUTCOME_UNKNOWN` if the order may have been accepted: repeating the same request gives the true answer.
   */
  async submit(caller: Caller, order: OrderTerms, requestId: string): Promise<CarriedOut<'order'>> {
    const owner = await this.admitOrder(caller, order);
    const { keys, network } = this.parts;
    const signature = keys.sign(owner, order.user, orderBytes(order, network));
    const command = { kind: 'order', ...order, builder: caller.keyId, signature } as const;
    const answer = await this.parts.engine.send('builder', command, { requestId });
    return carriedOut(answer, 'order');
  }

  /**
   * Signs and returns the signature, and uses no nonce. The market must exist and be active: otherwise the caller could
   * choose the first 32 of the 90 bytes freely. Throws what `submit` throws before it sends, `MARKET_NOT_FOUND`,
   * `MARKET_NOT_ACTIVE`, `ENGINE_UNAVAILABLE`.
   */
  async sign(caller: Caller, order: OrderTerms, requestId: string): Promise<SignedOrder> {
    const owner = await this.admitOrder(caller, order);
    await this.requireActive(order.marketId, requestId);
    const message = orderBytes(order, this.parts.network);
    const signature = this.parts.keys.sign(owner, order.user, message);
    return { signature: toHex(signature), messageHash: messageHash(message) };
  }

  /**
   * Throws `SCOPE_MISSING`, `NOT_YOUR_USER`, `ORDER_NOT_FOUND`, `ORDER_NOT_OPEN`, `HISTORY_UNAVAILABLE` (not open, but its
   * end cannot be looked up now).
   */
  async cancel(
    caller: Caller,
    cancel: CancelMessage,
    requestId: string,
  ): Promise<CarriedOut<'cancel'>> {
    const owner = await this.admit(caller, cancel.user);
    const signature = this.parts.keys.sign(owner, cancel.user, encodeCancel(cancel));
    const command = { kind: 'cancel', ...cancel, signature } as const;
    return onOpenOrder(cancel, this.parts.history, async () =>
      carriedOut(await this.parts.engine.send('cancel', command, { requestId }), 'cancel'),
    );
  }

  /** Throws `SCOPE_MISSING`, `NOT_YOUR_USER`, `MARKET_NOT_FOUND`, and `submit`'s nonce refusals. */
  async cancelAll(
    caller: Caller,
    cancelAll: CancelAllMessage,
    requestId: string,
  ): Promise<CarriedOut<'cancel_all'>> {
    const owner = await this.admit(caller, cancelAll.user);
    const signature = this.parts.keys.sign(owner, cancelAll.user, encodeCancelAll(cancelAll));
    const command = { kind: 'cancel_all', ...cancelAll, signature } as const;
    const answer = await this.parts.engine.send('cancel', command, { requestId });
    return carriedOut(answer, 'cancel_all');
  }

  /** Throws `SCOPE_MISSING`, `NOT_YOUR_USER`, the engine's refusals, and `OUTCOME_UNKNOWN` as `submit` does. */
  async amend(
    caller: Caller,
    amended: AmendRequest,
    requestId: string,
  ): Promise<CarriedOut<'amend'>> {
    const { keys, engine, network } = this.parts;
    const owner = await this.admit(caller, amended.user);
    const signature = keys.sign(owner, amended.user, amendBytes(amended, network));
    const command = { kind: 'amend', ...amended, builder: caller.keyId, signature } as const;
    return onOpenOrder(amended, this.parts.history, async () =>
      carriedOut(await engine.send('builder', command, { requestId }), 'amend'),
    );
  }

  /** Throws `SCOPE_MISSING`, `NOT_YOUR_USER`, and `submit`'s nonce refusals. */
  async cancelAfter(
    caller: Caller,
    switched: CancelAfterRequest,
    requestId: string,
  ): Promise<CarriedOut<'cancel_after'>> {
    const { keys, engine, network } = this.parts;
    const owner = await this.admit(caller, switched.user);
    const signature = keys.sign(owner, switched.user, cancelAfterBytes(switched, network));
    const command = { kind: 'cancel_after', ...switched, signature } as const;
    return carriedOut(await engine.send('cancel', command, { requestId }), 'cancel_after');
  }

  /** Throws `SCOPE_MISSING`, `NOT_YOUR_USER`, the engine's refusals, and `OUTCOME_UNKNOWN` as `submit` does. */
  async redeem(
    caller: Caller,
    redeem: RedeemRequest,
    requestId: string,
  ): Promise<CarriedOut<'redeem'>> {
    const { keys, engine, network } = this.parts;
    const owner = await this.admit(caller, redeem.user);
    const signature = keys.sign(owner, redeem.user, redeemBytes(redeem, network));
    const command = { kind: 'redeem', ...redeem, builder: caller.keyId, signature } as const;
    return carriedOut(await engine.send('builder', command, { requestId }), 'redeem');
  }

  /** Throws `SCOPE_MISSING`, `NOT_YOUR_USER`, the engine's refusals, and `OUTCOME_UNKNOWN` as `submit` does. */
  async challenge(
    caller: Caller,
    said: ChallengeRequest,
    requestId: string,
  ): Promise<CarriedOut<'challenged'>> {
    const { keys, engine, network } = this.parts;
    const owner = await this.admit(caller, said.user);
    const signature = keys.sign(owner, said.user, challengeBytes(said, network));
    const command = { kind: 'challenge', ...said, builder: caller.keyId, signature } as const;
    return carriedOut(await engine.send('builder', command, { requestId }), 'challenged');
  }

  private async admitOrder(caller: Caller, order: OrderTerms): Promise<KeyOwner> {
    requireScope(caller.scopes, 'trade');
    requireFeeWithinCap(order.feeBps, caller.maxFeeBps);
    return this.admit(caller, order.user);
  }

  private async admit(caller: Caller, user: Uint8Array): Promise<KeyOwner> {
    requireScope(caller.scopes, 'trade');
    return this.parts.links.ownerOf(user, caller.builderId);
  }

  private async requireActive(marketId: Uint8Array, requestId: string): Promise<void> {
    const { status } = await requireMarket(this.parts.engine, marketId, requestId);
    if (status !== 'active') throw new CodedError('MARKET_NOT_ACTIVE', { status });
  }
}
