import { describe, expect, it } from 'vitest';
import { depositIdOf, isSolvencyAlarm } from '@bellwether/funding';
import type { WithdrawalFact } from '@bellwether/funding';
import { AlarmStore, MAX_ALARMS_OF_APP } from '../src/funding/alarm-store';
import { BackingStore } from '../src/funding/backing-store';
import { BuilderOutflow } from '../src/funding/builder-outflow';
import { ChainTransactionStore } from '../src/funding/chain-transaction-store';
import { DepositStore } from '../src/funding/deposit-store';
import { GasChargeStore } from '../src/funding/gas-charge-store';
import { Inbox } from '../src/funding/inbox';
import { ListenerEvents } from '../src/funding/listener-events';
import { Outbox } from '../src/funding/outbox';
import { PayoutStore, payoutBySequence } from '../src/funding/payout-store';
import { RecoveryStore, userRecoveryId } from '../src/funding/recovery-store';
import { ScanCursors } from '../src/funding/scan-cursors';
import { SolvencyStore } from '../src/funding/solvency-store';
import { TransferStore } from '../src/funding/transfer-store';
import { WatchedAddressStore } from '../src/funding/watched-address-store';
import { WithdrawalStore } from '../src/funding/withdrawal-store';
import { NOW_MS, Scanned, key, signature, transfer, usdcDeposit, withdrawal } from './funding-rows';
import { twoProcesses } from './two-processes';

const both = twoProcesses();

const claim = { limit: 7, nowMs: NOW_MS, leaseMs: 1_000 };

describe('outbox and inbox', () => {
  const unread = {
    consumer: 'withdraw-worker',
    afterId: 0,
    dueIds: [],
    exceptIds: [],
    limit: 100,
  } as const;

  it('give out what a reader has not consumed, and forget what all of its readers have', async () => {
    const store = new TransferStore(both.db.database);
    for (let i = 0; i < 30; i++) {
      await store.take(transfer(`t${i}`), { nowMs: NOW_MS });
      const facts = [
        { kind: 'sent', sequence: i },
        { kind: 'attested', vaa: new Uint8Array([i]) },
      ] as const;
      for (const fact of facts) {
        await store.advance({ transferId: `deposit:t${i}:1`, fact, nowMs: NOW_MS });
      }
    }
    const outbox = new Outbox(both.db.database, 'bridge-relayer');
    const inbox = new Inbox(both.other);
    // `sent` is not for the withdraw-worker.
    const messages = await outbox.unread(unread);
    expect(messages.map(({ subject }) => subject)).toEqual(
      Array(30).fill('funding.transfer.attested'),
    );
    const [first, second] = messages;
    const { outboxId: afterId } = first!;
    const rest = { ...unread, afterId, exceptIds: [second!.outboxId], limit: 5 };
    expect(await outbox.unread(rest)).toEqual(messages.slice(2, 7));
    const dueIds = [first!.outboxId];
    expect(await outbox.unread({ ...rest, dueIds, limit: 2 })).toEqual([first, messages[2]]);
    expect(await outbox.lastIdBefore(NOW_MS)).toBe(0);
    expect(await outbox.lastIdBefore(NOW_MS + 1)).toBe(messages.at(-1)!.outboxId);

    const old = (limit: number) => ({ beforeMs: NOW_MS + 10_000, limit });
    const consume = async (consumer: 'deposit-listener-transfers' | 'withdraw-worker') => {
      const waiting = await outbox.unread({ ...unread, consumer });
      for (const { messageId } of waiting) await inbox.consume({ consumer, messageId }, NOW_MS);
      return waiting.length;
    };
    expect(await consume('withdraw-worker')).toBe(30);
    expect(await outbox.unread(unread)).toEqual([]);
    // The listener has not read them.
    expect(await outbox.purge(old(99))).toBe(0);
    expect(await consume('deposit-listener-transfers')).toBe(60);
    expect(await outbox.purge({ ...old(99), beforeMs: NOW_MS })).toBe(0);
    expect(await new Outbox(both.db.database, 'withdraw-worker').purge(old(99))).toBe(0);
    expect(await outbox.purge(old(40))).toBe(40);
    expect(await outbox.purge(old(40))).toBe(20);

    expect(await inbox.purge('another reader', old(99))).toBe(0);
    expect(await inbox.purge('withdraw-worker', { ...old(99), beforeMs: NOW_MS })).toBe(0);
    expect(await inbox.purge('withdraw-worker', old(20))).toBe(20);
    expect(await inbox.purge('withdraw-worker', old(20))).toBe(10);
  });
});

