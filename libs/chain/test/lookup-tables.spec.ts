/** Lookup tables on a local network: found again, extended, usable when they are answered, and read back by everything. */
import { LocalChain } from '@bellwether/local-chain';
import { AccountRole } from '@solana/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  NATIVE_MINT,
  OwnLookupTable,
  TOKEN_PROGRAM,
  addressOf,
  approveDelegate,
  associatedTokenAddress,
  bridgeMessageSigner,
  bytesOfAddress,
  closeTokenAccount,
  completeTransfer,
  completionsIn,
  createAssociatedToken,
  debitVault,
  depositSigner,
  initProxyWallet,
  lastPlaceOfProgram,
  messageAccountOf,
  newSigner,
  paySplit,
  proxyWalletOf,
  readBridgeMessage,
  splitAccountOf,
  splitPaymentsIn,
  transferLamports,
  transferMessagesIn,
  transferOut,
  transferTokens,
  unsignedAccountsOf,
} from '../src';
import type { Address, Chain, Instruction, LookupTable, Signer, SplitList } from '../src';
import { createLookupTable, extendLookupTable } from '../src/transactions/lookup-table';
import { signedTransaction } from '../src/transactions/build-transaction';
import { until } from './chain-under-test';
import { MASTER, attested, given, networkUnderTest, posted, sent } from './network-under-test';
import type { NetworkUnderTest } from './network-under-test';

const LAMPORTS = 10n ** 10n;

let under: NetworkUnderTest;
beforeAll(async () => {
  under = await networkUnderTest();
});
afterAll(async () => under.close());

const some = (from: number, count: number): Address[] =>
  Array.from({ length: count }, (_, at) => addressOf(new Uint8Array(32).fill(from + at)));

async function payer(name: 'ext' | 'main'): Promise<Signer> {
  const signer = await newSigner();
  await given(under, name, { to: signer.address, amount: LAMPORTS });
  return signer;
}

const tableOf = (
  chain: Chain,
  owner: Signer,
  addresses: readonly Address[],
): Promise<LookupTable> => {
  const own = new OwnLookupTable(chain, owner);
  return until(() => own.holding(addresses));
};

describe('the lookup table of a key', () => {
  it('is made, grows, and is found again without a row', async () => {
    const owner = await payer('ext');
    const first = await tableOf(under.ext, owner, some(1, 20));
    expect(first.addresses).toEqual(some(1, 20));
    const again = new OwnLookupTable(under.ext, owner);
    expect(await again.holding(some(5, 3))).toEqual(first);
    const grown = await tableOf(under.ext, owner, [...some(18, 10), ...some(18, 2)]);
    expect(grown).toEqual({ address: first.address, addresses: some(1, 27) });
  });

  it('is another one where its pointer is gone, or it would be too full', async () => {
    const owner = await payer('ext');
    const first = await tableOf(under.ext, owner, some(1, 2));
    const account = await associatedTokenAddress(owner.address, NATIVE_MINT);
    const close = closeTokenAccount({ account, owner: owner.address, destination: owner.address });
    await sent(under.ext, { instructions: [close], feePayer: owner });
    const second = await tableOf(under.ext, owner, some(1, 2));
    expect(second.address).not.toBe(first.address);
    const most = Array.from({ length: 256 }, (_, at) =>
      addressOf(new Uint8Array(32).fill(9).fill(at, 31)),
    );
    const full = await tableOf(under.ext, owner, most);
    expect(full.address).not.toBe(second.address);
    expect(full.addresses).toEqual(most);
  });

  it('says what the chain refused', async () => {
    const poor = await newSigner();
    await given(under, 'ext', { to: poor.address, amount: 1_000_000n });
    const own = new OwnLookupTable(under.ext, poor);
    await expect(until(() => own.holding(some(1, 1)))).rejects.toMatchObject({ verdict: 'retry' });
  });
});

describe('an address in a table', () => {
  it('is usable from the slot after its extension, as on a validator', async () => {
    const chain = await LocalChain.open({ blocks: 'on_demand' });
    const owner = await newSigner();
    await chain.airdrop(owner.address, LAMPORTS);
    chain.advance(2);
    const submit = async (instructions: Instruction[], lookupTables: LookupTable[] = []) => {
      const { blockhash, lastValidBlockHeight } = chain.latestBlockhash();
      const request = { instructions, feePayer: owner, lookupTables };
      const lifetime = { blockhash, lastValidBlockHeight: Number(lastValidBlockHeight) };
      const { wireBytes } = await signedTransaction(request, lifetime);
      return chain.submit(wireBytes).error;
    };
    const recent = chain.blockAt('confirmed').slot;
    const { address, instruction } = await createLookupTable(owner.address, recent);
    const [first, second] = some(100, 2) as [Address, Address];
    const pay = (to: Address) =>
      submit(
        [transferLamports({ from: owner.address, to, lamports: LAMPORTS / 100n })],
        [{ address, addresses: [first, second] }],
      );
    await expect(pay(first)).rejects.toMatchObject({ error: 'AddressLookupTableNotFound' });
    expect(
      await submit([instruction, extendLookupTable(owner.address, address, [first])]),
    ).toBeNull();
    await expect(pay(first)).rejects.toMatchObject({ error: 'InvalidAddressLookupTableIndex' });
    chain.advance();
    expect(await pay(first)).toBeNull();
    await expect(pay(second)).rejects.toMatchObject({ error: 'InvalidAddressLookupTableIndex' });
    expect(await submit([extendLookupTable(owner.address, address, [second])])).toBeNull();
    await expect(pay(second)).rejects.toMatchObject({ error: 'InvalidAddressLookupTableIndex' });
    chain.advance();
    expect(await pay(second)).toBeNull();
    chain.close();
  });
});

