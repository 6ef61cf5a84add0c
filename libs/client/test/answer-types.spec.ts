/**
 * The package's hand-written types equal the interface's: the compiler compares them with the schemas of libs/api, so
 * that a field added, renamed or widened there fails here, in `tsc` and in lint.
 */
import { describe, expect, it } from 'vitest';
import type * as api from '@bellwether/api';
import type { Code } from '@bellwether/errors';
import type { z } from 'zod';
import { BellwetherError } from '../src';
import type * as client from '../src';

type Json = string | number | boolean | null | undefined;
/**
 * Omits what JSON cannot express: readonly, and undefined for absent fields. Any error code counts as a code, as a
 * refusal's codes are a part of the registry.
 */
type Plain<T> = T extends Code
  ? Code
  : T extends Json
    ? T
    : T extends readonly (infer Item)[]
      ? Plain<Item>[]
      : unknown extends T
        ? T
        : { -readonly [Name in keyof T]: Plain<Exclude<T[Name], undefined>> };
type Within<A, B> = [Plain<A>] extends [Plain<B>]
  ? [keyof Plain<B>] extends [keyof Plain<A>]
    ? true
    : 'the interface has a field that the client does not know'
  : 'the client has what the interface does not say';
type Same<A, B> =
  Within<A, B> extends true
    ? Within<B, A> extends true
      ? true
      : 'the interface has what the client does not take'
    : Within<A, B>;
/** Compiles only for `true`: the failing line names the pair. */
type Is<T extends true> = T;