const kept = (name: string, purpose = 'withdrawal:a:debit:1') => ({
  purpose,
  chain: 'main' as const,
  signature: signature(name),
  bytes: new Uint8Array([name.length]),
  lastValidBlockHeight: 10,
  user: null,
});

describe('kept transactions', () => {
  it('keep the first of a purpose, whoever signs at the same time', async () => {
    const stores = [both.db.database, both.other].map(
      (one) => new ChainTransactionStore(one, 'withdraw-worker'),
    );
    const got = await Promise.all(
      Array.from({ length: 8 }, (_, i) => stores[i % 2]!.keep(kept(`s${i}`), NOW_MS)),
    );
    expect(new Set(got.map((one) => one.signature.join())).size).toBe(1);
    const [store] = stores;
    expect(await store!.claimDue(claim)).toHaveLength(1);
    expect(await store!.claimDue(claim)).toEqual([]);
    const final = { purpose: kept('').purpose, state: 'final', slot: 5 } as const;
    expect(await store!.end(final, NOW_MS)).toBe(true);
    expect(await store!.end(final, NOW_MS)).toBe(false);
    await expect(store!.end({ ...final, state: 'failed', error: 'x' }, NOW_MS)).rejects.toThrow(
      'is final and failed',
    );
    expect(await store!.claimDue({ ...claim, nowMs: NOW_MS + 5_000 })).toEqual([]);
  });
});

describe('gas charges', () => {
  it('are numbered a user without a gap, each purpose once, and go to the engine in order', async () => {
    const stores = [new GasChargeStore(both.db.database), new GasChargeStore(both.other)];
    const added = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        stores[i % 2]!.add(
          { user: key('user'), purpose: `p${i % 20}`, amountMicroUsdc: 5 },
          NOW_MS,
        ),
      ),
    );
    expect(added.filter(Boolean)).toHaveLength(20);
    expect(await stores[0]!.add({ user: key('user'), purpose: 'x', amountMicroUsdc: 0 }, 1)).toBe(
      false,
    );
    const order: number[] = [];
    for (;;) {
      const [next, ...more] = await stores[0]!.claimNext(claim);
      expect(more).toEqual([]);
      if (next === undefined) break;
      order.push(next.chargeSeq);
      expect(await stores[1]!.claimNext(claim)).toEqual([]);
      await stores[1]!.engineTook(next, NOW_MS);
    }
    expect(order).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(await stores[0]!.isWaiting(key('user'))).toBe(false);
  });
});

