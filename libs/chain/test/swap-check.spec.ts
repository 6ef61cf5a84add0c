/** Transactions that a dishonest swap service could send: each looks like the honest one but for one thing. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { address } from '@solana/kit';
import type { Instruction } from '@solana/kit';
import {
  associatedTokenAddress,
  checkSwapTransaction,
  createAssociatedToken,
  newSigner,
  TOKEN_PROGRAM,
  transferLamports,
  transferTokens,
} from '../src';
import type { Address, Signer, SwapExpectation } from '../src';
import { AGGREGATOR_PROGRAM } from '../src/swap/aggregator-route';
import { signedTransaction } from '../src/transactions/build-transaction';
import { instructionOf } from '../src/transactions/instruction';
import { USDC } from './chain-under-test';

const MINT = address('So11111111111111111111111111111111111111112');
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

const checked = async (instructions: Instruction[], priorityFeeMicroLamports?: bigint) => {
  const request = {
    instructions,
    feePayer: payer,
    signers: [user, maker],
    ...(priorityFeeMicroLamports === undefined
      ? {}
      : { computeUnits: 100_000, priorityFeeMicroLamports }),
  };
  const everyone = { ...request, instructions: [...instructions, ...signatures()] };
  const { wireBytes } = await signedTransaction(everyone, lifetime);
  return checkSwapTransaction(wireBytes, expected).mismatch;
};

/** Of another program, with only the maker's name on it: what others do among themselves is theirs. */
const signatures = (): Instruction[] => [
  instructionOf(
    address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
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

/** Jupiter's `route`: eight bytes of tag, a route, then the promise. */
function route(promise: {
  amountIn: bigint;
  quotedOut: bigint;
  slippageBps: number;
  feeBps?: number;
  destination?: Address;
}): Instruction {
  const data = new Uint8Array(8 + 4 + 19);
  data.set([0xe5, 0x17, 0xcb, 0x97, 0x7a, 0xe3, 0xad, 0x2a]);
  const view = new DataView(data.buffer);
  view.setBigUint64(12, promise.amountIn, true);
  view.setBigUint64(20, promise.quotedOut, true);
  view.setUint16(28, promise.slippageBps, true);
  data[30] = promise.feeBps ?? 0;
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
