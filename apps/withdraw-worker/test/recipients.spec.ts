/** Where withdrawals do not go, on running chains: what no key reaches, and what is the exchange's own. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  associatedTokenAddress,
  bytesOfAddress,
  newSigner,
  parseAddress,
  proxyWalletOf,
  vaultAt,
} from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import { EngineUnderTest } from '@bellwether/funding-testbed';
import type { FundingChain, NotAWallet } from '@bellwether/funding';
import { ExchangeKeyStore } from '@bellwether/persistence';
import type { FundingApp } from '@bellwether/persistence';
import type { WorkerParts } from '../src/parts';
import { PayoutWorker } from '../src/payout/payout-worker';
import { quoteWithdrawal } from '../src/requests/withdrawal-quote';
import {
  BALANCE_MICRO_USDC,
  acceptedUnseen,
  ask,
  fillVault,
  freshUser,
  leapingClock,
  recorded,
  runUntil,
  userWithMoney,
} from './withdrawals-under-test';
import { World } from './world';

let world: World;
let engine: EngineUnderTest;
let url: string;
let parts: WorkerParts;

beforeAll(async () => {
  world = await World.start();
  engine = await EngineUnderTest.serve(await world.bus());
  const { address } = await world.signerOf('operator');
  await world.give('main', { to: address, amount: 10n ** 12n });
  await fillVault(world, 1_000_000_000n);
  url = await world.databaseUrl();
});
afterAll(async () => {
  await engine.stop();
  await world.stop();
});
beforeEach(async () => {
  parts = await world.parts(url, { now: leapingClock() });
});

const fresh = async (): Promise<Address> => (await newSigner()).address;
/** A user whose addresses the exchange watches. */
async function watched() {
  const user = freshUser();
  const { wallet, token } = await proxyWalletOf(parts.vault, user);
  const deposit = await fresh();
  await world.watched(url).watch({
    user,
    depositAddress: bytesOfAddress(deposit),
    depositUsdcAccount: bytesOfAddress(await associatedTokenAddress(deposit, parts.usdc.ext)),
    proxyWallet: bytesOfAddress(wallet),
    proxyUsdcAccount: bytesOfAddress(token),
    createdMs: 1,
  });
  return { user, deposit, wallet, token };
}

/** A key that an app has noted. */
const noted = (app: FundingApp) => async (): Promise<Address> => {
  const key = await fresh();
  await new ExchangeKeyStore(world.as(app, url), app).add([bytesOfAddress(key)]);
  return key;
};

const REFUSED: readonly (readonly [
  NotAWallet,
  string,
  (chain: FundingChain) => Promise<Address>,
])[] = [
  [
    'derived_address',
    'a token account never made',
    async (chain) => associatedTokenAddress(await fresh(), parts.usdc[chain]),
  ],
  [
    'token_account',
    'a token account',
    async (chain) => {
      const to = await fresh();
      await world.give(chain, { to, mint: parts.usdc[chain], amount: 1n });
      return associatedTokenAddress(to, parts.usdc[chain]);
    },
  ],
  ['exchange_program', 'a mint', async (chain) => parts.usdc[chain]],
  ['exchange_program', 'the vault', async () => parts.vault.program],
  ['exchange_program', 'its account', async () => parts.vault.state],
  ['exchange_program', 'its money', async () => parts.vault.token],
  ['exchange_program', 'the bridge', async (chain) => parts.sides[chain].tokenBridge],
  ['exchange_key', 'the operator', async () => parts.operator.address],
  ['exchange_key', 'the relayer', noted('bridge-relayer')],
  ['exchange_key', 'the listener or the treasury', noted('deposit-listener')],
  [
    'program',
    'a program',
    async () => parseAddress('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')!,
  ],
  ['sysvar', 'a sysvar', async () => parseAddress('SysvarC1ock11111111111111111111111111111111')!],
  [
    'program',
    'a precompile',
    async () => parseAddress('KeccakSecp256k11111111111111111111111111111')!,
  ],
  ['deposit_address', 'a deposit address', async () => (await watched()).deposit],
  ['proxy_wallet', 'a proxy wallet', async () => (await watched()).wallet],
  ['user_token_account', 'the account of one', async () => (await watched()).token],
  [
    'derived_address',
    'a proxy wallet nobody asked for',
    async () => (await proxyWalletOf(parts.vault, freshUser())).wallet,
  ],
];

const EACH = (['ext', 'main'] as const).flatMap((chain) =>
  REFUSED.map(([is, name, made]) => [chain, name, is, made] as const),
);

