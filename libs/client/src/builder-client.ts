import { AccountSessions, delegatedSession } from './account-sessions';
import type { RequestKind } from './answers';
import type {
  AcceptedWithdrawal,
  BatchResults,
  CancelAfter,
  CancelledOrder,
  CancelledOrders,
  Recovery,
  Challenged,
  Redeemed,
  SignedOrder,
  SubmittedOrder,
  WithdrawalQuote,
} from './generated/interface';
import type {
  AmendRequest,
  BatchOperation,
  BuilderBudgetRequest,
  BuilderOrderTerms,
  CancelAllRequest,
  CancelRequest,
  RecoverRequest,
  ChallengeRequest,
  RedeemRequest,
  WithdrawRequest,
} from './requests';
import { SignerCalls } from './generated/signer-calls';
import { Envelope } from './envelope';
import type { BuilderCredentials } from './envelope';
import { Caller } from './http/caller';
import type { Credentials, Receipt } from './http/caller';
import type { CallOptions, ConnectionOptions } from './http/http-sender';
import { PublicClient } from './public-client';
import { quotedTermsOf, withListedFee, withQuotedFee } from './payment-terms';
import {
  amendTerms,
  onlyBuilderOrder,
  onlyCancelAll,
  orderTerms,
  recoverTerms,
  withdrawTerms,
} from './known-fields';
import { budgetOrder } from './submission/budget-order';
import { newClientId } from './submission/client-id';
import { GatewayNonces } from './submission/nonce-source';
import type { NonceSource } from './submission/nonce-source';
import type { AnswerOfKind, BeforeSend, PreparedRequest } from './submission/prepared-request';
import { Submissions, callOf } from './submission/submissions';
import type { Draft, SubmitOptions } from './submission/submissions';

export interface BuilderClientOptions extends Omit<ConnectionOptions, 'url'>, BuilderCredentials {
  readonly signerUrl: string;
  /** For public queries, nonces included. */
  readonly gatewayUrl: string;
  readonly nonces?: NonceSource;
  /** Stores a request before it is sent, so that it can be sent again after a crash. */
  readonly beforeSend?: BeforeSend;
  /** Concurrent orders of one user. */
  readonly inFlight?: number;
}

const PATHS: Readonly<Record<RequestKind, string>> = {
  order: '/v1/submit',
  cancel_all: '/v1/cancel-all',
  withdraw: '/v1/withdraw',
  recover: '/v1/deposit/recover',
  redeem: '/v1/redeem',
  cancel_after: '/v1/cancel-after',
  amend: '/v1/amend',
  challenge: '/v1/challenge',
};

/**
 * A builder's operations for its users, whose keys the signer holds. It runs in browsers too, but the secret belongs
 * on a server. Methods that change something fail like those of `Trader`.
 */
export class BuilderClient extends SignerCalls {
  /** Queries; its `sessions` are of the builder's users, also for a `MarketStream`. */
  readonly gateway: PublicClient;
  protected readonly caller: Caller;
  protected readonly keyAlone: Credentials;
  private readonly submissions: Submissions;

  constructor(options: BuilderClientOptions) {
    const { signerUrl, gatewayUrl, apiKey, secret, ...rest } = options;
    const { nonces, beforeSend, inFlight = 1, ...connection } = rest;
    const envelope = new Envelope({ apiKey, secret });
    super();
    this.caller = new Caller(
      { url: signerUrl, ...connection },
      {
        headersFor: (request) => envelope.headers(request),
        correct: (error) => envelope.learnTime(error),
      },
    );
    this.keyAlone = { headersFor: () => envelope.keyAlone() };
    const sessions = new AccountSessions(delegatedSession(this.caller));
    this.gateway = new PublicClient({ url: gatewayUrl, sessions, ...connection });
    this.submissions = new Submissions({
      caller: this.caller,
      nonces: nonces ?? new GatewayNonces(this.gateway),
      paths: PATHS,
      beforeSend,
      inFlight,
    });
  }

