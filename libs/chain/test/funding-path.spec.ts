/**
 * A deposit and a withdrawal over the real programs on both chains of a local network, with this library's operations
 * only.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentState, vaultEventsOfLog } from '@bellwether/vault-program';
import {
  TransactionSearch,
  addressOf,
  associatedTokenAddress,
  bridgeMessageSigner,
  bytesOfAddress,
  closeTokenOfProxy,
  completeTransfer,
  createAssociatedToken,
  creditProxy,
  custodyAddress,
  debitVault,
  depositSigner,
  findDebit,
  initProxyWallet,
  isCompleted,
  parseMint,
  parseTokenAccount,
  proxyWalletOf,
  readBridgeMessage,
  readProxy,
  readVault,
  setUserTier,
  setVaultPaused,
  sweepProxyLamports,
  tokenMovementsOf,
  transferOut,
  vaultEventsOf,
  wrappedMint,
} from '../src';
import type { Chain } from '../src';
import type { Address } from '../src';
import { until } from './chain-under-test';
import {
  attested,
  failure,
  given,
  MASTER,
  networkUnderTest,
  posted,
  sent,
} from './network-under-test';
import type { NetworkUnderTest } from './network-under-test';

const AMOUNT = 250_000_000n;
const user = new Uint8Array(32).fill(0x5a);
const withdrawalId = new Uint8Array(32).fill(0x77);

let under: NetworkUnderTest;
beforeAll(async () => {
  under = await networkUnderTest();
});
afterAll(async () => under.close());

const balance = async (chain: Chain, account: Address): Promise<bigint> => {
  const found = await chain.readAccount(account);
  return found === null ? 0n : (parseTokenAccount(found)?.amount ?? -1n);
};

describe('the money of a user', () => {
  it('goes from the deposit address on ext into the proxy wallet on main', async () => {
    const { ext, main, sides, usdc, vault, operator } = under;
    const deposit = await depositSigner(MASTER, user);
    await given(under, 'ext', { to: deposit.address, mint: usdc.ext, amount: AMOUNT });
    const from = await associatedTokenAddress(deposit.address, usdc.ext);
    expect(await balance(ext, from)).toBe(AMOUNT);

    const proxy = await proxyWalletOf(vault, user);
    const message = await bridgeMessageSigner(MASTER, user);
    const instructions = await transferOut(sides.ext, {
      kind: 'native',
      payer: operator.address,
      from,
      fromOwner: deposit.address,
      mint: usdc.ext,
      amount: AMOUNT,
      toChainId: sides.main.chainId,
      to: bytesOfAddress(proxy.token),
      message: message.address,
    });
    const transfer = { instructions, feePayer: operator, signers: [deposit, message] };
    expect(await readBridgeMessage(ext, sides.ext, message.address)).toBeUndefined();
    const kept = await sent(ext, transfer);
    expect(await balance(ext, from)).toBe(0n);

    // The same transfer, signed again: the chain itself rejects it, whatever funds there are.
    await given(under, 'ext', { to: deposit.address, mint: usdc.ext, amount: AMOUNT });
    expect(await failure(ext, transfer)).not.toBe('none');
    expect(await balance(ext, from)).toBe(AMOUNT);

    const vaa = await attested(under, 'ext', kept);
    expect(await posted(under, 'main', vaa)).toBe(3);
    expect(await isCompleted(main, sides.main, vaa)).toBe(false);
    const owner = { payer: operator.address, owner: proxy.wallet, mint: vault.mint };
    const completion = {
      instructions: [
        await createAssociatedToken(owner),
        await completeTransfer(sides.main, { payer: operator.address, vaa }),
      ],
      feePayer: operator,
    };
    await sent(main, completion);
    expect(await isCompleted(main, sides.main, vaa)).toBe(true);
    expect(await balance(main, proxy.token)).toBe(AMOUNT);
    expect(await failure(main, completion)).not.toBe('none');
    expect(await balance(main, proxy.token)).toBe(AMOUNT);
  });

  it('is credited by the vault, which says so', async () => {
    const { main, vault, operator } = under;
    const proxy = await proxyWalletOf(vault, user);
    const head = await main.head();
    expect(await readProxy(main, vault, user)).toBeNull();
    const kept = await sent(main, {
      instructions: [
        await initProxyWallet(vault, { payer: operator.address, user }),
        await creditProxy(vault, { user }),
      ],
      feePayer: operator,
    });
    const found = await until(() => main.findTransaction(kept.signature));
    const { events, cutOff } = vaultEventsOf(found.block, vault);
    expect(cutOff).toEqual([]);
    expect(events.map(({ event }) => event)).toMatchObject([
      { kind: 'ProxyInitialized', user },
      { kind: 'Credit', user, proxy: bytesOfAddress(proxy.wallet), amount: AMOUNT, creditSeq: 1n },
    ]);
    const moved = tokenMovementsOf(found.block).map(({ account, amountBefore, amountAfter }) => [
      account,
      amountAfter - amountBefore,
    ]);
    expect(moved).toEqual(
      expect.arrayContaining([
        [proxy.token, -AMOUNT],
        [vault.token, AMOUNT],
      ]),
    );
    expect(await readProxy(main, vault, user)).toMatchObject({ creditSeq: 1n, tier: 0 });
    expect(head.slot).toBeLessThan(found.block.slot);

    // A log cut off before the vault's events hides nothing, nor does a node that leaves logs out.
    const withLogs = (logs: readonly string[]) => ({
      ...found.block,
      transactions: found.block.transactions.map((one) => ({ ...one, logs })),
    });
    const { signature } = kept;
    const accountIndex = found.transaction.accounts.indexOf(proxy.token);
    const swept = { account: proxy.token, accountIndex };
    expect(events.map((one) => one.swept)).toEqual([null, swept]);
    const takenFrom = [{ owner: proxy.wallet, swept, amount: AMOUNT }];
    const credits = [{ proxy: proxy.wallet, swept, amount: AMOUNT }];
    const [ran] = found.transaction.logs;
    expect(vaultEventsOfLog(['Log truncated'], vault.program).isComplete).toBe(false);
    for (const logs of [['Log truncated'], [], [ran!, ran!.replace(/ invoke.*/, ' success')]]) {
      expect(vaultEventsOf(withLogs(logs), vault)).toMatchObject({
        events: [],
        cutOff: [{ signature, credits, takenFrom }],
      });
    }
    // If inner instructions are missing as well, the balances remain.
    const bare = withLogs([]).transactions.map((one) => ({
      ...one,
      instructions: one.instructions.filter(({ depth }) => depth === 1),
    }));
    expect(vaultEventsOf({ ...found.block, transactions: bare }, vault).cutOff).toMatchObject([
      { signature, credits: [{ proxy: proxy.wallet, swept, amount: null }], takenFrom },
    ]);
    // If a program called the vault, the credit is missing too: the log shows it, and the balances show what it swept.
    const called = found.block.transactions.map((one) => ({ ...one, instructions: [] }));
    const reported = vaultEventsOf({ ...found.block, transactions: called }, vault);
    expect(reported).toMatchObject({ cutOff: [], events: [{ swept: null }, { swept }] });
  });

  it('is paid out and burned in one transaction, once, and arrives on ext', async () => {
    const { ext, main, sides, usdc, vault, operator } = under;
    const recipient = await associatedTokenAddress(
      (await depositSigner(MASTER, user)).address,
      usdc.ext,
    );
    const before = await balance(ext, recipient);
    const operatorToken = await associatedTokenAddress(operator.address, vault.mint);
    const message = await bridgeMessageSigner(MASTER, withdrawalId);
    const amount = 100_000_000n;
    const request = {
      computeUnits: 300_000,
      priorityFeeMicroLamports: 1_000n,
      feePayer: operator,
      signers: [message],
      instructions: [
        await createAssociatedToken({
          payer: operator.address,
          owner: operator.address,
          mint: vault.mint,
        }),
        await debitVault(vault, {
          operator: operator.address,
          user,
          paymentSeq: 1n,
          withdrawalId,
          amount,
          recipientToken: operatorToken,
        }),
        ...(await transferOut(sides.main, {
          kind: 'wrapped',
          payer: operator.address,
          from: operatorToken,
          fromOwner: operator.address,
          mint: vault.mint,
          amount,
          toChainId: sides.ext.chainId,
          to: bytesOfAddress(recipient),
          message: message.address,
        })),
      ],
    };
    const search = new TransactionSearch(main);
    expect(await findDebit(search, vault, withdrawalId)).toBeUndefined();
    const paid = async () => paymentState((await readProxy(main, vault, user))!, 1n);
    expect(await paid()).toBe('unpaid');
    const kept = await sent(main, request);
    expect(kept.wireBytes.length).toBeLessThanOrEqual(1_232);
    expect(await paid()).toBe('paid');
    const recipientToken = bytesOfAddress(operatorToken);
    const { event, final } = (await until(() => findDebit(search, vault, withdrawalId)))!;
    expect(event).toMatchObject({ user, paymentSeq: 1n, withdrawalId, recipientToken, amount });
    expect(final.transaction.signature).toBe(kept.signature);
    expect(await main.readAccount(addressOf(withdrawalId))).toBeNull();
    expect(await failure(main, request)).not.toBe('none');
    expect(await balance(main, operatorToken)).toBe(0n);
    const unknown = await main.buildTransaction({ instructions: [], feePayer: operator });
    expect(await main.successSlots([unknown.signature, kept.signature])).toEqual([
      null,
      final.block.slot,
    ]);

    const vaa = await attested(under, 'main', kept);
    await posted(under, 'ext', vaa);
    await sent(ext, {
      instructions: [await completeTransfer(sides.ext, { payer: operator.address, vaa })],
      feePayer: operator,
    });
    expect(await balance(ext, recipient)).toBe(before + amount);
  });

  it('is backed: what circulates on main lies in custody on ext', async () => {
    const { ext, main, sides, usdc } = under;
    const mint = await wrappedMint(sides.main, { chainId: 1, address: bytesOfAddress(usdc.ext) });
    expect(mint).toBe(usdc.main);
    const account = await main.readAccount(mint);
    const supply = account === null ? undefined : parseMint(account)?.supply;
    expect(await balance(ext, await custodyAddress(sides.ext, usdc.ext))).toBe(supply);
  });
});

