/** Converts views and events to messages of a user's channel: docs/protocol/streams.md, section 5. */
import { toBase58, toHex } from '@bellwether/codec';
import type {
  AsOf,
  BalanceView,
  ExchangeEvent,
  ExchangeEventOf,
  OrderView,
  PositionView,
} from '@bellwether/exchange';
import { presentTrade } from '../answer/fill';
import { presentOrder, presentTerms } from '../answer/order';
import { refusalDetails } from '../answer/refusal-details';
import { presentMarketId, presentUser } from '../answer/units';
import { pageEnd } from '../cursor';
import { withoutUpdate } from './concerned';
import { tradeOf } from './trades-data';
import type { UserSnapshotData, UserUpdateData } from './user-data';

/** A user's state as of one command. */
export interface UserState {
  readonly balance: BalanceView;
  readonly positions: readonly (PositionView & { readonly marketId: Uint8Array })[];
  readonly morePositions: boolean;
  /** Open orders, newest first. */
  readonly orders: readonly OrderView[];
  /** The placement seq from which the next page continues; null on the last page. */
  readonly nextOrders: number | null;
}

export const presentUserSnapshot = (user: Uint8Array, state: UserState): UserSnapshotData => ({
  public_key: presentUser(user),
  balance: presentUserBalance(state.balance),
  positions: state.positions.map(presentUserPosition),
  more_positions: state.morePositions,
  orders: state.orders.map(presentOrder),
  ...pageEnd('order', state.nextOrders),
});

type EntryOf<Name extends keyof UserUpdateData> =
  NonNullable<UserUpdateData[Name]> extends readonly (infer Entry)[] ? Entry : never;

/** @param events of one command, all about this user, in their order */
export function presentUserUpdate(
  user: Uint8Array,
  events: readonly ExchangeEvent[],
  asOf: AsOf,
): UserUpdateData {
  const draft = new UserUpdateDraft(presentUser(user), asOf);
  for (const event of events) draft.take(event);
  return draft.data();
}

class UserUpdateDraft {
  private balance: UserUpdateData['balance'];
  private readonly positions: EntryOf<'positions'>[] = [];
  /** One entry for each order: the latest, but a complete one is not replaced. */
  private readonly orders = new Map<number, EntryOf<'orders'>>();
  private readonly trades: EntryOf<'trades'>[] = [];
  private readonly refusals: EntryOf<'refusals'>[] = [];
  private readonly credits: EntryOf<'credits'>[] = [];
  private readonly gasCharges: EntryOf<'gas_charges'>[] = [];
  private readonly payouts: EntryOf<'payouts'>[] = [];
  private readonly redemptions: EntryOf<'redemptions'>[] = [];
  private readonly tradingKeys: EntryOf<'trading_keys'>[] = [];
  private readonly withdrawals: EntryOf<'withdrawals'>[] = [];

  constructor(
    private readonly user: string,
    private readonly asOf: AsOf,
  ) {}

  take(event: ExchangeEvent): void {
    switch (event.kind) {
      case 'balance':
        this.balance = presentUserBalance(balanceOf(event));
        break;
      case 'position':
        this.positions.push(presentUserPosition(event));
        break;
      case 'order_accepted':
        this.orders.set(event.order.orderId, {
          ...presentOrder(event.order),
          ...(event.terms === undefined ? {} : presentTerms(event.terms)),
        });
        break;
      case 'order_amended': {
        // The update of its placing had the terms of its full form, perhaps by the same command.
        const known = this.orders.get(event.order.orderId);
        this.orders.set(event.order.orderId, { ...known, ...presentOrder(event.order) });
        break;
      }
      case 'trade':
        this.trade(event);
        break;
      case 'order_cancelled':
        this.ended(event);
        break;
      case 'refused':
        this.refusals.push(presentRefused(event));
        break;
      case 'payout':
        this.payouts.push(presentPayout(event));
        break;
      case 'redeemed':
        this.redemptions.push(presentRedemption(event));
        break;
      case 'trading_key_allowed':
      case 'trading_key_ended':
        this.tradingKeys.push(...presentTradingKey(event));
        break;
      case 'deposit_credited': {
        const { amount, creditSeq: credit_seq, txSignature } = event;
        const tx_main = toBase58(txSignature);
        this.credits.push({ source: 'deposit', amount, credit_seq, tx_main });
        break;
      }
      case 'credited': {
        const { amount } = event;
        this.credits.push({ source: 'operator', amount, credit_seq: null, tx_main: null });
        break;
      }
      case 'gas_charged': {
        const { amount, chargeSeq: charge_seq, purpose } = event;
        this.gasCharges.push({ amount, charge_seq, purpose });
        break;
      }
      case 'withdrawal_accepted':
        this.withdrawals.push(presentWithdrawal(event, 'accepted'));
        break;
      case 'withdrawal_settled':
        this.withdrawals.push(presentWithdrawal(event, 'settled'));
        break;
      case 'withdrawal_refunded':
        this.withdrawals.push(presentWithdrawal(event, 'refunded', event.reason));
        break;
      default:
        withoutUpdate(event);
    }
  }

