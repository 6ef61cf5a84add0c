/** Payouts of revenue during a trial, of a builder and of the treasury, each asked for twice and followed to its end. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuilderClient, Payout } from '@bellwether/client';
import type { Random } from '@bellwether/seeded-random';
import pLimit from 'p-limit';
import { eventually } from '../../../e2e/src/eventually';
import type { Exchange } from '../../../e2e/src/exchange';
import {
  USDC,
  balanceOf,
  fundedUser,
  newBuilder,
  newEvent,
  solvencyOf,
  submit,
} from '../../../e2e/src/scenario';
import { Wallet } from '../../../e2e/src/wallet';
import { MONEY_TIMEOUT_MS } from './trial-user';
import type { TrialWorld } from './trial-user';

const PAYOUTS_AT_ONCE = 8;
const LOOK_PAUSE_MS = 500;
/** Fewer than the thirty that may leave of one source in a day. */
const PAYOUTS_OF_A_SOURCE = 20;
/** The least to a chain is 1 USDC, or what it costs. */
const LEAST_MICRO_USDC = 2 * USDC;
const CONTRACTS = 100_000;

type To = 'recipient_main' | 'recipient_ext' | 'user';
const RECIPIENTS: Readonly<Record<To, number>> = {
  recipient_main: 40,
  recipient_ext: 30,
  user: 30,
};

interface Terms {
  readonly reference: string;
  readonly amount: number;
  readonly [to: string]: string | number;
}

export interface PaidRevenue {
  readonly to: To;
  readonly recipient: string;
  readonly record: Payout;
}

/** `missing`, `paidTwice`: the recipient holds less, or more, than what was paid to it. */
export interface PayoutSums {
  readonly accepted: number;
  readonly paid: number;
  readonly missing: number;
  readonly paidTwice: number;
  readonly microUsdc: number;
}

/**
 * Builders with revenue for so many payouts, and fees of the exchange: by test money, before the books of a trial are
 * opened.
 */
export const earnRevenue = (exchange: Exchange, payouts: number): Promise<BuilderClient[]> =>
  Promise.all(
    Array.from({ length: Math.ceil(payouts / PAYOUTS_OF_A_SOURCE) }, () => earnOne(exchange)),
  );

async function earnOne(exchange: Exchange): Promise<BuilderClient> {
  const { builder, client } = await newBuilder(exchange);
  const { marketIds } = await newEvent(exchange, { fee_bps: 700 });
  const money = CONTRACTS * USDC;
  for (const outcome of ['yes', 'no'] as const) {
    const user = await fundedUser(exchange, builder, money);
    const order = { market_id: marketIds[0]!, outcome, side: 'buy', price: 5_000 } as const;
    const terms = { size: CONTRACTS, order_type: 'gtc', nonce: 1, fee_bps: 100 } as const;
    await submit(builder, user, { ...order, ...terms });
  }
  const { answer: key } = await client.createKey({ scopes: ['payout'] });
  return exchange.builder(key);
}

/** Begins once the vault has the money for all of them. */
export async function payOutAll(
  { exchange }: TrialWorld,
  payers: readonly BuilderClient[],
  { count, random }: { readonly count: number; readonly random: Random },
): Promise<readonly PaidRevenue[]> {
  if (count === 0) return [];
  const { deposits_credited: before } = await solvencyOf(exchange);
  const plans = Array.from({ length: count }, (_, index) => ({
    // Every amount is another one, so that one missing cannot hide behind one paid twice.
    amount: LEAST_MICRO_USDC + index,
    to: random.weighted(RECIPIENTS),
    // By turns; after the last builder it is the treasury's.
    payer: payers[index % (payers.length + 1)],
  }));
  const needed = Math.min(count, 50) * LEAST_MICRO_USDC;
  await eventually(
    () => solvencyOf(exchange),
    ({ deposits_credited: now }) => now - before > needed,
    MONEY_TIMEOUT_MS,
  );
  return pLimit(PAYOUTS_AT_ONCE).map(plans, async ({ amount, to, payer }) => {
    const { publicKey: recipient } = await Wallet.create();
    const terms = { reference: randomUUID(), amount, [to]: recipient };
    const pay = payer === undefined ? ofTreasury(exchange) : ofBuilder(payer);
    const first = await patiently(() => pay.ask(terms));
    const again = await patiently(() => pay.ask(terms));
    if (again.seq !== first.seq) throw new Error(`paid twice: ${JSON.stringify([first, again])}`);
    return { to, recipient, record: await ended(() => pay.look(terms.reference)) };
  });
}

const ofBuilder = (client: BuilderClient) => ({
  ask: async (terms: Terms): Promise<Payout> => (await client.payOut(terms)).answer,
  look: (reference: string): Promise<Payout | undefined> => client.payout(reference),
});

const ofTreasury = ({ operator }: Exchange) => ({
  ask: async (terms: Terms): Promise<Payout> =>
    (await operator.payTreasury({ source: 'protocol_fees', ...terms })).answer,
  look: async (reference: string): Promise<Payout | undefined> => {
    for await (const payout of operator.eachTreasuryPayout({ limit: 500 })) {
      if (payout.reference === reference) return payout;
    }
    return undefined;
  },
});

/** While parts are down the same is asked again. */
const patiently = (ask: () => Promise<Payout>): Promise<Payout> =>
  eventually(ask, () => true, MONEY_TIMEOUT_MS);

async function ended(look: () => Promise<Payout | undefined>): Promise<Payout> {
  const deadlineMs = performance.now() + MONEY_TIMEOUT_MS;
  for (;;) {
    const payout = await look().catch(() => undefined);
    if (payout?.status === 'completed') return payout;
    if (payout?.status === 'failed' || performance.now() > deadlineMs) {
      throw new Error(`never paid: ${JSON.stringify(payout)}`);
    }
    await sleep(LOOK_PAUSE_MS);
  }
}

/** By what each recipient holds: nobody else ever paid it. */
export async function payoutSums(
  { exchange, rpc }: TrialWorld,
  payouts: readonly PaidRevenue[],
): Promise<PayoutSums> {
  const sums = { accepted: 0, paid: 0, missing: 0, paidTwice: 0, microUsdc: 0 };
  for (const { to, recipient, record } of payouts) {
    const held =
      to === 'user'
        ? (await balanceOf(exchange, recipient)).available
        : await rpc[to === 'recipient_main' ? 'main' : 'ext'].usdcOf(recipient);
    sums.accepted++;
    sums.microUsdc += held;
    if (held < record.net_amount) sums.missing++;
    else if (held > record.net_amount) sums.paidTwice++;
    else sums.paid++;
  }
  return sums;
}
