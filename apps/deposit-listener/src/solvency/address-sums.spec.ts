/** Deposits whose transfer has left their address before everybody says so, and deposits that are gone. */
import { expect, it } from '@jest/globals';
import { TOKEN_PROGRAM } from '@bellwether/chain';
import { missingAtAddress, newDeposit } from '@bellwether/funding';
import type { Deposit } from '@bellwether/funding';
import { addressHoldings } from './address-sums';
import type { AddressSumsParts } from './address-sums';
import { ADDRESS_READINGS } from './limits';

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
    watched: { ofUser: async () => ({ depositUsdcAccount: new Uint8Array(32).fill(5) }) },
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
