/** What deposits take of the listener's wallet on real chains is what their users are charged for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { costMicroUsdc, partsOfCompletion } from '@bellwether/funding';
import type { FundingChain } from '@bellwether/funding';
import { TRUE_TARIFF, userOf } from '@bellwether/funding-testbed';
import { World } from '../world';
import { ExtByHand } from './ext-by-hand';

/** Then a charge is what it cost, rounded up. */
const TARIFF = { ...TRUE_TARIFF, markupBps: 0 };
/** Of a transfer with two signatures beside the message's, one of a swap: charged, where fewer are made. */
const SLACK_SIGNATURES = 4;

let world: World;
let by: ExtByHand;
beforeAll(async () => {
  world = await World.start();
  by = await ExtByHand.begin(world, TARIFF);
  // The bridge's counter of the messages of this chain is made with the first, once for all.
  await seeThrough(userOf(1), by.parts.usdc.ext, 5_000_000n);
});
afterAll(() => world.stop());

async function held(chain: FundingChain): Promise<number> {
  const { address } = by.parts.listener;
  return Number((await world.chains[chain].readAccount(address))?.lamports ?? 0n);
}

/** Rent of the exchange's own accounts: it is laid out, and not charged. */
async function rentOut(chain: FundingChain): Promise<number> {
  const out = (await by.parts.stores.rents.out()).filter((one) => one.chain === chain);
  return out.reduce((sum, { lamports }) => sum + lamports, 0);
}

/** Until the transfer over the bridge is final. */
async function seeThrough(user: Uint8Array, mint: typeof by.parts.usdc.ext, amount: bigint) {
  const deposit = await by.given(user, { mint, amount });
  await by.workUntil(deposit, { step: 'sending' });
  const transfer = (await by.messages('transfer_signed')).at(-1)!;
  expect(await by.send(transfer)).toMatchObject({ state: 'final', error: null });
  return deposit;
}

const sum = (charges: Record<string, number>): number =>
  Object.values(charges).reduce((total, one) => total + one, 0);

it.each(['USDC', 'another token'])(
  'a deposit of %s, of a user who has nothing on the chains',
  async (what) => {
    const isUsdc = what === 'USDC';
    const mint = isUsdc ? by.parts.usdc.ext : world.network.description.ext.tokens[1]!.mint;
    const before = {
      ext: (await held('ext')) + (await rentOut('ext')),
      main: (await held('main')) + (await rentOut('main')),
      charged: sum(await by.charges()),
    };
    const user = userOf(isUsdc ? 2 : 3);
    const { depositId } = await seeThrough(user, mint, isUsdc ? 5_000_000n : 50_000_000n);
    const taken = {
      ext: before.ext - (await held('ext')) - (await rentOut('ext')),
      main: before.main - (await held('main')) - (await rentOut('main')),
    };
    const lamports = (chain: FundingChain, one: number) =>
      costMicroUsdc([{ kind: 'transaction_fees', chain, lamports: one }], TARIFF);
    // The relayer's part is charged with the transfer, and paid by the relayer.
    const cost =
      lamports('ext', taken.ext) +
      lamports('main', taken.main) +
      costMicroUsdc(partsOfCompletion('main'), TARIFF);
    const charged = sum(await by.charges()) - before.charged;
    expect(charged).toBeGreaterThanOrEqual(cost - lamports('ext', 100));
    const slack = lamports('ext', SLACK_SIGNATURES * TARIFF.extPerSignatureLamports);
    expect(charged).toBeLessThanOrEqual(cost + slack);
    // All of it shows with the deposit, item by item.
    const shown = (await by.parts.stores.charges.ofDeposits([depositId])).get(
      Buffer.from(depositId).toString('hex'),
    )!;
    expect(shown.reduce((total, { amountMicroUsdc }) => total + amountMicroUsdc, 0)).toBe(charged);
    const items = shown.flatMap((charge) => charge.items ?? []);
    expect(items.reduce((total, { microUsdc }) => total + microUsdc, 0)).toBe(charged);
  },
);