interface Answers {
  readonly OwnBuilder: Is<Same<client.OwnBuilder, z.infer<typeof api.ownBuilderAnswer>>>;
  readonly BuilderUsersPage: Is<
    Same<client.BuilderUsersPage, z.infer<typeof api.builderUsersAnswer>>
  >;
  readonly BuilderRevenue: Is<
    Same<client.BuilderRevenue, z.infer<typeof api.builderRevenueAnswer>>
  >;
  readonly OperatorSession: Is<Same<client.OperatorSession, z.infer<typeof api.sessionAnswer>>>;
  readonly WhoAmI: Is<Same<client.WhoAmI, z.infer<typeof api.whoAnswer>>>;
  readonly OperatorsList: Is<Same<client.OperatorsList, z.infer<typeof api.operatorsAnswer>>>;
  readonly AddedOperator: Is<Same<client.AddedOperator, api.AddedOperatorAnswer>>;
  readonly OperatorKey: Is<Same<client.OperatorKey, api.OperatorKeyAnswer>>;
  readonly RevokedOperator: Is<
    Same<client.RevokedOperator, z.infer<typeof api.operatorRevokedAnswer>>
  >;
  readonly ConfirmationsPage: Is<
    Same<client.ConfirmationsPage, z.infer<typeof api.confirmationsAnswer>>
  >;
  readonly Balance: Is<Same<client.Balance, api.BalanceAnswer>>;
  readonly Position: Is<Same<client.Position, api.PositionAnswer>>;
  readonly PositionsPage: Is<Same<client.PositionsPage, api.PositionsAnswer>>;
  readonly Nonces: Is<Same<client.Nonces, api.NoncesAnswer>>;
  readonly UserAllowance: Is<Same<client.UserAllowance, api.UserAllowanceAnswer>>;
  readonly Book: Is<Same<client.Book, api.BookAnswer>>;
  readonly Candles: Is<Same<client.Candles, api.CandlesAnswer>>;
  readonly MarketsPage: Is<Same<client.MarketsPage, api.MarketsAnswer>>;
  readonly EventsPage: Is<Same<client.EventsPage, api.EventsAnswer>>;
  readonly Categories: Is<Same<client.Categories, api.CategoriesAnswer>>;
  readonly EventDetail: Is<Same<client.EventDetail, api.EventAnswer>>;
  readonly Market: Is<Same<client.Market, api.MarketAnswer>>;
  readonly Fill: Is<Same<client.Fill, api.FillAnswer>>;
  readonly TradesPage: Is<Same<client.TradesPage, api.TradesAnswer>>;
  readonly Order: Is<Same<client.Order, api.OrderAnswer>>;
  readonly OrdersPage: Is<Same<client.OrdersPage, api.OrdersAnswer>>;
  readonly SubmittedOrder: Is<Same<client.SubmittedOrder, api.SubmittedAnswer>>;
  readonly CancelledOrder: Is<Same<client.CancelledOrder, api.CancelledAnswer>>;
  readonly CancelledOrders: Is<Same<client.CancelledOrders, api.CancelledAllAnswer>>;
  readonly NonceOutcome: Is<Within<client.NonceOutcome, api.NonceOutcomeAnswer>>;
  readonly Preview: Is<Same<client.Preview, api.PreviewAnswer>>;
  readonly LedgerPage: Is<Same<client.LedgerPage, api.LedgerAnswer>>;
  readonly SignatureDiagnosis: Is<Same<client.SignatureDiagnosis, api.DebugSignatureAnswer>>;
  readonly Fees: Is<Same<client.Fees, api.FeesAnswer>>;
  readonly ServerTime: Is<Same<client.ServerTime, api.TimeAnswer>>;
  readonly ExchangeStatus: Is<Same<client.ExchangeStatus, api.StatusAnswer>>;
  readonly Solvency: Is<Same<client.Solvency, api.SolvencyAnswer>>;
  readonly BridgeAddress: Is<Same<client.BridgeAddress, api.BridgeAddressAnswer>>;
  readonly DepositAddress: Is<Same<client.DepositAddress, api.DepositAddressAnswer>>;
  readonly Deposit: Is<Same<client.Deposit, api.DepositAnswer>>;
  readonly DepositStatus: Is<Same<client.DepositStatus, api.DepositStatusAnswer>>;
  readonly AcceptedWithdrawal: Is<Same<client.AcceptedWithdrawal, api.AcceptedWithdrawalAnswer>>;
  readonly Withdrawal: Is<Same<client.Withdrawal, api.WithdrawalAnswer>>;
  readonly WithdrawalsPage: Is<Same<client.WithdrawalsPage, api.WithdrawalsAnswer>>;
  readonly ProxyWallet: Is<Same<client.ProxyWallet, api.ProxyAnswer>>;
  readonly GasPrice: Is<Same<client.GasPrice, api.GasPriceAnswer>>;
  readonly Recovery: Is<Same<client.Recovery, api.RecoveryAnswer>>;
  readonly FaucetGift: Is<Same<client.FaucetGift, api.FaucetAnswer>>;
  readonly Keypair: Is<Same<client.Keypair, api.KeypairAnswer>>;
  readonly SignedOrder: Is<Same<client.SignedOrder, api.SignedAnswer>>;
  readonly BuilderTradesPage: Is<Same<client.BuilderTradesPage, api.BuilderTradesAnswer>>;
  readonly CreatedEvent: Is<Same<client.CreatedEvent, api.EventCreatedAnswer>>;
  readonly MarketStatusChange: Is<Same<client.MarketStatusChange, api.MarketStatusAnswer>>;
  readonly ResolvedMarket: Is<Same<client.ResolvedMarket, api.MarketResolvedAnswer>>;
  readonly ResolvedEvent: Is<Same<client.ResolvedEvent, api.EventResolvedAnswer>>;
  readonly Credited: Is<Same<client.Credited, api.CreditedAnswer>>;
  readonly ModeChange: Is<Same<client.ModeChange, api.ModeAnswer>>;
  readonly FeeSchedule: Is<Same<client.FeeSchedule, api.ScheduleAnswer>>;
  readonly UserLimits: Is<Same<client.UserLimits, api.UserLimitsAnswer>>;
  readonly WithdrawalsPaused: Is<Same<client.WithdrawalsPaused, api.WithdrawalsPausedAnswer>>;
  readonly Builder: Is<Same<client.Builder, api.BuilderAnswer>>;
  readonly IssuedKey: Is<Same<client.IssuedKey, api.IssuedKeyAnswer>>;
  readonly RestoredKey: Is<Same<client.RestoredKey, api.RestoredKeyAnswer>>;
  readonly RotatedKey: Is<Same<client.RotatedKey, api.RotatedKeyAnswer>>;
  readonly RevokedKey: Is<Same<client.RevokedKey, api.RevokedKeyAnswer>>;
  readonly ApiKey: Is<Same<client.ApiKey, api.KeyAnswer>>;
  readonly ApiKeysPage: Is<Same<client.ApiKeysPage, api.KeysAnswer>>;
  readonly AlarmsPage: Is<Same<client.AlarmsPage, z.infer<typeof api.alarmsAnswer>>>;
  readonly BuildersPage: Is<Same<client.BuildersPage, z.infer<typeof api.listedBuildersAnswer>>>;
  readonly KnownUsersPage: Is<Same<client.KnownUsersPage, z.infer<typeof api.knownUsersAnswer>>>;
  readonly AuditPage: Is<Same<client.AuditPage, api.AuditAnswer>>;
  readonly TierChange: Is<Same<client.TierChange, api.TierChangeAnswer>>;
  readonly TierRead: Is<Same<client.TierRead, api.TierAnswer>>;
  readonly BridgeExecutor: Is<Same<client.BridgeExecutor, api.BridgeExecutorAnswer>>;
  readonly DailyCap: Is<Same<client.DailyCap, api.DailyCapAnswer>>;
  readonly QueuesPage: Is<Same<client.QueuesPage, api.QueuesAnswer>>;
  readonly ReleasedDeposit: Is<Same<client.ReleasedDeposit, api.ReleasedAnswer>>;
  readonly BookSnapshot: Is<Same<client.BookSnapshot, api.BookSnapshotData>>;
  readonly BookUpdate: Is<Same<client.BookUpdate, api.BookUpdateData>>;
  readonly TradesSnapshot: Is<Same<client.TradesSnapshot, api.TradesSnapshotData>>;
  readonly TradesUpdate: Is<Same<client.TradesUpdate, api.TradesUpdateData>>;
  readonly UserSnapshot: Is<Same<client.UserSnapshot, api.UserSnapshotData>>;
  readonly UserUpdate: Is<Same<client.UserUpdate, api.UserUpdateData>>;
  readonly DepositsSnapshot: Is<Same<client.DepositsSnapshot, api.DepositsSnapshotData>>;
  readonly MarketsSnapshot: Is<Same<client.MarketsSnapshot, api.MarketsSnapshotData>>;
  readonly MarketsUpdate: Is<Same<client.MarketsUpdate, api.MarketsUpdateData>>;
}
/** The details of each code, and no code more or less. */
type Details = Is<
  Same<client.DetailsByCode, { [C in api.CodeWithDetails]: api.ErrorDetailsOf<C> }>
