import type { BuilderTradesPage, Keypair, SignedOrder } from './answers/builder';
import type {
  AcceptedWithdrawal,
  DepositAddress,
  Recovery,
  WithdrawalQuote,
} from './answers/funding';
import type { CancelledOrder, CancelledOrders, SubmittedOrder } from './answers/order';
import type { Trade } from './answers/trade';
import type { NonceKind } from './answers/words';
import { Envelope } from './envelope';
import type { BuilderCredentials } from './envelope';
import { Caller } from './http/caller';
import type { Credentials, Receipt } from './http/caller';
import type { CallOptions, ConnectionOptions } from './http/http-sender';
import { entriesOf } from './pages';
import { PublicClient } from './public-client';
import type {
  BuilderOrderRequest,
  BuilderTradesQuery,
  CancelAllRequest,
  CancelRequest,
  RecoverRequest,
  WithdrawRequest,
} from './requests';
import { GatewayNonces } from './submission/nonce-source';
import type { NonceSource } from './submission/nonce-source';
import type { AnswerOfKind, BeforeSend, PreparedRequest } from './submission/prepared-request';
import { Submissions } from './submission/submissions';
import type { Draft, SubmitOptions } from './submission/submissions';

export interface BuilderClientOptions extends Omit<ConnectionOptions, 'url'>, BuilderCredentials {
  readonly signerUrl: string;
  /** For what anybody may ask, nonces among it. */
  readonly gatewayUrl: string;
  readonly nonces?: NonceSource;
  /** Keeps a request before it leaves, so that it can be sent again after a crash. */
  readonly beforeSend?: BeforeSend;
  /** Orders of one user that may be under way at once. */
  readonly inFlight?: number;
}

const PATHS: Readonly<Record<NonceKind, string>> = {
  order: '/v1/submit',
  cancel_all: '/v1/cancel-all',
  withdraw: '/v1/withdraw',
  recover: '/v1/deposit/recover',
};

/**
 * What a builder does for its users, whose keys the signer keeps. Runs in browsers too; a secret belongs on a server all
 * the same. Methods that change something fail as those of `Trader`.
 */
export class BuilderClient {
  /** What anybody may ask. */
  readonly gateway: PublicClient;
  private readonly envelope: Envelope;
  private readonly caller: Caller;
  private readonly keyAlone: Credentials;
  private readonly submissions: Submissions;

  constructor(options: BuilderClientOptions) {
    const { signerUrl, gatewayUrl, apiKey, secret, ...rest } = options;
    const { nonces, beforeSend, inFlight = 1, ...connection } = rest;
    this.gateway = new PublicClient({ url: gatewayUrl, ...connection });
    const envelope = new Envelope({ apiKey, secret });
    this.envelope = envelope;
    this.keyAlone = { headersFor: () => envelope.keyAlone() };
    this.caller = new Caller(
      { url: signerUrl, ...connection },
      {
        headersFor: (request) => envelope.headers(request),
        correct: (error) => envelope.learnTime(error),
      },
    );
    this.submissions = new Submissions({
      caller: this.caller,
      nonces: nonces ?? new GatewayNonces(this.gateway),
      paths: PATHS,
      beforeSend,
      inFlight,
    });
  }

  /** The key of one of the builder's users, made at the first time; the same name always has the same key. */
  async createUserKey(userId: string, options?: CallOptions): Promise<Keypair> {
    const body = JSON.stringify({ user_id: userId });
    const change = { path: '/v1/keys', body, effect: 'read', credentials: this.keyAlone } as const;
    return (await this.caller.change<Keypair>(change, ['public_key'], options)).answer;
  }

  /** Signs and places an order, once, however often it has to be sent. */
  async submitOrder(
    user: string,
    order: BuilderOrderRequest,
    options?: SubmitOptions,
  ): Promise<Receipt<SubmittedOrder>> {
    return this.submissions.submit(orderDraft(user, order), options);
  }

  /** An order that is not sent yet, for whoever keeps it first: `send` sends it. */
  async prepareOrder(
    user: string,
    order: BuilderOrderRequest,
    options: SubmitOptions = {},
  ): Promise<PreparedRequest<'order'>> {
    const { nonce = await this.submissions.nextNonce(user, 'order', options) } = options;
    return this.submissions.prepare(orderDraft(user, order), nonce);
  }