  /** Signs and places an order, exactly once, however often the request is sent. */
  async submitOrder(
    user: string,
    order: BuilderOrderTerms,
    options?: SubmitOptions,
  ): Promise<Receipt<SubmittedOrder>> {
    return this.submissions.submit(orderDraft(user, order), options);
  }

  /** Buys for a budget, which pays the builder's fee too: see `Trader.buyFor`. */
  async buyFor(
    user: string,
    bought: BuilderBudgetRequest,
    options?: SubmitOptions,
  ): Promise<Receipt<SubmittedOrder>> {
    const order = await budgetOrder(bought, (asked) =>
      this.gateway.previewOrder({ ...asked, user }, callOf(options)),
    );
    return this.submitOrder(user, order, options);
  }

  /** Prepares an order without sending it, so that it can be stored first; `send` sends it. */
  async prepareOrder(
    user: string,
    order: BuilderOrderTerms,
    options: SubmitOptions = {},
  ): Promise<PreparedRequest<'order'>> {
    const { nonce = await this.submissions.nextNonce(user, 'order', options) } = options;
    return this.submissions.prepare(orderDraft(user, order), nonce);
  }

  /** Sends a prepared request, first or again, also after a crash: it is carried out once and has one answer. */
  async send<K extends RequestKind>(
    request: PreparedRequest<K>,
    options: CallOptions = {},
  ): Promise<Receipt<AnswerOfKind[K]>> {
    return this.submissions.send(request, options);
  }

  /** The user's signature over an order. Nothing is placed and no nonce is used. */
  async signOrder(
    user: string,
    order: BuilderOrderTerms,
    nonce: number,
    options?: CallOptions,
  ): Promise<SignedOrder> {
    const body = JSON.stringify({ ...orderFields(user, order), nonce });
    const change = { path: '/v1/sign', body, effect: 'read', credentials: this.keyAlone } as const;
    return this.caller.ask(change, ['signature', 'message_hash'], options);
  }

  async cancelOrder(
    user: string,
    { market_id, order_id }: CancelRequest,
    options?: CallOptions,
  ): Promise<Receipt<CancelledOrder>> {
    const body = JSON.stringify({ user, market_id, order_id });
    return this.caller.change(
      { path: '/v1/cancel', body, effect: 'exactly-once' },
      ['order_id', 'cancelled_size'],
      options,
    );
  }

  async cancelAll(
    user: string,
    cancelAll: CancelAllRequest = {},
    options?: SubmitOptions,
  ): Promise<Receipt<CancelledOrders>> {
    const { market_id } = onlyCancelAll(cancelAll);
    return this.submissions.submit(draft('cancel_all', user, { user, market_id }), options);
  }

  /** Up to 20 operations of the builder's users, carried out in their order: see `Trader.batch`. */
  async batch(
    operations: readonly (BatchOperation<BuilderOrderTerms> & { readonly user: string })[],
    options?: CallOptions,
  ): Promise<Receipt<BatchResults>> {
    const bodies: object[] = [];
    for (const operation of operations) bodies.push(await this.operationBody(operation, options));
    const body = JSON.stringify({ operations: bodies });
    return this.caller.change<BatchResults>(
      { path: '/v1/submit/batch', body, effect: 'exactly-once' },
      ['results'],
      options,
    );
  }

  private async operationBody(
    operation: BatchOperation<BuilderOrderTerms> & { readonly user: string },
    options?: CallOptions,
  ): Promise<object> {
    const { user } = operation;
    if ('cancel' in operation) return { cancel: { user, ...operation.cancel } };
    const numbered = async (kind: RequestKind, fields: object): Promise<object> => ({
      user,
      ...fields,
      nonce: await this.submissions.nextNonce(user, kind, options),
      client_id: newClientId(),
    });
    if ('place' in operation)
      return { place: await numbered('order', orderFields(user, operation.place)) };
    if ('amend' in operation)
      return { amend: await numbered('amend', amendTerms(operation.amend)) };
    const { market_id } = onlyCancelAll(operation.cancel_all);
    return { cancel_all: await numbered('cancel_all', { market_id }) };
  }