describe('withdrawals', () => {
  const facts: WithdrawalFact[] = [
    { kind: 'signed', txSignature: signature('debit') },
    { kind: 'paid', txSignature: signature('debit') },
    { kind: 'settled' },
    { kind: 'attested', sequence: 8, vaa: new Uint8Array([1]) },
    { kind: 'completed', txSignature: signature('redeem') },
  ];

  it('are taken from the events once, and go their way once', async () => {
    const store = new WithdrawalStore(both.db.database);
    const events = {
      after: null,
      to: { seq: 3, index: 1 },
      accepted: [withdrawal('w1', 1), withdrawal('w2', 2)],
      nowMs: NOW_MS,
    };
    expect(await store.takeEvents(events)).toBe(true);
    expect(await new WithdrawalStore(both.other).takeEvents(events)).toBe(false);
    expect(await store.eventCursor()).toEqual({ seq: 3, index: 1 });
    expect(await store.claimDue(claim)).toHaveLength(2);
    const payouts = [payoutBySequence(8)];
    const change = { withdrawalId: key('w1'), nowMs: NOW_MS };
    const inVault = async (sinceMs: number) =>
      (await store.inVaultSince(sinceMs)).map(({ nonce }) => nonce);
    expect(await inVault(NOW_MS)).toEqual([]);
    for (const fact of facts) {
      for (const kind of ['done', 'unchanged']) {
        expect((await store.advance({ ...change, fact, payouts })).kind).toBe(kind);
      }
      // The other one waits to be signed all the while.
      expect(await inVault(NOW_MS)).toEqual([1]);
      const isOpen = fact.kind === 'signed' || fact.kind === 'paid';
      expect(await inVault(NOW_MS + 1)).toEqual(isOpen ? [1] : []);
    }
    expect(await store.byId(key('w1'))).toMatchObject({ status: 'completed', sequence: 8 });
    const page = await store.ofUser(key('user'), { limit: 1 });
    expect(page).toMatchObject({ hasMore: true, items: [{ nonce: 2, status: 'pending' }] });
    const before = page.items[0]!.number;
    expect((await store.ofUser(key('user'), { before, limit: 1 })).items[0]!.nonce).toBe(1);
    expect((await store.inStatuses(['completed'], { limit: 9 })).items).toHaveLength(1);
    const first = await store.inStatuses(['completed', 'pending', 'failed'], { limit: 1 });
    expect(first).toMatchObject({ hasMore: true, items: [{ nonce: 2 }] });
    const older = { before: first.items[0]!.number, limit: 9 };
    expect(await store.inStatuses(['pending', 'completed'], older)).toMatchObject({
      hasMore: false,
      items: [{ nonce: 1 }],
    });
    expect(await store.claimDue({ ...claim, nowMs: NOW_MS + 5_000 })).toHaveLength(1);
  });

  it('are known by their payouts if they go to their own user, and count once against their builder', async () => {
    const store = new WithdrawalStore(both.db.database);
    const paid = { kind: 'paid', txSignature: signature('debit') } as const;
    const kinds = { w5: 'default', w6: 'recipient_ext' } as const;
    for (const [at, [name, recipientKind]] of Object.entries(kinds).entries()) {
      const one = { ...withdrawal(name, 5 + at), recipientKind };
      const to = { seq: 5 + at, index: 1 };
      const after = await store.eventCursor();
      expect(await store.takeEvents({ after, to, accepted: [one], nowMs: NOW_MS })).toBe(true);
      const payouts = [payoutBySequence(20 + at)];
      const fact = { ...paid, kind: 'signed' } as const;
      for (const step of [fact, paid]) {
        await store.advance({ withdrawalId: key(name), fact: step, nowMs: NOW_MS, payouts });
      }
    }
    const payouts = new PayoutStore(both.db.database);
    expect(await payouts.toOwnAddress([20, 21, 9])).toEqual(
      new Map([[20, expect.toSatisfy((user) => Buffer.from(user).equals(key('user')))]]),
    );
    const outflows = [new BuilderOutflow(both.db.database), new BuilderOutflow(both.other)];
    const take = (i: number) =>
      outflows[i % 2]!.take({
        withdrawalId: key(`w${i % 10}`),
        keyId: key('builder').slice(0, 16),
        amountMicroUsdc: 1_000,
        capMicroUsdc: 7_500,
        nowMs: NOW_MS,
      });
    const taken = await Promise.all(Array.from({ length: 30 }, (_, i) => take(i)));
    const fitting = new Set(taken.flatMap((fits, i) => (fits ? [i % 10] : [])));
    expect(fitting.size).toBe(7);
    const [first] = fitting;
    await outflows[0]!.release(key(`w${first}`));
    await outflows[0]!.release(key(`w${first}`));
    expect(await both.db.rows('SELECT used_micro_usdc FROM builder_outflow')).toEqual([
      { used_micro_usdc: '6000' },
    ]);
  });

  it('count in whole against their builder, also after a smaller amount under the same id', async () => {
    const outflow = new BuilderOutflow(both.db.database);
    const day = 24 * 60 * 60 * 1_000;
    const take = (amountMicroUsdc: number, nowMs = NOW_MS) =>
      outflow.take({
        withdrawalId: key('w'),
        keyId: key('builder').slice(0, 16),
        amountMicroUsdc,
        capMicroUsdc: 100,
        nowMs,
      });
    expect(await take(10)).toBe(true);
    expect(await take(101)).toBe(false);
    expect(await take(100)).toBe(true);
    // Less than was taken, and on another day: it counts already.
    expect(await take(40, NOW_MS + day)).toBe(true);
    const used = 'SELECT used_micro_usdc FROM builder_outflow ORDER BY day';
    expect(await both.db.rows(used)).toEqual([
      { used_micro_usdc: '100' },
      { used_micro_usdc: '0' },
    ]);
    await outflow.release(key('w'));
    expect(await both.db.rows(used)).toEqual([{ used_micro_usdc: '0' }, { used_micro_usdc: '0' }]);
  });
});

