/** What a block of main brought to proxy wallets, if anyone may have built its transactions. */
import { expect, it } from 'vitest';
import { addressOf } from '@bellwether/chain';
import type { Address, BlockTransaction, Vault, VaultEvents } from '@bellwether/chain';
import type { ChainTransaction } from '@bellwether/persistence';
import type { WatchedUser } from '../watch/watched-set';
import type { CompletedTransfer } from './completed-transfers';
import { findMain } from './main-findings';
import type { MainFindingsParts } from './main-findings';
import type { CreditSeen } from './seen-credits';
import { VaultCredits } from './vault-credits';

const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const address = (fill: number): Address => addressOf(key(fill));
const [MINT, PROXY, USDC_ACCOUNT] = [address(1), address(2), address(3)];
const SIGNATURE = '5'.repeat(87);
const TOO_LARGE = 2n ** 53n;
const USER = { user: key(9), proxyWallet: PROXY, proxyUsdcAccount: USDC_ACCOUNT } as WatchedUser;
const DEPOSIT = address(6);
const vault = { program: address(4), mint: MINT } as Vault;

/** A transaction that leaves so much in the proxy wallet's account, which was empty before. */
const paying = (amount: bigint, index = 0): BlockTransaction => ({
  index,
  signature: SIGNATURE,
  error: null,
  accounts: [PROXY, USDC_ACCOUNT],
  signerCount: 1,
  feeLamports: 0n,
  lamportsBefore: [0n, 0n],
  lamportsAfter: [0n, 0n],
  tokensBefore: [],
  tokensAfter: [{ accountIndex: 1, mint: MINT, owner: PROXY, amount, tokenProgram: address(5) }],
  instructions: [],
  logs: [],
});

interface Case {
  readonly transactions: readonly BlockTransaction[];
  readonly completed?: readonly Omit<CompletedTransfer, 'to'>[];
  readonly own?: readonly Pick<ChainTransaction, 'purpose' | 'user'>[];
  readonly credits?: readonly Pick<CreditSeen, 'amountMicroUsdc' | 'sideAccount'>[];
}

/** @returns the findings, in a short form */
async function found({ transactions, completed = [], own = [], credits = [] }: Case) {
  const setAside: string[] = [];
  const seen = credits.map((one, creditsBefore): CreditSeen => ({
    user: USER.user,
    proxy: PROXY,
    signature: SIGNATURE,
    slot: 3,
    txIndex: 0,
    creditSeq: null,
    atLeastMicroUsdc: 0n,
    creditsBefore,
    ...one,
  }));
  const parts: MainFindingsParts = {
    network: 'production',
    vault,
    watched: {
      ofDepositAddress: (account) => (account === DEPOSIT ? USER : undefined),
      ofProxyUsdcAccount: (account) => (account === USDC_ACCOUNT ? USER : undefined),
      ofProxyWallet: () => undefined,
    },
    transactions: {
      bySignatures: async ([signature]) =>
        own.map((one) => ({ ...one, signature }) as ChainTransaction),
    },
    minimumLamports: async () => 1_670_400n,
    completed: { in: async () => completed.map((one) => ({ ...one, to: USDC_ACCOUNT })) },
    credits: { of: async () => ({ seen, credits: [] }) },
    setAside: (why) => setAside.push(why),
  };
  const hashes = { blockhash: 'a', previousBlockhash: 'b', parentSlot: 2, timestampSeconds: null };
  const { arrivals = [], deposits = [] } = await findMain(
    { slot: 3, ...hashes, transactions },
    parts,
  );
  return {
    setAside,
    arrivals: arrivals.map((one) => [one.kind, one.amountMicroUsdc, one.transferSequence]),
    deposits: deposits.map((one) => Number(one.sourceAmount)),
    indexes: arrivals.map((one) => one.accountIndex),
  };
}

it('takes a transfer from ext by its number', async () => {
  const completed = [{ by: { sequence: 7 }, amount: 5_000_000n }];
  expect(await found({ transactions: [paying(5_000_000n)], completed })).toEqual({
    setAside: [],
    arrivals: [['bridged', 5_000_000, 7]],
    deposits: [],
    indexes: [1],
  });
});

