import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALONE, depositIdOf, depositTransferId } from '@bellwether/funding';
import type { Deposit, NewDeposit } from '@bellwether/funding';
import { ChainCreditStore } from '../src/funding/chain-credit-store';
import { ChainTransactionStore } from '../src/funding/chain-transaction-store';
import { DailyCap, FundingSettings } from '../src/funding/daily-cap';
import { DepositStore } from '../src/funding/deposit-store';
import { ScanCursors } from '../src/funding/scan-cursors';
import { WithdrawalStore } from '../src/funding/withdrawal-store';
import {
  NOW_MS,
  Scanned,
  USDC,
  bridged,
  creditOf,
  key,
  signature,
  usdcDeposit,
  withdrawal,
} from './funding-rows';
import { openTestDatabase, startTestServer } from './test-database';
import type { TestDatabase, TestServer } from './test-database';

let server: TestServer;
let db: TestDatabase;
let store: DepositStore;
let scanned: Scanned;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  db = await server.database();
  store = new DepositStore(db.database);
  scanned = new Scanned(db.database);
});

const idOf = ({ txSignature, accountIndex }: NewDeposit): Uint8Array =>
  depositIdOf({ chain: 'ext', txSignature, accountIndex });

const judgementOf = (found: NewDeposit) => ({
  depositId: idOf(found),
  valueMicroUsdc: Number(found.sourceAmount),
  tier: 2 as const,
  network: 'test' as const,
  nowMs: NOW_MS,
});

/** A deposit that is accepted and whose transfer is signed. */
async function sending(found: NewDeposit): Promise<{ deposit: Deposit; transferId: string }> {
  await scanned.block('ext', { deposits: [found] });
  await store.decide(judgementOf(found));
  const transferId = depositTransferId(idOf(found), 1);
  const fact = {
    kind: 'transfer_signed',
    transferId,
    txSignature: signature('bridge'),
    ...ALONE,
  } as const;
  const result = await store.advance({ depositId: idOf(found), fact, nowMs: NOW_MS });
  if (result.kind !== 'done') throw new Error(result.kind);
  return { deposit: result.record, transferId };
}

describe('scanning', () => {
  it('writes findings and cursor together, and each movement once', async () => {
    const found = usdcDeposit('a', 5_000_000);
    expect(await scanned.block('ext', { deposits: [found] })).toBe(true);
    expect(await scanned.block('ext', { deposits: [found] })).toBe(true);
    const stale = { after: 1, to: { slot: 5, blockHash: key('x') }, nowMs: NOW_MS };
    const findings = { deposits: [usdcDeposit('b', 1)] };
    const cursors = new ScanCursors(db.database);
    expect(await cursors.advance('ext', { ...stale, findings })).toBe(false);
    expect(await cursors.cursor('ext')).toEqual({ slot: 2, blockHash: key('ext/2') });
    expect(await cursors.cursor('main')).toBeNull();
    expect(await db.rows('SELECT deposit_id FROM deposits')).toHaveLength(1);
    expect(await store.byId(idOf(found))).toMatchObject({
      phase: 'detected',
      step: 'deciding',
      amountMicroUsdc: 5_000_000,
      sourceAmount: 5_000_000n,
      reservation: null,
    });
  });
});

