import { toHex } from '@bellwether/codec';
import { AccountSessions, ownSession } from './account-sessions';
import type { HeldCancels, NonceOutcome, RequestKind } from './answers';
import type {
  AcceptedWithdrawal,
  Balance,
  BatchResults,
  CancelAfter,
  CancelledOrder,
  CancelledOrders,
  Network,
  Order,
  Position,
  Recovery,
  Challenged,
  Redeemed,
  SubmittedOrder,
} from './generated/interface';
import type {
  AmendRequest,
  BatchOperation,
  BudgetRequest,
  CancelAllRequest,
  CancelRequest,
  OrderTerms,
  RecoverRequest,
  ChallengeRequest,
  RedeemRequest,
  WithdrawRequest,
} from './requests';
import { InvalidInputError } from './errors';
import { Caller } from './http/caller';
import type { Receipt } from './http/caller';
import type { CallOptions } from './http/http-sender';
import type { MessageSigner } from './key-pair';
import { challengeText, recoverText, withdrawText } from './owner-texts';
import type { TextOf } from './owner-texts';
import { PublicClient } from './public-client';
import {
  amendBytes,
  cancelAfterBytes,
  cancelAllBytes,
  cancelBytes,
  fullOrderBytes,
  isFullForm,
  orderBytes,
  recoverBytes,
  challengeBytes,
  redeemBytes,
  withdrawBytes,
  withdrawalIdFor,
} from './signed-bytes';
import { withListedFee, withQuotedFee } from './payment-terms';
import {
  amendTerms,
  onlyCancelAll,
  onlyOrder,
  orderTerms,
  recoverTerms,
  withdrawTerms,
} from './known-fields';
import { TRADER_PATHS } from './trader-options';
import type { TraderOptions } from './trader-options';
import { budgetOrder } from './submission/budget-order';
import { newClientId } from './submission/client-id';
import { CancelsOnDisconnect } from './submission/cancels-on-disconnect';
import { GatewayNonces } from './submission/nonce-source';
import { sendBatch } from './submission/send-batch';
import type { AnswerOfKind, PreparedRequest } from './submission/prepared-request';
import { Submissions, callOf } from './submission/submissions';
import type { Draft, SubmitOptions } from './submission/submissions';

const utf8 = new TextEncoder();

/**
 * Trades with a key that its user holds. Methods that change something fail with `BellwetherError` (the exchange
 * refused), `OutcomeUnknownError` (it may have been carried out: `send` it again, or query it by its nonce),
 * `InvalidInputError` or `ConnectionError` (nothing was sent).
 */
export class Trader {
  readonly user: string;
  /** Queries; its `sessions` are of this user's account, also for a `MarketStream`. */
  readonly gateway: PublicClient;
  private readonly key: MessageSigner;
  /** In requests of a trading key. */
  private readonly signer: string | undefined;
  private readonly network: Network;
  private readonly signsTexts: boolean;
  private readonly caller: Caller;
  private readonly submissions: Submissions;
  private readonly disconnect: CancelsOnDisconnect | undefined;

  constructor(options: TraderOptions) {
    const {
      gatewayUrl,
      key,
      account,
      network,
      nonces,
      beforeSend,
      inFlight = 1,
      socket,
      signsTexts = false,
      ...connection
    } = options;
    this.user = account ?? key.publicKey;
    this.signer = account === undefined ? undefined : key.publicKey;
    this.key = key;
    this.network = network;
    this.signsTexts = signsTexts;
    this.caller = new Caller({ url: gatewayUrl, line: socket, ...connection });
    const own = ownSession({ key, account, network, gateway: this.caller });
    const { sessions = new AccountSessions(own) } = options;
    this.gateway = new PublicClient({ url: gatewayUrl, ...connection, sessions });
    this.submissions = new Submissions({
      caller: this.caller,
      nonces: nonces ?? new GatewayNonces(this.gateway),
      paths: TRADER_PATHS,
      beforeSend,
      inFlight,
    });
    const { user, caller, submissions } = this;
    const draftOf = (cancelAll: CancelAllRequest) => this.cancelAllDraft(cancelAll);
    this.disconnect =
      socket && new CancelsOnDisconnect({ user, socket, caller, submissions, draftOf });
  }