>;
const error = (code: client.ErrorCode) =>
  new BellwetherError({
    status: 1,
    code,
    message: '',
    details: {},
    retryable: false,
    requestId: '',
  });
/** Compiles only where a code names its details. */
export function known(shortfall: number): void {
  const refused = error('INSUFFICIENT_BALANCE');
  if (refused.is('INSUFFICIENT_BALANCE', 'INSUFFICIENT_POSITION')) {
    shortfall = refused.details.shortfall;
  }
  if (refused.is('NONCE_TOO_LOW')) {
    const fate: 'never_used' | 'forgotten' = refused.details.fate;
    // @ts-expect-error: that code has no such detail
    shortfall = refused.details.shortfall;
    expect([fate, shortfall]).toHaveLength(2);
  }
}

/** The fields that a call adds to its caller's. */
interface Named {
  readonly user: string;
  readonly nonce: number;
}
interface Signed {
  readonly signature: string;
}
interface Withdrawing extends Signed {
  readonly main_address: string;
  readonly nonce: number;
}

interface Requests {
  readonly submit: Is<Same<client.BuilderOrderRequest & Named, z.input<typeof api.orderRequest>>>;
  readonly order: Is<
    Same<
      client.OrderRequest & Named & Signed,
      Omit<z.input<typeof api.signedOrderRequest>, 'fee_bps' | 'signer'>
    >
  >;
  readonly cancel: Is<
    Same<client.CancelRequest & Pick<Named, 'user'>, z.input<typeof api.cancelRequest>>
  >;
  readonly cancelAll: Is<
    Same<client.CancelAllRequest & Named, z.input<typeof api.cancelAllRequest>>
  >;
  readonly withdraw: Is<Same<client.WithdrawRequest & Named, z.input<typeof api.withdrawRequest>>>;
  readonly signedWithdraw: Is<
    Same<
      Partial<client.WithdrawRequest & Withdrawing>,
      Partial<Omit<z.input<typeof api.signedWithdrawRequest>, 'text'>>
    >
  >;
  readonly recover: Is<Same<client.RecoverRequest & Named, z.input<typeof api.recoverRequest>>>;
  readonly signedRecover: Is<
    Same<
      Partial<client.RecoverRequest & Withdrawing>,
      Partial<Omit<z.input<typeof api.signedRecoverRequest>, 'text'>>
    >
  >;
  readonly preview: Is<Same<client.PreviewRequest, z.input<typeof api.previewRequest>>>;
  readonly debug: Is<Same<client.DebugSignatureRequest, z.input<typeof api.debugSignatureRequest>>>;
  readonly faucet: Is<Same<client.FaucetRequest, z.input<typeof api.faucetRequest>>>;
  readonly trades: Is<Same<client.BuilderTradesQuery, z.input<typeof api.builderTradesRequest>>>;
  readonly event: Is<Same<client.CreateEventRequest, z.input<typeof api.createEventRequest>>>;
  readonly resolve: Is<Same<client.ResolveMarketRequest, z.input<typeof api.resolveMarketRequest>>>;
  readonly resolveByWinner: Is<
    Same<
      Extract<client.ResolveEventRequest, { winner: string }>,
      Pick<Required<z.input<typeof api.resolveEventRequest>>, 'winner'>
    >
  >;
  readonly voidEvent: Is<
    Same<
      Extract<client.ResolveEventRequest, { void: true }>,
      Pick<Required<z.input<typeof api.resolveEventRequest>>, 'void'>
    >
  >;
  readonly credit: Is<Same<client.CreditRequest, z.input<typeof api.creditRequest>>>;
  readonly builder: Is<Same<client.CreateBuilderRequest, z.input<typeof api.createBuilderRequest>>>;
  readonly builderKey: Is<Same<client.BuilderKeyRequest, z.input<typeof api.builderKeyRequest>>>;
  readonly key: Is<Same<client.CreateKeyRequest, z.input<typeof api.createKeyRequest>>>;
  readonly tier: Is<Same<client.TierRequest, z.input<typeof api.userTierRequest>>>;
}

describe('the types of the package', () => {
  it('are those of the interface, as the compiler says', () => {
    const compiled: readonly (keyof Answers | keyof Requests)[] = ['Balance', 'submit'];
    const details: Details = true;
    expect([compiled.length, details]).toEqual([2, true]);
  });
});