  /** Sends what was prepared, for the first time or again, also after a crash: it is done once and has one answer. */
  async send<K extends NonceKind>(
    request: PreparedRequest<K>,
    options: CallOptions = {},
  ): Promise<Receipt<AnswerOfKind[K]>> {
    return this.submissions.send(request, options);
  }

  /** The user's signature over an order; nothing is placed, and no nonce is used up. */
  async signOrder(
    user: string,
    order: BuilderOrderRequest & { readonly nonce: number },
    options?: CallOptions,
  ): Promise<SignedOrder> {
    const body = JSON.stringify({ ...orderFields(user, order), nonce: order.nonce });
    const change = { path: '/v1/sign', body, effect: 'read', credentials: this.keyAlone } as const;
    const fields = ['signature', 'message_hash'] as const;
    return (await this.caller.change<SignedOrder>(change, fields, options)).answer;
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
    { market_id }: CancelAllRequest = {},
    options?: SubmitOptions,
  ): Promise<Receipt<CancelledOrders>> {
    return this.submissions.submit(draft('cancel_all', user, { user, market_id }), options);
  }

  /** @param chain `ext` or `main`, or what the operator calls them */
  async depositAddress(
    user: string,
    chain: string,
    options?: CallOptions,
  ): Promise<DepositAddress> {
    const body = JSON.stringify({ user, chain });
    const path = '/v1/deposit/address';
    const change = { path, body, effect: 'read', credentials: this.keyAlone } as const;
    return (await this.caller.change<DepositAddress>(change, ['address'], options)).answer;
  }

  /** What a withdrawal would cost that is accepted now; nothing is signed, and nothing is done. */
  async quoteWithdrawal(
    user: string,
    { amount, recipient_ext, recipient_main }: WithdrawRequest,
    options?: CallOptions,
  ): Promise<WithdrawalQuote> {
    const body = JSON.stringify({ user, amount, recipient_ext, recipient_main });
    const path = '/v1/withdraw/quote';
    const change = { path, body, effect: 'read', credentials: this.keyAlone } as const;
    const fields = ['gas_micro_usdc', 'gas_items'] as const;
    return (await this.caller.change<WithdrawalQuote>(change, fields, options)).answer;
  }

  /** Needs a key with the scope `withdraw`. */
  async withdraw(
    user: string,
    { amount, recipient_ext, recipient_main }: WithdrawRequest,
    options?: SubmitOptions,
  ): Promise<Receipt<AcceptedWithdrawal>> {
    const fields = { user, amount, recipient_ext, recipient_main };
    return this.submissions.submit(draft('withdraw', user, fields), options);
  }

  /** Needs a key with the scope `withdraw`. */
  async recover(
    user: string,
    { mint, recipient_ext }: RecoverRequest,
    options?: SubmitOptions,
  ): Promise<Receipt<Recovery>> {
    return this.submissions.submit(draft('recover', user, { user, mint, recipient_ext }), options);
  }

  /** Trades of the users made through this key, newest first, with the sums of fees. */
  async trades(query: BuilderTradesQuery = {}, options?: CallOptions): Promise<BuilderTradesPage> {
    const change = { path: '/v1/trades', body: JSON.stringify(query), effect: 'read' } as const;
    const fields = ['trades', 'total_builder_fees'] as const;
    return (await this.caller.change<BuilderTradesPage>(change, fields, options)).answer;
  }

  eachTrade(query: BuilderTradesQuery = {}, options?: CallOptions): AsyncGenerator<Trade, void> {
    const read = (before?: string) =>
      this.trades(before === undefined ? query : { ...query, before }, options);
    return entriesOf(read, ({ trades }) => trades, query.before);
  }

  toJSON(): object {
    return { gateway: this.gateway };
  }
}

function orderFields(user: string, order: BuilderOrderRequest) {
  const { market_id, side, outcome, price, size, order_type, fee_bps } = order;
  return { user, market_id, side, outcome, price, size, order_type, fee_bps };
}

const orderDraft = (user: string, order: BuilderOrderRequest): Draft<'order'> =>
  draft('order', user, orderFields(user, order));

const draft = <K extends NonceKind>(kind: K, user: string, fields: object): Draft<K> => ({
  kind,
  user,
  bodyFor: (nonce) => JSON.stringify({ ...fields, nonce }),
});
