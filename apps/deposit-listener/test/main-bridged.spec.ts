/** One proxy wallet, paid over the bridge and directly: each deposit is credited with what it brought. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signatureText } from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import type { Deposit } from '@bellwether/funding';
import { EngineUnderTest, userOf } from '@bellwether/funding-testbed';
import { ExtByHand } from './ext/ext-by-hand';
import { MainByHand, heldBy } from './main-by-hand';
import { relayed } from './relay-by-hand';
import { World } from './world';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => world.stop());

it('a deposit over the bridge and one on main are credited, whichever is told of first', async () => {
  const by = await ExtByHand.begin(world);
  const engine = await EngineUnderTest.serve(by.parts.bus);
  const main = MainByHand.again(by.parts, world, by.clock);
  await main.tick();
  const user = userOf(1);
  const deposit = await by.given(user, { mint: by.parts.usdc.ext, amount: 25_000_000n });
  await by.workUntil(deposit, { step: 'sending' });
  const [signed] = await by.messages('transfer_signed');
  if (signed === undefined) throw new Error('no transfer');
  await by.send(signed);
  const { proxyWallet } = await by.parts.addresses.of(user);
  const source = {
    signature: signatureText(signed.sourceSignature),
    wireBytes: signed.sourceBytes!,
    blockhash: '',
    lastValidBlockHeight: signed.lastValidBlockHeight!,
  };
  const [{ sequence, completionSignature }] = await Promise.all([
    relayed(world, by.parts, source),
    world.give('main', { to: proxyWallet, mint: by.parts.usdc.main, amount: 3_000_000n }),
  ]);
  // The vault may have swept both before the relayer has reported the transfer.
  await main.until(() => engine.exchange.solvency().depositsCredited === 28_000_000);
  const { transferId, direction, subjectId } = signed;
  const about = { transferId, direction, subjectId, user };
  const { sourceSignature } = signed;
  await by.report({ kind: 'transfer_sent', ...about, sourceSignature, sequence }, 'sent');
  await by.report(
    { kind: 'transfer_completed', ...about, sequence, completionSignature },
    'completed',
  );
  const isCredited = ({ phase }: Deposit): boolean => phase === 'credited';
  await main.until(async () => (await by.deposits(user)).every(isCredited));

  const deposits = await by.deposits(user);
  const credited = deposits.map(({ source: from, creditedMicroUsdc }) => [from, creditedMicroUsdc]);
  expect(Object.fromEntries(credited)).toEqual({ ext_usdc: 25_000_000, main_usdc: 3_000_000 });
  const bridged = deposits.find(({ depositId }) => toHex(depositId) === toHex(deposit.depositId));
  expect(bridged?.mainSignature).toEqual(completionSignature);
  expect(await heldBy(by.parts, by.parts.vault.token)).toBe(28_000_000n);
  const charges = Object.values(await by.charges()).reduce((sum, one) => sum + one, 0);
  const { available } = engine.exchange.balance(user);
  expect(available + engine.exchange.solvency().gasRevenue).toBe(28_000_000);
  expect(charges).toBe(
    engine.exchange.solvency().gasRevenue + engine.exchange.funding(user).gasDebt,
  );
  expect(await by.alarms()).toEqual({});
  await main.stop();
  await engine.stop();
});
