/** Deposits whose transfer has left their address before all nodes report it, and deposits that are gone. */
import { expect, it } from 'vitest';
import { TOKEN_PROGRAM, addressOf } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import { missingAtAddress, newDeposit } from '@bellwether/funding';
import type { Deposit } from '@bellwether/funding';
import { addressHoldings } from './address-sums';
import type { AddressSumsParts } from './address-sums';
import { ADDRESS_READINGS, MAX_DEPOSIT_ADDRESSES } from './limits';

const HELD_BESIDE = 7_000_000;
const AMOUNT = 18_000_000;

const depositOf = (step: Deposit['step'], signed: boolean): Deposit => ({
  ...newDeposit(
    {
      user: new Uint8Array(32).fill(1),
      source: 'ext_usdc',
      txSignature: new Uint8Array(64).fill(2),
      accountIndex: 1,
      slot: 5,
      mint: new Uint8Array(32).fill(3),
      sourceToken: 'USDC',
      sourceAmount: BigInt(AMOUNT),
    },
    0,
  ),
  step,
  bridgeSignature: signed ? new Uint8Array(64).fill(4) : null,
});

function tokenAccount(amount: number) {
  const data = new Uint8Array(165);
  const view = new DataView(data.buffer);
  view.setBigUint64(64, BigInt(amount), true);
  view.setUint8(108, 1);
  return { program: TOKEN_PROGRAM, data };
}

/** An address that holds less than the deposit, as a chain shows it at slot 10. */
function shortOf(deposit: Deposit, findAt: (reading: number) => { slot: number } | undefined) {
  const world = { deposit, readings: 0, pauses: 0 };
  const parts = {
    ext: {
      readAccounts: async () => {
        world.readings++;
        return { slot: 10, sinceSlot: 10, accounts: [tokenAccount(HELD_BESIDE)] };
      },
      findTransaction: async () => {
        const block = findAt(world.readings);
        return block && { block, transaction: { error: null } };
      },
    },
    deposits: { usdcAtAddresses: async () => [world.deposit], byId: async () => world.deposit },
    watched: {
      ofUsers: async (users: readonly Uint8Array[]) =>
        users.map((user) => ({ user, depositUsdcAccount: new Uint8Array(32).fill(5) })),
    },
  } as unknown as AddressSumsParts;
  const pause = async (): Promise<void> => void world.pauses++;
  return { world, holdings: () => addressHoldings(parts, pause) };
}

it('is read again until the nodes know the transfer by which it left', async () => {
  const { world, holdings } = shortOf(depositOf('sending', true), (reading) =>
    reading < 4 ? undefined : { slot: 9 },
  );
  expect(await holdings()).toEqual([{ heldMicroUsdc: HELD_BESIDE, deposits: [] }]);
  expect(world).toMatchObject({ readings: 4, pauses: 3 });
});

it.each([
  ['was never sent', depositOf('bridging', false), undefined],
  ['is nowhere to be found', depositOf('sending', true), undefined],
  ['left after the address was read', depositOf('sending', true), { slot: 11 }],
])('that %s is missing, however often it is read', async (_name, deposit, found) => {
  const { world, holdings } = shortOf(deposit, () => found);
  const missing = (await holdings()).map(missingAtAddress);
  expect(missing).toEqual([AMOUNT - HELD_BESIDE]);
  expect(world.readings).toBe(ADDRESS_READINGS);
});

const userOf = (number: number): Uint8Array => {
  const user = new Uint8Array(32);
  new DataView(user.buffer).setUint32(0, number);
  return user;
};

/** Users with a deposit each, all at their addresses except that of `shortUser`. */
function manyOf(count: number, shortUser: number) {
  const world = { asked: [] as number[] };
  const [short, few, enough] = [
    addressOf(userOf(shortUser)),
    tokenAccount(HELD_BESIDE),
    tokenAccount(AMOUNT),
  ];
  const one = depositOf('bridging', false);
  const deposits = Array.from({ length: count }, (_, number) => ({ ...one, user: userOf(number) }));
  const parts = {
    ext: {
      readAccounts: async (accounts: readonly Address[]) => {
        world.asked.push(accounts.length);
        return {
          slot: 10,
          sinceSlot: 10,
          accounts: accounts.map((account) => (account === short ? few : enough)),
        };
      },
    },
    deposits: { usdcAtAddresses: async () => deposits, byId: async () => deposits[0] },
    watched: {
      ofUsers: async (users: readonly Uint8Array[]) =>
        users.map((user) => ({ user, depositUsdcAccount: user })),
    },
  } as unknown as AddressSumsParts;
  return { world, holdings: () => addressHoldings(parts, async () => undefined) };
}

it('is found behind more than a thousand others, and alone is read again', async () => {
  const { world, holdings } = manyOf(1_200, 1_150);
  const found = await holdings();
  expect(found).toHaveLength(1_200);
  expect(found.map(missingAtAddress).filter((missing) => missing > 0)).toEqual([
    AMOUNT - HELD_BESIDE,
  ]);
  expect(world.asked).toEqual([...Array(12).fill(100), ...Array(ADDRESS_READINGS - 1).fill(1)]);
});

it('is not left out unsaid where there are more than can be read', async () => {
  const { holdings } = manyOf(MAX_DEPOSIT_ADDRESSES + 1, 0);
  await expect(holdings()).rejects.toMatchObject({ verdict: 'retry' });
});
