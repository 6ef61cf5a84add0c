/** What is found in blocks, on both chains of a real local network: each kind of deposit once, and nothing else. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  associatedTokenAddress,
  bytesOfAddress,
  createAssociatedToken,
  creditProxy,
  initProxyWallet,
  newSigner,
  signatureBytes,
  transferLamports,
  transferTokens,
} from '@bellwether/chain';
import type { Address, Instruction, Signer } from '@bellwether/chain';
import { until, userOf } from '@bellwether/funding-testbed';
import type { ChainName, ListenerParts } from '../src/parts';
import type { UserPlaces } from '../src/watch/user-addresses';
import { scanToHead, scansOf } from './scan-by-hand';
import { World } from './world';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => world.stop());

let url: string;
let parts: ListenerParts;
let places: UserPlaces;
const user = userOf(1);

beforeEach(async () => {
  url = await world.databaseUrl();
  parts = await world.parts(url);
  const scans = scansOf(parts, world);
  scan = async (name) => scanToHead(parts, scans(`scan-${name}`));
  await scan('ext');
  await scan('main');
  places = await watch(user);
});

let scan: (name: ChainName) => Promise<void>;

async function watch(who: Uint8Array): Promise<UserPlaces> {
  await parts.stores.watched.watch(await parts.addresses.watchOf(who, Date.now()));
  return parts.addresses.of(who);
}

/** Sends, as the faucet's money in somebody's hands would be sent. @returns the signature, final */
async function sent(
  name: ChainName,
  feePayer: Signer,
  instructions: readonly Instruction[],
): Promise<string> {
  const kept = await world.chains[name].buildTransaction({ instructions, feePayer });
  const state = await until(async () => {
    const now = await world.chains[name].advance(kept);
    return now.state === 'final' || now.state === 'expired' ? now : undefined;
  });
  expect(state).toMatchObject({ state: 'final', error: null });
  return kept.signature;
}

async function somebody(name: ChainName, usdc = 0n): Promise<Signer> {
  const signer = await newSigner();
  await world.give(name, { to: signer.address, amount: 2_000_000_000n });
  if (usdc > 0n) {
    await world.give(name, { to: signer.address, mint: parts.usdc[name], amount: usdc });
  }
  return signer;
}

const usdcTo = async (
  name: ChainName,
  from: Signer,
  to: { readonly account: Address; readonly amount: bigint },
): Promise<Instruction> =>
  transferTokens({
    source: await associatedTokenAddress(from.address, parts.usdc[name]),
    destination: to.account,
    owner: from.address,
    mint: parts.usdc[name],
    decimals: 6,
    amount: to.amount,
  });

/** A token account changes hands: it is the other's to be credited from then on. */
const givenAway = (
  account: Address,
  { from, to }: { readonly from: Address; readonly to: Address },
): Instruction => ({
  programAddress: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address,
  accounts: [
    { address: account, role: 1 },
    { address: from, role: 2 },
  ],
  // SetAuthority, of the owner, to somebody.
  data: new Uint8Array([6, 2, 1, ...bytesOfAddress(to)]),
});

const deposits = () =>
  world.rows(
    url,
    'SELECT source, chain, source_amount, source_token, phase, step FROM deposits ORDER BY number',
  );

