/** What a block of ext brought to deposit addresses, if anyone may have built its transactions. */
import { expect, it } from 'vitest';
import {
  addressOf,
  associatedTokenAddress,
  signatureBytes,
  signatureText,
} from '@bellwether/chain';
import type { Address, BlockTransaction } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import type { ChainTransaction } from '@bellwether/persistence';
import type { WatchedUser } from '../watch/watched-set';
import type { CompletedTransfer } from './completed-transfers';
import { findExt } from './ext-findings';

const key = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const [USDC, TOKEN_PROGRAM] = [addressOf(key(1)), addressOf(key(2))];
const USERS = [10, 11, 12];
const userOf = (user: number): WatchedUser =>
  ({ user: key(user), depositAddress: addressOf(key(user + 100)) }) as WatchedUser;

/** What a transaction may bring to a user's USDC account. */
const KINDS = [
  /** From anybody's account. */
  'payment',
  /** The user's own withdrawal without a recipient. */
  'default_payout',
  /** Another user's withdrawal, or the user's own that names the address. */
  'named_payout',
  /** Another user's withdrawal without a recipient, which names this account: a lie of the table. */
  'strange_payout',
  /** A transfer over the bridge that is no withdrawal. */
  'transfer',
] as const;
interface Movement {
  readonly to: number;
  readonly kind: (typeof KINDS)[number];
  readonly amount: bigint;
}
interface Drawn {
  readonly movements: readonly Movement[];
  /** The user for whom an app of the exchange signed it, if one did; `relayer`: the completion of a withdrawal. */
  readonly by: { readonly user: number; readonly app: 'listener' | 'relayer' } | null;
}

/** Mulberry32. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const drawn = (random: (below: number) => number): Drawn => ({
  movements: Array.from({ length: 1 + random(5) }, () => ({
    to: USERS[random(USERS.length)]!,
    kind: KINDS[random(KINDS.length)]!,
    amount: BigInt(1 + random(1_000)),
  })),
  by:
    random(3) > 0
      ? null
      : { user: USERS[random(USERS.length)]!, app: random(2) === 0 ? 'listener' : 'relayer' },
});

/** Naively: everything counts but what the rules name. */
function expectedOf(blocks: readonly Drawn[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [at, { movements, by }] of blocks.entries()) {
    for (const { to, kind, amount } of movements) {
      if (by?.app === 'listener' && by.user === to) continue;
      if (kind === 'default_payout' && by?.app !== 'listener') continue;
      // The listener completes nothing.
      const name = `${at}:${to}`;
      sums.set(name, (sums.get(name) ?? 0n) + amount);
    }
  }
  return sums;
}

async function found(blocks: readonly Drawn[]): Promise<Map<string, bigint>> {
  const accounts = new Map<number, Address>();
  for (const user of USERS) {
    const { depositAddress } = userOf(user);
    accounts.set(user, await associatedTokenAddress(depositAddress, USDC, TOKEN_PROGRAM));
  }
  let sequence = 0;
  const completed = new Map<string, CompletedTransfer[]>();
  const payees = new Map<number, Uint8Array>();
  const own: Pick<ChainTransaction, 'purpose' | 'user' | 'signature'>[] = [];
  const transactions = blocks.map(({ movements, by }, index): BlockTransaction => {
    const signature = signatureText(new Uint8Array(64).fill(index + 1));
    if (by !== null) {
      const purpose = by.app === 'listener' ? `deposit:x:swap:1` : `withdrawal:x:complete:1`;
      own.push({ purpose, user: key(by.user), signature: signatureBytes(signature) });
    }
    const sums = new Map<number, bigint>();
    for (const { to, kind, amount } of movements) {
      sums.set(to, (sums.get(to) ?? 0n) + amount);
      if (kind === 'payment') continue;
      const transfer = { to: accounts.get(to)!, by: { sequence: ++sequence }, amount };
      completed.set(signature, [...(completed.get(signature) ?? []), transfer]);
      if (kind === 'default_payout') payees.set(sequence, key(to));
      if (kind === 'strange_payout') payees.set(sequence, key(99));
    }
    return {
      index,
      signature,
      error: null,
      accounts: [...accounts.values()],
      signerCount: 1,
      feeLamports: 0n,
      lamportsBefore: USERS.map(() => 0n),
      lamportsAfter: USERS.map(() => 0n),
      tokensBefore: [],
      tokensAfter: [...sums].map(([user, amount]) => ({
        accountIndex: USERS.indexOf(user),
        mint: USDC,
        owner: userOf(user).depositAddress,
        amount,
        tokenProgram: TOKEN_PROGRAM,
      })),
      instructions: [],
      logs: [],
    };
  });
  const hashes = { blockhash: 'a', previousBlockhash: 'b', parentSlot: 2, timestampSeconds: null };
  const { deposits = [] } = await findExt(
    { slot: 3, ...hashes, transactions },
    {
      usdc: USDC,
      listener: addressOf(key(3)),
      watched: {
        ofDepositAddress: (at) => USERS.map(userOf).find((one) => one.depositAddress === at),
      },
      transactions: { bySignatures: async () => own as ChainTransaction[] },
      payouts: {
        registered: async (all) => new Set(all),
        toOwnAddress: async (all) => new Map([...payees].filter(([one]) => all.includes(one))),
      },
      completed: { in: async ({ signature }) => completed.get(signature) ?? [] },
      minimumLamports: async () => 2_039_280n,
      setAside: () => undefined,
    },
  );
  return new Map(
    deposits.map(({ user, txSignature, sourceAmount }) => {
      const at = transactions.findIndex(
        ({ signature }) => signatureText(txSignature) === signature,
      );
      return [`${at}:${USERS.find((one) => toHex(key(one)) === toHex(user))}`, sourceAmount];
    }),
  );
}

it('lists all that came in but the own withdrawals of its user, whatever one transaction holds', async () => {
  for (let seed = 1; seed <= 150; seed++) {
    const random = randomOf(seed);
    const blocks = Array.from({ length: 1 + random(6) }, () => drawn(random));
    expect(await found(blocks), `seed ${seed}`).toEqual(expectedOf(blocks));
  }
});

it('lists what a stranger sends along with the completion of a payout', async () => {
  const payout = { to: 10, kind: 'default_payout', amount: 400n } as const;
  const movements = [
    payout,
    { to: 11, kind: 'payment', amount: 25n },
    { to: 10, kind: 'payment', amount: 7n },
  ] as const;
  expect(await found([{ movements, by: null }])).toEqual(
    new Map([
      ['0:10', 7n],
      ['0:11', 25n],
    ]),
  );
});
