/** Rounds over a real local network and the engine's real rules: equal to the micro-USDC, or an alarm is raised. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  associatedTokenAddress,
  bytesOfAddress,
  createAssociatedToken,
  debitVault,
  signatureBytes,
} from '@bellwether/chain';
import { donatedMicroUsdc, solvencyRound } from '@bellwether/funding';
import type { NewWithdrawal } from '@bellwether/funding';
import { EngineUnderTest, tickOf, steadily, until, userOf } from '@bellwether/funding-testbed';
import { engineEventsReader } from '../src/engine-events/engine-events';
import type { ListenerParts } from '../src/parts';
import { SolvencyMetrics } from '../src/solvency/solvency-metrics';
import { SolvencyRounds } from '../src/solvency/solvency-rounds';
import { takeRound } from '../src/solvency/take-round';
import type { TakenRound } from '../src/solvency/take-round';
import { MainByHand, heldBy } from './main-by-hand';
import { asNewProcess } from './scan-by-hand';
import { World } from './world';

let world: World;
let url: string;
let parts: ListenerParts;
let engine: EngineUnderTest;
let main: MainByHand;
let roundMetrics: ListenerParts['metrics'];

beforeAll(async () => {
  world = await World.start();
  url = await world.databaseUrl();
  parts = await world.parts(url);
  engine = await EngineUnderTest.serve(parts.bus);
  main = new MainByHand(parts, world);
  roundMetrics = asNewProcess(parts).metrics;
  await main.tick();
});
afterAll(async () => {
  await main.stop();
  await engine.stop();
  await world.stop();
});
afterEach(() => rounds?.stop());

const USDC = 1_000_000n;
let rounds: SolvencyRounds | undefined;
let nowMs = Date.now();
/** What a chain would say on which more or less lies than on this one. */
let altered = (round: TakenRound): TakenRound => round;
/** The donations that were logged. */
const reported: unknown[] = [];

/** The round waits for the scan, which goes on meanwhile. */
async function scanning<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const end = work.finally(() => (isDone = true));
  const scan = main.worker('scan-main');
  while (!isDone) await tickOf(scan);
  return end;
}

const taken = (): Promise<TakenRound> => scanning(steadily(() => takeRound(parts)));

async function funded(number: number, amount: bigint): Promise<Uint8Array> {
  const user = userOf(number);
  await parts.stores.watched.watch(await parts.addresses.watchOf(user, Date.now()));
  const { proxyWallet } = await parts.addresses.of(user);
  await world.give('main', { to: proxyWallet, mint: parts.usdc.main, amount });
  await main.until(() => engine.exchange.funding(user).lastCreditSeq > 0);
  return user;
}

/** A withdrawal on main that the engine accepts. @returns it as the worker receives it */
function withdrawn(
  user: Uint8Array,
  terms: Pick<NewWithdrawal, 'nonce' | 'recipient'> & {
    readonly amount: number;
    readonly gasFee: number;
  },
): NewWithdrawal {
  const to = { recipientKind: 'recipient_main', allowProgramAddress: false } as const;
  const chosen = { ...terms, ...to, builder: null };
  const command = { kind: 'withdraw', user, ...chosen, maxGasFee: 0 } as const;
  const { reply } = engine.apply('withdrawal', { ...command, signature: new Uint8Array(64) });
  if (reply.body.kind !== 'withdrawal') throw new Error(`a reply of ${reply.body.kind}`);
  const { withdrawalId, paymentSeq } = reply.body;
  const { amount: amountMicroUsdc, gasFee: gasFeeMicroUsdc, ...asked } = chosen;
  const amounts = { amountMicroUsdc, gasFeeMicroUsdc };
  const numbers = { acceptedSeq: reply.seq, paymentSeq };
  return { withdrawalId, user, ...asked, ...amounts, chain: 'main', ...numbers };
}

/** Signed, not sent. */
async function debitToOperator(
  asked: Pick<NewWithdrawal, 'user' | 'withdrawalId' | 'paymentSeq'>,
  amount: bigint,
) {
  const { operator } = world.network.keys.signers;
  const recipient = { payer: operator.address, owner: operator.address, mint: parts.vault.mint };
  const debit = await debitVault(parts.vault, {
    operator: operator.address,
    ...asked,
    paymentSeq: BigInt(asked.paymentSeq),
    amount,
    recipientToken: await associatedTokenAddress(operator.address, parts.vault.mint),
  });
  const instructions = [await createAssociatedToken(recipient), debit];
  return parts.chains.main.buildTransaction({ instructions, feePayer: operator });
}

