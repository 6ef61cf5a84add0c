import type { OperationResult } from '../generated/interface';
import type { BatchOperation } from '../requests';
import { BellwetherError, InvalidInputError, OutcomeUnknownError } from '../errors';
import type { CallOptions } from '../http/http-sender';
import { MAX_INTEGER, MAX_QUOTING_ROUNDS } from '../limits';
import type { LiveUser } from '../stream/live-user';
import { operationError } from '../submission/operation-error';
import { Semaphore } from '../submission/semaphore';
import type { Trader } from '../trader';
import { batchesOf } from './batches-of';
import { checkedQuote } from './quote';
import type { Quote } from './quote';
import { changesOf, keyOf } from './quote-changes';
import type { Refused } from './quote-changes';

export interface QuoterParts {
  readonly trader: Trader;
  /** The trader's own view, of the same exchange. */
  readonly account: LiveUser;
}

/** An operation that the exchange refused: the order is not in the book, or not as it was wanted. */
export interface RefusedOperation {
  readonly market_id: string;
  readonly operation: BatchOperation;
  readonly error: BellwetherError;
}

export interface Quoted {
  /** The command as of which the account shows the quotes. */
  readonly seq: number;
  /** How many operations it took. */
  readonly operations: number;
  readonly refused: readonly RefusedOperation[];
}

/**
 * Keeps both sides of markets quoted. Its quotes are all open orders of its user in the markets that it quotes, as the
 * account shows them: it finds those of an earlier process, changes them where it can, and cancels what it does not
 * want. All are `post_only`. One quoter for each user.
 *
 * Before it acts, it makes sure that the account shows what all its earlier requests have done, also those whose answer
 * was lost. Calls are carried out one after the other.
 */
export class Quoter {
  private readonly trader: Trader;
  private readonly account: LiveUser;
  private readonly turns = new Semaphore(1);
  private readonly markets = new Set<string>();
  /** The last command that is known to be ours. */
  private lastSeq = 0;
  /** A request may be on its way: of ours, or at first of an earlier process. */
  private isInDoubt = true;
  /** Orders that were filled so far, or have ended (infinity), according to a refusal. */
  private readonly news = new Map<number, number>();

  constructor({ trader, account }: QuoterParts) {
    if (trader.user !== account.publicKey) {
      throw new InvalidInputError('account', account.publicKey, `the view of ${trader.user}`);
    }
    this.trader = trader;
    this.account = account;
  }

  /** Places or moves both sides of one market's quote: see `requote`. */
  quote(quote: Quote, options?: CallOptions): Promise<Quoted> {
    return this.requote([quote], options);
  }

  /**
   * Places or moves the quotes of several markets, in batches of as few operations as do it. What the exchange refuses is
   * in the result; a failure leaves it open what was done, and the next call begins with finding out.
   *
   * @throws InvalidInputError for a crossed quote or one without a price; BellwetherError, ConnectionError,
   *   OutcomeUnknownError as a `Trader`
   */
  requote(quotes: readonly Quote[], options: CallOptions = {}): Promise<Quoted> {
    const checked = quotes.map(checkedQuote);
    const ids = new Set(checked.map(({ market_id: marketId }) => marketId));
    if (ids.size < checked.length) {
      throw new InvalidInputError('quotes', checked.length, 'at most one for each market');
    }
    return this.turns.take(() => this.carryOut(checked, options));
  }

  /** Takes the quotes out: of these markets, or of all that were quoted. */
  pull(marketIds?: readonly string[], options?: CallOptions): Promise<Quoted> {
    const nothing = { bid: null, ask: null, size: 1 };
    const pulled = [...(marketIds ?? this.markets)];
    return this.requote(
      pulled.map((market_id) => ({ market_id, ...nothing })),
      options,
    );
  }

  private async carryOut(quotes: readonly Quote[], options: CallOptions): Promise<Quoted> {
    for (const { market_id: marketId } of quotes) this.markets.add(marketId);
    const refused: RefusedOperation[] = [];
    let count = 0;
    for (let round = 0; round < MAX_QUOTING_ROUNDS; round++) {
      await this.settle(options);
      const batches = batchesOf(this.changes(quotes, refused));
      if (batches.length === 0) break;
      for (const batch of batches) {
        refused.push(...(await this.send(batch, options)));
        count += batch.length;
      }
    }
    await this.account.reached(this.lastSeq, options);
    return { seq: this.account.seq, operations: count, refused };
  }

