/**
 * Sums at one seq while money is booked all the time: what is in flight makes chain and ledger equal, at every load.
 */
import { describe, expect, it } from 'vitest';
import { MAX_BOOKINGS } from '@bellwether/bus';
import { signatureText } from '@bellwether/chain';
import type { InFlight, Withdrawal } from '@bellwether/funding';
import type { ChainCredit } from '@bellwether/persistence';
import { VaultFlightsReader } from './vault-flights';
import type { VaultFlightsParts } from './vault-flights';

const SLOT = 100;
const numbered = (number: number): Uint8Array => {
  const bytes = new Uint8Array(32);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
};
const numberOf = (bytes: Uint8Array): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);

/**
 * Credits pass through their states: a row, booked by the engine, marked as booked. Each read of anything advances some
 * of them.
 */
function exchangeOf(backlog: number, bookedPerLook: number) {
  const rows: { -readonly [K in keyof ChainCredit]: ChainCredit[K] }[] = [];
  const world = {
    seq: 0,
    taken: 0,
    looks: 0,
    ledger: 0,
    largestQuestion: 0,
    beforeLook: (): void => undefined,
    book: (): void => {
      const noted = rows[world.taken - 1];
      if (noted !== undefined) noted.engineMs = 1;
      world.ledger += rows[world.taken]?.amountMicroUsdc ?? 0;
      world.taken++;
      world.seq++;
      arrive(SLOT + 1);
    },
  };
  const arrive = (slot: number): void => {
    const amountMicroUsdc = 1_000 + rows.length;
    const user = numbered(rows.length);
    rows.push({ user, creditSeq: 1, slot, amountMicroUsdc, engineMs: null } as ChainCredit);
  };
  for (let at = 0; at < backlog; at++) arrive(SLOT);
  const look = (): void => {
    world.looks++;
    world.beforeLook();
    for (let at = 0; at < bookedPerLook; at++) world.book();
  };
  const parts = {
    credits: {
      underWaySince: async () => {
        look();
        return rows.map((row) => ({ ...row }));
      },
    },
    withdrawals: { inVaultSince: async (): Promise<Withdrawal[]> => [] },
    main: { successSlots: async () => [] },
    engine: {
      query: async (what: string, { users }: { users: readonly Uint8Array[] }) => {
        expect(what).toBe('bookings');
        look();
        world.largestQuestion = Math.max(world.largestQuestion, users.length);
        const lastCreditSeqs = users.map((user) => (numberOf(user) < world.taken ? 1 : 0));
        const solvency = { depositsCredited: world.ledger, testCredits: 0, payouts: 0 };
        return { seq: world.seq, view: { solvency, lastCreditSeqs, withdrawals: [] } };
      },
    },
  } as unknown as VaultFlightsParts;
  const onChain = () =>
    rows.filter(({ slot }) => slot <= SLOT).reduce((sum, row) => sum + row.amountMicroUsdc, 0);
  return { world, onChain, reader: new VaultFlightsReader(parts, { slot: SLOT, sinceMs: 0 }) };
}

const sumOf = (flights: readonly InFlight[]): number =>
  flights.reduce((sum, { microUsdc }) => sum + microUsdc, 0);

it.each([
  ['nothing', 0, 0],
  ['one booking in all that is asked', 40, 1],
  ['twenty bookings while each question is asked', 400, 20],
  ['more under way than one question takes', MAX_BOOKINGS + 500, 7],
])('with %s the ledger and what is in flight are what the chain shows', async (_name, ...load) => {
  const { world, onChain, reader } = exchangeOf(...load);
  let read: Awaited<ReturnType<typeof reader.read>>;
  for (let reading = 0; reading < 3 && read === undefined; reading++) read = await reader.read();
  expect(sumOf(read!.creditsUnderWay) + read!.sums.depositsCredited).toBe(onChain());
  expect(world.largestQuestion).toBeLessThanOrEqual(MAX_BOOKINGS);
});

it('what is found and booked right behind the question for the sums makes another reading', async () => {
  const { world, onChain, reader } = exchangeOf(1, 0);
  // The rows, the query, the rows.
  world.beforeLook = () => {
    if (world.looks !== 3) return;
    world.book(); // It was queried: it is known to have come later.
    world.book(); // It was not there.
  };
  expect(await reader.read()).toBeUndefined();
  const read = await reader.read();
  expect(read?.sums.depositsCredited).toBe(2_001);
  expect(sumOf(read?.creditsUnderWay ?? []) + 2_001).toBe(onChain());
});

describe('of test credits that are paid for together', () => {
  const SIGNATURE = new Uint8Array(64).fill(9);
  const credits = [
    { reference: 'one', seq: 7, amountMicroUsdc: 3_000 },
    { reference: 'two', seq: 8, amountMicroUsdc: 5_000 },
    { reference: 'later than the sums', seq: 12, amountMicroUsdc: 900 },
  ];

  /** @param slot of the payment; null: it was not sent */
  function readerOf(slot: number | null) {
    const questions: string[] = [];
    const parts = {
      backings: {
        pendingSince: async () =>
          credits.map((credit) => ({ ...credit, paymentSeq: 7, txSignature: null })),
      },
      transactions: {
        byPurpose: async (purpose: string) => {
          questions.push(purpose);
          const isSent = slot !== null && purpose === 'backing:7:1';
          return isSent ? { signature: SIGNATURE } : null;
        },
      },
      main: {
        findTransaction: async (signature: string) => {
          questions.push(signature);
          return { block: { slot } };
        },
      },
    } as unknown as VaultFlightsParts;
    return { questions, reader: new VaultFlightsReader(parts, { slot: SLOT, sinceMs: 0 }) };
  }

  const bothUnderWay = [
    { id: 'backing:one', microUsdc: 3_000 },
    { id: 'backing:two', microUsdc: 5_000 },
  ];

  it.each([
    ['none is under way once their payment is on chain', SLOT, []],
    ['each is while it is later than the slot', SLOT + 1, bothUnderWay],
    ['each is before it was sent', null, bothUnderWay],
  ])('%s', async (_name, slot, expected) => {
    const { reader } = readerOf(slot);
    expect(await reader.backings(10)).toEqual(expected);
  });

  it('the payment is looked for once a round', async () => {
    const { questions, reader } = readerOf(SLOT);
    await reader.backings(10);
    await reader.backings(10);
    expect(questions).toEqual(['backing:7:1', 'backing:7:2', signatureText(SIGNATURE)]);
  });
});