describe('the scan of ext', () => {
  it('finds USDC, other tokens and lamports at deposit addresses, once', async () => {
    const token = world.network.keys.tokenMint;
    const to = places.depositAddress;
    await world.give('ext', { to, mint: parts.usdc.ext, amount: 25_000_000n });
    await world.give('ext', { to, mint: token, amount: 700n });
    await world.give('ext', { to, amount: 60_000_000n });
    await scan('ext');
    const found = [
      { source: 'ext_usdc', source_amount: '25000000', source_token: 'USDC' },
      { source: 'ext_token', source_amount: '700', source_token: token },
      { source: 'ext_native', source_amount: '60000000', source_token: 'SOL' },
    ].map((one) => ({ ...one, chain: 'ext', phase: 'detected', step: 'deciding' }));
    expect(await deposits()).toEqual(found);
    await scan('ext');
    expect(await deposits()).toEqual(found);
  });

  it('finds nothing in what was sent elsewhere, or failed', async () => {
    const giver = await somebody('ext', 5_000_000n);
    const other = await newSigner();
    await world.give('ext', { to: other.address, mint: parts.usdc.ext, amount: 1_000_000n });
    const kept = await world.chains.ext.buildTransaction({
      feePayer: giver,
      instructions: [
        await createAssociatedToken({
          payer: giver.address,
          owner: places.depositAddress,
          mint: parts.usdc.ext,
        }),
        await usdcTo('ext', giver, { account: places.depositUsdcAccount, amount: 6_000_000n }),
      ],
    });
    await until(async () => (await world.chains.ext.advance(kept)).state === 'final');
    await scan('ext');
    expect(await deposits()).toEqual([]);
  });

  it('sets aside what the exchange itself sent for its user, and nothing that it sent for another', async () => {
    const giver = await somebody('ext', 9_000_000n);
    const pay = async (amount: bigint) =>
      world.chains.ext.buildTransaction({
        feePayer: giver,
        instructions: [
          await createAssociatedToken({
            payer: giver.address,
            owner: places.depositAddress,
            mint: parts.usdc.ext,
          }),
          await usdcTo('ext', giver, { account: places.depositUsdcAccount, amount }),
        ],
      });
    const [own, others, deposit] = [await pay(1_000_000n), await pay(2_000_000n), await pay(3n)];
    for (const [kept, whose] of [
      [own, user],
      [others, userOf(2)],
    ] as const) {
      const { signature, wireBytes: bytes, lastValidBlockHeight } = kept;
      const row = { purpose: signature, signature: signatureBytes(signature), user: whose };
      await parts.stores.transactions.keep(
        { ...row, chain: 'ext', bytes, lastValidBlockHeight },
        Date.now(),
      );
    }
    for (const kept of [own, others, deposit]) {
      await until(async () => (await world.chains.ext.advance(kept)).state === 'final');
    }
    await scan('ext');
    const found = (await deposits()).map((one) => one['source_amount']);
    expect(new Set(found)).toEqual(new Set(['2000000', '3']));
    expect(found).toHaveLength(2);
  });

  it('finds those whose address was asked for while it was running', async () => {
    await scan('ext');
    const late = await watch(userOf(2));
    await world.give('ext', { to: late.depositAddress, amount: 50_000_000n });
    await scan('ext');
    expect(await deposits()).toMatchObject([{ source: 'ext_native', source_amount: '50000000' }]);
  });
});

