/** The ticket of one market: its entry, its preview, its order. It outlives the sheet on a phone. */
import { oppositePrice } from '@bellwether/client';
import type {
  LiveBook,
  Market,
  OrderRequest,
  OutcomeSide,
  PreparedRequest,
  PreviewOrder,
  Side,
  SubmittedOrder,
} from '@bellwether/client';
import { signal } from '@preact/signals';
import { gateway, isConnectionLive } from '../../exchange/connection';
import { decimalText } from '../../money/format';
import { account, key } from '../account';
import { DEFAULT_BOUNDS, boundHitBy } from '../key/bounds';
import type { BoundHit } from '../key/bounds';
import { say } from '../say';
import { labelOf, sayOrder } from '../sentences';
import type { Sent as SentRequest } from '../sending/submit';
import { letGo } from '../sending/unanswered';
import { Previews } from './previews';
import { doneBy, isAsShown, sumsOf } from './sums';
import type { Done, Sums } from './sums';
import { orderOf, readEntry } from './terms';
import type { Around, Entry, Kind, Read, Slippage, Terms, Unit } from './terms';

export type Sent =
  | { readonly state: 'idle' }
  | { readonly state: 'sending'; readonly isAgain: boolean }
  | {
      readonly state: 'done';
      readonly order: SubmittedOrder;
      readonly done: Done;
      readonly isExact: boolean;
      readonly isReplayed: boolean;
      readonly ms: number;
    }
  /** `said`: the order in a sentence; empty if it was sent again. `hit`: the bound of this browser's key that it met. */
  | {
      readonly state: 'refused';
      readonly text: string;
      readonly said: string;
      readonly hit: BoundHit | null;
    }
  | {
      readonly state: 'unknown';
      readonly request: PreparedRequest<'order'>;
      readonly said: string;
    };

/** The order that may be sent now, and the summary that its user sees before. */
export interface Offer {
  readonly read: Read;
  readonly order: PreviewOrder | null;
  readonly refusal: {
    readonly code: string;
    readonly details: Readonly<Record<string, unknown>>;
  } | null;
  readonly sums: Sums | null;
  /** The terms to sign; null: none. */
  readonly wanted: OrderRequest | null;
  /** The same in a sentence, with the most that it may cost; empty: nothing. */
  readonly said: string;
  /** The preview answers another entry, or is not live: its numbers are grey. */
  readonly isStale: boolean;
}

export class TicketState {
  readonly side = signal<Side>('buy');
  readonly outcome = signal<OutcomeSide>('yes');
  readonly kind = signal<Kind>('market');
  readonly unit = signal<Unit>('contracts');
  readonly amount = signal('10');
  readonly limit = signal('');
  readonly slippage = signal<Slippage>('200');
  readonly sent = signal<Sent>({ state: 'idle' });
  private readonly previews = new Previews((request, stop) =>
    gateway.previewOrder(request, { signal: stop, deadlineMs: PREVIEW_TIMEOUT_MS }),
  );
  /** Set at once, before anything is drawn: a second click finds it. */
  private isSending = false;
  readonly label: string;

  constructor(
    private readonly market: Market,
    private readonly book: LiveBook,
  ) {
    this.label = labelOf(market);
  }

  /** From a receipt to the next order, which is an act of its own: its amount is entered anew. */
  renew(): void {
    if (this.sent.value.state !== 'done') return;
    this.sent.value = { state: 'idle' };
    this.amount.value = '';
  }

  /** A price of the book: from here on it is a limit order. */
  takePrice(bps: number): void {
    this.renew();
    this.kind.value = 'limit';
    this.limit.value = String(Number(decimalText(BigInt(bps), 2)));
  }

  /** The entry and its last preview; called during a render of the ticket. */
  offer(): Offer {
    const entry = this.entry();
    const { price_band: band } = key.value?.bounds ?? DEFAULT_BOUNDS;
    const read = readEntry(entry, this.around(entry.outcome), band);
    const { terms } = read;
    const user = key.value?.account;
    const request = terms === null ? null : { ...terms, ...(user === undefined ? {} : { user }) };
    const asked = this.previews.want(request);
    const held = this.previews.held.value;
    const isOurs = held !== null && this.isSameKind(held.asked, asked);
    const order = isOurs ? held.preview.order : null;
    const feeBps = this.market.fee_bps;
    const shown = order === null || terms === null ? null : shownOf(order, terms, feeBps);
    const { sums, wanted } = shown ?? { sums: null, wanted: null };
    return {
      read,
      order,
      refusal: isOurs ? held.preview.refusal : null,
      sums,
      wanted,
      said:
        order === null || sums === null || wanted === null
          ? ''
          : sayOrder(wanted, this.label, { ...sums, filled: order.filled }),
      isStale: held?.asked !== asked || !this.isBookLive,
    };
  }

