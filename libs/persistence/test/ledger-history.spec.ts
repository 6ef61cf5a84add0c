/**
 * The ledger in PostgreSQL beside a real exchange under random commands: after every batch, however it was cut, the
 * tables equal the exchange's own books.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '@bellwether/codec';
import { ledgerOfBooks, postingsOf } from '@bellwether/exchange';
import { Random } from '@bellwether/seeded-random';
import { WatchedAddressStore } from '../src/funding/watched-address-store';
import { LedgerHistory } from '../src/history/ledger-history';
import type { PostingPlace, StatementEntry } from '../src/history/ledger-history';
import { UserHistory } from '../src/history/user-history';
import { Projection } from '../src/projection/projection';
import { EventScript, batchesOf, key16, key32 } from './event-script';
import { startTestServer } from './test-database';
import type { TestServer } from './test-database';
import { TradingUsers, USERS } from './trading-users';

const SEED = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
const COMMANDS = Number(process.env['TEST_COMMANDS'] ?? 300);

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function statementOf(ledger: LedgerHistory, user: Uint8Array, limit: number) {
  const entries: StatementEntry[] = [];
  for (let before: PostingPlace | undefined; ;) {
    const page = await ledger.ofUser(user, { before, limit });
    entries.push(...page.items);
    if (!page.hasMore) return entries;
    before = page.items.at(-1);
  }
}

describe('the ledger', () => {
  it(`says what the books say, for every user and in every sum (seed ${SEED})`, async () => {
    const { database } = await server.database();
    const projection = new Projection(database, 0);
    const ledger = new LedgerHistory(database);
    const trading = new TradingUsers(SEED);
    const random = new Random(SEED);
    const booksAt = new Map([[trading.exchange.lastSeq, trading.exchange.solvency()]]);
    for (let command = 0; command < COMMANDS; command++) {
      trading.next();
      booksAt.set(trading.exchange.lastSeq, trading.exchange.solvency());
    }
    for (let left = batchesOf(trading.events, [...trading.randomSizes(random)]); left.length > 0;) {
      const { cursor } = await projection.apply(left.splice(0, 1 + random.index(20)));
      // Some events of the cursor's own command may still follow.
      const seq = random.index(cursor.seq);
      const books = booksAt.get(seq);
      if (books === undefined) continue; // before the users had their money
      expect(await ledger.sumsAsOf(seq)).toEqual(ledgerOfBooks(books));
    }
    const { lastSeq } = trading.exchange;
    const sums = await ledger.sumsAsOf(lastSeq);
    expect(sums).toEqual(ledgerOfBooks(trading.exchange.solvency()));
    const { builder_revenue, protocol_fees, gas_revenue, payouts } = sums;
    for (const sum of [builder_revenue, protocol_fees, gas_revenue, payouts])
      expect(sum).toBeGreaterThan(0);
    expect(await ledger.differences()).toEqual([]);
    for (let number = 0; number < USERS; number++) {
      const user = trading.userKey(number);
      const [newest] = (await ledger.ofUser(user, { limit: 1 })).items;
      expect(newest?.balance).toBe(trading.exchange.balance(user).total);
    }
  });

  it(`has each user's postings, newest first, page after page (seed ${SEED})`, async () => {
    const { database } = await server.database();
    const trading = new TradingUsers(SEED + 1);
    for (let command = 0; command < COMMANDS; command++) trading.next();
    await new Projection(database, 0).apply(batchesOf(trading.events));
    const ledger = new LedgerHistory(database);
    for (const limit of [3, 1_000]) {
      const user = trading.userKey(1);
      let balance = 0;
      const expected = trading.events.flatMap(({ event, seq, index, timestampMs }) =>
        postingsOf(event)
          .filter(({ account, owner }) => account === 'user' && toHex(owner) === toHex(user))
          .map(({ amount }) => {
            balance += amount;
            return { seq, eventIndex: index, timestampMs, kind: event.kind, amount, balance };
          }),
      );
      expect(expected.length).toBeGreaterThan(5);
      expect(await statementOf(ledger, user, limit)).toMatchObject(expected.toReversed());
    }
  });

  it('says of each entry what it is about', async () => {
    const { database } = await server.database();
    const user = key32(1);
    const withdrawal = { withdrawalId: key32(8), user, amount: 500, gasFee: 8 };
    const script = new EventScript().next();
    script
      .tradeAlone({ tradeId: 5, maker: user, taker: key32(2) }, { marketId: key32(101) })
      .next()
      .add({
        kind: 'payout',
        marketId: key32(101),
        user,
        yesContracts: 0,
        noContracts: 1,
        paidMicroUsdc: 1_000_000,
      })
      .add({
        kind: 'deposit_credited',
        user,
        creditSeq: 1,
        amount: 70,
        txSignature: new Uint8Array(64).fill(4),
        slot: 1,
      })
      .next()
      .add({ kind: 'withdrawal_refunded', ...withdrawal, reason: 'r' });
    await new Projection(database, 0).apply(script.batches());
    const { items } = await new LedgerHistory(database).ofUser(user, { limit: 10 });
    expect(items).toMatchObject([
      { seq: 3, kind: 'withdrawal_refunded', marketId: null, reference: key32(8), tradeId: null },
      { seq: 2, eventIndex: 1, kind: 'deposit_credited', reference: new Uint8Array(64).fill(4) },
      { seq: 2, eventIndex: 0, kind: 'payout', marketId: key32(101), reference: null },
      {
        seq: 1,
        kind: 'trade',
        tradeId: 5,
        marketId: key32(101),
        amount: -500_000,
        reference: null,
      },
    ]);
  });

  it('lists who ever had money, newest first, and finds one by key or deposit address', async () => {
    const { database } = await server.database();
    const credited = (number: number, amount: number) =>
      ({ kind: 'credited', user: key32(number), amount, reference: `c${number}` }) as const;
    const withdrawal = { withdrawalId: key32(8), user: key32(1), amount: 30, gasFee: 8 };
    const script = new EventScript().next();
    for (const number of [1, 2, 3]) script.add(credited(number, 100 * number)).next();
    await new Projection(database, 0).apply(
      script
        .add({
          kind: 'withdrawal_accepted',
          ...withdrawal,
          allowProgramAddress: false,
          chain: 'main',
          recipientKind: 'default',
          recipient: null,
          nonce: 1,
          paymentSeq: 1,
          builder: null,
        })
        .batches(),
    );
    await new WatchedAddressStore(database).watch({
      user: key32(2),
      depositAddress: key32(52),
      depositUsdcAccount: key32(53),
      proxyWallet: key32(54),
      proxyUsdcAccount: key32(55),
      createdMs: 1,
    });
    const users = new UserHistory(database);
    const first = await users.list({ limit: 2 });
    expect(first).toMatchObject({
      items: [
        { user: key32(3), balance: 300, withdrawing: 0, depositAddress: null },
        { user: key32(2), balance: 200, depositAddress: key32(52) },
      ],
      hasMore: true,
    });
    expect(first.items[0]?.movedMs).toEqual(expect.any(Number));
    const before = first.items[1]!.number;
    expect(await users.list({ before, limit: 2 })).toMatchObject({
      items: [{ user: key32(1), balance: 70, withdrawing: 30 }],
      hasMore: false,
    });
    expect(await users.find(key32(3))).toMatchObject({ user: key32(3) });
    expect(await users.find(key32(52))).toMatchObject({ user: key32(2) });
    expect(await users.find(key32(54))).toBeNull();
  });

  it('has nothing of a user that never had money', async () => {
    const { database } = await server.database();
    const page = await new LedgerHistory(database).ofUser(key32(77), { limit: 5 });
    expect(page).toEqual({ items: [], hasMore: false });
  });
});

describe('a ledger that was tampered with', () => {
  it.each([
    [
      'a balance',
      'UPDATE ledger_accounts SET balance_micro_usdc = 1 WHERE account_id = 1',
      'account 1',
    ],
    ['a sum', `UPDATE ledger_totals SET balance_micro_usdc = 1 WHERE kind = 'user'`, 'sum of user'],
    [
      'an amount',
      'UPDATE ledger_postings SET amount_micro_usdc = amount_micro_usdc + 1 WHERE seq = 1 AND account_id = 2',
      'command 1',
    ],
    ['a posting', 'DELETE FROM ledger_postings WHERE account_id = 2', 'postings of'],
  ])('in %s is found', async (_, damage, what) => {
    const { database, rows } = await server.database();
    const fees = { takerFee: 30, builder: key16(1), builderFee: 7 };
    const script = new EventScript().next().tradeAlone({ tradeId: 1, ...fees });
    await new Projection(database, 0).apply(script.batches());
    const ledger = new LedgerHistory(database);
    expect(await ledger.differences()).toEqual([]);
    await rows(damage);
    const found = await ledger.differences();
    expect(found.map((one) => one.what).join()).toContain(what);
  });
});