/** The operator's key pays what no withdrawal says. */
async function debitUnasked(amount: bigint): Promise<void> {
  const withdrawalId = new Uint8Array(32).fill(0xee);
  const kept = await debitToOperator({ user: userOf(4), withdrawalId, paymentSeq: 9 }, amount);
  await until(async () => (await parts.chains.main.advance(kept)).state === 'final');
}

/** Takes the time forward by what a round waits, and makes it. */
async function nextRound(): Promise<void> {
  rounds ??= new SolvencyRounds({
    ...parts,
    solvency: parts.stores.solvency,
    take: async () => altered(await takeRound(parts)),
    lock: { hold: () => Promise.resolve(true), release: () => Promise.resolve() },
    metrics: new SolvencyMetrics(roundMetrics),
    log: {
      info: (fields) => {
        if ('donated_micro_usdc' in fields) reported.push(fields.donated_micro_usdc);
      },
    },
    now: () => nowMs,
  });
  nowMs += 61_000;
  const worker = rounds;
  await scanning(tickOf(worker));
}

const donatedMetric = async (): Promise<number | undefined> => {
  const name = 'bellwether_deposit_listener_solvency_donated_micro_usdc';
  return (await roundMetrics.registry.getSingleMetric(name)!.get()).values[0]?.value;
};

const lastRound = async () => (await parts.stores.solvency.latest(1))[0];

describe('a round', () => {
  it('is equal with nothing in flight, and with a credit in flight', async () => {
    expect(await taken()).toMatchObject({ differenceMicroUsdc: 0 });
    await funded(1, 40n * USDC);
    const round = await taken();
    expect(round).toMatchObject({ differenceMicroUsdc: 0 });
    expect(round.input).toMatchObject({ vaultMicroUsdc: 40_000_000, ledgerMicroUsdc: 40_000_000 });
  });

  it('lists what arrived and what was credited, before the engine has it', async () => {
    const user = userOf(2);
    await parts.stores.watched.watch(await parts.addresses.watchOf(user, Date.now()));
    const { proxyWallet } = await parts.addresses.of(user);
    await world.give('main', { to: proxyWallet, mint: parts.usdc.main, amount: 7n * USDC });
    await until(async () => {
      await main.scan();
      return (await parts.stores.arrivals.unswept()).length > 0;
    });
    const arrived = await taken();
    expect(arrived.differenceMicroUsdc).toBe(0);
    expect(arrived.input.arrivalsUnswept.map(({ microUsdc }) => microUsdc)).toEqual([7_000_000]);
    await until(async () => {
      await tickOf(main.worker('credit-proxies'));
      await tickOf(main.worker('broadcast'));
      await main.scan();
      return (await parts.stores.credits.underWay()).length > 0;
    });
    const credited = await taken();
    expect(credited.differenceMicroUsdc).toBe(0);
    expect(credited.input.creditsUnderWay.map(({ microUsdc }) => microUsdc)).toEqual([7_000_000]);
    await main.until(() => engine.exchange.funding(user).lastCreditSeq > 0);
    expect(await taken()).toMatchObject({ differenceMicroUsdc: 0 });
  });

  it('counts test credits, backed exactly once', async () => {
    const stop = new AbortController();
    const reading = engineEventsReader(parts).run(stop.signal, () => undefined);
    const before = await heldBy(parts, parts.vault.token);
    for (const reference of ['gift-1', 'gift-2', 'gift-1']) {
      const command = {
        kind: 'test_credit',
        user: userOf(3),
        amount: 5_000_000,
        reference,
      } as const;
      engine.apply('admin', command);
    }
    const pending = await taken();
    expect(pending.differenceMicroUsdc).toBe(0);
    expect(pending.input.backingsUnderWay).toHaveLength(2);
    const other = MainByHand.again(parts, world);
    await until(async () => {
      await Promise.all([
        tickOf(main.worker('back-test-credits')),
        tickOf(other.worker('back-test-credits')),
      ]);
      await tickOf(main.worker('broadcast'));
      return (await parts.stores.backings.pending()).length === 0;
    });
    expect((await heldBy(parts, parts.vault.token)) - before).toBe(10n * USDC);
    expect(await taken()).toMatchObject({ differenceMicroUsdc: 0 });
    stop.abort();
    await reading;
  });

  it('counts a withdrawal that was paid and is not settled, and one that is', async () => {
    const user = await funded(4, 30n * USDC);
    const { operator } = world.network.keys.signers;
    const terms = { amount: 20_000_000, gasFee: 250_000, nonce: 1 };
    const to = bytesOfAddress(operator.address);
    const accepted = withdrawn(user, { ...terms, recipient: to });
    const withdrawals = world.withdrawals(url);
    await withdrawals.takeEvents({
      after: null,
      to: { seq: engine.exchange.lastSeq, index: 0 },
      accepted: [accepted],
      nowMs: Date.now(),
    });
    const { withdrawalId } = accepted;
    const kept = await debitToOperator(accepted, 19_750_000n);
    const txSignature = signatureBytes(kept.signature);
    const signed = { kind: 'signed', txSignature } as const;
    await withdrawals.advance({ withdrawalId, fact: signed, nowMs: Date.now() });
    await until(async () => (await parts.chains.main.advance(kept)).state === 'final');
    // Nobody has noted yet that it landed.
    const paid = await taken();
    expect(paid.differenceMicroUsdc).toBe(0);
    expect(paid.input.debitsUnderWay.map(({ microUsdc }) => microUsdc)).toEqual([19_750_000]);
    engine.apply('withdrawal', { kind: 'settle_withdrawal', withdrawalId, gasFee: null });
    const settled = await taken();
    expect(settled.differenceMicroUsdc).toBe(0);
    expect(settled.input.debitsUnderWay).toEqual([]);
  });
});

