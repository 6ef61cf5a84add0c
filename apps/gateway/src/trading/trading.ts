/** Orders and cancels that users signed themselves. The engine verifies them. */
import { carriedOut, onOpenOrder } from '@bellwether/api';
import type {
  CarriedOut,
  SignedAmendRequest,
  SignedCancelAfterRequest,
  SignedCancelAllRequest,
  SignedCancelRequest,
  SignedOrderRequest,
  SignedRedeemRequest,
} from '@bellwether/api';
import type { CommandSender } from '@bellwether/bus';
import { encodeCancel, encodeCancelAll } from '@bellwether/canonical-message';
import { amendBytes, cancelAfterBytes, orderBytes, redeemBytes } from '@bellwether/exchange';
import type { OrderHistory } from '@bellwether/persistence';
import type { NetworkOfExchange } from '../exchange/network';
import { withSignatureHelp } from './signature-help';

export interface TradingParts {
  readonly engine: CommandSender;
  readonly history: Pick<OrderHistory, 'byId'>;
  readonly exchange: Pick<NetworkOfExchange, 'network'>;
}

export class Trading {
  constructor(private readonly parts: TradingParts) {}

  /** The same operations, with another sender. */
  through(engine: CommandSender): Trading {
    return new Trading({ ...this.parts, engine });
  }

  /** @throws CodedError SIGNATURE_INVALID, DELEGATED_USER, the engine's refusals, OUTCOME_UNKNOWN (send it again) */
  placeOrder(order: SignedOrderRequest, requestId: string): Promise<CarriedOut<'order'>> {
    const command = { kind: 'order', ...order, builder: null } as const;
    return withSignatureHelp(
      async () => orderBytes(order, await this.parts.exchange.network()),
      async () =>
        carriedOut(await this.parts.engine.send('order', command, { requestId }), 'order'),
    );
  }

  /**
   * @throws CodedError SIGNATURE_INVALID, ORDER_NOT_FOUND, ORDER_NOT_OPEN with the final order, HISTORY_UNAVAILABLE (not
   *   open, but its end cannot be looked up now)
   */
  cancel(cancel: SignedCancelRequest, requestId: string): Promise<CarriedOut<'cancel'>> {
    const command = { kind: 'cancel', ...cancel } as const;
    return onOpenOrder(cancel, this.parts.history, () =>
      withSignatureHelp(
        () => encodeCancel(cancel),
        async () =>
          carriedOut(await this.parts.engine.send('cancel', command, { requestId }), 'cancel'),
      ),
    );
  }

  cancelAll(
    cancelAll: SignedCancelAllRequest,
    requestId: string,
  ): Promise<CarriedOut<'cancel_all'>> {
    const command = { kind: 'cancel_all', ...cancelAll } as const;
    return withSignatureHelp(
      () => encodeCancelAll(cancelAll),
      async () =>
        carriedOut(await this.parts.engine.send('cancel', command, { requestId }), 'cancel_all'),
    );
  }

  /** @throws CodedError what `cancel` throws, the refusals of an order */
  amend(amended: SignedAmendRequest, requestId: string): Promise<CarriedOut<'amend'>> {
    const command = { kind: 'amend', ...amended, builder: null } as const;
    return onOpenOrder(amended, this.parts.history, () =>
      withSignatureHelp(
        async () => amendBytes(amended, await this.parts.exchange.network()),
        async () =>
          carriedOut(await this.parts.engine.send('order', command, { requestId }), 'amend'),
      ),
    );
  }

  /** @throws CodedError SIGNATURE_INVALID, NONCE_TOO_LOW, NONCE_REUSED */
  cancelAfter(
    switched: SignedCancelAfterRequest,
    requestId: string,
  ): Promise<CarriedOut<'cancel_after'>> {
    const command = { kind: 'cancel_after', ...switched } as const;
    return withSignatureHelp(
      async () => cancelAfterBytes(switched, await this.parts.exchange.network()),
      async () =>
        carriedOut(await this.parts.engine.send('cancel', command, { requestId }), 'cancel_after'),
    );
  }

  /** @throws CodedError SIGNATURE_INVALID, the refusals of a redemption, OUTCOME_UNKNOWN (send it again) */
  redeem(redeem: SignedRedeemRequest, requestId: string): Promise<CarriedOut<'redeem'>> {
    const command = { kind: 'redeem', ...redeem, builder: null } as const;
    return withSignatureHelp(
      async () => redeemBytes(redeem, await this.parts.exchange.network()),
      async () =>
        carriedOut(await this.parts.engine.send('order', command, { requestId }), 'redeem'),
    );
  }
}