  private changes(quotes: readonly Quote[], refused: readonly RefusedOperation[]) {
    const { account } = this;
    if (!account.isComplete) {
      const expected = 'one whose open orders and positions fit into a snapshot';
      throw new InvalidInputError('account', account.publicKey, expected);
    }
    const open = account.openOrders;
    const known = refusals(refused);
    return quotes.map((quote) =>
      changesOf(quote, {
        open: open.filter((order) => order.market_id === quote.market_id),
        held: account.position(quote.market_id) ?? NOTHING_HELD,
        refused: known,
      }),
    );
  }

  /** @returns what was refused for good. @throws BellwetherError if operations may succeed later */
  private async send(
    operations: readonly BatchOperation[],
    options: CallOptions,
  ): Promise<readonly RefusedOperation[]> {
    // Until all is known: an abort or a failure leaves it so.
    this.isInDoubt = true;
    const results = await this.answersTo(operations, options);
    this.isInDoubt = false;
    this.lastSeq = Math.max(this.lastSeq, ...results.map(seqOf));
    const refused: RefusedOperation[] = [];
    let later: BellwetherError | null = null;
    for (const [index, operation] of operations.entries()) {
      const result = results[index];
      const error = result === undefined ? null : operationError(result);
      if (error === null) continue;
      if (error.is('OUTCOME_UNKNOWN', ...OVERTAKEN)) this.isInDoubt = true;
      if (error.retryable) later = error;
      else if (error.is('ORDER_NOT_OPEN')) this.news.set(orderOf(operation), Infinity);
      else if (error.is('FILLED_MEANWHILE'))
        this.news.set(orderOf(operation), error.details.filled);
      else if (!error.is(...OVERTAKEN)) {
        refused.push({ market_id: marketOf(operation), operation, error });
      }
    }
    if (later !== null) throw later;
    return refused;
  }

  private async answersTo(
    operations: readonly BatchOperation[],
    options: CallOptions,
  ): Promise<readonly OperationResult[]> {
    try {
      return (await this.trader.batch(operations, options)).answer.results;
    } catch (error) {
      // After any other error nothing was done.
      this.isInDoubt = error instanceof OutcomeUnknownError;
      throw error;
    }
  }

  /** Until the account shows everything that this user's requests have done, and none is on its way any more. */
  private async settle(options: CallOptions): Promise<void> {
    const { account, trader } = this;
    await account.ready();
    if (this.isInDoubt) {
      await this.useUpNonces(options);
      const { seq } = await trader.balance(options);
      this.lastSeq = Math.max(this.lastSeq, seq);
      if (account.seq < seq) account.refresh();
      this.isInDoubt = false;
    }
    await account.live(options);
    await account.reached(this.lastSeq, options);
    await account.until(
      () =>
        [...this.news].every(
          ([orderId, filled]) => (account.openOrder(orderId)?.filled ?? Infinity) >= filled,
        ),
      options,
    );
    this.news.clear();
  }

  /**
   * Once a nonce was used, nothing with a lower one can still be carried out. A change of an order that does not exist
   * uses one and does nothing else.
   */
  private async useUpNonces(options: CallOptions): Promise<void> {
    const [market_id] = this.markets;
    if (market_id === undefined) return;
    try {
      await this.trader.amendOrder(
        { market_id, order_id: MAX_INTEGER, price: 1, size: 1, filled: 'any' },
        options,
      );
    } catch (error) {
      const isUsed = error instanceof BellwetherError && error.is('ORDER_NOT_FOUND');
      if (!isUsed) throw error;
    }
  }
}

/** Another process of the user was faster, or the account is behind by far. */
const OVERTAKEN = ['NONCE_TOO_LOW', 'NONCE_REUSED', 'ORDER_NOT_FOUND'] as const;
const NOTHING_HELD = { yes_contracts: 0, no_contracts: 0 };

const seqOf = ({ status, body }: OperationResult): number => {
  const { seq } = body;
  return status === 200 && typeof seq === 'number' ? seq : 0;
};

function orderOf(operation: BatchOperation): number {
  if ('cancel' in operation) return operation.cancel.order_id;
  return 'amend' in operation ? operation.amend.order_id : 0;
}

function refusals(refused: readonly RefusedOperation[]): Refused {
  const wanted = new Set<string>();
  const changes = new Set<number>();
  for (const { market_id: marketId, operation } of refused) {
    if ('place' in operation) wanted.add(keyOf(marketId, operation.place));
    else changes.add(orderOf(operation));
  }
  return { wanted, changes };
}

function marketOf(operation: BatchOperation): string {
  if ('place' in operation) return operation.place.market_id;
  if ('amend' in operation) return operation.amend.market_id;
  return 'cancel' in operation
    ? operation.cancel.market_id
    : (operation.cancel_all.market_id ?? '');
}
