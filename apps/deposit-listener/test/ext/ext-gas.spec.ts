/** What deposits take of the listener's wallet on real chains is what their users are charged for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { costMicroUsdc, partsOfCompletion } from '@bellwether/funding';
import type { FundingChain } from '@bellwether/funding';
import { TRUE_TARIFF, userOf } from '@bellwether/funding-testbed';
import { World } from '../world';
import { ExtByHand } from './ext-by-hand';
import { alignSlot, givenTogether, groupsOf, workToStep } from './sharing-by-hand';

/** Then a charge is what it cost, rounded up. */
const TARIFF = { ...TRUE_TARIFF, markupBps: 0 };
/** Of a transfer with two signatures beside the message's, one of a swap: charged, where fewer are made. */
const SLACK_SIGNATURES = 4;

let world: World;
let by: ExtByHand;
beforeAll(async () => {
  world = await World.start();
  by = await ExtByHand.begin(world, { tariff: TARIFF });
  // The bridge's counter of the messages of this chain is made with the first, once for all.
  await seeThrough(userOf(1), by.parts.usdc.ext, 5_000_000n);
});
afterAll(() => world.stop());

async function held(chain: FundingChain): Promise<number> {
  const { address } = by.parts.listener;
  return Number((await world.chains[chain].readAccount(address))?.lamports ?? 0n);
}

/** Rent of the exchange's own accounts: it is laid out, and not charged. */
async function rentOut(chain: FundingChain, of = by): Promise<number> {
  const out = (await of.parts.stores.rents.out()).filter((one) => one.chain === chain);
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

it('of one that shares a transfer is its share of that, and its own transactions', async () => {
  const sharing = await ExtByHand.begin(world, { tariff: TARIFF, shareWaitMs: 20_000 });
  let users = 1_000;
  const together = async (count: number) => {
    alignSlot(sharing);
    const fresh = () => ({ user: userOf(++users), amount: 5_000_000n });
    const deposits = await givenTogether(sharing, Array.from({ length: count }, fresh));
    const charged = () => sharing.charges().then(sum);
    const lamports = async () => ({
      ext: (await held('ext')) + (await rentOut('ext', sharing)),
      main: (await held('main')) + (await rentOut('main', sharing)),
    });
    const before = { ...(await lamports()), charged: await charged() };
    await workToStep(sharing, deposits, 'sending');
    const [group] = await groupsOf(sharing, deposits);
    expect(group).toHaveLength(count);
    expect(await sharing.send(group![0]!)).toMatchObject({ state: 'final', error: null });
    const after = { ...(await lamports()), charged: await charged() };
    return {
      ext: (before.ext - after.ext) / count,
      main: (before.main - after.main) / count,
      charged: (after.charged - before.charged) / count,
    };
  };
  // The collector's account and the lookup table are made once, for all.
  await together(1);
  const fees = (chain: FundingChain, one: number) =>
    costMicroUsdc([{ kind: 'transaction_fees', chain, lamports: Math.ceil(one) }], TARIFF);
  for (const count of [1, 8]) {
    const taken = await together(count);
    const completion = costMicroUsdc(partsOfCompletion('main'), TARIFF) / count;
    const cost = fees('ext', taken.ext) + fees('main', taken.main) + completion;
    console.info(JSON.stringify({ sharers: count, ...taken, completion, cost }));
    expect(taken.charged).toBeGreaterThanOrEqual(cost - fees('ext', 100 + count));
    expect(taken.charged).toBeLessThanOrEqual(
      cost + fees('ext', SLACK_SIGNATURES * TARIFF.extPerSignatureLamports) + 2,
    );
  }
});