  /** Places an order, exactly once, however often the request is sent. */
  async placeOrder(order: OrderTerms, options?: SubmitOptions): Promise<Receipt<SubmittedOrder>> {
    return this.submissions.submit(this.orderDraft(order), options);
  }

  /**
   * Buys for a budget: previews how many contracts it pays for now, and places an order of that size. It signs the budget
   * as `max_cost`, so that it costs no more with all fees, whatever the book does meanwhile.
   */
  async buyFor(bought: BudgetRequest, options?: SubmitOptions): Promise<Receipt<SubmittedOrder>> {
    const { user, gateway } = this;
    const order = await budgetOrder(bought, (asked) =>
      gateway.previewOrder({ ...asked, user }, callOf(options)),
    );
    return this.placeOrder(order, options);
  }

  /** Signs an order without sending it, so that it can be stored first; `send` sends it. */
  async prepareOrder(
    order: OrderTerms,
    options: SubmitOptions = {},
  ): Promise<PreparedRequest<'order'>> {
    const { nonce = await this.submissions.nextNonce(this.user, 'order', options) } = options;
    return this.submissions.prepare(this.orderDraft(order), nonce);
  }

  /**
   * Sends a prepared request, for the first time or again, also after a crash: it is carried out once and has one
   * answer. Of several, send the lowest nonce first.
   */
  async send<K extends RequestKind>(
    request: PreparedRequest<K>,
    options: CallOptions = {},
  ): Promise<Receipt<AnswerOfKind[K]>> {
    return this.submissions.send(request, options);
  }

  /**
   * Cancels an open order. If the order has ended already, also by an earlier cancel with a lost answer, it fails
   * with `ORDER_NOT_OPEN`, whose `finalOrder` shows how it ended.
   */
  async cancelOrder(
    cancel: CancelRequest,
    options?: CallOptions,
  ): Promise<Receipt<CancelledOrder>> {
    const body = await this.cancelBody(cancel);
    return this.caller.change(
      { path: '/v1/orders/cancel', body, effect: 'exactly-once' },
      ['order_id', 'cancelled_size'],
      options,
    );
  }

  private async cancelBody(cancel: CancelRequest): Promise<string> {
    const { market_id, order_id } = cancel;
    const signature = await this.sign(cancelBytes(cancel, { user: this.user }));
    return JSON.stringify({ user: this.user, market_id, order_id, signer: this.signer, signature });
  }

  /** Cancels all open orders, in one market or in all. */
  async cancelAll(
    cancelAll: CancelAllRequest = {},
    options?: SubmitOptions,
  ): Promise<Receipt<CancelledOrders>> {
    const receipt = await this.submissions.submit(this.cancelAllDraft(cancelAll), options);
    await this.disconnect?.renew();
    return receipt;
  }

  /**
   * Leaves a signed cancel-all with the gateway, which sends it when the connection of `socket` ends, however it ends:
   * of one market or of all. After a lost connection it is sent first, and another is left. A gateway that is killed
   * sends none: `cancelAfter` is for that.
   */
  async cancelOnDisconnect(
    cancelAll: CancelAllRequest = {},
    options?: CallOptions,
  ): Promise<Receipt<HeldCancels>> {
    return this.ofSession().hold(cancelAll, options);
  }

  /** Takes back all that `cancelOnDisconnect` has left for this user. */
  async keepOnDisconnect(options?: CallOptions): Promise<Receipt<HeldCancels>> {
    return this.ofSession().drop(options);
  }

  private ofSession(): CancelsOnDisconnect {
    if (this.disconnect !== undefined) return this.disconnect;
    throw new InvalidInputError('socket', undefined, 'given: only a session can end');
  }

