/**
 * Shared messages among recipients of all kinds, with a stranger who completes, pays and adds at any moment: whatever
 * happens, each gets what the bridge brought for it, and nothing is lost. `ROUNDS=50` is the large run.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  canBePaid,
  associatedTokenAddress,
  parseTokenAccount,
  signatureText,
  splitAccountOf,
  splitPaymentsIn,
} from '@bellwether/chain';
import { toHex } from '@bellwether/codec';
import type { Split } from '@bellwether/funding';
import { TRUE_TARIFF, tickOf } from '@bellwether/funding-testbed';
import { Random } from '@bellwether/seeded-random';
import type { RelayerParts } from '../src/parts';
import { TransferWorker } from '../src/transfers/transfer-worker';
import { RENT_ITEM, Stranger, amountsOf, heldBy, setFrozen, sharedBurn } from './shared-under-test';
import type { Shared } from './shared-under-test';
import { handOver, leapingClock, runUntil } from './transfers-under-test';
import { World } from './world';

const ROUNDS = Number(process.env['ROUNDS'] ?? 4);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const KINDS = ['paid_for', 'there', 'frozen', 'missing'] as const;

let world: World;
let url: string;
let parts: RelayerParts;

beforeAll(async () => {
  world = await World.start();
  for (const name of ['ext', 'main'] as const) {
    const { address } = await world.signerOf('relayer');
    await world.give(name, { to: address, amount: 10n ** 12n });
  }
  url = await world.databaseUrl();
  parts = { ...(await world.parts(url, { now: leapingClock() })), tariff: TRUE_TARIFF };
});
afterAll(() => world.stop());

const sum = (amounts: readonly bigint[]): bigint =>
  amounts.reduce((total, amount) => total + amount, 0n);

/** All lists that `pay` may leave of one, itself with them. */
const listsOf = ({ entries, ...of }: Split): Split[] =>
  Array.from({ length: 2 ** entries.length - 1 }, (_, at) => ({
    ...of,
    entries: entries.filter((_entry, place) => ((at + 1) >> place) % 2 === 1),
  }));

async function heldFor(split: Split): Promise<bigint> {
  const { ext, splitProgram } = world.chainsFile();
  const lists = listsOf(split);
  const places = await Promise.all(lists.map((one) => splitAccountOf(splitProgram, ext.usdc, one)));
  const { accounts } = await world.chains.ext.readAccounts(places.map(({ token }) => token));
  return sum(accounts.map((one) => (one ? (parseTokenAccount(one)?.amount ?? 0n) : 0n)));
}

async function payableNow({ recipients }: Shared): Promise<boolean[]> {
  const { usdc } = world.chainsFile().ext;
  const places = recipients.map(({ address }) => associatedTokenAddress(address, usdc));
  const { accounts } = await world.chains.ext.readAccounts(await Promise.all(places));
  return accounts.map((one) => canBePaid(one, usdc));
}

/** What a stranger does; what the chain refuses has no effect. */
async function meddle(random: Random, shared: Shared, vaa: Uint8Array): Promise<bigint> {
  const stranger = await Stranger.with(world);
  const { split } = shared;
  const added = BigInt(random.between(1, 20_000_000));
  try {
    switch (random.pick(['completes', 'makes', 'adds', 'pays'])) {
      case 'completes':
        await stranger.completes(vaa, split);
        break;
      case 'makes':
        await stranger.makes(split);
        break;
      case 'adds':
        await stranger.adds(split, added);
        return added;
      default:
        await stranger.pays(split, await payableNow(shared));
    }
  } catch {
    // Refused by the chain.
  }
  return 0n;
}

it.each(Array.from({ length: ROUNDS }, (_, round) => [SEED + round]))(
  'seed %i: each is paid, once for what the bridge brought',
  async (seed) => {
    const random = new Random(seed);
    const kinds = Array.from({ length: random.between(2, 4) }, () => random.pick(KINDS));
    const withdrawals = world.withdrawals(url);
    const items = kinds.map((kind) => (kind === 'paid_for' ? RENT_ITEM : []));
    const shared = await sharedBurn(world, withdrawals, items);
    const { usdc: mint } = world.chainsFile().ext;
    let given = 0n;
    for (const [at, { address: to }] of shared.recipients.entries()) {
      if (kinds[at] !== 'there' && kinds[at] !== 'frozen') continue;
      await world.give('ext', { to, mint, amount: 1n });
      given += 1n;
      if (kinds[at] === 'frozen') await setFrozen(world, to, true);
    }
    for (const transfer of shared.transfers) await handOver(parts, transfer);
    const { transferId } = shared.transfers[0]!.message;
    const { vaa } = await runUntil(parts, transferId, 'attested');
    const worker = new TransferWorker(parts);
    for (let acts = random.between(0, 5); acts > 0; acts--) {
      given += await meddle(random, shared, vaa!);
      for (let looks = random.between(0, 4); looks > 0; looks--) await tickOf(worker);
    }
    for (const [at, { address: to }] of shared.recipients.entries()) {
      if (kinds[at] === 'frozen') await setFrozen(world, to, false);
      if (kinds[at] !== 'missing') continue;
      await world.give('ext', { to, mint, amount: 1n });
      given += 1n;
    }
    const held = async () => heldBy(world, shared.recipients);
    for (const [share, { message }] of shared.transfers.entries()) {
      const row = await runUntil(parts, message.transferId, 'completed');
      const signature = signatureText(row.completionSignature!);
      const found = await world.chains.ext.findTransaction(signature);
      const paidIn = splitPaymentsIn(parts.splitProgram, found!.transaction).some((payment) =>
        payment.split.entries.some(
          ({ account }, at) =>
            payment.paid[at] === true &&
            toHex(account) === toHex(shared.split.entries[share]!.account),
        ),
      );
      expect(paidIn).toBe(true);
      expect((await held())[share]).toBeGreaterThanOrEqual(amountsOf(shared.split)[share]!);
    }
    const all = sum(amountsOf(shared.split)) + given;
    expect(sum(await held()) + (await heldFor(shared.split))).toBe(all);
  },
);
