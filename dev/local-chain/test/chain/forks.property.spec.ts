/** Random transfers, blocks and forks: what is left must be what the surviving transactions alone would have made. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit';
import type { KeyPairSigner } from '@solana/kit';
import { LocalChain } from '@bellwether/local-chain';
import type { Commitment, StoredTransaction } from '@bellwether/local-chain';
import { transfer } from './wallet';

const WALLETS = 4;
const FUNDS = 10n ** 10n;
const wallets = Promise.all(
  Array.from({ length: WALLETS }, (_, index) =>
    createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(index + 1)),
  ),
);

type Step =
  | { kind: 'transfer'; from: number; to: number; amount: bigint }
  | { kind: 'advance'; blocks: number }
  | { kind: 'fork'; blocks: number }
  | { kind: 'again' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('transfer' as const),
      from: fc.nat(WALLETS - 1),
      to: fc.nat(WALLETS - 1),
      // Some leave dust, some are more than there is: failures are part of history too.
      amount: fc.bigInt(1n, FUNDS + FUNDS / 2n),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      blocks: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fork' as const),
      blocks: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'again' as const }) },
);

async function newChain(signers: readonly KeyPairSigner[]): Promise<LocalChain> {
  const accounts = signers.map(({ address }) => ({
    address,
    data: new Uint8Array(),
    executable: false,
    lamports: FUNDS as never,
    programAddress: '11111111111111111111111111111111' as never,
    space: 0n,
  }));
  return LocalChain.open({ finalizeAfterBlocks: 4, genesis: { accounts } });
}

const balancesOf = (chain: LocalChain, signers: readonly KeyPairSigner[], commitment: Commitment) =>
  signers.map(({ address }) => chain.account(address, commitment)?.lamports ?? 0n);

/** Adds up what the blocks say each transaction left behind. */
function replayed(chain: LocalChain, signers: readonly KeyPairSigner[], commitment: Commitment) {
  const balances = new Map<string, bigint>(signers.map(({ address }) => [address, FUNDS]));
  for (let height = 0; height <= chain.heightAt(commitment); height++) {
    for (const { transaction, postLamports } of chain.blockAtHeight(height)!.transactions) {
      transaction.addresses.forEach((address, index) =>
        balances.set(address, postLamports[index]!),
      );
    }
  }
  return signers.map(({ address }) => balances.get(address));
}

describe('a chain with forks', () => {
  it('has the accounts that its surviving transactions make on a chain without forks', async () => {
    const signers = await wallets;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const chain = await newChain(signers);
        const dropped: Uint8Array[] = [];
        chain.on('fork', (fork) => dropped.push(...fork.dropped.map(({ wire }) => wire)));
        for (const one of steps) await carryOut(chain, signers, one, dropped);
        for (const commitment of ['processed', 'confirmed', 'finalized'] as const) {
          expect(replayed(chain, signers, commitment)).toEqual(
            balancesOf(chain, signers, commitment),
          );
        }
        expect(balancesOf(chain, signers, 'processed')).toEqual(await onPlainChain(chain, signers));
        checkIndexes(chain, signers);
      }),
      { numRuns: 25 },
    );
  });
});

async function carryOut(
  chain: LocalChain,
  signers: readonly KeyPairSigner[],
  one: Step,
  dropped: Uint8Array[],
): Promise<void> {
  switch (one.kind) {
    case 'advance':
      chain.advance(one.blocks);
      return;
    case 'fork':
      chain.fork(one.blocks);
      return;
    case 'again':
      for (const wire of dropped.splice(0)) submitIfTaken(chain, wire);
      return;
    case 'transfer': {
      const lifetime = chain.latestBlockhash('finalized');
      const { from, to, amount } = one;
      const wire = await transfer(signers[from]!, { to: signers[to]!.address, amount, lifetime });
      submitIfTaken(chain, wire);
    }
  }
}

/** A transfer twice alike, or from an empty wallet, is refused: that changes nothing. */
function submitIfTaken(chain: LocalChain, wire: Uint8Array): StoredTransaction | undefined {
  try {
    return chain.submit(wire);
  } catch {
    return undefined;
  }
}

/** The same transfers, signed anew, in the same order, on a chain where nothing ever went wrong. */
async function onPlainChain(
  chain: LocalChain,
  signers: readonly KeyPairSigner[],
): Promise<bigint[]> {
  const plain = await newChain(signers);
  for (let height = 0; height <= chain.heightAt('processed'); height++) {
    for (const { transaction } of chain.blockAtHeight(height)!.transactions) {
      const { addresses, instructions } = transaction;
      const [instruction] = instructions;
      const { accountIndexes, data } = instruction!;
      const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(4, true);
      const from = signers.find(({ address }) => address === addresses[accountIndexes[0]!])!;
      const to = addresses[accountIndexes[1]!]!;
      plain.advance(); // a blockhash of its own: two transfers alike are two
      const lifetime = plain.latestBlockhash('processed');
      plain.submit(await transfer(from, { to, amount, lifetime }));
    }
  }
  return balancesOf(plain, signers, 'processed');
}

/** What is found by address is what is found in the blocks. */
function checkIndexes(chain: LocalChain, signers: readonly KeyPairSigner[]): void {
  const height = chain.heightAt('processed');
  for (const { address } of signers) {
    const inBlocks: string[] = [];
    for (let at = 0; at <= height; at++) {
      for (const { signature, transaction } of chain.blockAtHeight(at)!.transactions) {
        if (transaction.addresses.includes(address)) inBlocks.unshift(signature);
      }
    }
    const listed = chain.signaturesFor(address, { limit: 1_000, height });
    expect(listed.map(({ signature }) => signature)).toEqual(inBlocks);
  }
}