  data(): UserUpdateData {
    return {
      ...(this.balance === undefined ? {} : { balance: this.balance }),
      ...unlessEmpty('positions', this.positions),
      ...unlessEmpty('orders', [...this.orders.values()]),
      ...unlessEmpty('trades', this.trades),
      ...unlessEmpty('refusals', this.refusals),
      ...unlessEmpty('credits', this.credits),
      ...unlessEmpty('gas_charges', this.gasCharges),
      ...unlessEmpty('payouts', this.payouts),
      ...unlessEmpty('redemptions', this.redemptions),
      ...unlessEmpty('trading_keys', this.tradingKeys),
      ...unlessEmpty('withdrawals', this.withdrawals),
    };
  }

  private trade(event: ExchangeEventOf<'trade'>): void {
    const trade = presentTrade(tradeOf(event, this.asOf));
    this.trades.push(trade);
    // The taker's order was sent complete, as its command left it.
    if (trade.maker !== this.user) return;
    const { maker_order_id: order_id, market_id } = trade;
    this.orders.set(order_id, { order_id, market_id, filled: event.makerFilled });
  }

  private ended(event: ExchangeEventOf<'order_cancelled'>): void {
    const known = this.orders.get(event.orderId);
    if (known !== undefined && 'price' in known) return;
    this.orders.set(event.orderId, {
      order_id: event.orderId,
      market_id: presentMarketId(event.marketId),
      status: 'cancelled',
      filled: event.filledSize,
      remaining: event.cancelledSize,
      cancel_reason: event.reason,
    });
  }
}

const unlessEmpty = <Name extends keyof UserUpdateData>(
  name: Name,
  entries: readonly EntryOf<Name>[],
) => (entries.length === 0 ? {} : { [name]: entries });

const balanceOf = (event: ExchangeEventOf<'balance'>): BalanceView => ({
  available: event.available,
  locked: event.locked,
  total: event.available + event.locked,
  withdrawing: event.withdrawing,
  gasDebt: event.gasDebt,
});

const presentUserBalance = (view: BalanceView) => ({
  available: view.available,
  locked: view.locked,
  total: view.total,
  withdrawing: view.withdrawing,
  gas_debt: view.gasDebt,
});

const presentUserPosition = (
  view: PositionView & { readonly marketId: Uint8Array },
): EntryOf<'positions'> => ({
  market_id: presentMarketId(view.marketId),
  yes_contracts: view.yes,
  no_contracts: view.no,
  yes_locked: view.yesLocked,
  no_locked: view.noLocked,
});

const presentRefused = ({
  nonceKind,
  nonce,
  refusal,
}: ExchangeEventOf<'refused'>): EntryOf<'refusals'> => ({
  kind: nonceKind,
  nonce,
  code: refusal.code,
  ...refusalDetails(refusal),
});

const presentPayout = (event: ExchangeEventOf<'payout'>): EntryOf<'payouts'> => ({
  market_id: presentMarketId(event.marketId),
  yes_contracts: event.yesContracts,
  no_contracts: event.noContracts,
  paid_micro_usdc: event.paidMicroUsdc,
});

const presentRedemption = (event: ExchangeEventOf<'redeemed'>): EntryOf<'redemptions'> => ({
  market_id: presentMarketId(event.marketId),
  size: event.size,
  paid_micro_usdc: event.paidMicroUsdc,
  nonce: event.nonce,
});

/** A key that is replaced was allowed anew by the same command. */
function presentTradingKey(
  event: ExchangeEventOf<'trading_key_allowed'> | ExchangeEventOf<'trading_key_ended'>,
): EntryOf<'trading_keys'>[] {
  const key = { trading_key: toBase58(event.tradingKey), nonce: event.nonce };
  if (event.kind === 'trading_key_allowed')
    return [{ ...key, state: 'active', until: event.until }];
  return event.reason === 'replaced' ? [] : [{ ...key, state: event.reason, until: null }];
}

const presentWithdrawal = (
  event: { readonly withdrawalId: Uint8Array; readonly amount: number; readonly gasFee: number },
  state: EntryOf<'withdrawals'>['state'],
  reason: string | null = null,
): EntryOf<'withdrawals'> => ({
  withdrawal_id: toHex(event.withdrawalId),
  state,
  amount: event.amount,
  gas_fee: event.gasFee,
  net_amount: event.amount - event.gasFee,
  reason,
});