const give = (amount: bigint): Promise<string> =>
  world.give('main', { to: parts.vault.state, mint: parts.usdc.main, amount });

describe('USDC that somebody sends to the vault', () => {
  it('is told as a donation, and neither pauses nor wakes anybody', async () => {
    await nextRound();
    const { heldMicroUsdc: held } = (await lastRound())!.lines[0]!;
    for (const [amount, donated] of [
      [1n, 1],
      [5n, 6],
    ] as const) {
      await give(amount);
      await nextRound();
      const round = (await lastRound())!;
      expect(round).toMatchObject({ differenceMicroUsdc: 0, alarm: false });
      expect(round.lines[0]).toMatchObject({
        place: 'vault',
        heldMicroUsdc: held + donated,
        expectedMicroUsdc: held,
        explanation: expect.stringMatching(new RegExp(`; donated ${donated}$`)),
      });
      expect(await donatedMetric()).toBe(donated);
    }
    await nextRound();
    expect(await lastRound()).toMatchObject({ differenceMicroUsdc: 0, alarm: false });
    expect(reported).toEqual([1, 6]);
    expect(engine.exchange.status().withdrawalsPaused).toBe(false);
    expect(await parts.metrics.registry.metrics()).not.toMatch(
      /alarms_total\{.*solvency.*\} [1-9]/,
    );
  });
});

describe('a drift of one micro-USDC', () => {
  it('is looked at again, and in the second round pauses the withdrawals', async () => {
    await nextRound();
    expect(await lastRound()).toMatchObject({ differenceMicroUsdc: 0, alarm: false });
    await debitUnasked(1n);
    await nextRound();
    expect(await lastRound()).toMatchObject({ differenceMicroUsdc: -1, alarm: false });
    expect(engine.exchange.status().withdrawalsPaused).toBe(false);
    await nextRound();
    expect(await lastRound()).toMatchObject({ differenceMicroUsdc: -1, alarm: true });
    expect(engine.exchange.status().withdrawalsPaused).toBe(true);
    const alarms = await parts.metrics.registry.metrics();
    expect(alarms).toMatch(/alarms_total\{.*kind="solvency_difference".*\} 1/);
  });

  it('once an operator has resumed, pauses them again only where more goes missing', async () => {
    engine.apply('admin', { kind: 'set_withdrawals', paused: false });
    // A donation does not make it good.
    await give(1n);
    await nextRound();
    expect(await lastRound()).toMatchObject({ differenceMicroUsdc: -1, alarm: true });
    expect(engine.exchange.status().withdrawalsPaused).toBe(false);
    // Booked, and nowhere on the chain.
    const credit = { kind: 'chain_credit', user: userOf(5), creditSeq: 1, amount: 2_999 } as const;
    engine.apply('deposit', { ...credit, txSignature: new Uint8Array(64), slot: 1 });
    await nextRound();
    expect(await lastRound()).toMatchObject({ differenceMicroUsdc: -3_000, alarm: true });
    expect(engine.exchange.status().withdrawalsPaused).toBe(true);
  });

  it('leaves them paused when it has gone', async () => {
    // The credit that was booked, on the chain after all, and the one micro-USDC beside it.
    const user = userOf(5);
    await parts.stores.watched.watch(await parts.addresses.watchOf(user, Date.now()));
    const { proxyWallet } = await parts.addresses.of(user);
    await world.give('main', { to: proxyWallet, mint: parts.usdc.main, amount: 3_000n });
    await until(async () => {
      await main.scan();
      await tickOf(main.worker('credit-proxies'));
      await tickOf(main.worker('broadcast'));
      return (await parts.stores.credits.lastSeqOf(user)) > 0;
    });
    await nextRound();
    expect(await lastRound()).toMatchObject({ differenceMicroUsdc: 0, alarm: false });
    expect(engine.exchange.status().withdrawalsPaused).toBe(true);
  });
});

