/** Transactions that a dishonest swap service could send: each differs from the honest one in one point. */
import { beforeAll, describe, expect, it } from 'vitest';
import { address } from '@solana/kit';
import type { Instruction } from '@solana/kit';
import {
  associatedTokenAddress,
  checkSwapTransaction,
  createAssociatedToken,
  newSigner,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  transferLamports,
  transferTokens,
} from '../src';
import type { Address, Signer, SwapExpectation } from '../src';
import { AGGREGATOR_PROGRAM } from '../src/swap/aggregator-route';
import { ED25519_PRECOMPILE } from '../src/swap/signature-precompiles';
import { signedTransaction } from '../src/transactions/build-transaction';
import { instructionOf } from '../src/transactions/instruction';
import { USDC } from './chain-under-test';

const MINT = address('So11111111111111111111111111111111111111112');
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const RECENT_BLOCKHASHES = address('SysvarRecentB1ockHashes11111111111111111111');
const lifetime = { blockhash: MINT, lastValidBlockHeight: 1 };

let payer: Signer;
let user: Signer;
let maker: Signer;
let expected: SwapExpectation;
let makerToken: Address;
let honest: Instruction[];

beforeAll(async () => {
  [payer, user, maker] = [await newSigner(), await newSigner(), await newSigner()];
  const source = await associatedTokenAddress(user.address, MINT);
  const destination = await associatedTokenAddress(user.address, USDC);
  makerToken = await associatedTokenAddress(maker.address, MINT);
  expected = {
    feePayer: payer.address,
    user: user.address,
    source,
    wrappedNative: null,
    amountIn: 1_000n,
    destination,
    minimumOut: 990n,
    maxPriorityFeeLamports: 1_000n,
  };
  honest = [give(1_000n), pay(995n)];
});

const give = (amount: bigint, source = expected.source!): Instruction =>
  transferTokens({
    source,
    destination: makerToken,
    owner: user.address,
    mint: MINT,
    decimals: 9,
    amount,
  });

const pay = (amount: bigint, destination = expected.destination): Instruction =>
  transferTokens({
    source: makerToken,
    destination,
    owner: maker.address,
    mint: USDC,
    decimals: 6,
    amount,
  });

const checked = async (
  instructions: Instruction[],
  priorityFeeMicroLamports?: bigint,
  others: Signer[] = [],
) => {
  const request = {
    instructions,
    feePayer: payer,
    signers: [user, maker, ...others],
    ...(priorityFeeMicroLamports === undefined
      ? {}
      : { computeUnits: 100_000, priorityFeeMicroLamports }),
  };
  const everyone = { ...request, instructions: [...instructions, ...signatures()] };
  const { wireBytes } = await signedTransaction(everyone, lifetime);
  return checkSwapTransaction(wireBytes, expected).mismatch;
};

/** An instruction of another program that names only the maker: it is allowed, as it cannot move anything of ours. */
const signatures = (): Instruction[] => [
  instructionOf(
    MEMO,
    [{ address: maker.address, isSigner: true, isWritable: false }],
    new Uint8Array(),
  ),
];

const tokenInstruction = (tag: number, accounts: Address[], signer: Address): Instruction =>
  instructionOf(
    TOKEN_PROGRAM,
    [
      ...accounts.map((one) => ({ address: one, isSigner: false, isWritable: true })),
      { address: signer, isSigner: true, isWritable: false },
    ],
    Uint8Array.of(tag, 1, 0, 0, 0, 0, 0, 0, 0),
  );

/** A system program instruction in bincode: a u32 kind, then more bytes than any of them reads. */
const systemInstruction = (kind: number, accounts: Address[], signers: Address[]): Instruction =>
  instructionOf(
    SYSTEM_PROGRAM,
    accounts.map((one) => ({
      address: one,
      isSigner: signers.includes(one) || one === user.address || one === maker.address,
      isWritable: true,
    })),
    Uint8Array.of(kind, 0, 0, 0, ...new Uint8Array(kind === 4 ? 0 : 48)),
  );