  /** Changes a resting order of a user: see `Trader.amendOrder`. */
  async amendOrder(
    user: string,
    amend: AmendRequest,
    options?: SubmitOptions,
  ): Promise<Receipt<SubmittedOrder>> {
    return this.submissions.submit(draft('amend', user, { user, ...amendTerms(amend) }), options);
  }

  /** The dead man's switch of a user: see `Trader.cancelAfter`. */
  async cancelAfter(
    user: string,
    seconds: number,
    options?: SubmitOptions,
  ): Promise<Receipt<CancelAfter>> {
    return this.submissions.submit(draft('cancel_after', user, { user, seconds }), options);
  }

  /** Redeems pairs of the user's contracts, one YES and one NO each, for 1 USD a pair, without a fee. */
  async redeem(
    user: string,
    { market_id, size }: RedeemRequest,
    options?: SubmitOptions,
  ): Promise<Receipt<Redeemed>> {
    return this.submissions.submit(draft('redeem', user, { user, market_id, size }), options);
  }

  /** Challenges a proposed result in a user's name: see `Trader.challenge`. */
  async challenge(
    user: string,
    challenge: ChallengeRequest,
    options?: SubmitOptions,
  ): Promise<Receipt<Challenged>> {
    return this.submissions.submit(draft('challenge', user, { user, ...challenge }), options);
  }

  /** The cost of a withdrawal accepted now. Nothing is signed or carried out. */
  async quoteWithdrawal(
    user: string,
    withdraw: WithdrawRequest,
    options?: CallOptions,
  ): Promise<WithdrawalQuote> {
    const body = JSON.stringify({ user, ...quotedTermsOf(withdraw) });
    const kind = { effect: 'read', isWrapped: true, credentials: this.keyAlone } as const;
    const change = { path: '/v1/withdraw/quote', body, ...kind };
    return this.caller.ask(change, ['gas_micro_usdc', 'gas_items'], options);
  }

  /** Needs a key with the scope `withdraw`. The most that its fee may be: see `Trader.withdraw`. */
  async withdraw(
    user: string,
    withdraw: WithdrawRequest,
    options?: SubmitOptions,
  ): Promise<Receipt<AcceptedWithdrawal>> {
    const bound = await withQuotedFee(withdraw, () =>
      this.quoteWithdrawal(user, withdraw, callOf(options)),
    );
    const fields = { user, ...withdrawTerms(bound) };
    return this.submissions.submit(draft('withdraw', user, fields), options);
  }

  /** Needs a key with the scope `withdraw`. */
  async recover(
    user: string,
    recover: RecoverRequest,
    options?: SubmitOptions,
  ): Promise<Receipt<Recovery>> {
    const bound = await withListedFee(recover, () => this.gateway.gasPrice(callOf(options)));
    const fields = { user, ...recoverTerms(bound) };
    return this.submissions.submit(draft('recover', user, fields), options);
  }

  toJSON(): object {
    return { gateway: this.gateway };
  }
}

const orderFields = (user: string, order: BuilderOrderTerms) => ({
  user,
  ...orderTerms(onlyBuilderOrder(order)),
});

const orderDraft = (user: string, order: BuilderOrderTerms): Draft<'order'> =>
  draft('order', user, orderFields(user, order));

function draft<K extends RequestKind>(kind: K, user: string, fields: object): Draft<K> {
  const clientId = newClientId();
  return {
    kind,
    user,
    clientId,
    bodyFor: (nonce) => JSON.stringify({ ...fields, nonce, client_id: clientId }),
  };
}
