/** Rows that are put back to before deposits were sent together: each is adopted with its list, and credited once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deposit } from '@bellwether/funding';
import { EngineUnderTest, Interruption, survives, userOf } from '@bellwether/funding-testbed';
import { engineEventsReader } from '../src/engine-events/engine-events';
import { extWorkers } from '../src/ext/ext-work';
import { STEP_LEASE_MS } from '../src/ext/limits';
import { ExtByHand, workersOfExt } from './ext/ext-by-hand';
import {
  alignSlot,
  givenTogether,
  groupsOf,
  relayedGroup,
  reportGroup,
  stepsOf,
  workToStep,
  workerNamed,
} from './ext/sharing-by-hand';
import type { Signed } from './ext/sharing-by-hand';
import { interrupted } from './interrupted';
import { MainByHand, heldBy } from './main-by-hand';
import { OlderCopies } from './older-copies';
import type { RelayedTransfer } from './relay-by-hand';
import { World } from './world';

const SHARING = { shareWaitMs: 20_000 };
const GIVEN = [1, 2, 3].map((number) => ({
  user: userOf(number),
  amount: BigInt(number) * 5_000_000n,
}));
const SUM = 30_000_000n;
const MAX_LIVES = 400;

let world: World;
let by: ExtByHand;
let main: MainByHand;
let engine: EngineUnderTest;
let copies: OlderCopies;
let deposits: readonly Deposit[];
let group: readonly Signed[];
let relayed: RelayedTransfer;
let bookedBefore: ReturnType<typeof booked>;

beforeAll(async () => {
  world = await World.start();
  copies = new OlderCopies(world, SHARING);
  by = await ExtByHand.begin(world, SHARING);
  engine = await EngineUnderTest.serve(by.parts.bus);
  main = MainByHand.again(by.parts, world, by.clock);
  await main.tick();
  for (const { user } of GIVEN) await by.watch(user);
  await copies.take('before they were found', by.url);
  alignSlot(by);
  deposits = await givenTogether(by, GIVEN);
  await copies.take('found', by.url);
  await workToStep(by, deposits, 'bridging');
  await copies.take('accepted', by.url);
  await workToStep(by, deposits, 'sending');
  [group = []] = await groupsOf(by, deposits);
  await by.send(group[0]!);
  relayed = await relayedGroup(by, group);
  await reportGroup(by, group, relayed);
  await main.until(async () => (await stepsOf(by, deposits)).every((step) => step === 'ended'));
  await main.stop();
  bookedBefore = booked();
});
afterAll(async () => {
  await engine.stop();
  await world.stop();
});

/** In the engine's books, which are not put back. */
const booked = () => ({
  users: GIVEN.map(({ user }) => [engine.exchange.balance(user), engine.exchange.funding(user)]),
  ...engine.exchange.solvency(),
});

const adopted = (): readonly Signed[] =>
  group.map((one) => ({ ...one, sourceBytes: null, lastValidBlockHeight: null }));

describe.each(['before they were found', 'found', 'accepted'])('a copy from %s', (name) => {
  it.each(['ext', 'main'])(
    'ends with each credited once, where %s is read first',
    async (first) => {
      const older = await copies.restored(name);
      const again = MainByHand.again(older.parts, world, older.clock);
      const stopping = new AbortController();
      const reading = engineEventsReader(older.parts).run(stopping.signal, () => undefined);
      if (first === 'main') {
        for (const { user } of GIVEN) {
          await again.until(async () => (await older.parts.stores.credits.lastSeqOf(user)) === 1);
        }
      }
      await older.work(
        async () => (await older.messages('transfer_signed')).length === GIVEN.length,
      );
      const groups = await groupsOf(older, deposits);
      expect(groups).toEqual([adopted()]);
      await reportGroup(older, groups[0]!, relayed);
      await again.until(async () =>
        (await stepsOf(older, deposits)).every((step) => step === 'ended'),
      );
      await again.stop();
      stopping.abort();
      await reading;
      for (const { user, amount } of GIVEN) {
        const all = await older.deposits(user);
        expect(all.map((one) => [one.source, one.phase, one.creditedMicroUsdc])).toEqual([
          ['ext_usdc', 'credited', Number(amount)],
        ]);
      }
      expect(await heldBy(older.parts, older.parts.vault.token)).toBe(SUM);
      expect(booked()).toEqual(bookedBefore);
      expect(await older.alarms()).toEqual({});
    },
  );
});

it('waits for the address of another one of the group to be watched again', async () => {
  const older = await copies.restored('accepted');
  const { user } = GIVEN[2]!;
  await world.rows(older.url, 'DELETE FROM watched_addresses WHERE user_key = $1', [user]);
  for (let tick = 0; tick < 50; tick++) await older.workOnce(workersOfExt(older.parts));
  expect(await older.messages('transfer_signed')).toEqual([]);
  expect(new Set(await stepsOf(older, deposits))).toEqual(new Set(['bridging']));
  await older.watch(user);
  await workToStep(older, deposits, 'sending');
  expect(await groupsOf(older, deposits)).toEqual([adopted()]);
});

it.each(['before', 'after'] as const)(
  'is adopted once by listeners that die %s each call',
  async (when) => {
    const older = await copies.restored('accepted');
    const isLeft = async () => (await stepsOf(older, deposits)).includes('bridging');
    let deaths = 0;
    for (let lives = 0; ; lives++) {
      expect(lives).toBeLessThan(MAX_LIVES);
      const parts = interrupted(older.parts, new Interruption(deaths + 1, when));
      const worker = workerNamed(extWorkers(parts), 'bridge-deposits');
      const end = await survives(() => worker.tick());
      older.clock.aheadMs += STEP_LEASE_MS + 1;
      if (end === 'lived' && !(await isLeft())) break;
      if (end !== 'failed') deaths++;
    }
    expect(deaths).toBeGreaterThan(2);
    expect(await groupsOf(older, deposits)).toEqual([adopted()]);
    expect(
      Object.keys(await older.charges()).filter((one) => one.endsWith(':bridge')),
    ).toHaveLength(GIVEN.length);
  },
);