/** Jupiter's `route`: eight bytes of tag, a route, then the amounts. */
function route(promise: {
  amountIn: bigint;
  quotedOut: bigint;
  slippageBps: number;
  feeBps?: number;
  destination?: Address;
  plan?: number[];
}): Instruction {
  const plan = promise.plan ?? [0, 0, 0, 0];
  const data = new Uint8Array(8 + plan.length + 19);
  data.set([0xe5, 0x17, 0xcb, 0x97, 0x7a, 0xe3, 0xad, 0x2a]);
  data.set(plan, 8);
  const view = new DataView(data.buffer, 8 + plan.length);
  view.setBigUint64(0, promise.amountIn, true);
  view.setBigUint64(8, promise.quotedOut, true);
  view.setUint16(16, promise.slippageBps, true);
  view.setUint8(18, promise.feeBps ?? 0);
  const named = [
    TOKEN_PROGRAM,
    user.address,
    expected.source!,
    promise.destination ?? expected.destination,
    AGGREGATOR_PROGRAM,
  ];
  const accounts = named.map((one) => ({
    address: one,
    isSigner: one === user.address,
    isWritable: false,
  }));
  return instructionOf(AGGREGATOR_PROGRAM, accounts, data);
}

describe('what a swap service offers', () => {
  it('is signed where it does what was agreed', async () => {
    const owner = { payer: payer.address, owner: user.address, mint: USDC };
    expect(await checked(honest)).toBeUndefined();
    expect(await checked([await createAssociatedToken(owner), ...honest], 10_000n)).toBeUndefined();
    expect(
      await checked([route({ amountIn: 1_000n, quotedOut: 1_000n, slippageBps: 100 })]),
    ).toBeUndefined();
  });

  it.each<[string, () => Instruction[] | Promise<Instruction[]>, string]>([
    ['it gives twice', () => [give(1_000n), give(1_000n), pay(995n)], 'takes_another_amount'],
    ['it gives, and pays nothing', () => [give(1_000n)], 'pays_less_than_the_minimum'],
    [
      'it gives, and pays the service',
      () => [give(1_000n), pay(995n, makerToken)],
      'pays_less_than_the_minimum',
    ],
    [
      'it takes another token too',
      async () => [...honest, give(1n, await associatedTokenAddress(user.address, USDC))],
      'takes_from_another_account',
    ],
    [
      'it takes lamports of the user',
      () => [...honest, transferLamports({ from: user.address, to: maker.address, lamports: 1n })],
      'takes_from_another_account',
    ],
    [
      'it takes lamports of the fee payer',
      () => [...honest, transferLamports({ from: payer.address, to: maker.address, lamports: 1n })],
      'takes_from_another_account',
    ],
    [
      'the user pays rent',
      async () => [
        ...honest,
        await createAssociatedToken({ payer: user.address, owner: maker.address, mint: USDC }),
      ],
      'takes_from_another_account',
    ],
    [
      'it approves a delegate',
      () => [...honest, tokenInstruction(4, [expected.source!, maker.address], user.address)],
      'instruction_not_understood',
    ],
    [
      'it gives the account away',
      () => [...honest, tokenInstruction(6, [expected.source!], user.address)],
      'instruction_not_understood',
    ],
    [
      'it closes an account',
      () => [...honest, tokenInstruction(9, [expected.destination, maker.address], user.address)],
      'instruction_not_understood',
    ],
    [
      'it burns',
      () => [...honest, tokenInstruction(8, [expected.destination, USDC], user.address)],
      'instruction_not_understood',
    ],
    [
      'it names the user to an unknown program',
      () => [
        ...honest,
        instructionOf(
          maker.address,
          [{ address: user.address, isSigner: true, isWritable: true }],
          new Uint8Array(),
        ),
      ],
      'instruction_not_understood',
    ],
    [
      'its route gives more',
      () => [route({ amountIn: 1_001n, quotedOut: 1_000n, slippageBps: 100 })],
      'takes_another_amount',
    ],
    [
      'its route allows more slippage',
      () => [route({ amountIn: 1_000n, quotedOut: 1_000n, slippageBps: 101 })],
      'pays_less_than_the_minimum',
    ],
    [
      'its route pays another',
      () => [
        route({ amountIn: 1_000n, quotedOut: 1_000n, slippageBps: 0, destination: makerToken }),
      ],
      'pays_to_another_account',
    ],
    [
      'its route pays a platform',
      () => [route({ amountIn: 1_000n, quotedOut: 1_000n, slippageBps: 0, feeBps: 1 })],
      'instruction_not_understood',
    ],
  ])('is not signed where %s', async (_, instructions, mismatch) => {
    expect(await checked(await instructions())).toBe(mismatch);
  });

  it('is not signed with a durable nonce, whosever it is: what has expired might land yet', async () => {
    const advance = systemInstruction(4, [makerToken, RECENT_BLOCKHASHES, maker.address], []);
    expect(await checked([advance, ...honest])).toBe('instruction_not_understood');
  });

  it.each<[string, () => Instruction]>([
    [
      "makes an account of a program's at the user's address",
      () => systemInstruction(0, [maker.address, user.address], [user.address]),
    ],
    ['gives the address of the user away', () => systemInstruction(1, [user.address], [])],
    [
      "moves what a seed of the user's holds",
      () => systemInstruction(11, [makerToken, user.address, maker.address], []),
    ],
  ])('is not signed where it %s', async (_, instruction) => {
    expect(await checked([...honest, instruction()])).toBe('instruction_not_understood');
  });

  it('is signed where it gives the user lamports', async () => {
    const gift = transferLamports({ from: maker.address, to: user.address, lamports: 5n });
    expect(await checked([...honest, gift])).toBeUndefined();
  });

  it('is not signed where the fee payer is billed for signatures of others', async () => {
    const counted = instructionOf(ED25519_PRECOMPILE, [], Uint8Array.of(255, 0));
    expect(await checked([...honest, counted])).toBe('too_many_signatures');
    const others = [await newSigner(), await newSigner()];
    const memo = instructionOf(
      MEMO,
      others.map(({ address: key }) => ({ address: key, isSigner: true, isWritable: false })),
      new Uint8Array(),
    );
    expect(await checked([...honest, memo], undefined, others)).toBe('too_many_signatures');
  });

  it('is not signed where another promise stands before the one at the end of its route', async () => {
    const true_ = route({ amountIn: 1_000_000n, quotedOut: 0n, slippageBps: 10_000 });
    const reported = route({ amountIn: 1_000n, quotedOut: 1_000n, slippageBps: 0 });
    const data = Uint8Array.from([...true_.data!, ...reported.data!.slice(-19)]);
    expect(await checked([{ ...true_, data }])).toBe('instruction_not_understood');
  });

  it.each<[string, number[], boolean]>([
    ['a step without fields', [1, 0, 0, 0, 7, 100, 0, 1], true],
    ['steps with fields', [2, 0, 0, 0, 17, 1, 60, 0, 1, 33, 9, 9, 9, 9, 40, 0, 1], true],
    [
      'a step with the accounts that remain',
      [1, 0, 0, 0, 47, 1, 1, 1, 0, 0, 0, 3, 2, 100, 0, 1],
      true,
    ],
    ['a step of a later kind', [1, 0, 0, 0, 120, 100, 0, 1], false],
    ['more steps than bytes', [255, 255, 255, 255, 7, 100, 0, 1], false],
    ['a step with a field too short', [1, 0, 0, 0, 17, 100, 0, 1], false],
    [
      'accounts that remain beyond the end',
      [1, 0, 0, 0, 47, 1, 1, 255, 255, 255, 255, 100, 0, 1],
      false,
    ],
  ])('%s: a route is understood to its last byte, or not signed', async (_, plan, isUnderstood) => {
    const promise = { amountIn: 1_000n, quotedOut: 1_000n, slippageBps: 100, plan };
    const expectedOf = isUnderstood ? undefined : 'instruction_not_understood';
    expect(await checked([route(promise)])).toBe(expectedOf);
  });

  it('is not signed where it offers the validators too much', async () => {
    expect(await checked(honest, 10_001n)).toBe('priority_fee_too_high');
  });

  it('is not signed where it makes accounts for others at our cost', async () => {
    const making = await Promise.all(
      Array.from({ length: 5 }, async () =>
        createAssociatedToken({
          payer: payer.address,
          owner: (await newSigner()).address,
          mint: USDC,
        }),
      ),
    );
    expect(await checked([...making, ...honest].slice(0, 7))).toBe('too_many_accounts_made');
  });
});