  /** The one gate of everything that sends: button, Enter, dialog. */
  maySend({ wanted, refusal, isStale }: Offer): boolean {
    const { state } = this.sent.value;
    return (
      wanted !== null &&
      refusal === null &&
      !isStale &&
      (state === 'idle' || state === 'refused') &&
      !this.isSending &&
      this.book.status === 'active' &&
      Boolean(key.value)
    );
  }

  /** Whether the book is as it is now: else nothing is known of who is there. */
  get isBookLive(): boolean {
    return isConnectionLive.value && this.book.isLive;
  }

  moved(): void {
    this.previews.moved();
  }

  /** The page is left: an order without an answer is the banner's from here on. */
  leave(): void {
    this.previews.stop();
    if (this.sent.value.state === 'unknown') letGo(this.sent.value.request);
  }

  /**
   * @param seen the sentence that was agreed to: what would be sent by now has to be that
   * @returns whether it was sent
   */
  async send(seen: string): Promise<boolean> {
    const offer = this.offer();
    const { wanted, order, said } = offer;
    const owner = key.value;
    if (!owner || wanted === null || said !== seen || !this.maySend(offer)) return false;
    await this.during(said, order, async () => {
      const { submit } = await import('../sending/submit');
      return submit(owner, (trader) => trader.placeOrder(wanted));
    });
    return true;
  }

  /** The same bytes once more: never a second order. */
  async askAgain(request: PreparedRequest<'order'>): Promise<void> {
    const owner = key.value;
    if (!owner || this.isSending) return;
    await this.during('', null, async () => {
      const { askAgain } = await import('../sending/submit');
      return askAgain(owner, request);
    });
  }

  private async during(
    said: string,
    shown: PreviewOrder | null,
    work: () => Promise<SentRequest<'order'>>,
  ): Promise<void> {
    this.isSending = true;
    const began = performance.now();
    this.sent.value = { state: 'sending', isAgain: said === '' };
    try {
      const sent = await work();
      if (sent.state === 'unknown') this.sent.value = { ...sent, said };
      else {
        const { answer: order, replayed: isReplayed } = sent.receipt;
        const isExact = shown !== null && isAsShown(shown, order);
        const ms = Math.round(performance.now() - began);
        this.sent.value = { state: 'done', order, done: doneBy(order), isExact, isReplayed, ms };
      }
    } catch (error) {
      this.sent.value = { state: 'refused', text: say(error), said, hit: boundHitBy(error) };
    } finally {
      this.isSending = false;
      this.previews.moved();
    }
  }

  private around(outcome: OutcomeSide): Around {
    const { lastPrice } = this.book;
    return {
      bid: this.book.bestBid(outcome)?.price ?? null,
      ask: this.book.bestAsk(outcome)?.price ?? null,
      last: lastPrice === null || outcome === 'yes' ? lastPrice : oppositePrice(lastPrice),
    };
  }

  private entry(): Entry {
    return {
      marketId: this.market.market_id,
      side: this.side.value,
      outcome: this.outcome.value,
      kind: this.kind.value,
      unit: this.unit.value,
      amount: this.amount.value,
      limit: this.limit.value,
      slippage: this.slippage.value,
    };
  }

  /** While somebody types, the last numbers stay in their place, grey; those of another side would mislead. */
  private isSameKind(held: string, asked: string): boolean {
    if (held === '' || asked === '') return false;
    const [one, other] = [held, asked].map((text) => JSON.parse(text) as Record<string, unknown>);
    return ['side', 'outcome', 'order_type', 'user'].every((name) => one?.[name] === other?.[name]);
  }
}

const PREVIEW_TIMEOUT_MS = 5_000;

/** What is shown of a preview, and the order that is signed for it. */
function shownOf(order: PreviewOrder, terms: Terms, feeBps: number) {
  const { side, price: worst } = terms;
  const budget = 'budget_micro_usdc' in terms ? BigInt(terms.budget_micro_usdc) : null;
  const sums = sumsOf(order, { side, worst, feeBps, budget });
  return { sums, wanted: orderOf(terms, order.size, sums.paysAtMost) };
}

/** Contracts of the ticket's outcome that are held and in no order. */
export function sellable(marketId: string, outcome: OutcomeSide): number {
  const position = account.value?.position(marketId);
  if (!position) return 0;
  return outcome === 'yes'
    ? position.yes_contracts - position.yes_locked
    : position.no_contracts - position.no_locked;
}
