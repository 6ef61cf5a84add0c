/**
 * Arrivals in proxy wallets are linked to their deposits, whichever of arrival, number and credit becomes known first.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALONE, depositIdOf, depositTransferId, encodeSplit } from '@bellwether/funding';
import type { TransferReport } from '@bellwether/funding';
import { Client } from 'pg';
import type { Database } from '../src/database';
import { ChainCreditStore } from '../src/funding/chain-credit-store';
import { DepositStore } from '../src/funding/deposit-store';
import { MainArrivalStore } from '../src/funding/main-arrival-store';
import { ScanCursors } from '../src/funding/scan-cursors';
import type { NewArrival } from '../src/funding/scan-cursors';
import { NOW_MS, USDC, bridged, creditOf, key, signature, usdcDeposit } from './funding-rows';
import { openTestDatabase, startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';

const AMOUNT = 5_000_000;
let server: TestServer;
let db: TestDatabase;
let other: Database;
let deposits: DepositStore;
let credits: ChainCreditStore;

/** A different one in each test. */
let user: string;
let users = 0;

beforeAll(async () => {
  server = await startTestServer();
  db = await server.database();
  other = openTestDatabase(db.url);
  deposits = new DepositStore(db.database);
  credits = new ChainCreditStore(db.database);
});
afterAll(async () => {
  await other.close();
  await server.stop();
});
beforeEach(() => {
  user = `user${++users}`;
});

interface Sending {
  readonly depositId: Uint8Array;
  readonly transferId: string;
}

/** A deposit whose transfer is signed and whose number is unknown yet. */
async function sending(of = user): Promise<Sending> {
  const found = usdcDeposit(of, AMOUNT, of);
  const depositId = depositIdOf({ ...found, chain: 'ext' });
  await new ScanCursors(db.database).add({ deposits: [found] }, NOW_MS);
  const judgement = { valueMicroUsdc: AMOUNT, tier: 2, network: 'test', nowMs: NOW_MS } as const;
  await deposits.decide({ depositId, ...judgement });
  const transferId = depositTransferId(depositId, 1);
  const txSignature = signature(`${of}/bridge`);
  const fact = { kind: 'transfer_signed', transferId, txSignature, ...ALONE } as const;
  await deposits.advance({ depositId, fact, nowMs: NOW_MS });
  return { depositId, transferId };
}

const REPORTED = {
  transfer_sent: {},
  transfer_attested: {},
  transfer_completed: { txSignature: signature('completion') },
} as const;
const KINDS = ['transfer_sent', 'transfer_attested', 'transfer_completed'] as const;

const factOf = (
  kind: (typeof KINDS)[number] | 'transfer_expired',
  { transferId }: Sending,
  sequence = ownNumber(),
): TransferReport =>
  kind === 'transfer_expired'
    ? { kind, transferId }
    : ({ kind, transferId, sequence, ...REPORTED[kind] } as TransferReport);

const report = async ({ depositId }: Sending, fact: TransferReport, store = deposits) =>
  store.applyTransferUpdate({ depositId, fact, usdcMint: USDC, nowMs: NOW_MS });

/** Our own transfers have different numbers, as the bridge assigns them. */
const ownNumber = () => 1_000 + users;

const arrived = (amountMicroUsdc: number, sequence = ownNumber(), of = user): NewArrival => ({
  ...bridged(`${of}/${sequence}`, { amountMicroUsdc, sequence }),
  user: key(of),
});

const nativeOf = (arrival: NewArrival): NewArrival => ({
  ...arrival,
  kind: 'native',
  transferSequence: null,
});

const creditTo = (amountMicroUsdc: number, creditSeq = 1, of = user) => ({
  ...creditOf({ amountMicroUsdc, creditSeq }),
  user: key(of),
  txSignature: signature(`${of}/credit${creditSeq}`),
});

const scan = (arrivals: readonly NewArrival[], database = db.database): Promise<number> =>
  new ScanCursors(database).add({ arrivals }, NOW_MS);

async function credited(amountMicroUsdc: number): Promise<void> {
  const credit = creditTo(amountMicroUsdc);
  await credits.add([credit], NOW_MS);
  expect(await credits.engineTook(credit, NOW_MS)).toEqual([]);
}

const latest = async () =>
  (await deposits.latestOf(key(user))).map((one) => [one.source, one.phase, one.creditedMicroUsdc]);