describe('the daily cap', () => {
  it('is never passed by 200 deposits judged at once from two processes', async () => {
    const deposits = Array.from({ length: 200 }, (_, i) => usdcDeposit(`d${i}`, 1_000_000 + i));
    await scanned.block('ext', { deposits });
    await new FundingSettings(db.database).setDailyCap(50_000_000, NOW_MS);
    const other = openTestDatabase(db.url, 8);
    const stores = [store, new DepositStore(other)];
    const judged = await Promise.all(
      deposits.map((found, i) => stores[i % 2]!.decide(judgementOf(found))),
    );
    await other.close();
    const accepted = judged.filter((one) => one?.decision?.kind === 'accept');
    const sum = accepted.reduce((total, one) => total + one!.deposit.amountMicroUsdc, 0);
    const status = await new DailyCap(db.database).status(NOW_MS);
    expect(status.usedMicroUsdc).toBe(sum);
    expect(sum).toBeLessThanOrEqual(50_000_000);
    expect(accepted.length).toBe(49);
    for (const one of judged) {
      const { deposit, decision } = one!;
      expect(decision?.kind === 'accept' ? 'detected' : 'queued').toBe(deposit.phase);
      const { reason, retryAtMs } = deposit;
      const waits = ['daily_cap', status.resetsAtMs];
      expect([reason, retryAtMs]).toEqual(deposit.phase === 'queued' ? waits : [null, null]);
    }
  });

  it('is corrected to what a swap brought, and released where a deposit is given up', async () => {
    const token = { ...usdcDeposit('t', 7), source: 'ext_token' as const };
    await scanned.block('ext', { deposits: [token] });
    await store.decide({ ...judgementOf(token), valueMicroUsdc: 10_000_000 });
    const used = async () => (await new DailyCap(db.database).status(NOW_MS)).usedMicroUsdc;
    expect(await used()).toBe(10_100_000);
    const swapped = {
      kind: 'swapped',
      amountMicroUsdc: 9_950_000,
      txSignature: signature('swap'),
    } as const;
    const change = { depositId: idOf(token), nowMs: NOW_MS };
    expect((await store.advance({ ...change, fact: swapped })).kind).toBe('done');
    expect((await store.advance({ ...change, fact: swapped })).kind).toBe('unchanged');
    expect(await used()).toBe(9_950_000);
    const given = { kind: 'attempt_failed', stage: 'bridge', attempt: 1 } as const;
    const fact = { ...given, reason: 'failed_on_chain', retryAtMs: null } as const;
    await store.advance({ ...change, fact });
    await store.advance({ ...change, fact });
    expect(await used()).toBe(0);
  });

  it('is given back after each try of a swap, and taken anew before the next', async () => {
    const token = { ...usdcDeposit('t', 7), source: 'ext_token' as const };
    await scanned.block('ext', { deposits: [token] });
    const judgement = { ...judgementOf(token), valueMicroUsdc: 10_000_000 };
    const used = async () => (await new DailyCap(db.database).status(NOW_MS)).usedMicroUsdc;
    const tries = [];
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await store.decide(judgement))?.decision?.kind).toBe('accept');
      tries.push(await used());
      const failed = {
        kind: 'attempt_failed',
        stage: 'swap',
        reason: 'no_route',
        attempt,
      } as const;
      const fact = { ...failed, retryAtMs: NOW_MS + 1 };
      await store.advance({ depositId: idOf(token), nowMs: NOW_MS, fact });
      expect(await used()).toBe(0);
    }
    expect(tries).toEqual([10_100_000, 10_100_000, 10_100_000]);
  });

  it('is asked of an unlisted token when it is USDC: what came waits where it has no room', async () => {
    await new FundingSettings(db.database).setDailyCap(50_000_000, NOW_MS);
    const used = async () => (await new DailyCap(db.database).status(NOW_MS)).usedMicroUsdc;
    const tokens = ['a', 'b', 'c'].map((name) => ({
      ...usdcDeposit(name, 7, 'one'),
      source: 'ext_token' as const,
    }));
    await scanned.block('ext', { deposits: tokens });
    const judge = async (token: (typeof tokens)[number], valueMicroUsdc: number) =>
      store.decide({ ...judgementOf(token), valueMicroUsdc, isListed: false, userShareBps: 5_000 });
    const ends = [];
    for (const [index, token] of tokens.entries()) {
      expect((await judge(token, 10_000_000))?.deposit).toMatchObject({ step: 'swapping' });
      const swapped = { kind: 'swapped', amountMicroUsdc: 9_900_000 } as const;
      const fact = { ...swapped, txSignature: signature(`swap ${index}`) };
      await store.advance({ depositId: idOf(token), nowMs: NOW_MS, fact });
      // A worker's decision from before the swap does not count.
      const { deposit } = (await judge(token, 1))!;
      const { step, reason, amountMicroUsdc } = deposit;
      ends.push([step, reason, amountMicroUsdc, await used()]);
    }
    expect(ends).toEqual([
      ['bridging', null, 9_900_000, 9_900_000],
      ['bridging', null, 9_900_000, 19_800_000],
      ['waiting', 'daily_cap', 9_900_000, 19_800_000],
    ]);
    expect(await store.movedAtAddress(key('one'), NOW_MS)).toBe(true);
    expect(await store.underWayAtAddress(key('one'))).toHaveLength(3);
  });

  it('goes to one user no further than its share, whoever judges', async () => {
    await new FundingSettings(db.database).setDailyCap(50_000_000, NOW_MS);
    const ofOne = Array.from({ length: 30 }, (_, i) => usdcDeposit(`o${i}`, 1_000_000, 'one'));
    const ofAnother = usdcDeposit('a', 1_000_000, 'another');
    await scanned.block('ext', { deposits: [...ofOne, ofAnother] });
    const judged = await Promise.all(
      [...ofOne, ofAnother].map((one) =>
        store.decide({ ...judgementOf(one), userShareBps: 5_000 }),
      ),
    );
    const accepted = judged.map((one) => one?.decision?.kind === 'accept');
    expect(accepted.slice(0, 30).filter(Boolean)).toHaveLength(25);
    expect(accepted[30]).toBe(true);
  });

  it('counts what stays: what was withdrawn again is given back once, and what is under way is not', async () => {
    const cap = new DailyCap(db.database);
    await new FundingSettings(db.database).setDailyCap(10_000_000, NOW_MS);
    const [in1, in2, underWay] = [
      usdcDeposit('in1', 4_000_000),
      usdcDeposit('in2', 4_000_000),
      usdcDeposit('u', 1_500_000),
    ];
    await scanned.block('ext', { deposits: [in1, underWay, in2] });
    const judge = (one: NewDeposit) =>
      store.decide({ ...judgementOf(one), userShareBps: 6_000 }).then((all) => all?.decision?.kind);
    expect([await judge(in1), await judge(underWay), await judge(in2)]).toEqual([
      'accept',
      'accept',
      'queue',
    ]);
    const used = async () => (await cap.status(NOW_MS)).usedMicroUsdc;
    const id = idOf(in1);
    await db.rows(`UPDATE deposits SET phase = 'credited', step = 'ended' WHERE deposit_id = $1`, [
      id,
    ]);
    const accepted = [{ ...withdrawal('w', 1), amountMicroUsdc: 7_000_000 }];
    const to = { seq: 1, index: 0 };
    await new WithdrawalStore(db.database).takeEvents({ after: null, to, accepted, nowMs: NOW_MS });
    expect(await cap.giveBack(NOW_MS)).toBe(0);
    await db.rows(`UPDATE withdrawals SET status = 'debited'`);
    expect(await cap.giveBack(NOW_MS)).toBe(4_000_000);
    expect(await cap.giveBack(NOW_MS)).toBe(0);
    expect(await used()).toBe(1_500_000);
    expect(await judge(in2)).toBe('accept');
    expect(await used()).toBe(5_500_000);
  });

  it('wakes what waits for it when it is raised, and what waits for the bridge when that is on', async () => {
    const [small, large] = [usdcDeposit('s', 5_000_000), usdcDeposit('l', 80_000_000)];
    const settings = new FundingSettings(db.database);
    await scanned.block('ext', { deposits: [small, large] });
    await settings.setDailyCap(50_000_000, NOW_MS);
    await settings.setBridgeExecutor(false, NOW_MS);
    const reasons = async () =>
      (await Promise.all([small, large].map((one) => store.decide(judgementOf(one))))).map(
        (one) => one?.deposit.reason,
      );
    expect(await reasons()).toEqual(['bridge_off', 'operator_review']);
    const claim = { limit: 10, nowMs: NOW_MS, leaseMs: 1 };
    expect(await store.claimDue(claim)).toEqual([]);
    await settings.setBridgeExecutor(true, NOW_MS);
    expect((await store.claimDue(claim)).map((one) => one.reason)).toEqual(['bridge_off']);
    await settings.setDailyCap(100_000_000, NOW_MS);
    expect((await store.claimDue(claim)).map((one) => one.reason)).toEqual(['operator_review']);
    expect(await reasons()).toEqual([null, null]);
  });

  it('lets an operator release what waits, and nothing else', async () => {
    const large = usdcDeposit('l', 200_000_000_000);
    await scanned.block('ext', { deposits: [large] });
    await store.decide(judgementOf(large));
    const queue = await store.inPhase('queued', { limit: 10 });
    expect(queue.items).toMatchObject([{ reason: 'operator_review', number: 1 }]);
    expect((await store.release(idOf(large), NOW_MS)).kind).toBe('done');
    expect((await store.release(idOf(large), NOW_MS)).kind).toBe('unchanged');
    expect((await store.release(key('unknown'), NOW_MS)).kind).toBe('missing');
    expect((await store.decide(judgementOf(large)))?.decision).toMatchObject({
      kind: 'accept',
      reservation: null,
    });
  });

  it('lets an operator reject what waits, and nothing else', async () => {
    const [large, small] = [usdcDeposit('l', 200_000_000_000), usdcDeposit('s', 5_000_000)];
    await scanned.block('ext', { deposits: [large, small] });
    await store.decide(judgementOf(large));
    await store.decide(judgementOf(small));
    expect(await store.underWayAtAddress(large.user)).toHaveLength(2);
    expect((await store.reject(idOf(large), NOW_MS)).kind).toBe('done');
    expect((await store.reject(idOf(large), NOW_MS)).kind).toBe('unchanged');
    expect((await store.reject(idOf(small), NOW_MS)).kind).toBe('unchanged');
    expect((await store.reject(key('unknown'), NOW_MS)).kind).toBe('missing');
    expect((await store.decide(judgementOf(large)))?.decision).toBeNull();
    const [left, ...others] = await store.underWayAtAddress(large.user);
    expect([left?.depositId, others]).toEqual([idOf(small), []]);
  });
});

