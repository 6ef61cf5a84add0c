/** Converts views and events to messages of a user's channel: docs/protocol/streams.md, section 5. */
import { sameBytes } from '@bellwether/codec';
import type { AsOf, ExchangeEvent, ExchangeEventOf, FullTerms } from '@bellwether/exchange';
import { tradeAnswer } from '../answer/fill';
import { presentOrder } from '../answer/order';
import { present } from '../answer/present';
import { withoutUpdate } from './concerned';
import { tradeOf } from './trades-data';
import {
  endedOrder,
  filledOrder,
  userBalance,
  userCredit,
  userGasCharge,
  userPayout,
  userPosition,
  userRedemption,
  userRefusal,
  userSnapshotData,
  userTradingKey,
  userWithdrawal,
} from './user-data';
import type { UserUpdateData } from './user-data';

export const presentUserSnapshot = present(userSnapshotData);
const presentBalance = present(userBalance);
const presentPosition = present(userPosition);
const presentFilled = present(filledOrder);
const presentEnded = present(endedOrder);
const presentTrade = present(tradeAnswer);
const presentRefused = present(userRefusal);
const presentCredit = present(userCredit);
const presentGasCharge = present(userGasCharge);
const presentPayout = present(userPayout);
const presentRedemption = present(userRedemption);
const presentTradingKey = present(userTradingKey);
const presentWithdrawal = present(userWithdrawal);

const CREDIT_SOURCES = {
  revenue_paid: 'revenue',
  made_good: 'goodwill',
  challenge_rewarded: 'reward',
} as const;

type EntryOf<Name extends keyof UserUpdateData> =
  NonNullable<UserUpdateData[Name]> extends readonly (infer Entry)[] ? Entry : never;

/** @param events of one command, all about this user, in their order */
export function presentUserUpdate(
  user: Uint8Array,
  events: readonly ExchangeEvent[],
  asOf: AsOf,
): UserUpdateData {
  const draft = new UserUpdateDraft(user, asOf);
  for (const event of events) draft.take(event);
  return draft.data();
}

class UserUpdateDraft {
  private balance: UserUpdateData['balance'];
  private readonly positions: EntryOf<'positions'>[] = [];
  /** One entry for each order: the latest, but a complete one is not replaced. */
  private readonly orders = new Map<number, EntryOf<'orders'>>();
  /** Of orders in the full form: only their placing has them. */
  private readonly terms = new Map<number, FullTerms | undefined>();
  private readonly trades: EntryOf<'trades'>[] = [];
  private readonly refusals: EntryOf<'refusals'>[] = [];
  private readonly credits: EntryOf<'credits'>[] = [];
  private readonly gasCharges: EntryOf<'gas_charges'>[] = [];
  private readonly payouts: EntryOf<'payouts'>[] = [];
  private readonly redemptions: EntryOf<'redemptions'>[] = [];
  private readonly tradingKeys: EntryOf<'trading_keys'>[] = [];
  private readonly withdrawals: EntryOf<'withdrawals'>[] = [];

  constructor(
    private readonly user: Uint8Array,
    private readonly asOf: AsOf,
  ) {}

  take(event: ExchangeEvent): void {
    switch (event.kind) {
      case 'balance':
        this.balance = presentBalance({ ...event, total: event.available + event.locked });
        break;
      case 'position':
        this.positions.push(presentPosition(event));
        break;
      case 'order_accepted':
        this.terms.set(event.order.orderId, event.terms);
        this.whole(event);
        break;
      case 'order_amended':
        this.whole(event);
        break;
      case 'trade':
        this.trade(event);
        break;
      case 'order_cancelled':
        this.ended(event);
        break;
      case 'refused':
        this.refusals.push(
          presentRefused({ ...event.refusal, nonceKind: event.nonceKind, nonce: event.nonce }),
        );
        break;
      case 'payout':
        this.payouts.push(presentPayout(event));
        break;
      case 'redeemed':
        this.redemptions.push(presentRedemption(event));
        break;
      case 'trading_key_allowed':
        this.tradingKeys.push(presentTradingKey({ ...event, state: 'active' }));
        break;
      case 'trading_key_ended':
        // A key that is replaced was allowed anew by the same command.
        if (event.reason === 'replaced') break;
        this.tradingKeys.push(presentTradingKey({ ...event, state: event.reason, until: null }));
        break;
      case 'deposit_credited':
        this.credits.push(presentCredit({ ...event, source: 'deposit' }));
        break;
      case 'credited': {
        const source = 'operator';
        this.credits.push(presentCredit({ ...event, source, creditSeq: null, txSignature: null }));
        break;
      }
      case 'revenue_paid':
      case 'made_good':
      case 'challenge_rewarded': {
        const source = CREDIT_SOURCES[event.kind];
        this.credits.push(presentCredit({ ...event, source, creditSeq: null, txSignature: null }));
        break;
      }
      case 'gas_charged':
        this.gasCharges.push(presentGasCharge(event));
        break;
      case 'withdrawal_accepted':
        this.withdrawal(event, 'accepted');
        break;
      case 'withdrawal_settled':
        this.withdrawal(event, 'settled');
        break;
      case 'withdrawal_refunded':
        this.withdrawal(event, 'refunded', event.reason);
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

  private whole({
    order,
  }: ExchangeEventOf<'order_accepted'> | ExchangeEventOf<'order_amended'>): void {
    const terms = this.terms.get(order.orderId);
    this.orders.set(order.orderId, presentOrder(Object.assign({}, order, { terms })));
  }

  private trade(event: ExchangeEventOf<'trade'>): void {
    const { fill, marketId, makerFilled } = event;
    this.trades.push(presentTrade(tradeOf(event, this.asOf)));
    // The taker's order was sent complete, as its command left it.
    if (!sameBytes(fill.maker, this.user)) return;
    const { makerOrderId: orderId } = fill;
    this.orders.set(orderId, presentFilled({ orderId, marketId, filled: makerFilled }));
  }

  private ended(event: ExchangeEventOf<'order_cancelled'>): void {
    const known = this.orders.get(event.orderId);
    if (known === undefined || !('price' in known)) {
      this.orders.set(event.orderId, presentEnded(event));
    }
  }

  private withdrawal(
    event: { readonly withdrawalId: Uint8Array; readonly amount: number; readonly gasFee: number },
    state: EntryOf<'withdrawals'>['state'],
    reason: string | null = null,
  ): void {
    this.withdrawals.push(presentWithdrawal({ ...event, state, reason }));
  }
}

const unlessEmpty = <Name extends keyof UserUpdateData>(
  name: Name,
  entries: readonly EntryOf<Name>[],
) => (entries.length === 0 ? {} : { [name]: entries });