  private cancelAllDraft(cancelAll: CancelAllRequest): Draft<'cancel_all'> {
    const { user } = this;
    const { market_id } = onlyCancelAll(cancelAll);
    return this.draft('cancel_all', { user, market_id }, (nonce) =>
      cancelAllBytes(cancelAll, { user, nonce }),
    );
  }

  /**
   * Changes the price of a resting order, or how many contracts are open. A smaller size at the same price keeps its
   * place in the queue; anything else comes in anew, under the same id.
   */
  async amendOrder(amend: AmendRequest, options?: SubmitOptions): Promise<Receipt<SubmittedOrder>> {
    return this.submissions.submit(this.amendDraft(amend), options);
  }

  private amendDraft(amend: AmendRequest): Draft<'amend'> {
    const { user, network } = this;
    return this.draft('amend', { user, ...amendTerms(amend) }, (nonce) =>
      amendBytes(amend, { user, nonce, network }),
    );
  }

  /** Up to 20 operations, carried out in their order with nothing between them. Each has a result of its own. */
  async batch(
    operations: readonly BatchOperation[],
    options?: CallOptions,
  ): Promise<Receipt<BatchResults>> {
    const bodies = {
      cancel: (cancel: CancelRequest) => this.cancelBody(cancel),
      place: (order: OrderTerms) => this.orderDraft(order),
      amend: (amend: AmendRequest) => this.amendDraft(amend),
      cancelAll: (cancelAll: CancelAllRequest) => this.cancelAllDraft(cancelAll),
    };
    const { caller, submissions, user } = this;
    const receipt = await sendBatch({ caller, submissions, user }, operations, bodies, options);
    if (operations.some((one) => 'cancel_all' in one)) await this.disconnect?.renew();
    return receipt;
  }

  /** The dead man's switch: all open orders are cancelled so many seconds from now, unless called again. 0: off. */
  async cancelAfter(seconds: number, options?: SubmitOptions): Promise<Receipt<CancelAfter>> {
    const { user, network } = this;
    return this.submissions.submit(
      this.draft('cancel_after', { user, seconds }, (nonce) =>
        cancelAfterBytes({ seconds }, { user, nonce, network }),
      ),
      options,
    );
  }

  /**
   * Withdraws to the user's own deposit address or to a wallet. Accepted means that the amount is set aside: track
   * the withdrawal by its id. Without a `max_gas_fee` it is quoted first, and signs that fee as the most: to make the
   * same request again under its nonce, name the fee, or keep what `beforeSend` gets, and `send` that.
   */
  async withdraw(
    withdraw: WithdrawRequest,
    options?: SubmitOptions,
  ): Promise<Receipt<AcceptedWithdrawal>> {
    this.requireOwner();
    const { user, network, gateway } = this;
    const bound = await withQuotedFee(withdraw, () =>
      gateway.quoteWithdrawal(user, withdraw, callOf(options)),
    );
    const draft = this.signsTexts
      ? this.textDraft('withdraw', (by) => withdrawText(bound, by))
      : this.draft('withdraw', { main_address: user, ...withdrawTerms(bound) }, (nonce) =>
          withdrawBytes(bound, { user, nonce, network }),
        );
    return this.submissions.submit(draft, options);
  }

  /** The id of this user's withdrawal under a nonce, whether it was answered or not. */
  withdrawalId(nonce: number): string {
    return withdrawalIdFor({ network: this.network, user: this.user, nonce });
  }

  /**
   * Sends funds at the deposit address that belong to no pending deposit to a wallet. Without a `max_gas_fee` the dearest
   * recovery of the price list is the most.
   */
  async recover(recover: RecoverRequest, options?: SubmitOptions): Promise<Receipt<Recovery>> {
    this.requireOwner();
    const { user, network, gateway } = this;
    const bound = await withListedFee(recover, () => gateway.gasPrice(callOf(options)));
    const draft = this.signsTexts
      ? this.textDraft('recover', (by) => recoverText(bound, by))
      : this.draft('recover', { main_address: user, ...recoverTerms(bound) }, (nonce) =>
          recoverBytes(bound, { user, nonce, network }),
        );
    return this.submissions.submit(draft, options);
  }

