/**
 * The oracle: a second implementation of docs/protocol/matching.md, written from the rules alone, naive and slow, so
 * that each rule can be compared with its sentence. Property tests compare the engine with it. Its order ids are the
 * seq of the placing command, and its trade ids follow from them: a comparison matches ids by a bijection, never by
 * value.
 */
import type {
  CommandOf,
  FeeCategory,
  Network,
  NonceKind,
  OrderCommand,
  SequencedCommand,
} from '../../src/command';
import {
  DEFAULT_MAKER_REBATE_PCT,
  DEFAULT_PROTOCOL_FEE_BPS,
  ENDED_PER_SLICE,
  MAX_ACCOUNTS,
  MAX_CREDIT_REFERENCES,
  MAX_MARKETS,
  MAX_OPEN_WITHDRAWALS,
  MAX_RESTING_ORDERS,
  MAX_TRADING_KEYS,
  MAX_USERS_OF_BUILDER,
  REMEMBERED_ENDED_WITHDRAWALS,
  REMEMBERED_FINISHED_ORDERS,
  REMEMBERED_OUTCOMES,
} from '../../src/limits';
import type { Answer, Refusal, Reply, ReplyBody } from '../../src/reply';
import { forgetEmptyPositions, hasRoomFor, refuseStranger } from './accounts';
import * as administration from './administration';
import * as cancels from './cancels';
import * as cases from './cases';
import * as catalogue from './catalogue';
import * as funding from './funding';
import { toHex } from '@bellwether/codec';
import { bodyOfCancelAll, bodyOfOrder, judgeNonce, rememberOutcome, withId } from './nonces';
import { payRevenue } from './revenue';
import * as sources from './sources';
import { placeOrder, refuseExpiry, refuseLane } from './orders';
import { amend, bodyOfAmend } from './amend';
import { cancelAfter } from './cancel-after';
import { bodyOfRedeem, redeem } from './redeem';
import { refuse, refused } from './refusals';
import { type Resolved, resolveEvent, resolveMarket } from './resolution';
import type { Limits, Market, NaiveApplied, State } from './state';
import {
  allowTradingKey,
  refuseFarNonce,
  refuseLate,
  refuseSigner,
  revokeTradingKey,
} from './trading-keys';
import { NaiveViews } from './views';

/** The `*` row of the fee schedule, until an operator sets a schedule. */
const ROW_OF_ALL: FeeCategory = {
  name: '*',
  sub: '*',
  feeBps: DEFAULT_PROTOCOL_FEE_BPS,
  makerRebatePct: DEFAULT_MAKER_REBATE_PCT,
};

const PRODUCTION_LIMITS: Limits = {
  maxAccounts: MAX_ACCOUNTS,
  maxMarkets: MAX_MARKETS,
  maxRestingOrders: MAX_RESTING_ORDERS,
  maxCreditReferences: MAX_CREDIT_REFERENCES,
  rememberedOutcomes: REMEMBERED_OUTCOMES,
  rememberedFinishedOrders: REMEMBERED_FINISHED_ORDERS,
  maxOpenWithdrawals: MAX_OPEN_WITHDRAWALS,
  rememberedEndedWithdrawals: REMEMBERED_ENDED_WITHDRAWALS,
  maxTradingKeys: MAX_TRADING_KEYS,
  maxUsersOfBuilder: MAX_USERS_OF_BUILDER,
  endedPerSlice: ENDED_PER_SLICE,
};

export class NaiveExchange extends NaiveViews {
  constructor({ network, ...limits }: { network: Network } & Partial<Limits>) {
    super(emptyState(network, { ...PRODUCTION_LIMITS, ...limits }));
  }

  apply(sequenced: SequencedCommand): NaiveApplied {
    const { state } = this;
    state.emitted = [];
    state.seq = sequenced.seq;
    catalogue.passTime(state, sequenced.timestampMs, sequenced.command.kind === 'tick');
    // An order that ends as time passes is gone before the command, and so is a position that it alone held.
    forgetEmptyPositions(state);
    const answer = this.carryOut(sequenced);
    forgetEmptyPositions(state);
    if (state.emitted.length > 0) state.lastEventSeq = state.seq;
    return { answer, events: state.emitted };
  }