describe('a step', () => {
  it('writes the record, its news, kept bytes and charges once, however often it is repeated', async () => {
    const found = usdcDeposit('a', 5_000_000);
    await scanned.block('ext', { deposits: [found] });
    await store.decide(judgementOf(found));
    const transferId = depositTransferId(idOf(found), 1);
    const change = {
      depositId: idOf(found),
      fact: { kind: 'transfer_signed', transferId, txSignature: signature('bridge'), ...ALONE },
      nowMs: NOW_MS,
      effects: {
        messages: [
          {
            messageId: `transfer:${transferId}:signed`,
            message: {
              kind: 'transfer_signed',
              transferId,
              direction: 'deposit',
              subjectId: idOf(found),
              user: found.user,
              amountMicroUsdc: 5_000_000,
              recipientAccount: key('proxy'),
              ...ALONE,
              sourceSignature: signature('bridge'),
              sourceBytes: new Uint8Array([7]),
              lastValidBlockHeight: 1_000,
            },
          },
        ],
        keep: [
          {
            purpose: `deposit:a:bridge:1`,
            chain: 'ext',
            signature: signature('bridge'),
            bytes: new Uint8Array([7]),
            lastValidBlockHeight: 1_000,
            user: found.user,
          },
        ],
        charges: [{ user: found.user, purpose: 'deposit:a:bridge', amountMicroUsdc: 825 }],
      },
    } as const;
    const kinds = await Promise.all(
      Array.from({ length: 8 }, async () => (await store.advance(change)).kind),
    );
    expect(kinds.toSorted()).toEqual(['done', ...Array(7).fill('unchanged')]);
    expect(await db.rows('SELECT subject, message_id FROM outbox ORDER BY outbox_id')).toEqual([
      { subject: 'funding.deposit.detected', message_id: expect.any(String) },
      { subject: 'funding.transfer.signed', message_id: `transfer:${transferId}:signed` },
    ]);
    expect(await db.rows('SELECT purpose, state FROM chain_transactions')).toEqual([
      { purpose: 'deposit:a:bridge:1', state: 'kept' },
    ]);
    expect(await db.rows('SELECT charge_seq FROM gas_charges')).toEqual([{ charge_seq: '1' }]);
    const kept = new ChainTransactionStore(db.database, 'deposit-listener');
    expect(await kept.bySignatures([signature('bridge'), signature('x')])).toHaveLength(1);
  });

  it('is taken once a message, and not at all where the record is not there yet', async () => {
    const { deposit, transferId } = await sending(usdcDeposit('a', 5_000_000));
    const inbox = { consumer: 'deposit-listener', messageId: `transfer:${transferId}:sent` };
    const fact = { kind: 'transfer_sent', transferId, sequence: 4 } as const;
    const change = { fact, usdcMint: USDC, nowMs: NOW_MS, effects: { inbox } };
    expect((await store.applyTransferUpdate({ ...change, depositId: key('unknown') })).kind).toBe(
      'missing',
    );
    const { depositId } = deposit;
    expect((await store.applyTransferUpdate({ ...change, depositId })).kind).toBe('done');
    expect((await store.applyTransferUpdate({ ...change, depositId })).kind).toBe('repeated');
  });

  it('that contradicts the record changes nothing', async () => {
    const { deposit } = await sending(usdcDeposit('a', 5_000_000));
    const fact = { kind: 'transfer_sent', transferId: 'another', sequence: 4 } as const;
    const { depositId } = deposit;
    const update = { depositId, fact, usdcMint: USDC, nowMs: NOW_MS + 1 };
    const result = await store.applyTransferUpdate(update);
    expect(result).toMatchObject({ kind: 'contradiction', record: deposit });
    expect(await store.byId(depositId)).toEqual(deposit);
  });
});