it.each(EACH)('to %s, %s: %s', async (chain, _name, is, made) => {
  const user = userWithMoney(engine);
  const recipient = bytesOfAddress(await made(chain));
  const recipientKind = `recipient_${chain}` as const;
  const refusal = {
    code: 'RECIPIENT_NOT_A_WALLET',
    details: { field: recipientKind, is },
  };
  const before = engine.commands.length;
  const terms = { user, recipientKind, recipient, amountMicroUsdc: 5_000_000 };
  await expect(ask(parts, terms)).rejects.toMatchObject(refusal);
  await expect(ask(parts, terms, new Uint8Array(16))).rejects.toMatchObject(refusal);
  const quoted = { ...terms, allowProgramAddress: false };
  await expect(quoteWithdrawal(quoted, 'test', parts)).rejects.toMatchObject(refusal);
  // What is off the curve and unknown is a program's, for who signed that it may be.
  for (const allowProgramAddress of is === 'derived_address' ? [] : [true]) {
    await expect(ask(parts, { ...terms, allowProgramAddress })).rejects.toMatchObject(refusal);
  }
  // The engine never received it: the nonce is unused.
  expect(engine.commands).toHaveLength(before);
  const id = acceptedUnseen(engine, { ...terms, nonce: 1 });
  await recorded(parts, await world.bus(), id);
  expect(await runUntil(parts, id, 'ended')).toMatchObject({
    status: 'failed',
    failure: 'recipient_unusable',
    attempt: 0,
  });
  expect(engine.exchange.balance(user)).toMatchObject({ available: BALANCE_MICRO_USDC });
});

/** As a multisig's: no key is behind it, and the program that derived it signs for it. */
const ofProgram = async (): Promise<Address> =>
  (await proxyWalletOf(await vaultAt(await fresh(), parts.usdc.main), freshUser())).wallet;

/** Asks for a withdrawal to such an address, and reads its row. */
async function toProgram(chain: FundingChain) {
  const user = userWithMoney(engine);
  const owner = await ofProgram();
  const recipient = bytesOfAddress(owner);
  const terms = { user, recipientKind: `recipient_${chain}`, recipient, nonce: 1 } as const;
  await expect(ask(parts, terms)).rejects.toMatchObject({ details: { is: 'derived_address' } });
  const accepted = await ask(parts, { ...terms, allowProgramAddress: true });
  const row = await recorded(parts, await world.bus(), accepted.withdrawalId);
  expect(row).toMatchObject({ allowProgramAddress: true, recipient });
  return { owner, ...accepted };
}

it('an address of a program is paid on main, in its associated account, where that was signed', async () => {
  const { owner, withdrawalId, netAmountMicroUsdc } = await toProgram('main');
  expect(await runUntil(parts, withdrawalId, 'ended')).toMatchObject({ ending: 'settled' });
  expect(await world.usdcOf('main', owner)).toBe(BigInt(netAmountMicroUsdc));
});

it('to ext the bridge is told its associated account', async () => {
  const { owner, withdrawalId } = await toProgram('ext');
  expect(await runUntil(parts, withdrawalId, 'attesting')).toMatchObject({ status: 'burned' });
  const account = bytesOfAddress(await associatedTokenAddress(owner, parts.usdc.ext));
  const [handed] = await world.rows(
    url,
    "SELECT payload FROM outbox WHERE subject = 'funding.transfer.burned' ORDER BY outbox_id DESC",
  );
  expect(Buffer.from(handed!['payload'] as Uint8Array).includes(Buffer.from(account))).toBe(true);
});

it('nobody is paid whose record alone allows it', async () => {
  const user = userWithMoney(engine);
  const to = {
    recipientKind: 'recipient_main',
    recipient: bytesOfAddress(await ofProgram()),
  } as const;
  const id = acceptedUnseen(engine, { user, ...to, nonce: 1 });
  await recorded(parts, await world.bus(), id);
  const change = 'UPDATE withdrawals SET allow_program_address = true WHERE withdrawal_id = $1';
  await world.rows(url, change, [id]);
  await new PayoutWorker(parts).tick();
  expect(await parts.stores.withdrawals.byId(id)).toMatchObject({ attempt: 0, ending: null });
});

it('a fee above the most that was signed is refused; nothing is charged, and the nonce is used', async () => {
  const user = userWithMoney(engine);
  const recipient = bytesOfAddress(await fresh());
  const terms = { user, recipientKind: 'recipient_main', recipient } as const;
  const amountMicroUsdc = 5_000_000;
  const quoted = { ...terms, amountMicroUsdc, allowProgramAddress: false };
  const { gasFeeMicroUsdc: fee } = await quoteWithdrawal(quoted, 'test', parts);
  await expect(ask(parts, { ...terms, maxGasFee: fee - 1 })).rejects.toMatchObject({
    code: 'FEE_ABOVE_MAX',
    details: { gas_fee: fee, max_gas_fee: fee - 1 },
  });
  expect(engine.exchange.balance(user)).toMatchObject({ available: BALANCE_MICRO_USDC });
  expect(engine.exchange.nonces(user).withdraw).toBe(1);
  const accepted = await ask(parts, { ...terms, maxGasFee: fee, nonce: 2 });
  expect(accepted).toMatchObject({ gasFeeMicroUsdc: fee, isReplay: false });
  await recorded(parts, await world.bus(), accepted.withdrawalId);
  await runUntil(parts, accepted.withdrawalId, 'ended');
});

it('the default goes to the own deposit address, and nobody else names it', async () => {
  const { user, deposit } = await watched();
  engine.apply('admin', {
    kind: 'test_credit',
    user,
    amount: BALANCE_MICRO_USDC,
    reference: toHex(user),
  });
  const { withdrawalId, recipient } = await ask(parts, { user });
  expect(recipient).toEqual(bytesOfAddress(deposit));
  await recorded(parts, await world.bus(), withdrawalId);
  expect(await runUntil(parts, withdrawalId, 'attesting')).toMatchObject({ status: 'burned' });
});