describe('the scan of main', () => {
  const arrivals = () =>
    world.rows(
      url,
      'SELECT kind, amount_micro_usdc, deposit_id IS NOT NULL AS is_deposit, credit_seq FROM main_arrivals ORDER BY slot, tx_index, account_index',
    );
  const credits = () =>
    world.rows(
      url,
      'SELECT credit_seq, amount_micro_usdc, attribution FROM chain_credits ORDER BY credit_seq',
    );

  it('finds USDC in proxy wallets, and the credits that swept them', async () => {
    const payer = await somebody('main');
    const to = places.proxyWallet;
    await world.give('main', { to, mint: parts.usdc.main, amount: 4_000_000n });
    await world.give('main', { to, mint: parts.usdc.main, amount: 1n });
    await sent('main', payer, [
      await initProxyWallet(parts.vault, { payer: payer.address, user }),
      await creditProxy(parts.vault, { user }),
    ]);
    await world.give('main', { to, mint: parts.usdc.main, amount: 7_000_000n });
    await scan('main');
    expect(await arrivals()).toEqual([
      { kind: 'native', amount_micro_usdc: '4000000', is_deposit: true, credit_seq: '1' },
      { kind: 'native', amount_micro_usdc: '1', is_deposit: true, credit_seq: '1' },
      { kind: 'native', amount_micro_usdc: '7000000', is_deposit: true, credit_seq: null },
    ]);
    expect(await credits()).toEqual([
      { credit_seq: '1', amount_micro_usdc: '4000001', attribution: 'exact' },
    ]);
    const rest = { chain: 'main', source: 'main_usdc', phase: 'detected', step: 'crediting' };
    expect(await deposits()).toMatchObject([rest, rest, rest]);
  });

  it('tells what a credit swept that stands in the transaction in which it came', async () => {
    const other = userOf(3);
    const { proxyUsdcAccount, proxyWallet } = await watch(other);
    const payer = await somebody('main', 10_000_000n);
    const pay = (amount: bigint) => usdcTo('main', payer, { account: proxyUsdcAccount, amount });
    const credit = await creditProxy(parts.vault, { user: other });
    const owner = { payer: payer.address, owner: proxyWallet, mint: parts.usdc.main };
    await sent('main', payer, [
      await initProxyWallet(parts.vault, { payer: payer.address, user: other }),
      await createAssociatedToken(owner),
      await pay(1_000_000n),
      credit,
    ]);
    await sent('main', payer, [await pay(2_000_000n)]);
    await sent('main', payer, [await pay(300_000n), credit, await pay(500_000n)]);
    await sent('main', payer, [credit]);
    await scan('main');
    expect(await credits()).toEqual([
      { credit_seq: '1', amount_micro_usdc: '1000000', attribution: 'exact' },
      { credit_seq: '2', amount_micro_usdc: '2300000', attribution: 'exact' },
      { credit_seq: '3', amount_micro_usdc: '500000', attribution: 'exact' },
    ]);
    expect((await arrivals()).map((one) => [one['amount_micro_usdc'], one['credit_seq']])).toEqual([
      ['1000000', '1'],
      ['2000000', '2'],
      ['300000', '2'],
      ['500000', '3'],
    ]);
  });

  it('tells the credits of one transaction apart, and what came before each', async () => {
    const other = userOf(6);
    const { proxyUsdcAccount, proxyWallet } = await watch(other);
    const [payer, mint] = [await somebody('main', 10_000_000n), parts.usdc.main];
    const pay = (amount: bigint) => usdcTo('main', payer, { account: proxyUsdcAccount, amount });
    const credit = await creditProxy(parts.vault, { user: other });
    await sent('main', payer, [
      await initProxyWallet(parts.vault, { payer: payer.address, user: other }),
      await createAssociatedToken({ payer: payer.address, owner: proxyWallet, mint }),
      await pay(5n),
    ]);
    await sent('main', payer, [await pay(20n), credit, await pay(300n), credit, await pay(4_000n)]);
    await scan('main');
    expect(await credits()).toEqual([
      { credit_seq: '1', amount_micro_usdc: '25', attribution: 'exact' },
      { credit_seq: '2', amount_micro_usdc: '300', attribution: 'exact' },
    ]);
    expect((await arrivals()).map((one) => [one['amount_micro_usdc'], one['credit_seq']])).toEqual([
      ['5', '1'],
      ['20', '1'],
      ['300', '2'],
      ['4000', null],
    ]);
  });

  it('takes no deposit for credited by a credit of another account of the wallet', async () => {
    const other = userOf(7);
    const { proxyUsdcAccount, proxyWallet } = await watch(other);
    const [payer, stranger] = [await somebody('main', 100_000_000n), await newSigner()];
    const mint = parts.usdc.main;
    const side = await associatedTokenAddress(stranger.address, mint);
    const pay = (account: Address, amount: bigint) => usdcTo('main', payer, { account, amount });
    await world.sent('main', {
      feePayer: payer,
      signers: [stranger],
      instructions: [
        await initProxyWallet(parts.vault, { payer: payer.address, user: other }),
        await createAssociatedToken({ payer: payer.address, owner: proxyWallet, mint }),
        await createAssociatedToken({ payer: payer.address, owner: stranger.address, mint }),
        await pay(side, 1n),
        givenAway(side, { from: stranger.address, to: proxyWallet }),
        await pay(proxyUsdcAccount, 10_000_000n),
      ],
    });
    const credit = await creditProxy(parts.vault, { user: other });
    const accounts = credit.accounts?.map((one) =>
      one.address === proxyUsdcAccount ? { ...one, address: side } : one,
    );
    const ofSide: Instruction = { ...credit, accounts: accounts ?? [] };
    await sent('main', payer, [ofSide]);
    await sent('main', payer, [
      await pay(side, 3n),
      ofSide,
      await pay(proxyUsdcAccount, 2n),
      await pay(side, 4n),
      ofSide,
    ]);
    await scan('main');
    const exactly = (...amounts: readonly string[]) =>
      amounts.map((amount, at) => ({
        credit_seq: String(at + 1),
        amount_micro_usdc: amount,
        attribution: 'exact',
      }));
    expect(await credits()).toEqual(exactly('1', '3', '4'));
    for (const creditSeq of [1, 2, 3]) {
      expect(await parts.stores.credits.engineTook({ user: other, creditSeq }, 1)).toEqual([]);
    }
    const found = await parts.stores.deposits.latestOf(other);
    const creditSeqs = Object.fromEntries(
      found.map((one) => [one.amountMicroUsdc, one.creditSeq] as const),
    );
    expect(creditSeqs).toEqual({ 1: 1, 2: null, 3: 2, 4: 3, 10_000_000: null });
    // What lies there is still to be swept.
    await sent('main', payer, [credit]);
    await scan('main');
    expect(await credits()).toEqual(exactly('1', '3', '4', '10000002'));
  });

  it('finds lamports on proxy wallets, but not the rent of the account', async () => {
    const payer = await somebody('main');
    const { proxyWallet: to } = places;
    await world.give('main', { to, amount: 80_000_000n });
    const other = userOf(4);
    await watch(other);
    const from = payer.address;
    const init = await initProxyWallet(parts.vault, { payer: payer.address, user: other });
    const pay = (account: Address, lamports: bigint) =>
      transferLamports({ from, to: account, lamports });
    await sent('main', payer, [init, pay(to, 70_000_000n)]);
    const [before, after] = [await watch(userOf(40)), await watch(userOf(41))];
    for (const [at, { proxyWallet }] of [before, after].entries()) {
      const made = await initProxyWallet(parts.vault, { payer: from, user: userOf(40 + at) });
      const paid = pay(proxyWallet, 60_000_000n + BigInt(at));
      await sent('main', payer, proxyWallet === before.proxyWallet ? [paid, made] : [made, paid]);
    }
    await sent('main', payer, [pay(to, 90_000_000n)]);
    await scan('main');
    const rent = await world.chains.main.minimumLamports(112);
    const rest = { chain: 'main', source: 'main_native', step: 'deciding' };
    expect(await deposits()).toMatchObject([
      { ...rest, source_amount: '80000000' },
      // Along with the wallet of another.
      { ...rest, source_amount: '70000000' },
      // It made the rent of its own wallet needless.
      { ...rest, source_amount: String(60_000_000n - rent) },
      { ...rest, source_amount: '60000001' },
      { ...rest, source_amount: '90000000' },
    ]);
  });

  it('watches users of whom the vault tells before they asked for an address', async () => {
    const stranger = userOf(5);
    const payer = await somebody('main');
    await sent('main', payer, [
      await initProxyWallet(parts.vault, { payer: payer.address, user: stranger }),
    ]);
    const { proxyWallet: to } = await parts.addresses.of(stranger);
    await world.give('main', { to, mint: parts.usdc.main, amount: 4_000_000n });
    await scan('main');
    expect(await parts.stores.watched.ofUser(stranger)).not.toBeNull();
    expect(await arrivals()).toMatchObject([{ kind: 'native', amount_micro_usdc: '4000000' }]);
  });
});