describe('transfers', () => {
  it('are taken over once and told in every state they reach', async () => {
    const store = new TransferStore(both.db.database);
    const inbox = { consumer: 'bridge-relayer', messageId: 'm1' };
    expect((await store.take(transfer('a'), { nowMs: NOW_MS, inbox })).kind).toBe('done');
    expect((await store.take(transfer('a'), { nowMs: NOW_MS, inbox })).kind).toBe('repeated');
    expect((await store.take(transfer('a'), { nowMs: NOW_MS })).kind).toBe('unchanged');
    const transferId = 'deposit:a:1';
    await store.postpone(transferId, NOW_MS + 5);
    expect(await store.byId(transferId)).toMatchObject({ state: 'signed', tries: 1 });
    for (const fact of [
      { kind: 'sent', sequence: 8 },
      { kind: 'attested', vaa: new Uint8Array([1, 2]) },
      { kind: 'completed', txSignature: signature('redeem') },
    ] as const) {
      expect((await store.underWay()).length).toBe(1);
      for (const kind of ['done', 'unchanged']) {
        expect((await store.advance({ transferId, fact, nowMs: NOW_MS })).kind).toBe(kind);
      }
    }
    const expired = { kind: 'expired', reason: 'blockhash_expired' } as const;
    const late = await store.advance({ transferId, fact: expired, nowMs: NOW_MS });
    expect(late.kind).toBe('contradiction');
    expect(await both.db.rows('SELECT message_id FROM outbox ORDER BY outbox_id')).toEqual(
      ['sent', 'attested', 'completed'].map((state) => ({
        message_id: `transfer:${transferId}:${state}`,
      })),
    );
  });
});

