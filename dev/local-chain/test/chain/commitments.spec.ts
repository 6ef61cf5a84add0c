import { beforeEach, describe, expect, it } from 'vitest';
import { generateKeyPairSigner } from '@solana/kit';
import type { Address, KeyPairSigner } from '@solana/kit';
import { BLOCKHASH_BLOCKS, LocalChain, TransactionRejected } from '@bellwether/local-chain';
import type { Commitment } from '@bellwether/local-chain';
import { fundedWallet, transfer } from './wallet';

/** More than the rent of an empty account. */
const AMOUNT = 5_000_000n;
let chain: LocalChain;
let payer: KeyPairSigner;
let recipient: Address;

beforeEach(async () => {
  chain = await LocalChain.open({ finalizeAfterBlocks: 4 });
  payer = await fundedWallet(chain);
  recipient = (await generateKeyPairSigner()).address;
  chain.advance(4);
});

const balance = (commitment: Commitment) => chain.account(recipient, commitment)?.lamports ?? 0n;
const balances = () => [balance('processed'), balance('confirmed'), balance('finalized')];
const send = async (amount = AMOUNT, lifetime = chain.latestBlockhash('processed')) =>
  chain.submit(await transfer(payer, { to: recipient, amount, lifetime }));
const rejection = (submit: () => unknown): unknown => {
  try {
    submit();
  } catch (error) {
    if (error instanceof TransactionRejected) return error.error;
    throw error;
  }
  return 'no rejection';
};

describe('a reader at a commitment', () => {
  it('sees a transfer when its block is that deep, not before', async () => {
    await send();
    expect(balances()).toEqual([AMOUNT, 0n, 0n]);
    chain.advance();
    expect(balances()).toEqual([AMOUNT, AMOUNT, 0n]);
    chain.advance(2);
    expect(balances()).toEqual([AMOUNT, AMOUNT, 0n]);
    chain.advance();
    expect(balances()).toEqual([AMOUNT, AMOUNT, AMOUNT]);
  });

  it('sees each of several states of one account at its time', async () => {
    for (let count = 0; count < 5; count++) {
      await send(AMOUNT + BigInt(count));
      chain.advance();
    }
    const sum = (transfers: number) =>
      Array.from({ length: transfers }, (_, count) => AMOUNT + BigInt(count)).reduce(
        (a, b) => a + b,
        0n,
      );
    expect(balances()).toEqual([sum(5), sum(5), sum(2)]);
  });

  it('lists the accounts of a program as of it', async () => {
    const system = '11111111111111111111111111111111' as Address;
    await send();
    const holds = (commitment: Commitment) =>
      chain.programAccounts(system, commitment).some(({ address }) => address === recipient);
    expect([holds('processed'), holds('confirmed')]).toEqual([true, false]);
    chain.advance();
    expect(holds('confirmed')).toBe(true);
  });
});

describe('a fork', () => {
  it('takes transactions and their effects away, never those that are final', async () => {
    await send();
    chain.advance(4);
    const { signature } = await send(AMOUNT + 1n);
    const slot = chain.slot;
    chain.advance(2);
    expect(chain.fork(100)).toEqual([signature]);
    expect(balances()).toEqual([AMOUNT, AMOUNT, AMOUNT]);
    expect(chain.transaction(signature)).toBeUndefined();
    expect(chain.blockInSlot(slot)).toBeUndefined();
    expect(chain.slot).toBe(slot + 3);
  });

  it('lets a dropped transaction land again, with the same signature', async () => {
    const lifetime = chain.latestBlockhash('finalized');
    const wire = await transfer(payer, { to: recipient, amount: AMOUNT, lifetime });
    const first = chain.submit(wire);
    chain.advance();
    chain.fork(2);
    expect(balance('processed')).toBe(0n);
    const second = chain.submit(wire);
    expect(second.signature).toBe(first.signature);
    expect(second.slot).toBeGreaterThan(first.slot);
    expect(balance('processed')).toBe(AMOUNT);
  });

  it('takes the blockhashes of its blocks away', async () => {
    chain.advance();
    const lifetime = chain.latestBlockhash('processed');
    chain.fork(1);
    const wire = await transfer(payer, { to: recipient, amount: AMOUNT, lifetime });
    expect(rejection(() => chain.submit(wire))).toBe('BlockhashNotFound');
  });

  it('never moves what is final back', async () => {
    chain.advance(3);
    const before = chain.blockAt('finalized').slot;
    for (let count = 0; count < 3; count++) chain.fork(3);
    expect(chain.blockAt('finalized').slot).toBeGreaterThanOrEqual(before);
  });
});

describe('a transaction', () => {
  it('lands while its blockhash is among the last 150, and not one block later', async () => {
    const lifetime = chain.latestBlockhash('processed');
    const wires = await Promise.all(
      [1n, 2n].map((more) => transfer(payer, { to: recipient, amount: AMOUNT + more, lifetime })),
    );
    chain.advance(BLOCKHASH_BLOCKS);
    expect(BigInt(chain.blockAt('processed').height)).toBe(lifetime.lastValidBlockHeight);
    chain.submit(wires[0]!);
    chain.advance();
    expect(rejection(() => chain.submit(wires[1]!))).toBe('BlockhashNotFound');
  });

  it('lands once', async () => {
    const lifetime = chain.latestBlockhash('processed');
    const wire = await transfer(payer, { to: recipient, amount: AMOUNT, lifetime });
    chain.submit(wire);
    expect(rejection(() => chain.submit(wire))).toBe('AlreadyProcessed');
    expect(balance('processed')).toBe(AMOUNT);
  });

  it('that fails is in its block and pays its fee', async () => {
    const { lamports } = chain.account(payer.address)!;
    const failed = await send(10n ** 12n);
    expect(failed.error).toEqual({ InstructionError: [0, { Custom: 1 }] });
    expect(failed.feeLamports).toBe(5_000n);
    expect(chain.account(payer.address)!.lamports).toBe(lamports - 5_000n);
  });

  it.each([
    ['of a payer without funds', 'AccountNotFound'],
    ['with a changed signature', 'SignatureFailure'],
  ])('%s leaves no trace', async (why, error) => {
    const poor = await generateKeyPairSigner();
    const lifetime = chain.latestBlockhash('processed');
    const signer = why.startsWith('of') ? poor : payer;
    const wire = await transfer(signer, { to: recipient, amount: AMOUNT, lifetime });
    if (signer === payer) wire[10]! ^= 1;
    expect(rejection(() => chain.submit(wire))).toBe(error);
    expect(chain.blockAt('processed').transactions).toEqual([]);
  });
});

describe('the clock', () => {
  it('is set, and goes on with the machine’s', async () => {
    let nowMs = 1_000_000_000_000;
    const dated = await LocalChain.open({ now: () => nowMs });
    dated.setClock(1_900_000_000);
    expect(dated.blockAt('processed').timeSeconds).toBe(1_900_000_000);
    nowMs += 60_000;
    dated.advance();
    expect(dated.blockAt('processed').timeSeconds).toBe(1_900_000_060);
  });
});

describe('the history', () => {
  it('is bounded, and keeps what a blockhash may still name', async () => {
    const bounded = await LocalChain.open({ historyBlocksMax: 10 });
    const first = bounded.firstAvailableSlot;
    bounded.advance(BLOCKHASH_BLOCKS);
    expect(bounded.firstAvailableSlot).toBe(first);
    bounded.advance(200);
    expect(bounded.slot - bounded.firstAvailableSlot).toBeLessThan(BLOCKHASH_BLOCKS + 100);
    expect(bounded.blockInSlot(first)).toBeUndefined();
  });
});
