/** One user's statement, line by line, with the balance after each command. */
import { snakeCase, toHex } from '@bellwether/codec';
import type { ExchangeEvent, FullTerms } from '@bellwether/exchange';
import type { ReplayedCommand } from './replay';

export interface StatementLine {
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly what: readonly string[];
  /** micro-USDC, after the command. */
  readonly available: number;
  readonly locked: number;
  readonly withdrawing: number;
}

export class Statement {
  readonly lines: StatementLine[] = [];
  private readonly key: string;

  constructor(private readonly user: Uint8Array) {
    this.key = toHex(user);
  }

  take({ seq, timestampMs, events, exchange }: ReplayedCommand): void {
    const what = events.flatMap((event) => this.describe(event));
    if (what.length === 0) return;
    const { available, locked, withdrawing } = exchange.balance(this.user);
    const time = new Date(timestampMs).toISOString();
    this.lines.push({ seq, time, what, available, locked, withdrawing });
  }

  private describe(event: ExchangeEvent): string[] {
    if (event.kind === 'order_accepted' || event.kind === 'order_amended')
      return this.isMine(event.order.user) ? [order(event)] : [];
    if (event.kind === 'trade') return this.trade(event);
    if (!('user' in event) || !this.isMine(event.user)) return [];
    return factOf(event);
  }

  private trade({ fill }: Extract<ExchangeEvent, { kind: 'trade' }>): string[] {
    const parts: string[] = [];
    const { quantity, price, makerPrice, tradeId } = fill;
    if (this.isMine(fill.taker)) {
      const { takerSide, outcome, takerFee, builderFee } = fill;
      parts.push(
        `trade ${tradeId}: ${takerSide} ${quantity} ${outcome} at ${price}, fee ${takerFee}, builder ${builderFee}`,
      );
    }
    if (this.isMine(fill.maker)) {
      const { makerSide, makerOutcome, makerRebate, makerBuilderFee } = fill;
      parts.push(
        `trade ${tradeId}: ${makerSide} ${quantity} ${makerOutcome} at ${makerPrice}, rebate ${makerRebate}, builder ${makerBuilderFee}`,
      );
    }
    return parts;
  }

  private isMine(user: Uint8Array): boolean {
    return toHex(user) === this.key;
  }
}

type Placed = Extract<ExchangeEvent, { kind: 'order_accepted' | 'order_amended' }>;

function order(event: Placed): string {
  const { orderId, side, size, outcome, price, orderType, status, nonce } = event.order;
  const what = event.kind === 'order_amended' ? `order changed${byNonce(event.nonce)}` : 'order';
  const terms = event.kind === 'order_accepted' && event.terms ? `, ${said(event.terms)}` : '';
  return `${what} ${orderId}: ${side} ${size} ${outcome} at ${price} ${orderType}, nonce ${nonce}${terms}: ${status}`;
}

const byNonce = (nonce: number | null): string => (nonce === null ? '' : ` with nonce ${nonce}`);

/** The interface's name of each, and its value where it is more than set. */
const said = (terms: FullTerms): string =>
  Object.entries(terms)
    .flatMap(([name, value]) => {
      if (value === false) return [];
      return [value === true ? snakeCase(name) : `${snakeCase(name)} ${value}`];
    })
    .join(', ');

/** Events of one user that are neither a trade nor the placing of an order. */
function factOf(event: Extract<ExchangeEvent, { user: Uint8Array }>): string[] {
  switch (event.kind) {
    case 'order_cancelled':
      return [
        `order ${event.orderId} cancelled (${event.reason}): ${event.cancelledSize} contracts, ${event.releasedMicroUsdc} released`,
      ];
    case 'refused':
      return [`${event.nonceKind} with nonce ${event.nonce} refused: ${event.refusal.code}`];
    case 'credited':
      return [`test credit of ${event.amount}: ${event.reference}`];
    case 'deposit_credited':
      return [`deposit of ${event.amount}, credit ${event.creditSeq}`];
    case 'gas_charged':
      return [`gas of ${event.amount} for ${event.purpose}, debt ${event.gasDebt}`];
    case 'gas_settled':
      return [`gas debt paid: ${event.amount}, ${event.gasDebt} left`];
    case 'withdrawal_accepted':
      return [`withdrawal ${toHex(event.withdrawalId)} of ${event.amount}, gas ${event.gasFee}`];
    case 'withdrawal_settled':
      return [`withdrawal ${toHex(event.withdrawalId)} paid out`];
    case 'withdrawal_refunded':
      return [`withdrawal ${toHex(event.withdrawalId)} given back: ${event.reason}`];
    case 'revenue_paid':
      return [`revenue of ${event.source} ${event.builderId}: ${event.amount}, ${event.reference}`];
    case 'revenue_returned':
      return [`revenue of ${event.source} ${event.builderId} given back: ${event.amount}`];
    case 'case_challenged':
      return [`case ${event.caseId} challenged (${event.claim}): ${event.amount} staked`];
    case 'stake_returned':
      return [`stake on case ${event.caseId} back: ${event.amount}`];
    case 'stake_forfeited':
      return [`stake on case ${event.caseId} lost: ${event.amount}`];
    case 'challenge_rewarded':
      return [`challenge of case ${event.caseId} rewarded: ${event.amount}`];
    case 'made_good':
      return [`given by the exchange: ${event.amount}, ${event.reference}`];
    case 'payout':
      return [
        `market ${toHex(event.marketId)} resolved: ${event.yesContracts} yes, ${event.noContracts} no, ${event.paidMicroUsdc} paid`,
      ];
    case 'redeemed':
      return [
        `${event.size} pairs of ${toHex(event.marketId)} redeemed: ${event.paidMicroUsdc} paid`,
      ];
    case 'cancel_after':
      return [
        event.seconds === 0
          ? `cancel-after with nonce ${event.nonce}: off`
          : `cancel-after with nonce ${event.nonce}: ${event.seconds} seconds`,
      ];
    case 'delegate_registered':
      return [`trades through builder ${event.builderId}`];
    case 'cancel_all':
      return [`cancel-all with nonce ${event.nonce}: ${event.count} orders`];
    case 'open_order_limit':
      return [`may have ${event.maxOpenOrders} open orders`];
    case 'recovery_authorized':
      return [`recovery with nonce ${event.nonce}`];
    case 'trading_key_allowed':
      return [`trading key ${toHex(event.tradingKey)} allowed until ${event.until}`];
    case 'trading_key_ended':
      return [`trading key ${toHex(event.tradingKey)} ended: ${event.reason}`];
    // State deltas repeat what the line's balance shows.
    case 'balance':
    case 'position':
      return [];
  }
}
