/** What completing a transfer takes of the relayer's wallet on a real chain is what its user was charged for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { associatedTokenAddress, newSigner } from '@bellwether/chain';
import { lamportsOfPart, partsOfCompletion, tokenAccountRent } from '@bellwether/funding';
import type { FundingChain, GasPart } from '@bellwether/funding';
import { TRUE_TARIFF, tickOf } from '@bellwether/funding-testbed';
import type { WithdrawalStore } from '@bellwether/persistence';
import type { RelayerParts } from '../src/parts';
import { TransferWorker } from '../src/transfers/transfer-worker';
import {
  burnedWithdrawal,
  handOver,
  leapingClock,
  proxyOf,
  recordedWithdrawal,
  runUntil,
  signedDeposit,
} from './transfers-under-test';
import { World } from './world';

let world: World;
let parts: RelayerParts;
let withdrawals: WithdrawalStore;

beforeAll(async () => {
  world = await World.start();
  const { address } = await world.signerOf('relayer');
  for (const name of ['ext', 'main'] as const) {
    await world.give(name, { to: address, amount: 10n ** 12n });
  }
  const url = await world.databaseUrl();
  withdrawals = world.withdrawals(url);
  parts = { ...(await world.parts(url, { now: leapingClock() })), tariff: TRUE_TARIFF };
});
afterAll(() => world.stop());

async function held(chain: FundingChain): Promise<number> {
  const { address } = parts.relayer;
  return Number((await world.chains[chain].readAccount(address))?.lamports ?? 0n);
}

/** A signature of each transaction is charged for that is not made: nothing else. */
function expectCovered(taken: number, charged: readonly GasPart[]): void {
  const lamports = charged.reduce((sum, part) => sum + lamportsOfPart(part, TRUE_TARIFF), 0);
  expect(taken).toBeLessThanOrEqual(lamports);
  expect(taken).toBeGreaterThanOrEqual(lamports - 4 * TRUE_TARIFF.extPerSignatureLamports);
}

it('a deposit, into an account that its listener made', async () => {
  const deposit = await signedDeposit(world);
  const mint = world.chainsFile().main.usdc;
  await world.give('main', { to: await proxyOf(world, deposit.user), mint, amount: 1n });
  await handOver(parts, deposit);
  const before = await held('main');
  const ext = await held('ext');
  await runUntil(parts, deposit.message.transferId, 'completed');
  expectCovered(before - (await held('main')), partsOfCompletion('main'));
  // Its source was signed and paid for by the listener.
  expect(await held('ext')).toBe(ext);
});

it('a withdrawal, with the account that its user was charged for', async () => {
  const recipient = await newSigner();
  const withdrawal = await burnedWithdrawal(world, recipient);
  const gasItems = [{ kind: 'account_rent', microUsdc: 1 }] as const;
  await recordedWithdrawal(withdrawals, withdrawal, recipient, gasItems);
  await handOver(parts, withdrawal);
  const before = await held('ext');
  await runUntil(parts, withdrawal.message.transferId, 'completed');
  const charged = [...partsOfCompletion('ext'), tokenAccountRent('ext')];
  expectCovered(before - (await held('ext')), charged);
  const { usdc } = world.chainsFile().ext;
  const account = await associatedTokenAddress(recipient.address, usdc);
  expect(await world.chains.ext.readAccount(account)).not.toBeNull();
});

it('a withdrawal whose account was closed after its price was fixed waits for somebody who makes one, and is paid then', async () => {
  const recipient = await newSigner();
  const withdrawal = await burnedWithdrawal(world, recipient);
  await recordedWithdrawal(withdrawals, withdrawal, recipient, []);
  await handOver(parts, withdrawal);
  const { transferId, amountMicroUsdc } = withdrawal.message;
  await runUntil(parts, transferId, 'attested');
  const worker = new TransferWorker(parts);
  for (let looks = 0; looks < 8; looks++) await tickOf(worker);
  expect(await parts.stores.transfers.byId(transferId)).toMatchObject({ state: 'attested' });
  const { usdc: mint } = world.chainsFile().ext;
  await world.give('ext', { to: recipient.address, mint, amount: 1n });
  await runUntil(parts, transferId, 'completed');
  expect(await world.usdcOf('ext', recipient.address)).toBe(BigInt(amountMicroUsdc) + 1n);
});
