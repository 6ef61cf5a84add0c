/** Split accounts on a local chain: what arrives in one reaches those of its list, and the transaction says whom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addressOf,
  approveDelegate,
  associatedTokenAddress,
  bytesOfAddress,
  canBePaid,
  createAssociatedToken,
  newSigner,
  parseTokenAccount,
  paySplit,
  remainderOf,
  signerFromSeed,
  splitAccountOf,
  splitPaymentsIn,
  transferTokens,
} from '../src';
import type { Address, Instruction, SplitList, SplitPayment } from '../src';
import { until } from './chain-under-test';
import { failure, given, networkUnderTest, sent } from './network-under-test';
import type { NetworkUnderTest } from './network-under-test';

let under: NetworkUnderTest;
let program: Address;
let mint: Address;
beforeAll(async () => {
  under = await networkUnderTest();
  program = under.network.description.splitProgram;
  mint = under.usdc.ext;
});
afterAll(async () => under.close());

/** A key with an empty token account, if it is wanted to have one. */
async function recipient({ isThere }: { readonly isThere: boolean }) {
  const signer = await newSigner();
  const token = await associatedTokenAddress(signer.address, mint);
  if (isThere) await given(under, 'ext', { to: signer.address, mint, amount: 1n });
  return { signer, token };
}

let lists = 0;
const listOf = (...entries: readonly (readonly [Address, number])[]): SplitList => ({
  salt: new Uint8Array(32).fill(++lists),
  rentTo: bytesOfAddress(under.operator.address),
  entries: entries.map(([account, amountMicroUsdc]) => ({
    account: bytesOfAddress(account),
    amountMicroUsdc,
  })),
});

const tokens = async (account: Address): Promise<bigint | null> => {
  const found = await under.ext.readAccount(account);
  return found === null ? null : (parseTokenAccount(found)?.amount ?? null);
};

async function payableOf({ entries }: SplitList): Promise<boolean[]> {
  const { accounts } = await under.ext.readAccounts(
    entries.map(({ account }) => addressOf(account)),
  );
  return accounts.map((account) => canBePaid(account, mint));
}

/** Sends instructions, and reads what they paid out of the final block. */
async function paymentsOf(instructions: Instruction[]): Promise<SplitPayment[]> {
  const { signature } = await sent(under.ext, { instructions, feePayer: under.operator });
  const found = await until(() => under.ext.findTransaction(signature));
  return splitPaymentsIn(program, found.transaction);
}

async function payNow(split: SplitList): Promise<Instruction[]> {
  const payable = await payableOf(split);
  return paySplit(program, { mint, split, payable, payer: under.operator.address });
}

describe('a split account', () => {
  it('pays all of its list, and gives its rent back', async () => {
    const [one, other] = [await recipient({ isThere: true }), await recipient({ isThere: true })];
    const split = listOf([one.token, 3_000_000], [other.token, 2_000_000], [one.token, 500_000]);
    const { owner, token } = await splitAccountOf(program, mint, split);
    await given(under, 'ext', { to: owner, mint, amount: 5_500_000n });
    expect(await tokens(token)).toBe(5_500_000n);
    const [payment, ...more] = await paymentsOf(await payNow(split));
    expect(more).toEqual([]);
    expect(payment).toEqual({
      token,
      owner,
      mint,
      split,
      paid: [true, true, true],
      remainder: null,
      surplusMicroUsdc: 0n,
    });
    expect(await tokens(one.token)).toBe(3_500_001n);
    expect(await tokens(other.token)).toBe(2_000_001n);
    expect(await tokens(token)).toBeNull();
    const again = { instructions: await payNow(split), feePayer: under.operator };
    expect(await failure(under.ext, again)).not.toBe('none');
  });

  it('pays those that can be paid; the others follow from the account of the remainder', async () => {
    const good = await recipient({ isThere: true });
    const missing = await recipient({ isThere: false });
    const split = listOf([missing.token, 7], [good.token, 5], [missing.token, 2]);
    const { owner } = await splitAccountOf(program, mint, split);
    await given(under, 'ext', { to: owner, mint, amount: 20n });
    const left = remainderOf(split, [false, true, false])!;
    const remainder = await splitAccountOf(program, mint, left);
    expect(await paymentsOf(await payNow(split))).toMatchObject([
      { paid: [false, true, false], remainder: remainder.token, surplusMicroUsdc: 6n },
    ]);
    expect(await tokens(good.token)).toBe(12n);
    expect(await tokens(remainder.token)).toBe(9n);

    await given(under, 'ext', { to: missing.signer.address, mint, amount: 1n });
    expect(await paymentsOf(await payNow(left))).toMatchObject([
      { token: remainder.token, paid: [true, true], remainder: null, surplusMicroUsdc: 0n },
    ]);
    expect(await tokens(missing.token)).toBe(10n);
  });

  it('shows what it paid where the recipient passed it on in the same transaction', async () => {
    const seed = new Uint8Array(32).fill(0x31);
    const hasty = await signerFromSeed(seed);
    await given(under, 'ext', { to: hasty.address, mint, amount: 1n });
    const token = await associatedTokenAddress(hasty.address, mint);
    const elsewhere = await recipient({ isThere: true });
    const split = listOf([token, 40]);
    const twin = listOf([token, 41]);
    for (const one of [split, twin]) {
      const { owner } = await splitAccountOf(program, mint, one);
      await given(under, 'ext', { to: owner, mint, amount: 41n });
    }
    const instructions = [
      approveDelegate({
        account: token,
        delegate: under.operator.address,
        owner: hasty.address,
        amount: 1n,
      }),
      ...(await payNow(split)),
      ...(await payNow(twin)),
      transferTokens({
        source: token,
        destination: elsewhere.token,
        owner: hasty.address,
        mint,
        decimals: 6,
        amount: 83n,
      }),
    ];
    const kept = await sent(under.ext, {
      instructions,
      feePayer: under.operator,
      signers: [hasty],
    });
    const { transaction } = await until(() => under.ext.findTransaction(kept.signature));
    expect(await tokens(token)).toBe(0n);
    expect(splitPaymentsIn(program, transaction)).toMatchObject([
      { split, paid: [true], surplusMicroUsdc: 1n },
      { split: twin, paid: [true], surplusMicroUsdc: 0n },
    ]);
    // A reader of blocks that asks for the split program's instructions sees the calls too.
    const slot = (await until(() => under.ext.findTransaction(kept.signature))).block.slot;
    const { blocks } = await under.ext.readBlocks({
      after: { slot: slot - 1, blockhash: null },
      limit: 1,
      filter: async () => ({ wants: () => true, programs: new Set([program]) }),
    });
    const read = blocks[0]!.transactions.find((one) => one.signature === kept.signature)!;
    expect(splitPaymentsIn(program, read)).toEqual(splitPaymentsIn(program, transaction));
  });

  it('is made by anyone, before or after the list is known', async () => {
    const good = await recipient({ isThere: true });
    const split = listOf([good.token, 5]);
    const { owner } = await splitAccountOf(program, mint, split);
    const make = await createAssociatedToken({ payer: under.operator.address, owner, mint });
    expect(await paymentsOf([make])).toEqual([]);
    const early = { instructions: await payNow(split), feePayer: under.operator };
    expect(await failure(under.ext, early)).toContain('6004');
  });
});