describe('a shared transfer with a lookup table', () => {
  it('carries eight deposits in one transaction, and everything reads them', async () => {
    const { ext, main, sides, usdc, vault, operator } = under;
    const collector = await payer('ext');
    const collected = await associatedTokenAddress(collector.address, usdc.ext);
    const deposits = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const user = new Uint8Array(32).fill(0x60 + at);
        const signer = await depositSigner(MASTER, user);
        await given(under, 'ext', { to: signer.address, mint: usdc.ext, amount: 5_000_000n });
        const proxy = await proxyWalletOf(vault, user);
        const from = await associatedTokenAddress(signer.address, usdc.ext);
        const reference = addressOf(new Uint8Array(32).fill(0x90 + at));
        return { signer, from, proxy, reference };
      }),
    );
    for (const { signer, from } of deposits) {
      const approval = { account: from, delegate: collector.address, owner: signer.address };
      const instructions = [approveDelegate({ ...approval, amount: 2n ** 64n - 1n })];
      await sent(ext, { instructions, feePayer: operator, signers: [signer] });
    }
    const make = await createAssociatedToken({
      payer: operator.address,
      owner: collector.address,
      mint: usdc.ext,
    });
    await sent(ext, { instructions: [make], feePayer: operator });

    const message = await bridgeMessageSigner(MASTER, new Uint8Array(32).fill(0x61));
    const split: SplitList = {
      salt: bytesOfAddress(message.address),
      rentTo: bytesOfAddress(operator.address),
      entries: deposits.map(({ proxy }, at) => ({
        account: bytesOfAddress(proxy.token),
        amountMicroUsdc: 1_000_000 + at,
      })),
    };
    const program = under.network.description.splitProgram;
    const place = await splitAccountOf(program, usdc.main, split);
    const sum = split.entries.reduce((total, { amountMicroUsdc }) => total + amountMicroUsdc, 0);
    const out = await transferOut(sides.ext, {
      kind: 'native',
      payer: operator.address,
      from: collected,
      fromOwner: collector.address,
      mint: usdc.ext,
      amount: BigInt(sum),
      toChainId: sides.main.chainId,
      to: bytesOfAddress(place.token),
      message: message.address,
    });
    const collecting = deposits.map(({ from, reference }, at) =>
      transferTokens({
        source: from,
        destination: collected,
        owner: collector.address,
        mint: usdc.ext,
        decimals: 6,
        amount: BigInt(split.entries[at]!.amountMicroUsdc),
        reference,
      }),
    );
    const table = await tableOf(ext, operator, [
      ...unsignedAccountsOf(out),
      collected,
      usdc.ext,
      TOKEN_PROGRAM,
    ]);
    const request = {
      instructions: [...collecting, ...out],
      feePayer: operator,
      signers: [collector, message],
      lookupTables: [table],
    };
    const built = await ext.buildTransaction(request);
    expect(built.wireBytes.length).toBe(1_186);
    expect(await ext.simulate(built)).toMatchObject({ error: null });
    const kept = await sent(ext, request);

    expect(messageAccountOf(sides.ext, kept)).toBe(message.address);
    expect(lastPlaceOfProgram(kept, sides.ext.tokenBridge)).toBe(8 + 1);
    const { transaction, block } = await until(() => ext.findTransaction(kept.signature));
    expect(transferMessagesIn(sides.ext, transaction)).toEqual([message.address]);
    const moved = transaction.instructions.slice(0, 8).map(({ accounts }) => accounts);
    expect(moved).toEqual(
      deposits.map(({ from, reference }) => [
        from,
        usdc.ext,
        collected,
        collector.address,
        reference,
      ]),
    );
    const read = await ext.readBlocks({
      after: { slot: block.slot - 1, blockhash: null },
      limit: 1,
    });
    const inBlock = read.blocks[0]!.transactions.find(
      ({ signature }) => signature === kept.signature,
    );
    expect(inBlock?.accounts).toEqual(transaction.accounts);
    for (const { reference } of deposits) {
      const [found] = await ext.signaturesOf(reference, { limit: 1 });
      expect(found?.signature).toBe(kept.signature);
    }

    // On the other side: completed into the split account and paid, with a table of that chain.
    const vaa = await attested(under, 'ext', kept);
    await posted(under, 'main', vaa);
    const completion = [
      await createAssociatedToken({ payer: operator.address, owner: place.owner, mint: usdc.main }),
      await completeTransfer(sides.main, { payer: operator.address, vaa }),
    ];
    for (const { proxy } of deposits) {
      const owner = { payer: operator.address, owner: proxy.wallet, mint: usdc.main };
      await sent(main, { instructions: [await createAssociatedToken(owner)], feePayer: operator });
    }
    const payable = deposits.map(() => true);
    const pay = await paySplit(program, {
      mint: usdc.main,
      split,
      payable,
      payer: operator.address,
    });
    const mainTable = await tableOf(main, operator, [
      ...unsignedAccountsOf(completion),
      ...unsignedAccountsOf(pay),
    ]);
    const paid = { feePayer: operator, lookupTables: [mainTable], computeUnits: 600_000 };
    const { signature } = await sent(main, { ...paid, instructions: [...completion, ...pay] });
    const found = await until(() => main.findTransaction(signature));
    expect(completionsIn(sides.main, found.transaction).map(({ to }) => to)).toEqual([place.token]);
    expect(splitPaymentsIn(program, found.transaction)).toMatchObject([
      { token: place.token, split, paid: payable, remainder: null },
    ]);
  });

  it('carries five debits and the burn of their sum in one transaction', async () => {
    const { main, ext, sides, usdc, vault, operator } = under;
    await given(under, 'main', { to: vault.state, mint: usdc.main, amount: 100_000_000n });
    const own = await associatedTokenAddress(operator.address, usdc.main);
    const make = await createAssociatedToken({
      payer: operator.address,
      owner: operator.address,
      mint: usdc.main,
    });
    await sent(main, { instructions: [make], feePayer: operator });
    const payouts = await Promise.all(
      Array.from({ length: 5 }, async (_, at) => {
        const user = new Uint8Array(32).fill(0xb0 + at);
        await sent(main, {
          instructions: [await initProxyWallet(vault, { payer: operator.address, user })],
          feePayer: operator,
        });
        const recipient = addressOf(new Uint8Array(32).fill(0xc0 + at));
        const token = await associatedTokenAddress(recipient, usdc.ext);
        return { user, token, withdrawalId: new Uint8Array(32).fill(0xd0 + at) };
      }),
    );
    const debits = await Promise.all(
      payouts.map(async ({ user, token, withdrawalId }) =>
        withReference(
          await debitVault(vault, {
            operator: operator.address,
            user,
            paymentSeq: 1n,
            withdrawalId,
            recipientToken: own,
            amount: 3_000_000n,
          }),
          token,
        ),
      ),
    );
    const message = await bridgeMessageSigner(MASTER, new Uint8Array(32).fill(0x62));
    const split: SplitList = {
      salt: bytesOfAddress(message.address),
      rentTo: bytesOfAddress(operator.address),
      entries: payouts.map(({ token }) => ({
        account: bytesOfAddress(token),
        amountMicroUsdc: 3_000_000,
      })),
    };
    const program = under.network.description.splitProgram;
    const place = await splitAccountOf(program, usdc.ext, split);
    const out = await transferOut(sides.main, {
      kind: 'wrapped',
      payer: operator.address,
      from: own,
      fromOwner: operator.address,
      mint: usdc.main,
      amount: 15_000_000n,
      toChainId: sides.ext.chainId,
      to: bytesOfAddress(place.token),
      message: message.address,
    });
    const fixed = [
      ...unsignedAccountsOf(out),
      vault.state,
      vault.token,
      vault.mint,
      own,
      TOKEN_PROGRAM,
    ];
    const table = await tableOf(main, operator, fixed);
    const request = {
      instructions: [...debits, ...out],
      feePayer: operator,
      signers: [message],
      lookupTables: [table],
    };
    const built = await main.buildTransaction(request);
    expect(built.wireBytes.length).toBe(1_127);
    const kept = await sent(main, request);
    expect(lastPlaceOfProgram(kept, sides.main.tokenBridge)).toBe(5 + 1);
    const account = messageAccountOf(sides.main, kept)!;
    expect(account).toBe(message.address);
    expect(await readBridgeMessage(main, sides.main, account)).toBeDefined();
    const { transaction } = await until(() => main.findTransaction(kept.signature));
    expect(transferMessagesIn(sides.main, transaction)).toEqual([message.address]);
    for (const { token, withdrawalId } of payouts) {
      for (const key of [token, addressOf(withdrawalId)]) {
        const [found] = await main.signaturesOf(key, { limit: 1 });
        expect(found?.signature).toBe(kept.signature);
      }
    }
    expect(await ext.readAccount(place.token)).toBeNull();
  });
});

/** With one more read-only account, by which the transaction is found. */
const withReference = (instruction: Instruction, reference: Address): Instruction => ({
  ...instruction,
  accounts: [...(instruction.accounts ?? []), { address: reference, role: AccountRole.READONLY }],
});