  private carryOut({ command, lane }: SequencedCommand): Answer {
    const { state } = this;
    const no =
      refuseSigner(state, command) ??
      refuseFarNonce(state, command) ??
      refuseStranger(state, lane, command) ??
      refuseLate(state, command);
    if (no !== null) return this.fresh(refused(no));
    switch (command.kind) {
      case 'order': {
        const refusal = refuseLane(state, command, lane);
        return refusal === null ? this.placeOrder(command) : this.fresh(refused(refusal));
      }
      case 'amend': {
        const refusal = refuseLane(state, command, lane);
        return refusal === null ? this.amend(command) : this.fresh(refused(refusal));
      }
      case 'cancel_after':
        return cancelAfter(state, command);
      case 'allow_trading_key':
        return allowTradingKey(state, command);
      case 'revoke_trading_key':
        return revokeTradingKey(state, command);
      case 'cancel':
        return this.fresh(cancels.cancelOne(state, command));
      case 'cancel_all':
        return this.cancelAll(command);
      case 'register_delegate':
        return this.fresh(administration.registerDelegate(state, command));
      case 'create_event':
        return this.createEvent(command);
      case 'set_market_status':
        return this.fresh(catalogue.setMarketStatus(state, command));
      case 'resolve_market':
        return this.resolve(resolveMarket(state, command));
      case 'resolve_event':
        return this.resolve(resolveEvent(state, command));
      case 'set_mode':
        return this.fresh(administration.setMode(state, command));
      case 'set_fees':
        return this.fresh(administration.setFees(state, command));
      case 'test_credit':
        return this.testCredit(command);
      case 'set_user_limits':
        return this.fresh(administration.setUserLimits(state, command));
      case 'set_money_limits':
        return this.fresh(administration.setMoneyLimits(state, command));
      case 'set_withdrawal_limits':
        return this.fresh(administration.setWithdrawalLimits(state, command));
      case 'set_archiving':
        return this.fresh(administration.setArchiving(state, command));
      case 'tick':
        return this.fresh({ kind: 'ticked' });
      case 'set_resolution_rules':
        return this.fresh(cases.setResolutionRules(state, command));
      case 'propose':
        return this.fresh(cases.propose(state, command));
      case 'withdraw_case':
        return this.fresh(cases.withdrawCase(state, command));
      case 'set_source':
        return this.fresh(sources.setSource(state, command));
      case 'attest':
        return sources.attest(state, command);
      case 'decide':
        return this.fresh(cases.decide(state, command));
      case 'challenge': {
        const refusal = refuseLane(state, command, lane);
        return refusal === null ? this.challenge(command) : this.fresh(refused(refusal));
      }
      case 'fill_fund':
      case 'make_good':
        return cases.grant(state, command);
      case 'set_withdrawals':
        return this.fresh(administration.setWithdrawals(state, command));
      case 'chain_credit':
        return funding.chainCredit(state, command);
      case 'charge_gas':
        return funding.chargeGas(state, command);
      case 'pay_revenue':
        return payRevenue(state, command);
      case 'settle_withdrawal':
      case 'refund_withdrawal':
        return funding.endWithdrawal(state, command);
      case 'redeem': {
        const refusal = refuseLane(state, command, lane);
        return refusal === null ? this.redeem(command) : this.fresh(refused(refusal));
      }
      case 'withdraw': {
        const use = { ...command, body: withId(funding.bodyOfWithdraw(command), command) };
        return this.signedFunding(use, () => funding.withdraw(state, command));
      }
      case 'recover': {
        const use = { ...command, body: withId(funding.bodyOfRecover(command), command) };
        return this.signedFunding(use, () => funding.recover(state, command));
      }
    }
  }

  private placeOrder({ terms, ...command }: OrderCommand): Answer {
    const { user, nonce, builder } = command;
    const market = this.state.markets.get(toHex(command.marketId)) ?? null;
    const short = bodyOfOrder(command);
    const body =
      terms === undefined
        ? short
        : ['full', short, terms.selfTrade, terms.reduceOnly, terms.expiresAt, terms.maxCost].join(
            ' ',
          );
    const use = {
      user,
      kind: 'order',
      nonce,
      body: withId(body, command),
      builder,
      market,
    } as const;
    const order = { ...command, ...terms };
    return this.once({ ...use, unused: () => refuseExpiry(this.state, order) }, () =>
      placeOrder(this.state, order),
    );
  }

  private amend(command: CommandOf<'amend'>): Answer {
    const { user, nonce, builder } = command;
    const market = this.state.markets.get(toHex(command.marketId)) ?? null;
    const body = bodyOfAmend(command);
    const use = {
      user,
      kind: 'order',
      nonce,
      body: withId(body, command),
      builder,
      market,
    } as const;
    return this.once(use, () => amend(this.state, command));
  }

  private challenge(command: CommandOf<'challenge'>): Answer {
    const { user, nonce, builder } = command;
    const market = cases.marketOfChallenge(this.state, command);
    const body = withId(cases.bodyOfChallenge(command), command);
    const unused = () => cases.refuseChallengeNow(this.state, command);
    const use = { user, kind: 'order', nonce, body, builder, market, unused } as const;
    return this.once(use, () => cases.challenge(this.state, command));
  }

  private redeem(command: CommandOf<'redeem'>): Answer {
    const { user, nonce, builder } = command;
    const market = this.state.markets.get(toHex(command.marketId)) ?? null;
    const use = {
      user,
      kind: 'order',
      nonce,
      body: withId(bodyOfRedeem(command), command),
      builder,
      market,
    } as const;
    return this.once(use, () => redeem(this.state, command));
  }

