/**
 * Draws streams of commands that reach the corner cases of the exchange: few users and few prices, so that orders
 * meet; every order type; repeats, refusals, the whole life of markets. Each step follows from the seed and the
 * oracle's state alone, so a seed and a profile always give the same stream.
 */
import { Random } from '@bellwether/seeded-random';
import type { NaiveExchange } from '../oracle/naive-exchange';
import {
  OPEN_AGAIN,
  drawCreateEvent,
  drawCredit,
  drawDelegate,
  drawFees,
  drawMarketStatus,
  drawMode,
  drawMoneyLimits,
  drawArchiving,
  drawWithdrawalLimits,
  drawUserLimits,
  drawResolveEvent,
  drawResolveMarket,
  drawTick,
} from './draw-admin';
import { drawAmend } from './draw-amend';
import { drawCancel, drawCancelAll } from './draw-cancel';
import {
  drawChainCredit,
  drawChargeGas,
  drawEndWithdrawal,
  drawPause,
  drawRecover,
  drawWithdraw,
} from './draw-funding';
import { drawCancelAfter, drawExactFunds, drawFullOrder, drawOrder } from './draw-order';
import { drawPayRevenue, drawRepeatedPayout } from './draw-payout';
import {
  drawChallenge,
  drawDecide,
  drawGrant,
  drawPropose,
  drawResolutionRules,
  drawWithdrawCase,
} from './draw-case';
import { drawRedeem } from './draw-redeem';
import { drawAttest, drawSetSource } from './draw-source';
import { drawSweep } from './draw-sweep';
import {
  drawClientId,
  drawLowNonce,
  drawRepeat,
  drawRepeatedCredit,
  drawRepeatedEvent,
} from './draw-repeat';
import { drawAllowTradingKey, drawBySigner, drawRevokeTradingKey } from './draw-trading-key';
import { type Drawing, activeMarkets } from './drawing';
import type { Action, Profile } from './profile';
import type { Draft, Step } from './step';

const START_MS = 1_700_000_000_000;
const PAUSES_MS = [300_000, 3_000_000, 40_000_000];
/** How far back repeats reach: well beyond the remembered outcomes of all users. */
const PAST_STEPS = 600;

const ACTIONS: Readonly<Record<Action, (drawing: Drawing) => Draft[]>> = {
  order: (drawing) => [drawOrder(drawing)],
  exact_funds: drawExactFunds,
  sweep: drawSweep,
  repeat: drawRepeat,
  low_nonce: drawLowNonce,
  cancel: drawCancel,
  cancel_all: drawCancelAll,
  credit: drawCredit,
  repeat_credit: drawRepeatedCredit,
  register_delegate: drawDelegate,
  create_event: drawCreateEvent,
  repeat_event: drawRepeatedEvent,
  market_status: drawMarketStatus,
  resolve_market: drawResolveMarket,
  resolve_event: drawResolveEvent,
  mode: drawMode,
  fees: drawFees,
  user_limits: drawUserLimits,
  money_limits: drawMoneyLimits,
  withdrawal_limits: drawWithdrawalLimits,
  archiving: drawArchiving,
  tick: drawTick,
  chain_credit: drawChainCredit,
  charge_gas: drawChargeGas,
  withdraw: drawWithdraw,
  end_withdrawal: drawEndWithdrawal,
  recover: drawRecover,
  pause_withdrawals: drawPause,
  redeem: drawRedeem,
  full_order: drawFullOrder,
  amend: drawAmend,
  cancel_after: drawCancelAfter,
  allow_trading_key: drawAllowTradingKey,
  revoke_trading_key: drawRevokeTradingKey,
  by_signer: drawBySigner,
  pay_revenue: drawPayRevenue,
  repeat_payout: drawRepeatedPayout,
  resolution_rules: drawResolutionRules,
  propose: drawPropose,
  withdraw_case: drawWithdrawCase,
  challenge: drawChallenge,
  decide: drawDecide,
  grant: drawGrant,
  set_source: drawSetSource,
  attest: drawAttest,
};

export class Generator {
  private readonly random: Random;
  private readonly drawing: Drawing;
  private readonly past: Draft[] = [];
  private planned: Draft[] = [];
  private drawn = 0;
  private names = 0;
  private timestampMs = START_MS;

  /** `oracle` must have applied each step before the next one is drawn. */
  constructor(
    private readonly profile: Profile,
    seed: number,
    private readonly oracle: NaiveExchange,
  ) {
    this.random = new Random(seed);
    this.drawing = {
      random: this.random,
      profile,
      oracle,
      timestampMs: () => this.timestampMs,
      past: this.past,
      nextName: () => ++this.names,
    };
  }

  /** Draws these first. */
  begin(actions: readonly Action[]): void {
    this.planned = actions.flatMap((action) => ACTIONS[action](this.drawing));
  }

  next(): Step {
    this.timestampMs = this.drawTime();
    const drawn = this.nextDraft();
    const draft = { ...drawn, command: drawClientId(this.drawing, drawn.command) };
    this.past.push(draft);
    if (this.past.length > PAST_STEPS) this.past.shift();
    return { ...draft, number: ++this.drawn, timestampMs: this.timestampMs };
  }

  private nextDraft(): Draft {
    while (this.planned.length === 0) this.planned = this.plan();
    return this.planned.shift()!;
  }

  private plan(): Draft[] {
    const { random, drawing, profile, oracle } = this;
    if (oracle.state.mode !== 'open' && random.chance(0.15)) return [OPEN_AGAIN];
    if (activeMarkets(drawing).length < profile.activeMarkets && random.chance(0.2)) {
      return drawCreateEvent(drawing);
    }
    return ACTIONS[random.weighted(profile.weights)](drawing);
  }

  /** Mostly unchanged; sometimes just before, at, or just after the next due time. */
  private drawTime(): number {
    const { random, timestampMs } = this;
    const due = this.oracle.nextDueMs();
    if (due !== null && random.chance(this.profile.jumpsToDue)) {
      return Math.max(timestampMs, due + random.between(-1, 1));
    }
    if (random.chance(this.profile.pauses))
      return timestampMs + random.pick(PAUSES_MS) + random.between(-1, 1);
    // Expiries and openings are at whole seconds.
    if (random.chance(0.05)) return Math.ceil(timestampMs / 1000) * 1000;
    return timestampMs + (random.chance(0.3) ? random.between(1, 50) : 0);
  }
}