describe('a deposit over the bridge', () => {
  it.each(KINDS.flatMap((kind) => (['before', 'after'] as const).map((when) => [kind, when])))(
    'is credited where its number comes with %s, told %s the credit',
    async (kind, when) => {
      const deposit = await sending();
      const fact = factOf(kind as (typeof KINDS)[number], deposit);
      if (when === 'before') await report(deposit, fact);
      await scan([arrived(AMOUNT)]);
      await credited(AMOUNT);
      if (when === 'after') await report(deposit, fact);
      expect(await latest()).toEqual([['ext_usdc', 'credited', AMOUNT]]);
    },
  );

  it('is linked where its arrival and its number are written at the same time', async () => {
    const deposit = await sending();
    // Another transaction holds the second arrival's key, so that the first is written but not visible.
    const holder = new Client({ connectionString: db.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(
      `INSERT INTO main_arrivals (tx_signature, account_index, user_key, kind,
         amount_micro_usdc, slot, tx_index, found_ms) VALUES ($1, 1, $2, 'native', 1, 1, 0, 1)`,
      [signature(`${user}/9`), key('nobody')],
    );
    const scanned = scan([arrived(AMOUNT), nativeOf(arrived(1, 9))], other);
    await waiting(1);
    let wasNotified = false;
    const reported = report(deposit, factOf('transfer_sent', deposit)).then(
      () => (wasNotified = true),
    );
    await waiting(2, () => wasNotified);
    await holder.query('ROLLBACK');
    await holder.end();
    await Promise.all([scanned, reported]);
    await credited(AMOUNT + 1);
    expect(await latest()).toContainEqual(['ext_usdc', 'credited', AMOUNT]);
  });

  it('is credited however arrival, number and credit overlap', async () => {
    const all = await Promise.all(
      Array.from({ length: 25 }, async (_, at) => {
        const of = `${user}/${at}`;
        return { of, sequence: at, deposit: await sending(of) };
      }),
    );
    await Promise.all(
      all.map(async ({ of, sequence, deposit }) => {
        const credit = creditTo(AMOUNT, 1, of);
        const fact = factOf('transfer_attested', deposit, sequence);
        const store = new DepositStore(other);
        const reported = sequence % 2 === 0 ? undefined : report(deposit, fact, store);
        await scan([arrived(AMOUNT, sequence, of)]);
        await credits.add([credit], NOW_MS);
        const took = credits.engineTook(credit, NOW_MS);
        await Promise.all([took, reported ?? report(deposit, fact, store)]);
      }),
    );
    const ends = await Promise.all(all.map(({ deposit }) => deposits.byId(deposit.depositId)));
    expect(ends.map((one) => one?.phase)).toEqual(all.map(() => 'credited'));
  });
});

/** Waits until this many wait for a lock, or it is done. */
async function waiting(count: number, isDone = () => false): Promise<void> {
  for (let look = 0; look < 6_000 && !isDone(); look++) {
    const [row] = await db.rows('SELECT count(*) AS count FROM pg_locks WHERE NOT granted');
    if (Number(row?.['count']) >= count) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('what a stranger sends over the bridge', () => {
  const stray = () => arrived(700, 9);

  it('is a deposit of its own where nothing is under way', async () => {
    await scan([stray()]);
    expect(await latest()).toEqual([['main_usdc', 'detected', 0]]);
    await credited(700);
    expect(await latest()).toEqual([['main_usdc', 'credited', 700]]);
  });

  it.each([...KINDS, 'transfer_expired'] as const)(
    'waits while it may be ours, and is a deposit of its own after %s',
    async (kind) => {
      const deposit = await sending();
      await scan([stray()]);
      await credited(700);
      expect(await latest()).toHaveLength(1);
      const result = await report(deposit, factOf(kind, deposit));
      expect(result).toMatchObject({ kind: 'done', contradictions: [] });
      expect(await latest()).toContainEqual(['main_usdc', 'credited', 700]);
      expect((await deposits.byId(deposit.depositId))?.phase).not.toBe('credited');
    },
  );

  it('with another amount under our number is told as a contradiction', async () => {
    const deposit = await sending();
    await scan([arrived(AMOUNT + 1)]);
    await credited(AMOUNT + 1);
    const result = await report(deposit, factOf('transfer_sent', deposit));
    expect(result).toMatchObject({
      kind: 'done',
      contradictions: [`${AMOUNT + 1} credited of ${AMOUNT}`],
    });
  });
});

describe('what is paid out of a split account', () => {
  const place = 1;
  const listOf = (name: string, salt = name) =>
    encodeSplit({
      salt: key(salt),
      rentTo: key('relayer'),
      entries: ['another', name].map((of) => ({ account: key(of), amountMicroUsdc: AMOUNT })),
    });
  const arrivedOut = (name = 'pay', split = listOf(user)): NewArrival => ({
    ...arrived(AMOUNT),
    txSignature: signature(`${user}/${name}`),
    transferSequence: null,
    split,
    share: place,
  });

  async function found(name: string): Promise<Uint8Array> {
    const deposit = usdcDeposit(`${user}/${name}`, AMOUNT, user);
    const depositId = depositIdOf({ ...deposit, chain: 'ext' });
    await new ScanCursors(db.database).add({ deposits: [deposit] }, NOW_MS);
    const judgement = { valueMicroUsdc: AMOUNT, tier: 2, network: 'test', nowMs: NOW_MS } as const;
    await deposits.decide({ depositId, ...judgement });
    return depositId;
  }

  const share1Of = (depositId: Uint8Array, split = listOf(user)) => ({
    depositId,
    fact: {
      kind: 'transfer_signed',
      transferId: depositTransferId(depositId, 1),
      txSignature: signature(`${user}/bridge`),
      split,
      share: place,
    } as const,
    nowMs: NOW_MS,
    attempt: 1,
  });

  const share = (...changes: readonly ReturnType<typeof share1Of>[]) =>
    deposits.share({
      keep: {
        purpose: `share:${user}:${++shared}`,
        chain: 'ext',
        user: null,
        signature: signature(`${user}/share/${shared}`),
        bytes: new Uint8Array([1]),
        lastValidBlockHeight: 1,
      },
      changes,
      nowMs: NOW_MS,
    });
  let shared = 0;

  it('is of the deposit with its place in the list, whatever number is known', async () => {
    const depositId = await found('one');
    expect(await share(share1Of(depositId))).toBe(true);
    await scan([arrivedOut()]);
    await credited(AMOUNT);
    expect(await latest()).toEqual([['ext_usdc', 'credited', AMOUNT]]);
  });

  it('is a deposit of its own where it is of none, no dearer for the exchange than one on main', async () => {
    await scan([arrivedOut()]);
    expect(await latest()).toEqual([['main_usdc', 'detected', 0]]);
    const [unswept] = await new MainArrivalStore(db.database).unswept();
    expect(unswept).toMatchObject({ kind: 'native' });
    await credited(AMOUNT);
  });

  it('finds its deposit where main was read first', async () => {
    await scan([arrivedOut()]);
    const depositId = await found('late');
    await share(share1Of(depositId));
    const transferId = depositTransferId(depositId, 1);
    await report({ depositId, transferId }, factOf('transfer_sent', { depositId, transferId }));
    await credited(AMOUNT);
    expect(await latest()).toEqual([['ext_usdc', 'credited', AMOUNT]]);
  });

  it('is of the message with its salt, where two that are under way pay the same', async () => {
    const [first, second] = [await found('first'), await found('second')];
    const [one, other] = [listOf(user, `${user}/1`), listOf(user, `${user}/2`)];
    expect(await share(share1Of(first, one))).toBe(true);
    expect(await share(share1Of(second, other))).toBe(true);
    await scan([arrivedOut('pay 2', other)]);
    await credited(AMOUNT);
    await scan([arrivedOut('pay 1', one)]);
    const credit = creditTo(AMOUNT, 2);
    await credits.add([credit], NOW_MS);
    expect(await credits.engineTook(credit, NOW_MS)).toEqual([]);
    expect((await deposits.byId(first))?.creditSeq).toBe(2);
    expect((await deposits.byId(second))?.creditSeq).toBe(1);
  });

  it('is shared by all of them or by none', async () => {
    const [one, other] = [await found('one'), await found('other')];
    const alone = { ...share1Of(other), fact: { ...share1Of(other).fact, ...ALONE } };
    await deposits.advance(alone);
    const elsewhere = listOf('elsewhere');
    expect(await share(share1Of(one, elsewhere), share1Of(other, elsewhere))).toBe(false);
    expect(await deposits.byId(one)).toMatchObject({ step: 'bridging', split: null });
  });
});

describe('a credit out of another account of the wallet', () => {
  it('is an arrival and a deposit by itself, and takes nothing of what waits', async () => {
    await scan([nativeOf(arrived(AMOUNT))]);
    const side = { accountIndex: 6, mint: USDC };
    const ofSide = { ...creditTo(1), side };
    await credits.add([ofSide], NOW_MS);
    const arrivals = new MainArrivalStore(db.database);
    const unswept = async () =>
      (await arrivals.unswept())
        .filter((one) =>
          signature(`${user}/${ownNumber()}`).every((b, at) => b === one.txSignature[at]),
        )
        .map((one) => one.amountMicroUsdc);
    const attributions = () =>
      db.rows('SELECT attribution FROM chain_credits WHERE user_key = $1', [key(user)]);
    expect(await unswept()).toEqual([AMOUNT]);
    expect(await arrivals.ofCredit(key(user), 1)).toMatchObject([
      { kind: 'side', amountMicroUsdc: 1, accountIndex: 6 },
    ]);
    expect(await credits.engineTook(ofSide, NOW_MS)).toEqual([]);
    expect(await latest()).toEqual([['main_usdc', 'credited', 1]]);
    await credits.add([{ ...creditTo(AMOUNT, 2), slot: 12 }], NOW_MS);
    expect(await unswept()).toEqual([]);
    expect(await attributions()).toEqual([{ attribution: 'exact' }, { attribution: 'exact' }]);
  });

  it('is counted for each time that one transaction credits it', async () => {
    const side = { accountIndex: 6, mint: USDC };
    const ofSide = (creditSeq: number) => ({
      ...creditTo(creditSeq, creditSeq),
      txSignature: signature(`${user}/both`),
      creditsBefore: creditSeq - 1,
      side,
    });
    await credits.add([ofSide(1), ofSide(2)], NOW_MS);
    expect((await latest()).map(([source]) => source)).toEqual(['main_usdc', 'main_usdc']);
  });
});