  private cancelAll(command: CommandOf<'cancel_all'>): Answer {
    const { user, nonce } = command;
    const body = withId(bodyOfCancelAll(command), command);
    const use = { user, kind: 'cancel_all', nonce, body, builder: null } as const;
    return this.once(use, () => cancels.cancelAll(this.state, command));
  }

  private signedFunding(
    command: (CommandOf<'withdraw'> | CommandOf<'recover'>) & { readonly body: string },
    carryOut: () => ReplyBody,
  ): Answer {
    const refusal = funding.refuseBuilder(this.state, command);
    return refusal === null ? this.once(command, carryOut) : this.fresh(refused(refusal));
  }

  private resolve({ body, before }: Resolved): Answer {
    return before === null ? this.fresh(body) : { replayed: true, reply: { ...before, body } };
  }

  /** Applies a command with a nonce at most once. */
  private once(
    use: {
      readonly user: Uint8Array;
      readonly kind: NonceKind;
      readonly nonce: number;
      readonly body: string;
      readonly builder: Uint8Array | null;
      readonly market?: Market | null;
      /** Further refusals that leave the nonce unused. */
      readonly unused?: () => Refusal | null;
    },
    carryOut: () => ReplyBody,
  ): Answer {
    const { state } = this;
    const verdict = judgeNonce(state, use);
    if (verdict.is === 'repeat') return { replayed: true, reply: verdict.reply };
    if (verdict.is === 'refused') return this.fresh(refused(verdict.refusal));
    const unused = this.refuseUnused(use) ?? use.unused?.() ?? null;
    if (unused !== null) return this.fresh(refused(unused));

    const answer = this.fresh(carryOut());
    rememberOutcome(state, use, answer.reply);
    if (answer.reply.body.kind === 'refused') {
      const { user, kind, nonce, builder } = use;
      const { code, details, order } = answer.reply.body;
      const refusal = { code, details, order };
      state.emitted.push({ kind: 'refused', user, nonceKind: kind, nonce, builder, refusal });
    }
    return answer;
  }

  /** The refusals that leave the nonce unused. */
  private refuseUnused({ user, kind }: { user: Uint8Array; kind: NonceKind }): Refusal | null {
    const { state } = this;
    if (state.mode === 'halted') return refuse('HALTED');
    if (state.mode === 'cancel_only' && kind !== 'cancel_all') return refuse('CANCEL_ONLY');
    if (state.withdrawalsPaused && kind === 'withdraw') return refuse('WITHDRAWALS_PAUSED');
    const what = kind === 'recover' || kind === 'withdraw' ? 'recovery' : 'other';
    return hasRoomFor(state, user, what) ? null : refuse('CAPACITY_REACHED');
  }

  private createEvent(command: CommandOf<'create_event'>): Answer {
    const { state } = this;
    const repeated = catalogue.repeatedCreation(state, command);
    if (repeated !== null) return { replayed: true, reply: repeated };
    const answer = this.fresh(catalogue.createEvent(state, command));
    if (answer.reply.body.kind === 'event_created') {
      state.events.get(command.eventId)!.reply = answer.reply;
    }
    return answer;
  }

  private testCredit(command: CommandOf<'test_credit'>): Answer {
    const { state } = this;
    const repeated = administration.repeatedCredit(state, command);
    if (repeated !== null) return { replayed: true, reply: repeated };
    const answer = this.fresh(administration.testCredit(state, command));
    if (answer.reply.body.kind === 'credited') {
      const { user, amount, reference } = command;
      state.credits.set(reference, { user: toHex(user), amount, reply: answer.reply });
    }
    return answer;
  }

  private fresh(body: ReplyBody): Answer {
    const reply: Reply = { seq: this.state.seq, timestampMs: this.state.timestampMs, body };
    return { replayed: false, reply };
  }
}

const emptyState = (network: Network, limits: Limits): State => ({
  network,
  limits,
  money: null,
  withdrawalLimits: null,
  archiving: null,
  archived: [],
  seq: 0,
  timestampMs: 0,
  mode: 'open',
  accounts: new Map(),
  events: new Map(),
  markets: new Map(),
  orders: new Map(),
  finished: [],
  feeCategories: [ROW_OF_ALL],
  feesAsOfSeq: 0,
  credits: new Map(),
  protocolFees: 0n,
  builderRevenue: new Map(),
  testCredits: 0n,
  depositsCredited: 0n,
  gasRevenue: 0n,
  payouts: 0n,
  withdrawalsPaused: false,
  lastEventSeq: 0,
  withdrawals: new Map(),
  endedWithdrawals: [],
  payoutsGiven: new Map(),
  payoutHomes: new Map(),
  resolutionRules: [],
  cases: [],
  disputeFund: 0n,
  sources: new Map(),
  grants: new Map(),
  accepted: [],
  endedKeys: 0,
  queued: 0,
  emitted: [],
});
