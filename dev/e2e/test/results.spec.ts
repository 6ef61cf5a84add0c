/**
 * A result on its whole way: rules, a proposal, a challenge by a user through the SDK, a decision by another operator, a
 * second window that passes, and one payment; balances to the micro-USDC.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { KeyPair, MarketStream, Trader } from '@bellwether/client';
import type { AdminClient } from '@bellwether/client';
import { WebSocket } from 'ws';
import { eventually } from '../src/eventually';
import { suiteExchange } from '../src/exchange';
import {
  RESULT_RULES,
  USDC,
  balanceOf,
  credit,
  historyCaughtUp,
  newEvent,
  newJudge,
  solvencyOf,
} from '../src/scenario';

const exchange = suiteExchange();
const SIZE = 400;
const STAKE = 5 * USDC;
const REWARD = STAKE / 2;
const CATEGORY = { name: 'tests', sub: 'short-results' };
/** Both windows, and a slow machine. */
const WHOLE_WAY_MS = 300_000;

let marketId = '';
let judge: AdminClient;
const traderOf = async (usdc: number): Promise<Trader> => {
  const { gateway_url: gatewayUrl } = exchange.file;
  const key = KeyPair.random();
  await credit(exchange, key.publicKey, usdc * USDC);
  return new Trader({ gatewayUrl, key, network: 'test' });
};
let yes: Trader;
let no: Trader;
let challenger: Trader;

beforeAll(async () => {
  await exchange.operator.setResolutionRules({ rules: RESULT_RULES });
  const { marketIds } = await newEvent(exchange, { category: CATEGORY, fee_bps: 700 });
  marketId = marketIds[0] ?? '';
  [yes, no, challenger] = [await traderOf(1_000), await traderOf(1_000), await traderOf(10)];
  const terms = { market_id: marketId, side: 'buy', price: 5_000, size: SIZE } as const;
  await yes.placeOrder({ ...terms, outcome: 'yes' });
  await no.placeOrder({ ...terms, outcome: 'no' });
  judge = await newJudge(exchange);
});

describe('a disputed result', () => {
  it(
    'is paid once, as another operator decides, after a second window',
    { timeout: WHOLE_WAY_MS },
    async () => {
      const { operator, gateway } = exchange;
      const rules = (await gateway.market(marketId)).resolution_rules;
      expect(rules).toMatchObject({ window_seconds: 60, stake_micro_usdc: STAKE });
      await operator.fillDisputeFund({ amount: 3 * USDC, reference: randomUUID() });
      const { dispute_fund: fund } = await solvencyOf(exchange);
      const stream = new MarketStream({
        gatewayUrl: exchange.file.gateway_url,
        webSocket: WebSocket as never,
      });
      const live = stream.cases();

      const proposed = await operator.proposeMarket(marketId, {
        outcome: 'yes',
        note: 'It was on the news.',
        evidence_url: 'https://example.org/news',
      });
      const caseId = proposed.answer.case_id ?? 0;
      expect(proposed.answer).toMatchObject({ status: 'proposed', round: 1 });
      const entry = await gateway.market(marketId);
      expect(entry).toMatchObject({ status: 'proposed', case_id: caseId, overdue: false });
      expect(entry.due).toBe(proposed.answer.due);

      const before = await balanceOf(exchange, challenger.user);
      const { answer: challenge } = await challenger.challenge({
        case_id: caseId,
        claim: 'no',
        reason: 'It was another town.',
        stake_micro_usdc: STAKE,
      });
      expect(challenge).toMatchObject({ case_id: caseId });
      expect(await balanceOf(exchange, challenger.user)).toMatchObject({
        available: before.available - STAKE,
        staked: STAKE,
        total: before.total - STAKE,
      });
      expect(await challenger.orderByNonce(challenge.nonce)).toMatchObject({
        outcome: 'challenged',
        challenge: { challenge_id: challenge.challenge_id },
      });
      expect((await gateway.market(marketId)).status).toBe('disputed');
      const again = {
        case_id: caseId,
        claim: 'void',
        reason: 'x',
        stake_micro_usdc: STAKE,
      } as const;
      await expect(challenger.challenge(again)).rejects.toMatchObject({
        code: 'ALREADY_CHALLENGED',
      });

      const decision = {
        verdict: 'overturn',
        outcome: 'no',
        reason: 'It was another town.',
      } as const;
      await expect(operator.decideCase(caseId, decision)).rejects.toMatchObject({
        code: 'OWN_ACT',
      });
      const decided = await judge.decideCase(caseId, decision);
      expect(decided.answer).toMatchObject({ status: 'proposed', round: 2 });
      const given = await balanceOf(exchange, challenger.user);
      expect(given).toMatchObject({ available: before.available + REWARD, staked: 0 });
      expect((await solvencyOf(exchange)).dispute_fund).toBe(fund - REWARD);
      await eventually(
        async () => live.case(caseId),
        (one) => one?.round === 2 && one.outcome === 'no',
      );

      const [winner, loser] = [
        await balanceOf(exchange, no.user),
        await balanceOf(exchange, yes.user),
      ];
      await eventually(
        async () => (await gateway.market(marketId)).status,
        (status) => status === 'resolved',
        WHOLE_WAY_MS / 2,
      );
      expect(await balanceOf(exchange, no.user)).toMatchObject({
        available: winner.available + SIZE * USDC,
        locked: 0,
      });
      expect(await balanceOf(exchange, yes.user)).toMatchObject({ available: loser.available });
      await expect(judge.decideCase(caseId, decision)).rejects.toMatchObject({
        code: 'CASE_ENDED',
      });

      await historyCaughtUp(exchange);
      const whole = await challenger.gateway.case(caseId);
      expect(whole).toMatchObject({
        status: 'final',
        round: 2,
        outcome: 'no',
        due: null,
        paid_micro_usdc: SIZE * USDC,
        decision: { verdict: 'overturn', reason: 'It was another town.' },
        challenges: [{ claim: 'no', state: 'rewarded', reward_micro_usdc: REWARD }],
      });
      expect(whole.history.map(({ what }) => what)).toEqual([
        'proposed',
        'challenged',
        'decided',
        'final',
      ]);
      const { cases } = await gateway.marketResolution(marketId);
      expect(cases.map(({ case_id: id }) => id)).toEqual([caseId]);
      const moved = await challenger.gateway.ledger(challenger.user, { limit: 3 });
      expect(moved.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['challenge_rewarded', REWARD],
        ['stake_returned', STAKE],
        ['case_challenged', -STAKE],
      ]);
      const paid = await no.gateway.ledger(no.user, { limit: 10 });
      expect(paid.entries.filter(({ kind }) => kind === 'payout')).toMatchObject([
        { amount: SIZE * USDC, market_id: marketId },
      ]);
      stream.close();
    },
  );
});