  /** Redeems pairs of contracts, one YES and one NO each, for 1 USD a pair, without a fee. */
  async redeem(redeem: RedeemRequest, options?: SubmitOptions): Promise<Receipt<Redeemed>> {
    const { market_id, size } = redeem;
    return this.submissions.submit(
      this.draft('redeem', { user: this.user, market_id, size }, (nonce) =>
        redeemBytes(redeem, { user: this.user, nonce, network: this.network }),
      ),
      options,
    );
  }

  /**
   * Challenges a proposed result with the stake that the rules of its event ask for (`GET /v1/cases/{id}`, `/v1/markets/{id}`).
   * The stake comes back unless the result is upheld. A trading key may not: it moves no money.
   */
  async challenge(
    challenge: ChallengeRequest,
    options?: SubmitOptions,
  ): Promise<Receipt<Challenged>> {
    this.requireOwner();
    const { user, network } = this;
    const { case_id, ...said } = challenge;
    const draft = this.signsTexts
      ? this.textDraft('challenge', (by) => challengeText(challenge, by), { reason: said.reason })
      : this.draft('challenge', { user, ...said }, (nonce) =>
          challengeBytes(challenge, { user, nonce, network }),
        );
    return this.submissions.submit(
      { ...draft, path: TRADER_PATHS.challenge.replace('{case_id}', String(case_id)) },
      options,
    );
  }

  balance(options?: CallOptions): Promise<Balance> {
    return this.gateway.balance(this.user, options);
  }

  position(marketId: string, options?: CallOptions): Promise<Position> {
    return this.gateway.position(marketId, this.user, options);
  }

  openOrders(options?: CallOptions): AsyncGenerator<Order, void> {
    return this.gateway.eachOrder(this.user, { status: 'open' }, options);
  }

  /** The outcome of an order nonce, for the `nonceQuery` of an `OutcomeUnknownError`. */
  orderByNonce(nonce: number, options?: CallOptions): Promise<NonceOutcome> {
    return this.gateway.orderByNonce(this.user, nonce, options);
  }

  private orderDraft(order: OrderTerms): Draft<'order'> {
    const { user, network } = this;
    const bytes = isFullForm(order) ? fullOrderBytes : orderBytes;
    return this.draft('order', { user, ...orderTerms(onlyOrder(order)) }, (nonce) =>
      bytes(order, { user, nonce, network }),
    );
  }

  /** Absent fields are omitted from the JSON, as the exchange requires. */
  private draft<K extends RequestKind>(
    kind: K,
    fields: object,
    bytesUnder: (nonce: number) => Uint8Array,
  ): Draft<K> {
    const clientId = newClientId();
    return {
      kind,
      user: this.user,
      clientId,
      bodyFor: async (nonce) =>
        JSON.stringify({
          ...fields,
          nonce,
          client_id: clientId,
          signer: this.signer,
          signature: await this.sign(bytesUnder(nonce)),
        }),
    };
  }

  private textDraft<K extends RequestKind>(
    kind: K,
    textOf: (by: TextOf) => string,
    beside: object = {},
  ): Draft<K> {
    const { user, network } = this;
    const clientId = newClientId();
    return {
      kind,
      user,
      clientId,
      bodyFor: async (nonce) => {
        const text = textOf({ network, account: user, nonce });
        const signature = await this.sign(utf8.encode(text));
        return JSON.stringify({ ...beside, text, client_id: clientId, signature });
      },
    };
  }

  /** A trading key moves no money. */
  private requireOwner(): void {
    const { signer } = this;
    if (signer !== undefined) throw new InvalidInputError('key', signer, 'the account’s own');
  }

  private async sign(message: Uint8Array): Promise<string> {
    return toHex(await this.key.sign(message));
  }
}