describe('the vault', () => {
  it('takes tiers of the registrar, pauses of the operator, and sweeps lamports', async () => {
    const { main, vault, operator, network } = under;
    const { registrar, treasury } = network.keys.signers;
    const setTier = await setUserTier(vault, { registrar: registrar.address, user, tier: 2 });
    await sent(main, { instructions: [setTier], feePayer: operator, signers: [registrar] });
    expect(await readProxy(main, vault, user)).toMatchObject({ tier: 2 });

    const { wallet } = await proxyWalletOf(vault, user);
    await given(under, 'main', { to: wallet, amount: 2_000_000_000n });
    const sweep = await sweepProxyLamports(vault, {
      registrar: registrar.address,
      user,
      treasury: treasury.address,
    });
    const kept = await sent(main, {
      instructions: [sweep],
      feePayer: operator,
      signers: [registrar],
    });
    const found = await until(() => main.findTransaction(kept.signature));
    expect(vaultEventsOf(found.block, vault).events.at(-1)?.event).toMatchObject({
      kind: 'NativeSwept',
      lamports: 2_000_000_000n,
    });

    const pause = setVaultPaused(vault, { authority: operator.address, isPaused: true });
    await sent(main, { instructions: [pause], feePayer: operator });
    expect(await readVault(main, vault)).toMatchObject({ paused: true });
    const { admin } = network.keys.signers;
    const unpause = setVaultPaused(vault, { authority: admin.address, isPaused: false });
    await sent(main, { instructions: [unpause], feePayer: operator, signers: [admin] });
    expect(await readVault(main, vault)).toMatchObject({ paused: false });
  });

  it('gives the registrar the rent of an empty token account, which can be made again', async () => {
    const { main, vault, operator, network } = under;
    const { registrar } = network.keys.signers;
    const { wallet, token } = await proxyWalletOf(vault, user);
    const rent = (await main.readAccount(token))!.lamports;
    const before = (await main.readAccount(registrar.address))?.lamports ?? 0n;
    const close = await closeTokenOfProxy(vault, { registrar: registrar.address, user });
    await sent(main, { instructions: [close], feePayer: operator, signers: [registrar] });
    expect(await main.readAccount(token)).toBeNull();
    expect((await main.readAccount(registrar.address))?.lamports).toBe(before + rent);
    const owner = { payer: operator.address, owner: wallet, mint: vault.mint };
    await sent(main, { instructions: [await createAssociatedToken(owner)], feePayer: operator });
    expect(await balance(main, token)).toBe(0n);
  });
});