it('lists what a withdrawal pays to a proxy wallet, whosever it is: nothing there is set aside', async () => {
  for (const user of [key(9), key(8), null]) {
    const own = [{ purpose: 'withdrawal:x:debit:1', user }];
    expect(await found({ transactions: [paying(5n)], own })).toMatchObject({
      setAside: [],
      arrivals: [['native', 5, null]],
      deposits: [5],
    });
  }
});

it('takes the price of lamports for the deposit that it pays, of its own user alone', async () => {
  const purpose = `deposit:${'0a'.repeat(32)}:sweep:1`;
  const bought = { transactions: [paying(5n)], own: [{ purpose, user: key(9) }] };
  expect(await found(bought)).toMatchObject({ arrivals: [['swept', 5, null]], deposits: [] });
  const others = { ...bought, own: [{ purpose, user: key(8) }] };
  expect(await found(others)).toMatchObject({ arrivals: [['native', 5, null]], deposits: [5] });
});

it.each<[string, bigint, readonly bigint[], readonly (readonly [string, number, number | null])[]]>(
  [
    [
      'a transfer and a payment',
      10_000_001n,
      [10_000_000n],
      [
        ['bridged', 10_000_000, 1],
        ['native', 1, null],
      ],
    ],
    [
      'two transfers',
      17n,
      [10n, 7n],
      [
        ['bridged', 10, 1],
        ['bridged', 7, 2],
      ],
    ],
  ],
)('tells apart what one transaction brought: %s', async (_name, amount, amounts, arrivals) => {
  const completed = amounts.map((one, at) => ({ by: { sequence: at + 1 }, amount: one }));
  const all = await found({ transactions: [paying(amount)], completed });
  expect(all.arrivals).toEqual(arrivals);
  expect(all.deposits).toEqual(arrivals.flatMap(([kind, of]) => (kind === 'native' ? [of] : [])));
  expect(new Set(all.indexes).size).toBe(arrivals.length);
});

it('tells what came before a credit of the account, and nothing of one of another', async () => {
  const credits = [
    { amountMicroUsdc: 1n, sideAccount: 6 },
    { amountMicroUsdc: 30n, sideAccount: null },
  ];
  expect((await found({ transactions: [paying(4n)], credits })).arrivals).toEqual([
    ['native', 30, null],
    ['native', 4, null],
  ]);
});

it('records USDC at a deposit address, which its user recovers; it is no arrival', async () => {
  const [at] = paying(5n).tokensAfter;
  const strayed = { ...paying(5n), tokensAfter: [{ ...at!, owner: DEPOSIT }] };
  const transactions = [{ ...strayed, accounts: [PROXY, address(7)] }];
  expect(await found({ transactions })).toMatchObject({ arrivals: [], deposits: [5] });
  const other = [{ ...at!, owner: DEPOSIT, mint: address(8) }];
  expect(
    await found({ transactions: [{ ...transactions[0]!, tokensAfter: other }] }),
  ).toMatchObject({ arrivals: [], deposits: [] });
});

it('sets aside what cannot be booked, and finds the rest of the block', async () => {
  const other = { ...paying(8n, 1), signature: '4'.repeat(87) };
  expect(await found({ transactions: [paying(TOO_LARGE), other] })).toMatchObject({
    setAside: ['too_large'],
    arrivals: [['native', 8, null]],
    deposits: [8],
  });
});

it('books no credit of such an amount, nor what its user is credited after it', async () => {
  const noted: (readonly CreditSeen[])[] = [];
  const credits = new VaultCredits({
    chain: { readAccount: async () => null },
    vault,
    watched: { ofProxyWallet: () => USER },
    credits: { lastSeqOf: async () => 0 },
    doubts: { note: (seen) => noted.push(seen) },
  });
  const event = (user: number, creditSeq: bigint, amount: bigint) => ({
    slot: 3,
    transactionIndex: 0,
    signature: SIGNATURE,
    eventIndex: 0,
    event: { kind: 'Credit', user: key(user), proxy: key(2), amount, creditSeq } as const,
    swept: { account: USDC_ACCOUNT, accountIndex: 1 },
  });
  const events = [event(9, 1n, 5n), event(9, 2n, TOO_LARGE), event(9, 3n, 6n), event(8, 1n, 7n)];
  const logged: VaultEvents = { events, cutOff: [] };
  const { credits: booked } = await credits.of(logged);
  expect(booked.map((one) => one.amountMicroUsdc)).toEqual([5, 7]);
  expect(noted.map((seen) => seen.length)).toEqual([3]);
});
