import type { Preview, PreviewRequest, WithdrawalQuote } from './generated/interface';
import { GatewayCalls } from './generated/gateway-calls';
import type { Credentials } from './http/caller';
import type { CallOptions } from './http/http-sender';
import { quotedTermsOf } from './payment-terms';
import type { WithdrawRequest } from './requests';

/**
 * Public queries to the gateway, and those of an account's owner. Every method retries by the retry policy and then fails
 * with `BellwetherError`, `ConnectionError` or `InvalidAnswerError`.
 */
export class PublicClient extends GatewayCalls {
  /**
   * The outcome of an order as the next command. A predicted refusal is an answer, not an error. The orders that its user
   * has open count as own ones with a session of the user, else as those of others.
   */
  async previewOrder(order: PreviewRequest, options?: CallOptions): Promise<Preview> {
    const change = { path: '/v1/preview', body: JSON.stringify(order), effect: 'read' } as const;
    const ask = (credentials?: Credentials): Promise<Preview> =>
      this.caller.ask({ ...change, credentials }, ['order', 'refusal'], options);
    const { user } = order;
    if (user === undefined) return ask();
    // No request requires a session here: it is opened before, if that is possible.
    await this.sessions?.tokenOf(user, options).catch(() => null);
    return this.asOwner(user, options, ask);
  }

  /** The cost of a withdrawal accepted now. Nothing is signed or carried out. */
  async quoteWithdrawal(
    user: string,
    withdraw: WithdrawRequest,
    options?: CallOptions,
  ): Promise<WithdrawalQuote> {
    const body = JSON.stringify({ main_address: user, ...quotedTermsOf(withdraw) });
    const change = { path: '/v1/withdraw/quote', body, effect: 'read', isWrapped: true } as const;
    return this.caller.ask(change, ['gas_micro_usdc', 'gas_items'], options);
  }
}