describe('a credit of the vault', () => {
  const arrival = (name: string, amountMicroUsdc: number, slot: number) => ({
    ...bridged(name, { amountMicroUsdc, sequence: 4 }),
    slot,
  });
  const credit = (amountMicroUsdc: number, creditSeq = 1, slot = 9) => ({
    ...creditOf({ amountMicroUsdc, creditSeq }),
    slot,
  });

  it('of another amount than arrived is named, and told to the engine in order', async () => {
    await scanned.block('main', {
      arrivals: [arrival('one', 5_000_000, 3), { ...arrival('two', 7, 9), txIndex: 1 }],
      credits: [credit(5_000_001)],
    });
    await scanned.block('main', { credits: [credit(7, 2, 12)] });
    const credits = new ChainCreditStore(db.database);
    const claim = { limit: 10, nowMs: NOW_MS, leaseMs: 1_000 };
    const [first, ...none] = await credits.claimNext(claim);
    expect(none).toEqual([]);
    expect(first).toMatchObject({
      creditSeq: 1,
      attribution: 'arrival_missing',
      differenceMicroUsdc: 1,
    });
    expect(await credits.claimNext(claim)).toEqual([]);
    await credits.engineTook(first!, NOW_MS);
    expect(await credits.claimNext(claim)).toMatchObject([{ creditSeq: 2, attribution: 'exact' }]);
    expect(await credits.lastSeqOf(key('user'))).toBe(2);
  });

  it('is booked up to a slot as far as no number is missing, and once', async () => {
    const credits = new ChainCreditStore(db.database);
    const booked = (slot: number) => credits.bookedUpTo(slot, [key('user'), key('other')]);
    expect(await booked(20)).toEqual([]);
    const [one, two, four] = [credit(5, 1, 10), credit(6, 2, 12), credit(9, 4, 15)];
    expect(await credits.add([one, two, four], NOW_MS)).toBe(3);
    const ofUser = { user: key('user'), txIndex: 0 };
    expect(await booked(11)).toMatchObject([{ ...ofUser, creditSeq: 1, creditedMicroUsdc: 5n }]);
    expect(await booked(20)).toMatchObject([{ ...ofUser, creditSeq: 2, creditedMicroUsdc: 11n }]);
    expect(await credits.add([two, credit(7, 3, 13)], NOW_MS)).toBe(1);
    expect(await booked(20)).toMatchObject([{ slot: 15, creditSeq: 4, creditedMicroUsdc: 27n }]);
    await expect(credits.add([credit(8, 3, 13)], NOW_MS)).rejects.toThrow(/another credit/);
  });
});