describe('money that is missing from the vault', () => {
  const shiftedBy = (missing: number, booked: number) => (round: TakenRound) => {
    const { vaultMicroUsdc, creditedLessDebitedMicroUsdc: accounted } = round.input;
    const input = {
      ...round.input,
      vaultMicroUsdc: vaultMicroUsdc - missing,
      creditedLessDebitedMicroUsdc: accounted + booked,
    };
    return { ...round, ...solvencyRound(input), input };
  };

  it('pauses, beside a larger surplus that an operator has seen', async () => {
    engine.apply('admin', { kind: 'set_withdrawals', paused: false });
    const donated = donatedMicroUsdc((await taken()).lines);
    const surplus = 1_000_000;
    // Booked by the vault, lying there, and not in the ledger.
    altered = shiftedBy(-surplus, surplus);
    await nextRound();
    await nextRound();
    expect(await lastRound()).toMatchObject({ differenceMicroUsdc: surplus, alarm: true });
    engine.apply('admin', { kind: 'set_withdrawals', paused: false });
    altered = shiftedBy(-surplus + donated, surplus);
    await nextRound();
    expect(engine.exchange.status().withdrawalsPaused).toBe(false);
    altered = shiftedBy(-surplus + donated + 1, surplus);
    await nextRound();
    expect(await lastRound()).toMatchObject({ differenceMicroUsdc: surplus, alarm: true });
    expect(engine.exchange.status().withdrawalsPaused).toBe(true);
  });
});

describe('rows that were put back to an older copy', () => {
  const behind = (ms: number) =>
    world.rows(url, 'UPDATE funding_settings SET rows_behind_ms = $1', [ms]);
  const missing = (microUsdc: number) => {
    altered = ({ input, ...round }) => {
      const vaultMicroUsdc = input.vaultMicroUsdc - microUsdc - donatedNow;
      const changed = { ...input, vaultMicroUsdc };
      return { ...round, ...solvencyRound(changed), input: changed };
    };
  };
  let donatedNow = 0;
  const isPaused = () => engine.exchange.status().withdrawalsPaused;
  /** The difference comes, pauses, and goes. */
  async function comesAndGoes(): Promise<void> {
    altered = (round) => round;
    donatedNow = donatedMicroUsdc((await taken()).lines);
    missing(0);
    await nextRound();
    await nextRound();
    engine.apply('admin', { kind: 'set_withdrawals', paused: false });
    missing(7);
    await nextRound();
    await nextRound();
    expect(isPaused()).toBe(true);
    missing(0);
    await nextRound();
    expect(isPaused()).toBe(true);
  }

  it('resume withdrawals when they have caught up, in the second round', async () => {
    await behind(nowMs + 60_000);
    await comesAndGoes();
    await nextRound();
    expect(isPaused()).toBe(false);
  });

  it('leave withdrawals paused where an operator has asked for it too', async () => {
    await behind(nowMs + 60_000);
    await comesAndGoes();
    await world.rows(
      url,
      `INSERT INTO audit_rows (timestamp_ms, request_id, method, path, address, status, details)
       VALUES ($1, 'one', 'POST', '/admin/withdrawals/pause', 'here', 200, '{}')`,
      [nowMs],
    );
    await nextRound();
    await nextRound();
    expect(isPaused()).toBe(true);
  });

  it('excuse no pause that begins long afterwards', async () => {
    await behind(nowMs - 3_600_000);
    await comesAndGoes();
    await nextRound();
    await nextRound();
    expect(isPaused()).toBe(true);
  });
});