describe('other records', () => {
  it('say how far each chain was read, and when that moved', async () => {
    const scans = new ScanCursors(both.db.database);
    expect(await scans.progress()).toEqual([]);
    const scanned = new Scanned(both.db.database);
    await scanned.block('main', {});
    await scanned.block('ext', {});
    await scanned.block('ext', {});
    expect(await scans.progress()).toEqual([
      { chain: 'ext', slot: 2, updatedMs: NOW_MS },
      { chain: 'main', slot: 1, updatedMs: NOW_MS },
    ]);
  });

  it('number watches in the order in which they can be seen', async () => {
    const stores = [new WatchedAddressStore(both.db.database), new WatchedAddressStore(both.other)];
    const watch = (name: string) => ({
      user: key(name),
      depositAddress: key(`${name}/1`),
      depositUsdcAccount: key(`${name}/2`),
      proxyWallet: key(`${name}/3`),
      proxyUsdcAccount: key(`${name}/4`),
      createdMs: NOW_MS,
    });
    const seen: number[] = [];
    const watching = Promise.all(
      Array.from({ length: 40 }, (_, i) => stores[i % 2]!.watch(watch(`u${i % 20}`))),
    );
    let done = false;
    void watching.then(() => (done = true));
    while (!done)
      for (const one of await stores[0]!.after(seen.at(-1) ?? 0, 5)) seen.push(one.watchId);
    for (const one of await stores[0]!.after(seen.at(-1) ?? 0, 50)) seen.push(one.watchId);
    expect(seen).toHaveLength(20);
    expect(await stores[1]!.ofUser(key('u3'))).toEqual(watch('u3'));
    expect(await stores[1]!.ofUser(key('u33'))).toBeNull();
  });

  it('send a recovery once, and make another transaction only when the first cannot land', async () => {
    const store = new RecoveryStore(both.db.database);
    const recoveryId = userRecoveryId(key('user'), 3);
    const asked = {
      recoveryId,
      user: key('user'),
      mint: key('usdc'),
      maxGasFee: 2_000,
      recipient: key('r'),
      allowProgramAddress: true,
      nonce: 3,
    };
    expect(await store.begin(asked, NOW_MS)).toEqual(await store.begin(asked, NOW_MS + 9));
    const next = { ...asked, recoveryId: userRecoveryId(key('user'), 4), nonce: 4 };
    await store.begin(next, NOW_MS);
    const claimed = async (nowMs: number) =>
      (await store.claimDue({ ...claim, nowMs })).map(({ nonce }) => nonce);
    expect(await claimed(NOW_MS)).toEqual([3]);
    expect(await claimed(NOW_MS)).toEqual([]);
    const advance = async (fact: Parameters<RecoveryStore['advance']>[0]['fact']) =>
      (await store.advance({ recoveryId, fact, nowMs: NOW_MS })).kind;
    const [one, two] = [signature('one'), signature('two')];
    expect(await advance({ kind: 'signed', amount: 2n ** 64n - 1n, txSignature: one })).toBe(
      'done',
    );
    expect(await advance({ kind: 'signed', amount: 1n, txSignature: two })).toBe('unchanged');
    expect((await store.byId(recoveryId))?.amount).toBe(2n ** 64n - 1n);
    expect(await advance({ kind: 'failed' })).toBe('unchanged');
    expect(await advance({ kind: 'expired', txSignature: one })).toBe('done');
    expect(await advance({ kind: 'signed', amount: 5n, txSignature: two })).toBe('done');
    expect(await advance({ kind: 'completed', txSignature: one })).toBe('unchanged');
    expect(await advance({ kind: 'completed', txSignature: two })).toBe('done');
    expect(await claimed(NOW_MS)).toEqual([4]);
    expect(await store.byId(recoveryId)).toMatchObject({ state: 'completed', attempt: 2 });
    expect(await store.figures()).toEqual({ count: 1, oldestMs: NOW_MS });
  });

  it('take no transaction of an earlier attempt for a later one, as a worker slower than its lease brings it', async () => {
    const store = new RecoveryStore(both.db.database);
    const recoveryId = userRecoveryId(key('user'), 3);
    const bounds = { maxGasFee: 0, allowProgramAddress: false };
    const to = { mint: key('usdc'), recipient: key('r') };
    const asked = { user: key('user'), ...to, ...bounds, nonce: 3 };
    await store.begin({ recoveryId, ...asked }, NOW_MS);
    const transactions = new ChainTransactionStore(both.other, 'deposit-listener');
    const signed = (attempt: number, name: string) => {
      const purpose = `recovery:${recoveryId}:${attempt}`;
      const txSignature = signature(name);
      const bytes = new Uint8Array([1]);
      const made = { chain: 'ext', bytes, lastValidBlockHeight: 9, user: key('user') } as const;
      const keep = [{ ...made, purpose, signature: txSignature }];
      const fact = { kind: 'signed', amount: 1n, txSignature } as const;
      return store.advance({ recoveryId, fact, nowMs: NOW_MS, effects: { keep } });
    };
    expect((await signed(1, 'fast')).kind).toBe('done');
    await transactions.end({ purpose: `recovery:${recoveryId}:1`, state: 'expired' }, NOW_MS);
    const expired = { kind: 'expired', txSignature: signature('fast') } as const;
    await store.advance({ recoveryId, fact: expired, nowMs: NOW_MS });
    const before = await store.byId(recoveryId);
    // Another one, and the same: a signature follows from content and blockhash.
    for (const late of ['slow', 'fast']) {
      await expect(signed(1, late)).rejects.toMatchObject({ verdict: 'retry' });
      expect(await store.byId(recoveryId)).toEqual(before);
    }
    expect((await signed(2, 'next')).kind).toBe('done');
  });

  it('back a test credit once a reference, and begin an authorized recovery once', async () => {
    const store = new BackingStore(both.db.database);
    const recoveries = new RecoveryStore(both.db.database);
    const events = new ListenerEvents(both.db.database);
    const credited = [{ reference: 'gift', user: key('user'), amountMicroUsdc: 5, seq: 1 }];
    const recoveryId = userRecoveryId(key('owner'), 1);
    const bounds = { maxGasFee: 2_000, allowProgramAddress: true };
    const to = { mint: key('mint'), recipient: key('to') };
    const recovery = { user: key('owner'), ...to, ...bounds, nonce: 1 };
    const authorized = [{ recoveryId, ...recovery }];
    const received = { credited, authorized, nowMs: NOW_MS };
    const [first, second] = [1, 2].map((seq) => ({ seq, index: 0 }));
    expect(await events.take({ after: null, to: first!, ...received })).toBe(true);
    expect(await events.take({ after: null, to: first!, ...received })).toBe(false);
    expect(await events.cursor()).toEqual(first);
    const begun = await recoveries.byId(recoveryId);
    expect(begun).toMatchObject({ ...recovery, state: 'sending', attempt: 0 });
    // What has a row keeps it.
    const txSignature = signature('recovery');
    const fact = { kind: 'signed', amount: 7n, txSignature } as const;
    await recoveries.advance({ recoveryId, fact, nowMs: NOW_MS });
    expect(await events.take({ after: first!, to: second!, ...received })).toBe(true);
    expect(await recoveries.byId(recoveryId)).toMatchObject({ amount: 7n, attempt: 1 });
    expect(await store.claimDue(claim)).toEqual([]);
    expect(await store.gather({ credits: 10, amountMicroUsdc: 100 })).toBe(1);
    expect(await store.claimDue(claim)).toEqual([{ seq: 1, amountMicroUsdc: 5n }]);
    const payment = { txSignature: signature('mint'), nowMs: NOW_MS };
    expect(await store.backed(1, payment)).toBe(true);
    expect(await store.backed(1, payment)).toBe(false);
    expect(await store.pending()).toEqual([]);
  });

  it('pay for test credits together, each in one payment and for good', async () => {
    const store = new BackingStore(both.db.database);
    const events = new ListenerEvents(both.db.database);
    const amounts = [4, 3, 4, 50, 1, 1, 1];
    const credited = amounts.map((amountMicroUsdc, at) => {
      return { reference: `of ${at}`, user: key('user'), amountMicroUsdc, seq: 10 + at };
    });
    const [after, to] = [await events.cursor(), { seq: 20, index: 0 }];
    await events.take({ after, to, credited, authorized: [], nowMs: NOW_MS });
    const limits = { credits: 3, amountMicroUsdc: 10 };
    const gathered: number[] = [];
    while (gathered.at(-1) !== 0) gathered.push(await store.gather(limits));
    // Two are 7 and a third would be 11; 50 is too much for any company; then as many as go together.
    expect(gathered).toEqual([2, 1, 1, 3, 0]);
    const pending = (await store.pending()).toSorted((a, b) => a.seq - b.seq);
    expect(pending.map(({ seq, paymentSeq }) => [seq, paymentSeq])).toEqual([
      [10, 10],
      [11, 10],
      [12, 12],
      [13, 13],
      [14, 14],
      [15, 14],
      [16, 14],
    ]);
    const claimed = [10, 12, 13, 14].map((seq, at) => ({
      seq,
      amountMicroUsdc: [7n, 4n, 50n, 3n][at],
    }));
    expect(await store.claimDue(claim)).toEqual(claimed);
    expect(await store.claimDue(claim)).toEqual([]);
    await store.postpone(14, NOW_MS);
    expect(await store.claimDue(claim)).toEqual([{ seq: 14, amountMicroUsdc: 3n }]);
    expect(await store.backed(14, { txSignature: signature('three'), nowMs: NOW_MS })).toBe(true);
    expect(new Set((await store.pending()).map(({ seq }) => seq))).toEqual(
      new Set([10, 11, 12, 13]),
    );
    await Promise.all(
      [10, 12, 13].map((seq) =>
        store.backed(seq, { txSignature: signature('rest'), nowMs: NOW_MS }),
      ),
    );
    expect(await store.pending()).toEqual([]);
    expect(await store.totalMicroUsdc(20)).toBeGreaterThanOrEqual(64);
  });

  it('take each test credit into one payment, however many gather, and leave begun ones by themselves', async () => {
    const store = new BackingStore(both.db.database);
    const events = new ListenerEvents(both.db.database);
    const credited = Array.from({ length: 60 }, (_, at) => {
      return { reference: `many ${at}`, user: key('user'), amountMicroUsdc: at + 1, seq: 100 + at };
    });
    const [after, to] = [await events.cursor(), { seq: 200, index: 0 }];
    await events.take({ after, to, credited, authorized: [], nowMs: NOW_MS });
    // As a release did it that paid for each credit by itself.
    const transactions = new ChainTransactionStore(both.db.database, 'deposit-listener');
    await transactions.keep(kept('alone', 'backing:105:1'), NOW_MS);
    const limits = { credits: 8, amountMicroUsdc: 1_000_000 };
    for (let round = 0; round < 4; round++)
      await Promise.all(Array.from({ length: 4 }, () => store.gather(limits)));
    const rows = await store.pending();
    expect(rows.filter(({ paymentSeq }) => paymentSeq === null)).toEqual([]);
    expect(rows.filter(({ paymentSeq }) => paymentSeq === 105).map(({ seq }) => seq)).toEqual([
      105,
    ]);
    const payments = await store.claimDue({ ...claim, limit: 100 });
    for (const { seq, amountMicroUsdc } of payments) {
      const paidFor = rows.filter(({ paymentSeq }) => paymentSeq === seq);
      expect(paidFor.length).toBeLessThanOrEqual(8);
      const sum = paidFor.reduce((total, one) => total + one.amountMicroUsdc, 0);
      expect(amountMicroUsdc).toBe(BigInt(sum));
    }
    expect(payments.reduce((total, one) => total + one.amountMicroUsdc, 0n)).toBe(1_830n);
  });

  it('take thousands of test credits in at once, and leave those alone that are known', async () => {
    const store = new BackingStore(both.db.database);
    const events = new ListenerEvents(both.db.database);
    const takes = async (references: readonly string[], seq: number) => {
      const credited = references.map((reference, at) => {
        return { reference, user: key('user'), amountMicroUsdc: at + 1, seq };
      });
      const [after, to] = [await events.cursor(), { seq, index: 0 }];
      const received = { credited, authorized: [], nowMs: NOW_MS };
      expect(await events.take({ after, to, ...received })).toBe(true);
      return (await store.pending()).filter((one) => one.seq === seq);
    };
    const thousands = Array.from({ length: 2_345 }, (_, at) => `one of thousands ${at}`);
    const first = await takes(thousands, 1_000);
    expect(first.map(({ reference }) => reference).toSorted()).toEqual(thousands.toSorted());
    expect(first.reduce((sum, one) => sum + one.amountMicroUsdc, 0)).toBe((2_345 * 2_346) / 2);
    const known = [thousands[7]!, 'new', thousands[2_344]!, 'new'];
    expect(await takes(known, 2_000)).toMatchObject([{ reference: 'new', amountMicroUsdc: 2 }]);
    expect(await takes([], 3_000)).toEqual([]);
  });

  it('keep alarms: the same one again is counted and comes first, the oldest go', async () => {
    const store = new AlarmStore(both.db.database);
    const short = { missing: '5' };
    await store.raise('withdraw-worker', 'vault_short', short, NOW_MS);
    await store.raise('deposit-listener', 'work_failed', { worker: 'a\u0000' }, NOW_MS + 1);
    await store.raise('withdraw-worker', 'vault_short', short, NOW_MS + 2);
    await store.raise('withdraw-worker', 'vault_short', { missing: '6' }, NOW_MS + 3);
    const first = await store.list({ limit: 2 });
    expect(first).toMatchObject({
      hasMore: true,
      items: [
        { kind: 'vault_short', details: { missing: '6' }, times: 1 },
        { details: short, times: 2, firstMs: NOW_MS, lastMs: NOW_MS + 2 },
      ],
    });
    const before = first.items[1]!.alarmId;
    const listeners = [{ app: 'deposit-listener', details: { worker: 'a\uFFFD' } }];
    expect(await store.list({ before, limit: 2 })).toMatchObject({ items: listeners });
    const byApp = await store.list({ limit: 9 }, { app: 'deposit-listener' });
    expect(byApp).toMatchObject({ hasMore: false, items: listeners });

    await both.db.rows(
      `INSERT INTO alarms (app, kind, details_hash, details, times, first_ms, last_ms)
       SELECT 'withdraw-worker', 'x', int4send(n), '{}', 1, 1, 1 FROM generate_series(1, $1) AS n`,
      [MAX_ALARMS_OF_APP],
    );
    await store.raise('withdraw-worker', 'vault_short', { missing: '7' }, NOW_MS + 4);
    const [{ left } = {}] = await both.db.rows(
      `SELECT count(*)::int AS left FROM alarms WHERE app = 'withdraw-worker'`,
    );
    expect(left).toBe(MAX_ALARMS_OF_APP);
    expect(await store.list({ limit: 9 }, { app: 'deposit-listener' })).toMatchObject(byApp);
  });

  it('keep solvency rounds for the two-round rule', async () => {
    const store = new SolvencyStore(both.db.database);
    expect(await store.state()).toBeNull();
    const round = (minute: number, differenceMicroUsdc: number) => ({
      timestampMs: NOW_MS + minute,
      seq: 1,
      slot: 2,
      differenceMicroUsdc,
      lines: [],
      alarm: false,
      resumesSinceMs: null,
    });
    for (const [minute, difference] of [0, 1, -1].entries()) {
      await store.append(round(minute, difference));
      expect(isSolvencyAlarm(await store.latest(2))).toBe(minute === 2);
    }
    expect(await store.state()).toEqual({ ...round(2, -1), sinceMs: NOW_MS + 1 });
    await store.append(round(3, 0));
    expect(await store.state()).toEqual({ ...round(3, 0), sinceMs: NOW_MS + 3 });
    await store.append(round(4, 0));
    expect(await store.state()).toEqual({ ...round(4, 0), sinceMs: NOW_MS + 3 });
    expect(await store.purge(NOW_MS + 2)).toBe(2);
    expect(await store.latest(9)).toEqual([round(2, -1), round(3, 0), round(4, 0)]);
  });

  it('show the last ten deposits of a user, newest first', async () => {
    const deposits = Array.from({ length: 12 }, (_, i) => usdcDeposit(`d${i}`, 5_000_000));
    await new Scanned(both.db.database).block('ext', {
      deposits: [...deposits, usdcDeposit('x', 5, 'other')],
    });
    const latest = await new DepositStore(both.db.database).latestOf(key('user'));
    const expected = deposits.slice(2).toReversed();
    expect(latest.map((one) => one.depositId)).toEqual(
      expected.map((one) => depositIdOf({ ...one, chain: 'ext' })),
    );
  });
});
